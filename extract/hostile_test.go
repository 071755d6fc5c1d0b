//go:build cgo

package extract

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Modules that all take everything of each other have more ways between them than there is time for.
func TestTreeEndsWhereModulesImportEachOther(t *testing.T) {
	dir := t.TempDir()
	const n = 40
	var files []archiveFile
	lib := &strings.Builder{}
	for i := range n {
		fmt.Fprintf(lib, "pub mod m%d;\n", i)
		s := &strings.Builder{}
		p := &strings.Builder{}
		for j := range n {
			if j != i {
				fmt.Fprintf(s, "pub use crate::m%d::*;\n", j)
				fmt.Fprintf(p, "from .m%d import *\n", j)
			}
		}
		fmt.Fprintf(s, "fn f%d() { nowhere(); g%d(); Nobody::new(); }\n", i, (i+7)%n)
		fmt.Fprintf(s, "pub fn g%d() {}\n", i)
		fmt.Fprintf(p, "def f%d():\n    nowhere()\n    g%d()\n\ndef g%d(): pass\n", i, (i+7)%n, i)
		files = append(files, archiveFile{name: fmt.Sprintf("src/m%d.rs", i), data: s.String()}, archiveFile{name: fmt.Sprintf("pkg/m%d.py", i), data: p.String()})
	}
	files = append(files, archiveFile{name: "src/lib.rs", data: lib.String()}, archiveFile{name: "pkg/__init__.py"})
	writeTree(t, dir, files)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := Tree(ctx, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, e := range r.Graph.Edges {
		if e.Relation == RelCalls && strings.Contains(e.Source, "_f") && strings.Contains(e.Target, "_g") {
			calls++
		}
	}
	if calls != 2*n {
		t.Errorf("%d of %d calls of what a module got from another", calls, 2*n)
	}
}
