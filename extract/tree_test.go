//go:build cgo

package extract

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What each language gives: testdata/tree has a tree for each.
func TestTreeExtracts(t *testing.T) {
	checkArchives(t, "testdata/tree", func(dir string) *Result { return extractTree(t, dir) })
}

// The name and place of the checkout are in nothing, and neither is the order in which files happen to be read.
func TestTreeGivesEqualTreesEqualGraphs(t *testing.T) {
	for name, a := range archivesIn(t, "testdata/tree") {
		base := t.TempDir()
		one, two := filepath.Join(base, "proj"), filepath.Join(base, "else", "other_name")
		writeTree(t, one, a.tree())
		files := a.tree()
		slices.Reverse(files)
		writeTree(t, two, files)
		want := extractTree(t, one)
		for _, jobs := range []int{1, 8} {
			got, err := Tree(context.Background(), two, Options{Jobs: jobs})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want.Graph, got.Graph); d != "" {
				t.Fatalf("%s (-proj +other_name):\n%s", name, d)
			}
		}
	}
}

// Every language can be named by an extension or a file name of its own, and has a grammar or needs none.
func TestLanguagesAreToldApart(t *testing.T) {
	owner := map[string]string{}
	for _, l := range languages {
		for _, e := range append(slices.Clone(l.exts), l.files...) {
			if owner[e] != "" {
				t.Errorf("%s is of %s and %s", e, owner[e], l.name)
			}
			owner[e] = l.name
		}
		if l.grammar != "" && grammarOf(l.grammar) == nil {
			t.Errorf("%s has no grammar", l.name)
		}
	}
	used := map[string]bool{}
	for _, l := range languages {
		used[l.grammar] = true
	}
	for _, g := range slices.Sorted(maps.Keys(grammars)) {
		if !used[g] {
			t.Errorf("nobody uses the grammar %s", g)
		}
	}
}

// Any prefix of a file is some file that an editor may have left, and what is no text is taken as far as it goes.
func TestTreeTakesHalfWrittenFiles(t *testing.T) {
	step := 97
	if testing.Short() {
		step = 997
	}
	room := &scratch{}
	p := newParser()
	defer p.close()
	for _, a := range archivesIn(t, "testdata/tree") {
		for _, f := range a.tree() {
			lang := languageOf(f.name)
			if lang == nil || lang.grammar == "" {
				continue
			}
			for n := 0; n <= len(f.data); n += step {
				lowerText(t, p, room, lang, f.name, f.data[:n])
			}
		}
	}
}

// lowerText lowers a text and links it alone.
func lowerText(t testing.TB, p *syntaxParser, room *scratch, lang *language, name, text string) {
	t.Helper()
	src := decodeText([]byte(text))
	l := newLowering(name, lang, src, room)
	var top node
	if lang.grammar != "" {
		tree, text, err := parseAs(p, lang, src)
		if err != nil {
			return
		}
		l.src = text
		top = tree.root()
	}
	lang.lower(l, top)
	b := &graphBuilder{}
	link(b, []*unit{l.finish(room)}, nil)
	checkGraph(t, &Result{Graph: b.build()})
}

// A file that is made to take long costs itself only: the others are there.
func TestTreeSurvivesHostileFiles(t *testing.T) {
	dir := t.TempDir()
	deep := strings.Repeat("(", 20_000)
	writeTree(t, dir, []archiveFile{
		{name: "good.py", data: "def f(): pass\n"},
		{name: "parens.py", data: "x = " + deep + "\n"},
		{name: "nest.js", data: strings.Repeat("{", 50_000)},
		{name: "calls.ts", data: "x" + strings.Repeat("()", 30_000)},
		{name: "types.java", data: "class A { " + strings.Repeat("List<", 20_000)},
		{name: "chain.rs", data: "fn f() { a" + strings.Repeat(".b()", 30_000) + "; }"},
		{name: "else.c", data: "void f() {" + strings.Repeat("if (x) {} else ", 20_000) + "{} }"},
		{name: "noise.rb", data: strings.Repeat("\x00\xff<%{#", 20_000)},
		{name: "bases.py", data: "class A(B): pass\nclass B(A): pass\nA().x()\ndef r(): return r()\nr().y()\n"},
		{name: "self.ts", data: "type A = A | B; type B = A; let x: A = x; x.y()"},
		{name: "d.md", data: strings.Repeat("[", 100_000)},
		{name: "package.json", data: strings.Repeat(`{"a":`, 20_000)},
		{name: "Cargo.toml", data: "[package]\nname = \"" + strings.Repeat("[", 100_000)},
		{name: "pom.xml", data: strings.Repeat("<a>", 100_000)},
		{name: "u16.py", data: "\xff\xfed\x00e\x00f\x00 \x00g\x00(\x00)\x00:\x00 \x00p\x00a\x00s\x00s\x00"},
		{name: "latin.py", data: "def caf\xe9(): pass\n"},
	})
	r := extractTree(t, dir)
	checkGraph(t, r)
	labels := map[string]bool{}
	for _, n := range r.Graph.Nodes {
		labels[n.SourceFile+" "+n.Label] = true
	}
	for _, want := range []string{"good.py f()", "u16.py g()", "latin.py café()", "noise.rb noise.rb", "pom.xml pom.xml"} {
		if !labels[want] {
			t.Errorf("%s is missing", want)
		}
	}
}

func FuzzTree(f *testing.F) {
	for _, a := range archivesIn(f, "testdata/tree") {
		for _, file := range a.tree() {
			if i := slices.Index(languages, languageOf(file.name)); i >= 0 {
				f.Add(uint8(i), file.data)
			}
		}
	}
	p := newParser()
	f.Cleanup(p.close)
	room := &scratch{}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		lang := languages[int(i)%len(languages)]
		name := "f" + strings.Join(lang.exts[:min(1, len(lang.exts))], "")
		if len(lang.files) > 0 {
			name = lang.files[0]
		}
		lowerText(t, p, room, lang, name, text)
	})
}

func ExampleTree() {
	r, err := Tree(context.Background(), "../testdata/graphify/tiny/e3", Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range r.Graph.Edges {
		if e.Relation == RelCalls {
			fmt.Println(e.Source, "calls", e.Target, "at", e.SourceFile, e.SourceLocation)
		}
	}
	// Output:
	// m_main calls m_add at m.c L3
}
