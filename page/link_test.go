package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// targets lists the links of a text in a page as kind and target.
func targets(path, src string) []string {
	var out []string
	for _, l := range Links(Parse(path, []byte(src))) {
		out = append(out, l.Kind+" "+l.Target)
	}
	return out
}

func TestLinkTargets(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []string
	}{
		// As GBrain 0.46.28 finds them.
		{"wiki with alias", "[[people/ada|Ada]]", []string{"wiki people/ada"}},
		{"bare name", "[[Bare Name]]", []string{"wiki Bare Name"}},
		{"of a source", "[[wiki:concepts/x#h|t]]", []string{"wiki wiki:concepts/x"}},
		{"from the folder above", "[Z](../people/z.md)", []string{"markdown /people/z"}},
		{"slug", "[q](people/q)", []string{"markdown people/q"}},
		{"in code", "`[[people/code]]`", nil},
		{"other site", "[y](https://x.y/z) [m](mailto:a@b.c) <https://x.y> [n](//x.y/z)", nil},
		{"sibling", "[s](sib.md)", []string{"markdown sib"}},
		{"bar in a table", `| [[companies/a\|A]] |`, []string{"wiki companies/a"}},
		{"spaces", "[[people/Ada Smith]]", []string{"wiki people/Ada Smith"}},
		{"percent signs", "[Al](people/al%20x.md)", []string{"markdown people/al x"}},
		{"anchor", "[[people/ada#sec]] [[people/ada#^b1]]", []string{"wiki people/ada"}},
		{"bare slug", "see people/bare-slug in text", nil},
		// Where it does not.
		{"embedded image", "![[embed.png]] ![x](y.md) ![[a.PDF|200]]", nil},
		{"embedded page", "![[page]]", []string{"wiki page"}},

		{"place in the page", "[[#sec]] [x](#sec) [y](<#a b>)", nil},
		{"angle brackets and title", `[x](<a b.md> "t") [y](c.md 't') [z](d.md (t))`, []string{"markdown a b", "markdown c", "markdown d"}},
		{"brackets in both", "[a [b] c](d_(e).md)", []string{"markdown d_(e)"}},
		{"image in a link", "[![i](i.png)](p.md)", []string{"markdown p"}},
		{"link over lines", "[a\nb](c.md) [d\n\ne](f.md)", []string{"markdown c"}},
		{"no destination", "[a] (b.md) [c](d e.md) [f]()", nil},
		{"reference", "[a][r]\n\n[r]: <people/r.md> \"t\"\n[^1]: note", []string{"markdown people/r"}},
		{"from the root", "[a](/b/c.md) [[/d]]", []string{"markdown /b/c", "wiki /d"}},
		{"this folder", "[a](./b.md) [c](./x/../d.md#y)", []string{"markdown /notes/b", "markdown /notes/d"}},
		{"above the root", "[a](../../../b.md)", []string{"markdown /b"}},
		{"attachments", "[a](x.pdf) [b](main.go) [c](v1.0) [[d.png]] [[node.js]]", []string{"markdown v1.0", "wiki node.js"}},
		{"escaped", `\[[a]] \[b](c.md) \\[d](e.md)`, []string{"markdown e"}},
		{"escaped backtick", "\\`[[a]]\\`", []string{"wiki a"}},
		{"backticks that do not pair", "``[[a]]` [[b]]", []string{"wiki a", "wiki b"}},
		{"longer backticks", "`` ` [[a]] `` [[b]]", []string{"wiki b"}},
		{"code of HTML", "x <code>[[a]]</code> [[b]]\n<PRE class=x>\n[[c]]\n\n[[d]]\n</Pre>\n[[e]]\n<script>\n[[f]]</script>\n<style>[[g]]</style>", []string{"wiki b", "wiki e"}},
		{"HTML that is no code", "<b>[[a]]</b> <prefix>[[b]]</prefix> <pre>[[c]]\n\n<code>[[d]]", []string{"wiki a", "wiki b", "wiki c", "wiki d"}},
		{"letters of other lengths in lower case", "ȺȺȺ <code>[[a]]</code> [[b]]", []string{"wiki b"}},
		{"code does not span paragraphs", "`a\n\n[[b]]`", []string{"wiki b"}},
		{"fences", "```\n[[a]]\n```\n~~~\n[[b]]\n~~~\n[[c]]", []string{"wiki c"}},
		{"indented code", "x\n\n    [[a]]\n\ny\n    [[b]]\n\n- z\n\n    [[c]]", []string{"wiki b", "wiki c"}},
		{"comments", "<!-- [[a]]\n\n[[b]] --> [[c]] %% [[d]] %% [[e]]", []string{"wiki c", "wiki e"}},
		{"comments that do not end", "<!-- [[a]] %% [[b]]", []string{"wiki a", "wiki b"}},
		{"brackets too many", "[[[a]]] [[b]", []string{"wiki a"}},
		{"one link twice", "[[a]] [[a|b]]", []string{"wiki a"}},
		{"in a timeline", "x\n\n---\n\n- 2020-01-01: met [[a]]", []string{"wiki a"}},

		{"property without quotes", "---\nup: [[Plain]]\nrel: \"[[plain|P]]\"\n---\n", []string{"frontmatter Plain", "frontmatter plain"}},
		{"properties of names", "---\nrelated: [a, 'b c']\nsee-also: x/y.md\nsource: http://x.y/z\nother: a\n---\n", []string{"frontmatter a", "frontmatter b c", "frontmatter x/y"}},
		{"a source that is no page", "---\nsource: email\nsources: [media/x, \"[[y]]\", see notes/z]\n---\n", []string{"frontmatter media/x", "frontmatter y"}},
		{"two in one text", "---\nup: '[[a]], [[b#c|d]]'\n---\n", []string{"frontmatter a", "frontmatter b"}},
		{"names in mappings", "---\nrelated: [{name: A}, {slug: b/c}]\n---\n", []string{"frontmatter A", "frontmatter b/c"}},
	} {
		if diff := cmp.Diff(tt.want, targets("notes/page.md", tt.src)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestLinkTypes(t *testing.T) {
	for _, tt := range []struct{ path, text, want string }{
		// As GBrain 0.46.28 types them.
		{"people/a.md", "is the founder of [X](x)", "founded"},
		{"people/a.md", "invested in [X](x)", "invested_in"},
		{"people/a.md", "works at [X](x)", "works_at"},
		{"people/a.md", "is an advisor to [X](x)", "advises"},
		{"companies/a.md", "founded by [X](x)", "founded"},
		{"meetings/a.md", "anything [X](x)", "attended"},
		{"media/a.md", "founded [X](x)", "mentions"},
		{"people/a.md", "met [X](x)\n\n" + strings.Repeat("word ", 60) + "Partner at Fund A", "invested_in"},

		{"people/a.md", "founded and invested in [X](x)", "founded"},
		{"people/a.md", "advises [X](x), works at Y", "advises"},
		{"companies/a.md", "Founded in 1983, it met [X](x)", "mentions"},
		{"people/a.md", "met [X](people/x), Partner elsewhere\n\n" + strings.Repeat("word ", 60) + "Partner at Fund A", "mentions"},
		{"people/a.md", "[X](x) 由她创立", "founded"},
		{"people/a.md", "担任 [X](x) 的工程师", "works_at"},
		{"notes/a.md", "see [X](x)", "mentions"},
		{"notes/a.md", "founded Y.\n\nsee [X](x)", "mentions"},
	} {
		links := Links(Parse(tt.path, []byte(tt.text)))
		if len(links) != 1 || links[0].Type != tt.want {
			t.Errorf("%s: %q: %+v, want %s", tt.path, tt.text, links, tt.want)
		}
	}
}

// dendron is what Dendron writes above each note.
const dendron = "---\nid: abc\ntitle: A\ndesc: ''\nupdated: 1640000000000\ncreated: '1596374871110'\n"

func TestLinksOfDendron(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"[[Create a Vault|ref.vaults]]", "wiki ref.vaults"},
		{"[[Create a Vault | ref.vaults#create-a-vault ]]", "wiki ref.vaults"},
		{"| [[a b\\|ref.c#^x]] |", "wiki ref.c"},
		{"[[C# guide|lang.c-sharp]]", "wiki lang.c-sharp"},
		{"[[ref.vaults#a|what it says]]", "wiki ref.vaults"}, // as Obsidian writes it
		{"![[pic.png|200]] ![[ref.a|200x100]]", "wiki ref.a"},
		{"[[ref.a]] ![[ref.a#^b]] ![[ref.a#a,1:#*]]", "wiki ref.a"},
		{"[[Vaults|#here]] [[x|]]", "wiki Vaults, wiki x"},
		{"[[dendron://site/ref.a#b,1:#*]] ![[t|dendron://my.site/ref.a.md]]", "wiki dendron://site/ref.a, wiki dendron://my.site/ref.a"},
		{"[[dendron://site]] [[dendron:///x]] [[dendron://a/../..]] [[http://x.y/z]]", ""},
	} {
		if got := strings.Join(targets("vault/a.md", dendron+"---\n"+tt.src), ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.src, got, tt.want)
		}
	}
	if got := strings.Join(targets("a.md", dendron+"up: '[[All of it|ref.root]]'\n---\n"), ", "); got != "frontmatter ref.root" {
		t.Errorf("in a property: %s", got)
	}
	if got := strings.Join(targets("a.md", "---\nid: x\ncreated: 2020-01-01\n---\n[[a b|c]]"), ", "); got != "wiki a b" {
		t.Errorf("of another program: %s", got)
	}
}

