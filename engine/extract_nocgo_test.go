//go:build !cgo

package engine_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
	"brain/extract"
)

func TestWithoutCgoLanguagesAreNamedOnce(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, polyglot)
	tree(t, dir, map[string]string{"py/more.pyi": "x: int\n", "js/more.mjs": "export {}\n"})
	r := extractTree(t, e, dir)
	const only = ", read in a build with cgo only"
	want := []engine.Skip{
		{Path: "*.js *.mjs", Reason: "2 files of JavaScript" + only, Rule: engine.RuleCgo},
		{Path: "*.py *.pyi", Reason: "2 files of Python" + only, Rule: engine.RuleCgo},
		{Path: "*.c", Reason: "1 file of C" + only, Rule: engine.RuleCgo},
		{Path: "*.java", Reason: "1 file of Java" + only, Rule: engine.RuleCgo},
		{Path: "*.rs", Reason: "1 file of Rust" + only, Rule: engine.RuleCgo},
		{Path: "*.ts", Reason: "1 file of TypeScript" + only, Rule: engine.RuleCgo},
		{Path: "node_modules", Reason: "node_modules holds code of others"},
		{Path: "vendor", Reason: "vendor holds code of others"},
	}
	if diff := cmp.Diff(want, r.Ignored); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	if r.Files != 4 || len(r.Left()) != 0 || len(found(t, e, "quokka")) == 0 {
		t.Errorf("%+v", r)
	}
}

func TestATreeThatNeedsCgoIsRefused(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{"a.py": "def f(): pass\n", "bin/run.sh": "f() { :; }\n"})
	told := refused(t, e, dir)
	want := engine.Error{
		Problem: "this build of brain cannot read what is in " + dir,
		Cause:   "*.sh (1 file of Bash, read in a build with cgo only), *.py (1 file of Python, read in a build with cgo only)",
		Fix:     "build brain with cgo (CGO_ENABLED=1 and a C compiler), or read Graphify's output with `brain graph import graph.json`",
	}
	if told.Problem != want.Problem || told.Cause != want.Cause || told.Fix != want.Fix || !errors.Is(told, extract.ErrNeedsCgo) {
		t.Errorf("%#v", told)
	}
}

// refused is what Extract says of a tree that it cannot read.
func refused(t *testing.T, e *engine.Engine, dir string) *engine.Error {
	t.Helper()
	_, err := e.Extract(ctx, engine.ExtractInput{Dir: dir})
	var told *engine.Error
	if !errors.As(err, &told) || engine.ExitCode(err) != 1 {
		t.Fatalf("%v", err)
	}
	return told
}
