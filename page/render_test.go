package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestRenderChangesOnlyItsLines(t *testing.T) {
	tags := func(tags ...string) func(*Page) { return func(p *Page) { p.Tags = tags } }
	set := func(key string, v any) func(*Page) { return func(p *Page) { p.SetField(key, v) } }
	title := func(s string) func(*Page) { return func(p *Page) { p.Title = s } }
	truth := func(s string) func(*Page) { return func(p *Page) { p.SetTruth(s) } }
	timeline := func(s string) func(*Page) { return func(p *Page) { p.Timeline = s } }
	for _, tt := range []struct {
		name, src string
		edit      func(*Page)
		want      string
	}{
		{"a scalar keeps its comment", "---\n# top\ntitle: C   # why\nb: 1\na: 2\n---\nx\n", title("D"), "---\n# top\ntitle: D   # why\nb: 1\na: 2\n---\nx\n"},
		{"a scalar keeps its quotes", "---\ntitle: 'It''s'\nb: \"x\"\n---\n", title("It's new"), "---\ntitle: 'It''s new'\nb: \"x\"\n---\n"},
		{"the key keeps its spelling", "---\n\"Title\" :  A\n---\n", title("B"), "---\n\"Title\" :  B\n---\n"},
		{"a hash in quotes is no comment", "---\ntitle: \"a # b\" # c\n---\n", title("d # e"), "---\ntitle: \"d # e\" # c\n---\n"},
		{"a flow list", "---\ntags: [a, \"b\", 'c'] # all\n---\n", tags("a", "b", "c", "d e"), "---\ntags: [a, \"b\", 'c', d e] # all\n---\n"},
		{"a block list", "---\ntags:\n- a # one\n# two\n- \"b\"\nz: 1\n---\n", tags("a", "b", "c"), "---\ntags:\n- a # one\n# two\n- \"b\"\n- c\nz: 1\n---\n"},
		{"an item goes", "---\ntags:\n  - a\n  - 2024\n  - '#c'\n---\n", tags("2024", "c"), "---\ntags:\n  - 2024\n  - '#c'\n---\n"},
		{"comma text", "---\ntags: one, two three\n---\n", tags("one", "two three", "four"), "---\ntags: one, two three, four\n---\n"},
		{"one tag as text", "---\ntags: one\n---\n", tags("one", "two"), "---\ntags: [one, two]\n---\n"},
		{"no tags left", "---\ntags: [a]\n---\n", tags(), "---\ntags: []\n---\n"},
		{"a new key comes last", "---\na: 1\n# end\n---\nx", set("b", []string{"x", "y"}), "---\na: 1\n# end\nb: [x, y]\n---\nx"},
		{"a key goes", "---\na: 1\n# of b\nb:\n  - 1\n  - 2\nc: 3\n---\n", func(p *Page) { p.UnsetField("b") }, "---\na: 1\n# of b\nc: 3\n---\n"},
		{"the last of two keys counts", "---\na: 1\na: 2\n---\n", set("a", json.Number("3")), "---\na: 1\na: 3\n---\n"},
		{"both go", "---\na: 1\na: 2\n---\n", func(p *Page) { p.UnsetField("a") }, "---\n---\n"},
		{"a block scalar", "---\na: |\n  x\n\n  y\nb: 1\n---\n", set("a", "z"), "---\na: z\nb: 1\n---\n"},
		{"keys that are indented", "---\n  a: 1\n  b: 2\n---\n", set("c", true), "---\n  a: 1\n  b: 2\n  c: true\n---\n"},
		{"broken YAML", "---\nby: @me\ntitle: Re: x\nz: 1\n---\nx\n", set("z", "two"), "---\nby: @me\ntitle: Re: x\nz: two\n---\nx\n"},
		{"a broken title", "---\nby: @me\ntitle: Re: x\n---\nx\n", title("Re: y"), "---\nby: @me\ntitle: \"Re: y\"\n---\nx\n"},
		{"links in TOML", "+++\ntitle = \"A\"\n\n[x]\ny = 1\n+++\nz\n", func(p *Page) {
			p.SetManualLinks([]Link{{Target: "b c", Type: "owns", Context: "a \"deed\""}, {Target: "d"}})
		}, "+++\ntitle = \"A\"\nlinks = [{to = \"b c\", type = \"owns\", context = \"a \\\"deed\\\"\"}, {to = \"d\"}]\n\n[x]\ny = 1\n+++\nz\n"},
		{"more links in TOML", "+++\nlinks = [ { to = 'b', n = 1.10 } ] # mine\na = {b = {c = [1, 2024-01-02]}}\n+++\nz\n", func(p *Page) {
			p.SetManualLinks(append(ManualLinks(*p), Link{Target: "d"}))
		}, "+++\nlinks = [ { to = 'b', n = 1.10 }, {to = \"d\"} ] # mine\na = {b = {c = [1, 2024-01-02]}}\n+++\nz\n"},
		{"many links in TOML", "+++\nlinks = [{to = \"b\"}]\n+++\nz\n", func(p *Page) {
			p.SetManualLinks(append(ManualLinks(*p), Link{Target: strings.Repeat("d", 60)}, Link{Target: strings.Repeat("e", 60)}))
		}, "+++\nlinks = [\n  {to = \"b\"},\n  {to = \"" + strings.Repeat("d", 60) + "\"},\n  {to = \"" + strings.Repeat("e", 60) + "\"},\n]\n+++\nz\n"},
		{"TOML", "+++\ntitle = \"A\" # c\n[x]\ny = 1\n+++\nz\n", func(p *Page) { p.Title = "B"; p.Tags = []string{"t"} }, "+++\ntitle = \"B\" # c\ntags = [\"t\"]\n[x]\ny = 1\n+++\nz\n"},
		{"TOML of tables", "+++\n# of x\n[x]\ny = 1\n+++\nz\n", tags("t"), "+++\ntags = [\"t\"]\n# of x\n[x]\ny = 1\n+++\nz\n"},
		{"TOML strings of several lines", "+++\nd = \"\"\"\ntags = []\n\"\"\"\ntags = ['a'] # c\n+++\nz\n", tags("a", "b"), "+++\nd = \"\"\"\ntags = []\n\"\"\"\ntags = ['a', \"b\"] # c\n+++\nz\n"},
		{"a list of tables in TOML", "+++\na.b = 1\n[[links]]\nto = \"b\" # one\n\n[x]\ny = 1\n[[links]]\nto = \"c\"\n+++\nz\n", func(p *Page) {
			p.SetManualLinks(append(ManualLinks(*p), Link{Target: "d"}))
		}, "+++\na.b = 1\n[[links]]\nto = \"b\" # one\n\n[x]\ny = 1\n[[links]]\nto = \"c\"\n[[links]]\nto = \"d\"\n+++\nz\n"},
		{"a table of a list goes", "+++\n# all\n[[links]]\nto = \"b\" # one\n# kept\n[[links]] # two\nto = \"c\"\nn = 1\n\n[[links]]\nto = \"d\" # three\n+++\nz\n", func(p *Page) {
			p.SetManualLinks([]Link{{Target: "b"}, {Target: "d"}})
		}, "+++\n# all\n[[links]]\nto = \"b\" # one\n# kept\n\n[[links]]\nto = \"d\" # three\n+++\nz\n"},
		{"dots in a key of TOML", "+++\na.b = 1\nc = 2\na.d = 3\n+++\n", func(p *Page) { p.UnsetField("a") }, "+++\nc = 2\n+++\n"},
		{"keys on one line", "---\n{a: 1, b: 2}\n---\n", set("c", "x"), "---\na: 1\nb: 2\nc: x\n---\n"},
		{"an anchor", "---\na: &x 1\nb: *x\n---\n", set("a", json.Number("2")), "---\na: 2\nb: 1\n---\n"},
		{"CRLF and a mark", "\ufeff---\r\na: 1\r\n---\r\nx\r\n", tags("t"), "\ufeff---\r\na: 1\r\ntags: [t]\r\n---\r\nx\r\n"},
		{"mixed line ends", "---\r\na: 1\n---\r\none\r\ntwo\nthree", truth("one\n2\nthree"), "---\r\na: 1\n---\r\none\r\n2\r\nthree"},
		{"CR", "# A\rb\r", truth("# A\nb\nc"), "# A\rb\rc\r"},

		{"no frontmatter before it is needed", "# A\n\nx\n", truth("# B\n\nx"), "# B\n\nx\n"},
		{"a title that the text does not give", "# A\n", title("B"), "---\ntype: note\ntitle: B\n---\n\n# A\n"},
		{"tags of a bare file", "x", tags("a"), "---\ntype: note\ntags: [a]\n---\n\nx"},
		{"a type that the folder gives", "---\na: 1\n---\n", func(p *Page) { p.Type = "robot" }, "---\na: 1\ntype: robot\n---\n"},
		{"prose behind a rule", "---\n\nprose\n\n---\n\nmore\n", tags("a"), "---\ntype: note\ntags: [a]\n---\n\n---\n\nprose\n\n---\n\nmore\n"},

		{"text keeps its NUL elsewhere", "a\x00\n\nb\n", truth("a\uFFFD\n\nc"), "a\x00\n\nc\n"},
		{"damage stays where it is", "für \xc3\n\nb\n", truth("für \uFFFD\n\nc"), "für \xc3\n\nc\n"},
		{"blank edges stay", "\n\nx\n\n\n", truth("y\n\nz"), "\n\ny\n\nz\n\n\n"},
		{"a first timeline", "x\n", timeline("- 2020-01-01: a"), "x\n\n<!-- timeline -->\n\n- 2020-01-01: a\n"},
		{"a first timeline without a line end", "---\r\na: 1\r\n---\r\nx", timeline("- 2020-01-01: a"), "---\r\na: 1\r\n---\r\nx\r\n\r\n<!-- timeline -->\r\n\r\n- 2020-01-01: a"},
		{"behind v0's rule", "x\n\n---\n\n- 2019: z\n", timeline("- 2019: z\n- 2020-01-01: a"), "x\n\n---\n\n- 2019: z\n- 2020-01-01: a\n"},
		{"what v0's rule cannot part", "x\n\n---\n\n- 2019: z\n", timeline("prose"), "x\n\n<!-- timeline -->\n\nprose\n"},
		{"no timeline any more", "x\n\n---\n\n- 2019: z\n", timeline(""), "x\n\n"},
		{"none behind a sentinel", "x\n\n<!-- timeline -->\n\n- 2019: z\n", timeline(""), "x\n\n<!-- timeline -->\n\n"},
		{"a section stays in its place", "x\n\n## Timeline\n\n- 2019: z\n\n## Notes\n\nn\n", func(p *Page) {
			p.SetTruth("y\n\n## Notes\n\nm")
			p.Timeline += "\n- 2020: b"
		}, "y\n\n## Timeline\n\n- 2019: z\n- 2020: b\n\n## Notes\n\nm\n"},
		{"a section goes to the end when what followed it is gone", "x\n\n## Timeline\n\n- 2019: z\n\n## Notes\n\nn\n", truth("x"), "x\n\n## Timeline\n\n- 2019: z\n\n"},
		{"a truth that looks like a timeline", "x\n", truth("x\n\n---\n\n- 2020: a"), "x\n\n---\n\n- 2020: a\n\n<!-- timeline -->\n"},
		{"a truth that looks like frontmatter", "x\n", func(p *Page) { p.CompiledTruth = "---\na: 1\n---" }, "---\ntype: note\n---\n\n---\na: 1\n---\n"},
		{"a line between heading and rule", "# x\n---\n- 2020: a\n", truth("x"), "x\n\n---\n- 2020: a\n"},

		{"Latin-1 becomes UTF-8", "caf\xe9\r\n", tags("\u00fc"), "---\r\ntype: note\r\ntags: [ü]\r\n---\r\n\r\ncafé\r\n"},
		{"UTF-16 becomes UTF-8", "\xff\xfea\x00\r\x00\n\x00", truth("b"), "b\r\n"},
		{"an empty file", "", truth("b"), "b\n"},
	} {
		p := Parse("a.md", []byte(tt.src))
		if out, notes, err := Render(p); string(out) != tt.src || len(notes) > 0 || err != nil {
			t.Errorf("%s: unchanged, it is %q, %v, %v", tt.name, out, notes, err)
		}
		tt.edit(&p)
		out, notes, err := Render(p)
		if err != nil || string(out) != tt.want {
			t.Errorf("%s:\ngot  %q, %v\nwant %q", tt.name, out, err, tt.want)
		}
		if converted := newDocument([]byte(tt.src), Frontmatter{}).converted != ""; converted != (len(notes) == 1) {
			t.Errorf("%s: notes %v", tt.name, notes)
		}
	}
}

