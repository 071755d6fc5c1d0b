package engine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// graphOf is what a file has of a tree's graph.
func graphOf(t *testing.T, e *Engine) string {
	t.Helper()
	return stored(t, e)
}

// freshGraph is the graph of a tree in a file of its own.
func freshGraph(t *testing.T, dir string) string {
	t.Helper()
	e := New(Config{Path: filepath.Join(t.TempDir(), "fresh.db")})
	defer e.Close()
	if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	return graphOf(t, e)
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A file that git comes to ignore leaves the graph, and one that it no longer ignores enters it, at any depth.
func TestAnUpdateFollowsWhatGitIgnores(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := filepath.Join(t.TempDir(), "tree")
	writeFiles(t, dir, map[string]string{
		"README.md": "# Top\n\nSee [made](made/guide.md).\n", "made/guide.md": "# Guide\n", "made/keep/note.md": "# Note\n", "a/b/plan.md": "# Plan\n",
		"go.mod": "module example.com/m\n", "m.go": "package m\n\nfunc F() { G() }\n", "g.go": "package m\n\nfunc G() {}\n",
	})
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	e := New(Config{Path: filepath.Join(t.TempDir(), "brain.db")})
	defer e.Close()
	if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	whole := graphOf(t, e)
	for _, step := range []struct{ file, rules, gone, kept string }{
		{".gitignore", "made/\n", "made/guide.md", "a/b/plan.md"},
		{".gitignore", "made/*\n!made/keep/\n", "made/guide.md", "made/keep/note.md"},
		{"a/.gitignore", "b/\n", "a/b/plan.md", "made/keep/note.md"},
		{".gitignore", "g.go\n", "g.go", "made/guide.md"},
		{"a/.gitignore", "", "g.go", "a/b/plan.md"},
		{".gitignore", "# nothing\n", "", "g.go"},
	} {
		writeFiles(t, dir, map[string]string{step.file: step.rules})
		if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir, Update: true}); err != nil {
			t.Fatal(err)
		}
		got := graphOf(t, e)
		if d := cmp.Diff(freshGraph(t, dir), got); d != "" {
			t.Fatalf("%s %q (-fresh +update):\n%s", step.file, step.rules, d)
		}
		has := func(file string) bool { return strings.Contains(got, `"source_file":"`+file+`"`) }
		if step.gone != "" && has(step.gone) || !has(step.kept) {
			t.Errorf("%s %q: %s is there %v, %s is there %v", step.file, step.rules, step.gone, has(step.gone), step.kept, has(step.kept))
		}
	}
	for _, f := range []string{".gitignore", "a/.gitignore"} {
		if err := os.Remove(filepath.Join(dir, f)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir, Update: true}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(whole, graphOf(t, e)); d != "" {
		t.Errorf("without rules (-before +after):\n%s", d)
	}
}

// Two runs over one tree into one file both succeed, and the graph is that of one.
func TestTwoRunsAtOnceGiveTheGraphOfOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tree")
	files := map[string]string{"go.mod": "module example.com/m\n"}
	for i := range 40 {
		files[fmt.Sprintf("p%d/f.go", i)] = fmt.Sprintf("package p%d\n\n// F%d is documented.\nfunc F%d() { G() }\n\nfunc G() {}\n", i, i, i)
		files[fmt.Sprintf("docs/d%d.md", i)] = fmt.Sprintf("# Doc %d\n\nSee `F%d`.\n", i, i)
	}
	writeFiles(t, dir, files)
	want := freshGraph(t, dir)
	path := filepath.Join(t.TempDir(), "brain.db")
	for round := range 3 {
		var group sync.WaitGroup
		errs := make([]error, 2)
		for i := range errs {
			group.Go(func() {
				e := New(Config{Path: path})
				defer e.Close()
				_, errs[i] = e.Extract(context.Background(), ExtractInput{Dir: dir, Update: i == 1 && round > 0})
			})
		}
		group.Wait()
		for i, err := range errs {
			if err != nil {
				t.Errorf("round %d, run %d: %v", round, i, err)
			}
		}
		e := New(Config{Path: path})
		if d := cmp.Diff(want, graphOf(t, e)); d != "" {
			t.Errorf("round %d (-one +two):\n%s", round, d)
		}
		e.Close()
		if round == 0 { // and after a change of the tree
			writeFiles(t, dir, map[string]string{"p1/f.go": "package p1\n\nfunc H() {}\n"})
			want = freshGraph(t, dir)
		}
	}
}

// Of a file that cannot be read any more the graph has what it said, and what it says once it can be read again.
func TestAFileThatBecomesUnreadableKeepsWhatItSaid(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := filepath.Join(t.TempDir(), "tree")
	writeFiles(t, dir, map[string]string{"go.mod": "module example.com/m\n", "a.go": "package m\n\nfunc A() { B() }\n", "b.go": "package m\n\nfunc B() {}\n", "c.md": "# Doc\n", "sub/d.md": "# Deep\n"})
	e := New(Config{Path: filepath.Join(t.TempDir(), "brain.db")})
	defer e.Close()
	if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	before := graphOf(t, e)
	for _, name := range []string{"b.go", "c.md", "sub"} {
		p := filepath.Join(dir, name)
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(p, 0); err != nil {
			t.Fatal(err)
		}
		r, err := e.Extract(t.Context(), ExtractInput{Dir: dir, Update: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Left()) != 1 || !strings.HasPrefix(r.Left()[0].Path, name) {
			t.Errorf("%s: left %+v", name, r.Left())
		}
		if d := cmp.Diff(before, graphOf(t, e)); d != "" {
			t.Errorf("%s cannot be read (-before +after):\n%s", name, d)
		}
		if err := os.Chmod(p, info.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	writeFiles(t, dir, map[string]string{"b.go": "package m\n\nfunc B() { C() }\n\nfunc C() {}\n"})
	if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir, Update: true}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(freshGraph(t, dir), graphOf(t, e)); d != "" {
		t.Errorf("readable again (-fresh +update):\n%s", d)
	}
}
