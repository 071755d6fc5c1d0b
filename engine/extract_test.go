package engine_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
	"brain/extract"
)

// polyglot is a small tree of several languages; in each of them greet is called by main and says quokka in its comment.
var polyglot = map[string]string{
	"README.md":         "# Greeting\n\nSays hello.\n",
	"package.json":      `{"name":"greeting","dependencies":{"left-pad":"1"}}`,
	"go.mod":            "module example.com/greeting\n",
	"main.go":           "package main\n\nfunc main() { greet() }\n\n// greet says quokka in Go.\nfunc greet() {}\n",
	"py/greet.py":       "def greet():\n    \"\"\"Says quokka in Python.\"\"\"\n\n\ndef main():\n    greet()\n",
	"js/greet.js":       "/** Says quokka in JavaScript. */\nexport function greet() {}\n",
	"js/main.ts":        "import { greet } from './greet.js';\n\n/** Starts. */\nexport function main(): void { greet(); }\n",
	"src/a/Greet.java":  "package a;\n\nclass Greet {\n  /** Says quokka in Java. */\n  static void greet() {}\n\n  static void main() { greet(); }\n}\n",
	"rs/src/lib.rs":     "/// Says quokka in Rust.\nfn greet() {}\n\nfn main() { greet(); }\n",
	"c/greet.c":         "/* Says quokka in C. */\nstatic void greet(void) {}\n\nint main(void) { greet(); return 0; }\n",
	"node_modules/n.js": "export function other() {}\n",
	"vendor/v/v.py":     "def vendored():\n    pass\n",
}

// edited makes the same tree with one file changed; of "" it is gone.
func edited(file, text string) map[string]string {
	files := maps.Clone(polyglot)
	files[file] = text
	return files
}

func extractTree(t *testing.T, e *engine.Engine, dir string) *engine.ExtractResult {
	t.Helper()
	return must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir}))
}

func TestATreeOfAnyLanguageIsReadOnce(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, polyglot)
	first := extractTree(t, e, dir)
	if first.Added != first.Nodes || len(first.Left()) != 0 {
		t.Errorf("first: %+v", first)
	}
	for _, s := range first.Ignored {
		if s.Rule == "" && s.Path != "node_modules" && s.Path != "vendor" {
			t.Errorf("left out: %+v", s)
		}
	}
	before := digest(t, e)
	again := extractTree(t, e, dir)
	if again.Unchanged != first.Nodes || again.Added+again.Changed+again.Removed != 0 {
		t.Errorf("again: %+v", again.NodeCounts)
	}
	if digest(t, e) != before {
		t.Error("the second run changed the file's bytes")
	}
}

func TestATreeThatGitKnowsHasItsTimesAndItsIgnores(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{"README.md": "# Kept\n", "made/a.md": "# Made\n", ".gitignore": "made/\n"})
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=2026-05-01T10:00:00Z", "GIT_AUTHOR_DATE=2026-05-01T10:00:00Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	r := extractTree(t, e, dir)
	if diff := cmp.Diff([]engine.Skip{{Path: "made", Reason: "excluded by .gitignore"}}, r.Ignored); diff != "" || r.Files != 1 {
		t.Errorf("%d files, left out (-want +got):\n%s", r.Files, diff)
	}
	for _, c := range column(t, e, `SELECT citation_id FROM brain_entries`) {
		if !strings.HasSuffix(c, ":2026-05-01T10:00:00Z]") {
			t.Errorf("%s is not of the commit's time", c)
		}
	}
	r = must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: dir, Ignored: true}))
	if r.Files != 2 || len(r.Ignored) != 0 {
		t.Errorf("with what git ignores: %+v", r)
	}
}

func TestWhatIsAllLeftOutIsAnError(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{"node_modules/n/README.md": "# N\n"})
	_, err := e.Extract(ctx, engine.ExtractInput{Dir: dir})
	told := engine.Explain(err)
	if engine.ExitCode(err) != 1 || !strings.Contains(told.Problem, "no source in") || !strings.Contains(told.Cause, "node_modules holds code of others") || told.Fix == "" {
		t.Errorf("%#v", told)
	}
	if _, err := os.Stat(e.Path); err == nil {
		t.Error("a brain was made")
	}
}

func TestVersionSaysWhatExtractReads(t *testing.T) {
	e := brain(t)
	v := must[*engine.VersionResult](t)(e.Version(ctx, engine.VersionInput{}))
	if v.TreeSitter != extract.TreeSitter || v.TreeSitter != slices.Contains(v.Languages, "Python") || !slices.Contains(v.Languages, "Go") || !slices.Contains(v.Languages, "Markdown") {
		t.Errorf("%+v", v)
	}
	help := engine.Find("extract").Help
	for _, l := range extract.Languages() {
		if !strings.Contains(help, l.Name) {
			t.Errorf("the help does not name %s", l.Name)
		}
	}
}

func TestTheDemoReadsGoAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the model")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	e := engine.New(engine.Config{Demo: os.DirFS(polyglotOnDisk(t))})
	r := must[*engine.DemoResult](t)(e.Demo(ctx, engine.DemoInput{}))
	if r.Import.Files != 1 || r.Extract.Files != 1 {
		t.Errorf("%d pages, %d files of code", r.Import.Files, r.Extract.Files)
	}
}

// polyglotOnDisk is the tree with its README in docs, as the demo wants it.
func polyglotOnDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := maps.Clone(polyglot)
	files[filepath.Join("docs", "a.md")] = "# A\n\nGreets.\n"
	tree(t, dir, files)
	return dir
}
