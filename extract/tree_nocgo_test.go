//go:build !cgo

package extract

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestTreeRefusesWhatNeedsCgo(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, []archiveFile{{name: "a.py", data: "def f(): pass\n"}})
	none, err := Tree(context.Background(), dir, Options{})
	if !errors.Is(err, ErrNeedsCgo) || len(none.Skipped) != 1 || none.Skipped[0].Language != "Python" {
		t.Errorf("%+v, %v", none, err)
	}
	writeTree(t, dir, []archiveFile{{name: "a.go", data: "package a\n\nfunc F() {}\n"}, {name: "README.md", data: "# Title\n"}})
	r, err := Tree(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Skip{{Path: "a.py", Reason: "needs a build with cgo", Language: "Python"}}, r.Skipped, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
	got := map[string]bool{}
	for _, n := range r.Graph.Nodes {
		got[n.Label] = true
	}
	for _, want := range []string{"F()", "Title", "a.go", "README.md"} {
		if !got[want] {
			t.Errorf("%s is missing", want)
		}
	}
}
