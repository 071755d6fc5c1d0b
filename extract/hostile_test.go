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
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // a pass that went the ways of all others would take hours
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

// However deep a file nests and whatever bytes it has, each language's reader ends and takes nothing else down.
func TestEveryLanguageEndsOnHostileText(t *testing.T) {
	sequential(t)
	deep := 10_000
	texts := map[string]string{
		"parens":   strings.Repeat("(", deep) + strings.Repeat(")", deep),
		"blocks":   strings.Repeat("{", deep) + strings.Repeat("}", deep),
		"brackets": "x = " + strings.Repeat("[", deep),
		"chain":    "a" + strings.Repeat(".b()", deep) + ";\n",
		"nul":      "class A {\x00 f() { g(); } }\x00\n",
		"invalid":  "\xff\xfe\xfd def f(): \xc3\x28\n",
		"bom crlf": "\xef\xbb\xbfclass A {\r\n\tf() {\r\n  g();\r\n\t}\r\n}\r\n",
		"mixed":    "def f():\n\tif x:\n        y()\n\t  z()\n",
		"ifs":      strings.Repeat("#if A\nf(\n#else\n", 2_000),
	}
	p := newParser()
	defer p.close()
	room := &scratch{}
	for _, lang := range languages {
		name := "f" + strings.Join(lang.exts[:min(1, len(lang.exts))], "")
		if len(lang.files) > 0 {
			name = lang.files[0]
		}
		for what, text := range texts {
			t.Run(lang.name+" "+what, func(t *testing.T) { lowerText(t, p, room, lang, name, text) })
		}
	}
}

// A large bundle on one line, which declares the same names again and again, is a file like others.
func TestTreeTakesAMinifiedBundle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	dir := t.TempDir()
	writeTree(t, dir, []archiveFile{
		{name: "bundle.js", data: strings.Repeat("function a(b,c){return b?c(b):a(c,b)};var d={e:function(){a(1,2)}};", 8_000)},
		{name: "good.js", data: "function f() { g() }\nfunction g() {}\n"},
	})
	r := extractTree(t, dir)
	for _, e := range r.Graph.Edges {
		if e.Source == "good_f" && e.Target == "good_g" {
			return
		}
	}
	t.Error("what the other file says is missing")
}
