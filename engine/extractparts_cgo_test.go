//go:build cgo

package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is declared in parts moves with its first part: parts and projects come and go.
func TestAnUpdateFollowsThePartsOfAType(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tree")
	writeFiles(t, dir, map[string]string{
		"lib/b.cs": "namespace N;\npartial class T : U { void F() { G(); } }\nclass U {}\n", "lib/deep/c.cs": "namespace N;\n/// <summary>All there is.</summary>\npartial class T { void G() {} }\n",
		"Run.cs": "namespace N;\nclass Run { void R(T t) { t.F(); t.G(); } }\n",
	})
	e := New(Config{Path: filepath.Join(t.TempDir(), "brain.db")})
	defer e.Close()
	if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ file, text, has, hasNot string }{
		{"lib/a.cs", "namespace N;\npartial class T { void H() { F(); G(); } }\n", "lib_a_n_t", "lib_b_n_t"},
		{"lib/b.cs", "namespace N;\npartial class T { void F() { H(); } }\n", "lib_a_n_t", "lib_b_n_t"},
		{"lib/deep/d.csproj", "<Project/>\n", "lib_deep_c_n_t", "lib_b_n_t"},
		{"lib/deep/d.csproj", "", "lib_a_n_t", "lib_deep_c_n_t"},
		{"lib/a.cs", "", "lib_b_n_t", "lib_a_n_t"},
		{"lib/b.cs", "", "lib_deep_c_n_t", "lib_b_n_t"},
	} {
		writeFiles(t, dir, map[string]string{step.file: step.text})
		if step.text == "" {
			if err := os.Remove(filepath.Join(dir, step.file)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := e.Extract(t.Context(), ExtractInput{Dir: dir, Update: true}); err != nil {
			t.Fatal(err)
		}
		got := graphOf(t, e)
		if d := cmp.Diff(freshGraph(t, dir), got); d != "" {
			t.Fatalf("%s %q (-fresh +update):\n%s", step.file, step.text, d)
		}
		if has := func(id string) bool { return strings.Contains(got, `"id":"`+id+`"`) }; !has(step.has) || has(step.hasNot) {
			t.Errorf("%s %q: %s is there %v, %s is there %v", step.file, step.text, step.has, has(step.has), step.hasNot, has(step.hasNot))
		}
	}
}
