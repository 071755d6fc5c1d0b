package extract

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goGraph extracts the Go code of a folder. With whole every body is read by go/types.
func goGraph(t *testing.T, dir string, whole bool) *Graph {
	t.Helper()
	x := newExtractor(dir, Options{})
	x.whole = whole
	tree, err := walk(context.Background(), dir, &goTree{maxBytes: x.opts.MaxFileBytes})
	if err != nil {
		t.Fatal(err)
	}
	files, err := x.parse(context.Background(), tree)
	if err != nil {
		t.Fatal(err)
	}
	lowered := 0
	for _, f := range files {
		if f.bodies != nil {
			lowered++
		}
	}
	if whole != (lowered == 0) {
		t.Fatalf("bodies of %d of %d files were lowered", lowered, len(files))
	}
	b := &graphBuilder{}
	if err := x.graph(context.Background(), b, files, &goDirs{modules: readModules(dir, tree.mods)}); err != nil {
		t.Fatal(err)
	}
	return b.build()
}

func TestBodiesThatAreLoweredSayWhatGoTypesSays(t *testing.T) {
	dirs := []string{".", "testdata/bodies"}
	if !testing.Short() {
		for _, std := range []string{"go/types", "slices", "sync", "encoding/json"} {
			if dir := filepath.Join(runtime.GOROOT(), "src", filepath.FromSlash(std)); isDir(dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			if d := cmp.Diff(goGraph(t, dir, true), goGraph(t, dir, false)); d != "" {
				t.Errorf("(-go/types +lowered):\n%s", d)
			}
		})
	}
}

// A stack that overflows ends the program, so a function is not read as deep as it is long.
func TestALongFunctionNeedsNoDeepStack(t *testing.T) {
	s := &strings.Builder{}
	s.WriteString("package p\n\ntype T struct{}\n\nfunc (T) Go() {}\nfunc same[X any](x X) X { return x }\n\nfunc use() {\n\tx0 := T{}\n")
	const locals, calls = 3000, 100
	for i := range locals {
		fmt.Fprintf(s, "\tx%d := %sx%d%s\n", i+1, strings.Repeat("same(", calls), i, strings.Repeat(")", calls))
	}
	fmt.Fprintf(s, "\tx%d.Go()\n}\n", locals)
	dir := t.TempDir()
	writeTree(t, dir, []archiveFile{{name: "p.go", data: s.String()}})
	defer debug.SetMaxStack(debug.SetMaxStack(32 << 20))
	r, err := Go(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Graph.Edges, func(e Edge) bool { return e.Target == "p_t_go" && e.Relation == RelCalls }) {
		t.Error("the call at the end has no edge")
	}
}

func TestALiteralThatNestsTooDeeplyIsNotLowered(t *testing.T) {
	for name, text := range map[string]string{
		"elements": "_ = T" + strings.Repeat("{", 20_000) + "f()" + strings.Repeat("}", 20_000),
		"values":   "_ = T" + strings.Repeat("{0: ", 20_000) + "f()" + strings.Repeat("}", 20_000),
		"callee":   "f" + strings.Repeat("[0]", 20_000) + "()",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeTree(t, dir, []archiveFile{{name: "p.go", data: "package p\n\ntype T []T\n\nfunc f() T { return nil }\nfunc use() { " + text + " }\n"}})
			r, err := Go(t.Context(), dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Partial) != 1 || !strings.Contains(r.Partial[0].Reason, "nested too deeply") {
				t.Errorf("partial: %v", r.Partial)
			}
		})
	}
}

func isDir(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