func TestLinksOfProperties(t *testing.T) {
	got := Links(Parse("companies/acme.md", []byte("---\ntype: company\nkey_people:\n  - Ada\ninvestors: [funds/f]\ncompany: Z\nlinks:\n  - {to: people/b, type: knows, context: school}\n  - to: c\n  - \"[[d]]\"\n---\nsee\n[[e]]\n")))
	want := []Link{
		{Target: "Ada", Kind: LinkFrontmatter, Type: "works_at", Context: "key_people", Line: 3, Incoming: true, Folders: []string{"people"}},
		{Target: "funds/f", Kind: LinkFrontmatter, Type: "invested_in", Context: "investors", Line: 5, Incoming: true, Folders: []string{"companies", "funds", "people"}},
		{Target: "people/b", Kind: LinkManual, Type: "knows", Context: "school", Line: 7},
		{Target: "c", Kind: LinkManual, Type: "mentions", Line: 7},
		{Target: "d", Kind: LinkFrontmatter, Type: "mentions", Context: "links", Line: 7},
		{Target: "e", Kind: LinkWiki, Type: "mentions", Context: "see [[e]]", Line: 13},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestManualLinksComeBack(t *testing.T) {
	p := Parse("a.md", []byte("---\nlinks: [https://x.y] # mine\n---\nx\n"))
	links := []Link{{Target: "people/b", Kind: LinkManual, Type: "knows", Context: "a: \"b\""}, {Target: "c", Kind: LinkManual, Type: Mentions}}
	p.SetManualLinks(links)
	out, _, err := Render(p)
	want := "---\nlinks: [https://x.y, {to: people/b, type: knows, context: \"a: \\\"b\\\"\"}, {to: c}] # mine\n---\nx\n"
	if err != nil || string(out) != want {
		t.Fatalf("got %q, %v, want %q", out, err, want)
	}
	back := Parse("a.md", out)
	got := ManualLinks(back)
	for i := range got {
		got[i].Line = 0
	}
	if diff := cmp.Diff(links, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	back.SetManualLinks(nil)
	if out, _, err := Render(back); err != nil || string(out) != "---\nlinks: [https://x.y] # mine\n---\nx\n" {
		t.Errorf("without links: %q, %v", out, err)
	}
	bare := Parse("a.md", []byte("x"))
	bare.SetManualLinks(links[1:])
	bare.SetManualLinks(nil)
	if out, _, err := Render(bare); err != nil || string(out) != "x" {
		t.Errorf("set and gone: %q, %v", out, err)
	}
}

// checkLinks says what holds for every file.
func checkLinks(t interface{ Fatalf(string, ...any) }, src []byte) {
	p := Parse("dir/a.md", src)
	d := decode(src)
	lines := strings.Count(d.text, "\n") + 1
	for _, l := range Links(p) {
		if l.Target == "" || l.Type == "" || l.Kind == "" || l.Line < 1 || l.Line > lines ||
			strings.ToValidUTF8(l.Target, "") != l.Target || strings.ContainsAny(l.Target+l.Context, "\n\r\x00") {
			t.Fatalf("%q: link %+v in %d lines", src, l, lines)
		}
	}
	if masked := maskCode(d.text); len(masked) != len(d.text) || strings.Count(masked, "\n") != strings.Count(d.text, "\n") {
		t.Fatalf("%q is masked as %q", d.text, masked)
	}
}

func TestLinksAreSound(t *testing.T) {
	pieces := []string{"[[a]]", "[b](c.md)", "[", "]", "(", ")", "`", "``", "```\n", "\n\n", "\n    ", "<!--", "-->", "%%", "\\", "![x](y)", "[[d|e]]", "---\n", "up: [[x]]\n", " ", "é", "\x00", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		checkLinks(t, []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, "pieces"), "")))
	})
}

