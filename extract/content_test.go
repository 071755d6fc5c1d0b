package extract

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestContentSaysWhatANodeIs(t *testing.T) {
	g := &Graph{
		Nodes: []Node{
			{ID: "svc_server_close", Label: ".Close()", Kind: KindMethod, SourceFile: "svc/tcpServer.go", SourceLocation: "L12", Container: "Server", Signature: "func (s *Server) Close() error", Doc: "Close ends it.\n"},
			{ID: "run", Label: "run()", Kind: KindFunction, SourceFile: "main.go", SourceLocation: "L3", Container: "example.com/m"},
			{ID: "go_pkg_fmt", Label: "fmt", Kind: KindExternalPackage},
			{ID: "bare"},
			{ID: "doc", Label: "Intro", FileType: "document", SourceFile: "README.md", Description: "Says what it is for.", Attrs: []byte(`{"rationale":"why","source_url":"https://example.com"}`)},
		},
		Edges: []Edge{
			{Source: "run", Target: "svc_server_close", Relation: RelCalls},
			{Source: "run", Target: "run", Relation: RelCalls},
			{Source: "svc_server_close", Target: "gone", Relation: RelCalls},
			{Source: "run", Target: "go_pkg_fmt", Relation: RelImports},
		},
	}
	want := []string{
		".Close()\nmethod svc/tcpServer.go:12\nin Server\nfunc (s *Server) Close() error\nClose ends it.\ncalled by: run()\nwords: close server svc tcp",
		"run()\nfunction main.go:3\nin example.com/m\ncalls: Server.Close(), run()\ncalled by: run()\nwords: run example com main",
		"fmt\nexternal package\nwords: fmt\nid: go_pkg_fmt",
		"bare\nwords: bare\nid: bare",
		"Intro\ndocument README.md\nSays what it is for.\nwhy\nsource: https://example.com\nwords: intro readme",
	}
	if d := cmp.Diff(want, g.Contents()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestADocCommentIsTheContentOfWhatItDocuments(t *testing.T) {
	const doc = "Run is the first thing that happens.\nIt ends when all is done."
	g := &Graph{
		Nodes: []Node{
			{ID: "run", Label: "run()", Kind: KindFunction, SourceFile: "a.py", Doc: doc},
			{ID: "doc", Label: "Run is the first thing", Kind: KindRationale, SourceFile: "a.py", SourceLocation: "L2", Doc: doc},
			{ID: "note", Label: "WHY: it is late", Kind: KindRationale, SourceFile: "a.py", SourceLocation: "L5", Doc: "WHY: it is late\nin the day"},
		},
		Edges: []Edge{{Source: "doc", Target: "run", Relation: RelRationale}, {Source: "note", Target: "run", Relation: RelRationale}},
	}
	want := []string{
		"run()\nfunction a.py\n" + doc + "\nwords: run",
		"rationale a.py:2\nof run()",
		"WHY: it is late\nrationale a.py:5\nWHY: it is late\nin the day\nwords: why it is late",
	}
	if d := cmp.Diff(want, g.Contents()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestContentNamesTheTypeOfGraphifysMethods(t *testing.T) {
	g := &Graph{
		Nodes: []Node{{ID: "t", Label: "Server", SourceFile: "a.py"}, {ID: "m", Label: ".close()", SourceFile: "a.py"}},
		Edges: []Edge{{Source: "t", Target: "m", Relation: RelMethod}, {Source: "m", Target: "m", Relation: RelCalls}},
	}
	want := ".close()\na.py\nin Server\ncalls: Server.close()\ncalled by: Server.close()\nwords: close server"
	if got := g.Contents()[1]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestContentNamesNoMoreThanTwelveCallers(t *testing.T) {
	g := &Graph{Nodes: []Node{{ID: "f", Label: "f()"}}}
	for _, c := range "nmlkjihgedcba" {
		id := string(c)
		g.Nodes = append(g.Nodes, Node{ID: id, Label: id + "()"})
		g.Edges = append(g.Edges, Edge{Source: id, Target: "f", Relation: RelCalls}, Edge{Source: id, Target: "f", Relation: RelCalls})
	}
	want := "called by: a(), b(), c(), d(), e(), g(), h(), i(), j(), k(), l(), m(), …\n"
	if got := g.Contents()[0]; !strings.Contains(got, want) {
		t.Errorf("got %q, want it to hold %q", got, want)
	}
}

func TestContentsOfEqualNodesDiffer(t *testing.T) {
	n := func(id, doc string) Node {
		return Node{ID: id, Label: "x", SourceFile: "f", Doc: doc}
	}
	g := &Graph{Nodes: []Node{n("a", ""), n("b", ""), n("c", ""), {ID: "d", Label: "x\nf\nwords:\nid: a", SourceFile: "f"}}}
	got := g.Contents()
	slices.Sort(got)
	if len(slices.Compact(got)) != 4 {
		t.Errorf("contents are not distinct: %q", got)
	}
}

// The design that the rows come from has UNIQUE (content_hash): a node whose
// content equals another's would be lost.
func TestContentsOfGoldenGraphsAreDistinct(t *testing.T) {
	for name, raw := range goldenGraphs(t) {
		g, _, err := ReadGraphJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		byContent := map[string]string{}
		for i, c := range g.Contents() {
			if other, ok := byContent[c]; ok {
				t.Errorf("%s: %s and %s are both %q", name, other, g.Nodes[i].ID, c)
			}
			byContent[c] = g.Nodes[i].ID
		}
	}
}

// Of a text with a letter of another script behind it the words are the same, but for that one.
func TestASCIIIsSplitAsOtherTextIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[A-Za-z0-9_./ ()]{0,30}`).Draw(t, "text")
		if d := cmp.Diff(splitWords(s+"/名前"), append(splitWords(s), "名前"), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%q (-other +ascii):\n%s", s, d)
		}
	})
}

func TestTextThatIsOneLineStaysAsItIs(t *testing.T) {
	for in, want := range map[string]string{"": "", "a": "a", "a b": "a b", " a": "a", "a ": "a", "a  b": "a b", "a\tb": "a b", "a\nb": "a b", "é  b": "é b", "a\u00a0b": "a b"} {
		if got := oneLine(in); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSplitWords(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"", nil},
		{".Close()", []string{"Close"}},
		{"compute_delta()", []string{"compute", "delta"}},
		{"HTTPServer_v2", []string{"HTTP", "Server", "v2"}},
		{"parseXML", []string{"parse", "XML"}},
		{"x.y/ab", []string{"ab"}},
		{"名前", []string{"名前"}},
		{"हिन्दी", []string{"हिन्दी"}},
		{"aB", nil},
		{"ÉcoleNormale", []string{"École", "Normale"}},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, splitWords(tt.in)); d != "" {
			t.Errorf("splitWords(%q) (-want +got):\n%s", tt.in, d)
		}
	}
}

// What calls a method as it is declared is told of its definition, and what the definition calls of the declaration.
func TestContentsOfADeclarationAndItsDefinitionTellTheCallsOfBoth(t *testing.T) {
	g := &Graph{
		Nodes: []Node{{ID: "main", Label: "main()"}, {ID: "declared", Label: ".open()"}, {ID: "defined", Label: "Box::open()"}, {ID: "help", Label: "help()"}},
		Edges: []Edge{
			{Source: "main", Target: "declared", Relation: RelCalls},
			{Source: "declared", Target: "defined", Relation: RelDispatches},
			{Source: "defined", Target: "declared", Relation: RelDispatches}, // a circle adds nothing for ever
			{Source: "declared", Target: "defined", Relation: RelDispatches},
			{Source: "defined", Target: "help", Relation: RelCalls},
		},
	}
	out := g.Contents()
	for i, want := range map[int][]string{1: {"calls: help()", "called by: main()"}, 2: {"calls: help()", "called by: main()"}} {
		for _, line := range want {
			if !slices.Contains(strings.Split(out[i], "\n"), line) {
				t.Errorf("%s lacks %q:\n%s", g.Nodes[i].ID, line, out[i])
			}
		}
	}
}
