package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what was extracted into testdata/*/*.txtar")

func extractGo(t testing.TB, dir string, opts Options) *Result {
	t.Helper()
	r, err := Go(context.Background(), dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// dump writes nodes and edges, one a line, of the kinds in show: "nodes", or
// relations.
func dump(r *Result, show []string) string {
	var b strings.Builder
	if slices.Contains(show, "nodes") {
		for _, n := range r.Graph.Nodes {
			fmt.Fprintf(&b, "%s | %s | %s | %s | %s | %s\n", n.ID, n.place(), n.Label, n.Container, n.Signature, oneLine(n.Doc))
		}
	}
	for _, e := range r.Graph.Edges {
		if slices.Contains(show, e.Relation) {
			fmt.Fprintf(&b, "%s -%s-> %s | %s:%s %s %s\n", e.Source, e.Relation, e.Target, e.SourceFile, e.SourceLocation, e.Context, e.Confidence)
		}
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "skipped %s: %s (%d)\n", s.Path, s.Reason, s.Files)
	}
	for _, s := range r.Partial {
		fmt.Fprintf(&b, "partial %s: %s\n", s.Path, s.Reason)
	}
	return b.String()
}

func TestGoExtracts(t *testing.T) {
	checkArchives(t, "testdata/go", func(dir string) *Result { return extractGo(t, dir, Options{}) })
}

// checkArchives extracts the trees of a folder and compares what they show with what they want.
func checkArchives(t *testing.T, dir string, run func(dir string) *Result) {
	for name, a := range archivesIn(t, dir) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			_, line, ok := strings.Cut(a.comment, "show: ")
			if !ok {
				t.Fatal("archive does not say what to show")
			}
			dir := t.TempDir()
			writeTree(t, dir, a.tree())
			r := run(dir)
			checkGraph(t, r)
			got := dump(r, strings.Fields(line))
			last := &a.files[len(a.files)-1]
			if last.name != "want" {
				t.Fatal("archive does not end in want")
			}
			if *update {
				last.data = got
				if err := os.WriteFile(name, []byte(a.format()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(strings.Split(last.data, "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// checkGraph checks what holds of every graph that Go makes.
func checkGraph(t testing.TB, r *Result) {
	t.Helper()
	ids := map[string]bool{}
	for _, n := range r.Graph.Nodes {
		if n.ID == "" || ids[n.ID] {
			t.Errorf("id %q is empty or not unique", n.ID)
		}
		ids[n.ID] = true
		for _, s := range []string{n.ID, n.Label, n.Doc, n.Signature, n.Container, n.SourceFile} {
			if !utf8.ValidString(s) || strings.Contains(s, "\x00") {
				t.Errorf("node %q has %q, which is no text", n.ID, s)
			}
		}
	}
	type triple struct{ source, target, relation string }
	seen := map[triple]bool{}
	for _, e := range r.Graph.Edges {
		k := triple{e.Source, e.Target, e.Relation}
		if !ids[e.Source] || !ids[e.Target] || seen[k] {
			t.Errorf("edge %v is dangling or not unique", k)
		}
		seen[k] = true
		if e.Source == e.Target && e.Relation != RelCalls && e.Relation != RelIndirect {
			t.Errorf("%s %s itself", e.Source, e.Relation)
		}
		if (e.Confidence == Extracted) != (*e.ConfidenceScore == 1) {
			t.Errorf("edge %v is %s with %v", k, e.Confidence, *e.ConfidenceScore)
		}
	}
	distinct := map[string]bool{}
	for _, c := range r.Graph.Contents() {
		distinct[c] = true
	}
	if len(distinct) != len(r.Graph.Nodes) {
		t.Errorf("%d contents for %d nodes", len(distinct), len(r.Graph.Nodes))
	}
}

// The name and place of the checkout are in nothing, and neither is the order
// in which files happen to be read.
func TestGoGivesEqualTreesEqualGraphs(t *testing.T) {
	for name, a := range archives(t) {
		base := t.TempDir()
		one, two := filepath.Join(base, "proj"), filepath.Join(base, "else", "other_name")
		writeTree(t, one, a.tree())
		files := a.tree()
		slices.Reverse(files)
		writeTree(t, two, files)
		want := extractGo(t, one, Options{Jobs: 1})
		for range 3 {
			got := extractGo(t, two, Options{Jobs: 8})
			if d := cmp.Diff(want.Graph, got.Graph); d != "" {
				t.Fatalf("%s (-proj +other_name):\n%s", name, d)
			}
		}
	}
}

// The graph of a tree does not depend on code that nothing in it knows of: what
// two trees have in common stays the same, ids included.
func TestGoNodesDoNotDependOnOtherFolders(t *testing.T) {
	for name, a := range archives(t) {
		alone, beside := t.TempDir(), t.TempDir()
		writeTree(t, alone, a.tree())
		writeTree(t, beside, a.tree())
		writeTree(t, beside, []archiveFile{{name: "zzz/zzz.go", data: "package zzz\n\ntype Zzz struct{}\n\nfunc (Zzz) Get() {}\n"}})
		with := map[string]Node{}
		for _, n := range extractGo(t, beside, Options{}).Graph.Nodes {
			with[n.ID] = n
		}
		for _, n := range extractGo(t, alone, Options{}).Graph.Nodes {
			if d := cmp.Diff(n, with[n.ID]); d != "" {
				t.Errorf("%s: %s (-alone +beside):\n%s", name, n.ID, d)
			}
		}
	}
}

// Any prefix of a file is some file that an editor may have left.
func TestGoTakesHalfWrittenFiles(t *testing.T) {
	src, err := os.ReadFile("../testdata/graphify/tiny/e4/helper.go")
	if err != nil {
		t.Fatal(err)
	}
	step := 1
	if testing.Short() {
		step = 17
	}
	dir := t.TempDir()
	for n := 0; n <= len(src); n += step {
		writeTree(t, dir, []archiveFile{{name: "main.go", data: "package main\n\nfunc main() { helper() }\n"}, {name: "helper.go", data: string(src[:n])}})
		checkGraph(t, extractGo(t, dir, Options{}))
	}
}

func TestGoTakesWhatIsNoText(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, []archiveFile{
		{name: "nul.go", data: "package m\n\n// doc\x00 of f\nfunc f() {}\n"},
		{name: "latin.go", data: "package m\n\n// caf\xe9\nfunc g() { f() }\n"},
		{name: "marks.go", data: "package m\n\nfunc कि() int { return 1 }\nfunc की() int { return कि() }\n"},
		{name: "bom.go", data: "\ufeffpackage m\n\nfunc h() { g() }\n"},
		{name: "utf16.go", data: "\xff\xfep\x00a\x00"},
		{name: "deep.go", data: "package m\n\nvar x = 1" + strings.Repeat("+1", 50000) + "\n"},
		{name: "parens.go", data: "package m\n\nvar y = " + strings.Repeat("(", 50000) + "1" + strings.Repeat(")", 50000) + "\n"},
		{name: "else.go", data: "package m\n\nfunc e() {\n" + strings.Repeat("if x == 1 { f() } else ", 2000) + "{}\n}\n"},
	})
	r := extractGo(t, dir, Options{})
	checkGraph(t, r)
	want := []string{
		"deep.go: nested too deeply, only the file itself was taken",
		"latin.go: is not valid UTF-8",
		"marks.go: syntax error in line 3: expected '(', found 'ILLEGAL'", // Go's names have no combining marks
		"nul.go: has NUL bytes",
		"parens.go: nested too deeply, only the file itself was taken",
		"utf16.go: has NUL bytes",
	}
	var got []string
	for _, s := range r.Partial {
		got = append(got, s.Path+": "+s.Reason)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("partial (-want +got):\n%s", d)
	}
	wantCalls := []string{"bom_h → latin_g", "else_e → nul_f", "latin_g → nul_f"}
	if d := cmp.Diff(wantCalls, relation(r.Graph, RelCalls)); d != "" {
		t.Errorf("calls (-want +got):\n%s", d)
	}
}

func relation(g *Graph, relation string) []string {
	var out []string
	for _, e := range g.Edges {
		if e.Relation == relation {
			out = append(out, e.Source+" → "+e.Target)
		}
	}
	slices.Sort(out)
	return out
}

func TestGoEqualsGraphifyWhereGraphifyIsRight(t *testing.T) {
	raw, err := os.ReadFile("../testdata/graphify/tiny/e4.v0.9.96.raw.json")
	if err != nil {
		t.Fatal(err)
	}
	theirs, _, err := ReadGraphJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	ours := extractGo(t, "../testdata/graphify/tiny/e4", Options{}).Graph
	ids := map[string]string{} // id → label
	for _, n := range ours.Nodes {
		ids[n.ID] = n.Label
	}
	var missing []string
	for _, n := range theirs.Nodes {
		id := strings.Replace(n.ID, "proj_", "m_", 1) // the name of their checkout
		if ids[id] != n.Label {
			missing = append(missing, n.ID+" "+n.Label)
		}
	}
	want := []string{
		"pkg_example_com_m example.com/m", // of go.mod: here the package is the node
		"fmt_stringer fmt.Stringer",       // go_type_fmt_stringer, as they name testing.T
		"go_pkg_fmt go_pkg_fmt",           // labelled fmt
		"go_pkg_testing go_pkg_testing",
	}
	if d := cmp.Diff(want, missing); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	calls := relation(ours, RelCalls)
	for _, c := range relation(theirs, RelCalls) {
		if c = strings.ReplaceAll(c, "proj_", "m_"); !slices.Contains(calls, c) {
			t.Errorf("call %s is missing", c)
		}
	}
}

// Call edges of urfave/cli at 1305a082 against those that go/types gives with
// the whole standard library at hand. Graphify 0.9.96 has a precision of 0.84
// and a recall of 0.58 here.
func TestGoCallsOfCLIAreTrue(t *testing.T) {
	repos := os.Getenv("BRAIN_REPOS")
	if repos == "" {
		t.Skip("BRAIN_REPOS does not name a folder that holds a checkout of urfave/cli as cli")
	}
	raw, err := os.ReadFile("../testdata/graphify/cli.truth.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct{ From, To string }
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	truth := map[string]bool{}
	for _, e := range list {
		truth[e.From+" → "+e.To] = true
	}

	g := extractGo(t, filepath.Join(repos, "cli"), Options{}).Graph
	at := map[string]string{}
	for _, n := range g.Nodes {
		if strings.Contains(n.SourceFile, "/") || strings.HasSuffix(n.SourceFile, "_test.go") || n.Kind == KindFile {
			continue // the truth is of the root package's functions
		}
		at[n.ID] = n.SourceFile + ":" + n.SourceLocation
	}
	got := map[string]bool{}
	for _, e := range g.Edges {
		if e.Relation == RelCalls && at[e.Source] != "" && at[e.Target] != "" {
			got[at[e.Source]+" → "+at[e.Target]] = true
		}
	}
	right := 0
	for _, c := range slices.Sorted(maps.Keys(got)) {
		if truth[c] {
			right++
		} else {
			t.Logf("not true: %s", c)
		}
	}
	precision, recall := float64(right)/float64(len(got)), float64(right)/float64(len(truth))
	t.Logf("%d of %d true edges, %d found: precision %.3f, recall %.3f", right, len(truth), len(got), precision, recall)
	if precision < 0.98 || recall < 0.98 {
		t.Errorf("precision %.3f, recall %.3f", precision, recall)
	}
}

func TestGoStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Go(ctx, "../testdata/graphify/tiny/e4", Options{}); err == nil {
		t.Error("no error")
	}
}

func TestGoTellsProgress(t *testing.T) {
	var got []string
	extractGo(t, "../testdata/graphify/tiny/e12", Options{Progress: func(stage string, done, total int) {
		got = append(got, fmt.Sprint(stage, " ", done, " of ", total))
	}})
	if d := cmp.Diff([]string{"parse 1 of 1", "check 1 of 1"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestGoKnowsItsStandardLibrary(t *testing.T) {
	if len(checkStd(token.NewFileSet(), nil)) > 0 {
		t.Error("what is not imported is checked")
	}
	for _, p := range stdSource {
		pkgs := checkStd(token.NewFileSet(), map[string]bool{p.path: true})
		if pkg := pkgs[p.path]; pkg == nil || len(pkg.Scope().Names()) == 0 {
			t.Errorf("%s does not parse", p.path)
			continue
		}
		for _, name := range pkgs[p.path].Scope().Names() {
			if is := pkgs[p.path].Scope().Lookup(name).String(); strings.Contains(is, "invalid type") {
				t.Errorf("%s lacks what it imports: %s", p.path, is)
			}
		}
	}
}

func FuzzGo(f *testing.F) {
	for _, a := range archives(f) {
		for _, file := range a.tree() {
			if strings.HasSuffix(file.name, ".go") {
				f.Add([]byte(file.data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		dir := t.TempDir()
		writeTree(t, dir, []archiveFile{{name: "go.mod", data: "module m\n"}, {name: "f.go", data: string(src)}, {name: "f_test.go", data: string(src)}})
		checkGraph(t, extractGo(t, dir, Options{Jobs: 1}))
	})
}

func ExampleGo() {
	r, err := Go(context.Background(), "../testdata/graphify/tiny/e12", Options{})
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
	// m_a_use calls m_a_get at m.go L7
	// m_ext calls m_a_get at m.go L9
}