func TestRenderMakesNewFiles(t *testing.T) {
	p := Page{Path: "people/ada.md", Title: "Ada", Type: "person", CompiledTruth: "Wrote.", Timeline: "- 1843: Notes", Tags: []string{"math"}}
	p.SetField("born", "1815-12-10")
	out, _, err := Render(p)
	want := "---\nborn: 1815-12-10\ntags: [math]\n---\n\nWrote.\n\n<!-- timeline -->\n\n- 1843: Notes\n"
	if err != nil || string(out) != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
}

func TestRenderRefuses(t *testing.T) {
	for name, p := range map[string]Page{
		"a sentinel in the truth":          {Path: "a.md", CompiledTruth: "a\n\n<!-- timeline -->\n\nb"},
		"a fence from truth to timeline":   {Path: "a.md", CompiledTruth: "```\na", Timeline: "```"},
		"a binary source":                  {Path: "a.md", Source: []byte("\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x01\x02\x03abcd", 9)), CompiledTruth: "x"},
		"null in TOML":                     {Path: "a.md", Source: []byte("+++\na = 1\n+++\n"), Frontmatter: Frontmatter{Fields: Object{{Key: "m", Value: Object{{Key: "a"}}}}}},
		"keys in a block too deep to read": {Path: "a.md", Source: []byte("---\n{a: 1, b: " + strings.Repeat("[", 150) + strings.Repeat("]", 150) + "}\n---\n"), Tags: []string{"t"}},
	} {
		if out, _, err := Render(p); out != nil || err == nil || !errors.Is(err, ErrNotMarkdown) && name != "null in TOML" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}

func ExampleRender() {
	p := Parse("people/ada.md", []byte("---\ntitle: Ada   # of London\n---\nWrote the first program.\n"))
	p.Tags = []string{"math"}
	out, _, err := Render(p)
	fmt.Printf("%s%v\n", out, err)
	// Output:
	// ---
	// title: Ada   # of London
	// tags: [math]
	// ---
	// Wrote the first program.
	// <nil>
}