// What is quadratic takes minutes here.
func TestLinksOfHostileTexts(t *testing.T) {
	for unit, want := range map[string]int{
		"[": 0, "[[": 0, "]](": 0, "[a](": 0, "](aaaa": 0, "` `` ": 0, "<!-- ": 0, "%% ": 0, "\\": 0, "[\n": 0, "[[a]] [b](c.md) ": 2, "[[a]]\n\n": 1,
	} {
		for _, src := range []string{strings.Repeat(unit, 30_000), "---\nup: \"" + strings.Repeat(unit, 10_000) + "\"\n---\n"} {
			if got := Links(Parse("a.md", []byte(src))); len(got) > want {
				t.Errorf("%q again and again: %d links", unit, len(got))
			}
		}
	}
}

func FuzzLinks(f *testing.F) {
	f.Add([]byte("---\nup: [[a]]\n---\n[[b|c]] [d](e.md \"t\") `[[f]]`\n\n    [[g]]\n<!-- [[h]] -->"))
	f.Fuzz(func(t *testing.T, src []byte) { checkLinks(t, src) })
}

func ExampleLinks() {
	p := Parse("people/ada.md", []byte("---\ncompany: Acme\n---\nMet [[Charles Babbage]]; founded [Analytical](../companies/analytical.md).\n"))
	for _, l := range Links(p) {
		fmt.Println(l.Line, l.Kind, l.Type, l.Target)
	}
	// Output:
	// 2 frontmatter works_at Acme
	// 4 wiki founded Charles Babbage
	// 4 markdown founded /companies/analytical
}
