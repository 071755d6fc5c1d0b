package page

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// A hardFile is a file that importers have broken on, and what becomes of it.
// Only Linux takes all of these names. Empty expectations are not checked, but
// for timeline and links.
type hardFile struct {
	path, src string
	slug      string
	title     string
	tags      string // joined by '|'
	truth     string // the whole of it, if short
	timeline  string
	warnings  int    // how many
	first     string // in the first of them
	links     string // where they lead, joined by '|'; ? if nowhere
	binary    bool
}

// simple is a page with frontmatter and a heading.
func simple(title string) string {
	return strings.ReplaceAll("---\ntitle: T\ntags: [t]\n---\n\n# T\n\nBody of T.\n", "T", title)
}

func hardFiles() []hardFile {
	var bytes256 strings.Builder
	for i := range 256 {
		bytes256.WriteByte(byte(i))
	}
	bomb := "---\na: &a [\"x\",\"x\"]\n"
	for c := 'b'; c <= 'i'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 8), c-1)
	}
	kept := func(path, src, title string) hardFile {
		return hardFile{path: path, src: src, title: title, truth: strings.TrimSpace(src)}
	}
	return []hardFile{
		{path: "plain.md", src: simple("Plain"), slug: "plain", title: "Plain", tags: "t", truth: "# Plain\n\nBody of Plain."},
		kept("no-frontmatter.md", "# No frontmatter\n\nText.\n", "No frontmatter"),
		kept("no-h1.md", "Only a line.\n", "No H1"),
		{path: "empty.md", title: "Empty", warnings: 1, first: "empty"},
		{path: "blank.md", src: " \n\t\n", title: "Blank", warnings: 1, first: "empty"},
		{path: "bom.md", src: "\ufeff" + simple("Bom"), title: "Bom", tags: "t", truth: "# Bom\n\nBody of Bom."},
		{path: "crlf.md", src: strings.ReplaceAll(simple("Crlf"), "\n", "\r\n"), title: "Crlf", tags: "t", truth: "# Crlf\n\nBody of Crlf."},
		{path: "mixed-eol.md", src: "---\r\ntitle: Mixed\n---\r\n\n# Mixed\n\nline\r\nline\n", title: "Mixed", truth: "# Mixed\n\nline\nline"},
		{path: "cr-only.md", src: "# Cr\rold mac\rlines\r", title: "Cr", truth: "# Cr\nold mac\nlines"},
		{path: "utf16le.md", src: "\xff\xfe#\x00 \x00U\x00T\x00F\x00-\x001\x006\x00\n\x00\n\x00t\x00e\x00x\x00t\x00 \x00\xfc\x00\n\x00", title: "UTF-16", truth: "# UTF-16\n\ntext ü"},
		{path: "latin1.md", src: "# Caf\xe9\n\nd\xe9j\xe0 vu\n", title: "Café", truth: "# Café\n\ndéjà vu", warnings: 1, first: "byte 5 is not UTF-8"},
		{path: "sjis.md", src: "# \x93\xfa\x96{\x8c\xea\n\n\x8c\x9f\x8d\xf5\n", warnings: 1, first: "byte 2 is not UTF-8"},
		{path: "nul.md", src: "# Nul\n\nbefore\x00after needle-nul\n", truth: "# Nul\n\nbefore\uFFFDafter needle-nul", warnings: 1, first: "NUL"},
		{path: "truncated-utf8.md", src: "# Cut\n\nü\xc3", truth: "# Cut\n\nü\uFFFD", warnings: 1, first: "byte 9 is not UTF-8"},
		{path: "surrogate.md", src: "# Surrogate\n\n\xed\xa0\x80 end\n", title: "Surrogate", warnings: 1, first: "byte 13 is not UTF-8"},
		{path: "bad-yaml-at.md", src: "---\nauthor: @handle\n---\n# At\n", title: "At", truth: "# At", warnings: 1, first: `"author"`},
		{path: "bad-yaml-colon.md", src: "---\ntitle: Foo: bar\n---\n# Colon\n", title: "Foo: bar", truth: "# Colon", warnings: 1, first: `"title"`},
		{path: "bad-yaml-tab.md", src: "---\ntags:\n\t- a\n---\n# Tab\n", title: "Tab", tags: "a", truth: "# Tab", warnings: 1, first: "tabs"},
		{path: "bad-yaml-template.md", src: "---\ndate: {{date}}\n---\n# Template\n", title: "Template", truth: "# Template", warnings: 2, first: `"date"`},
		{path: "dup-key.md", src: "---\ntitle: A\ntitle: B\n---\n# Dup\n", title: "B", warnings: 1, first: "twice"},
		{path: "unterminated.md", src: "---\ntitle: Never closed\n\n# Body\n\ntext needle-unterminated\n", title: "Body", truth: "---\ntitle: Never closed\n\n# Body\n\ntext needle-unterminated", warnings: 1, first: "never closed"},
		{path: "rule-first.md", src: "---\n\nA leading rule, not frontmatter.\n\n---\n\nMore.\n", title: "Rule First", truth: "---\n\nA leading rule, not frontmatter.\n\n---\n\nMore.", warnings: 1, first: "read as text"},
		{path: "empty-fm.md", src: "---\n---\n# Empty fm\n", title: "Empty fm", truth: "# Empty fm"},
		{path: "fm-list.md", src: "---\n- a\n- b\n---\n# List fm\n", title: "List fm", truth: "---\n- a\n- b\n---\n# List fm", warnings: 1, first: "read as text"},
		{path: "fm-types.md", src: "---\ntitle: 2024-01-02\nversion: 1.10\nyes: yes\nnull_: ~\nbig: 12345678901234567890\nocto: 0o17\ntime: 12:30:45\nlist: [1, \"1\", 1.0]\n---\n# Types\n", title: "2024-01-02", truth: "# Types"},
		{path: "fm-comments.md", src: "---\n# a comment\ntitle: C   # trailing\nb: 1\na: 2\n---\n# Comments\n", title: "C", truth: "# Comments"},
		{path: "fm-anchors.md", src: "---\na: &x [1,2]\nb: *x\n<<: {c: 3}\n---\n# Anchors\n", title: "Anchors", truth: "# Anchors"},
		{path: "fm-billion.md", src: bomb + "---\n# Billion laughs\n", title: "Billion laughs", truth: "# Billion laughs", warnings: 1, first: "aliases that grow too large"},
		{path: "fm-wikilink.md", src: "---\nup: [[Plain]]\nrel: \"[[plain|P]]\"\n---\n# Fm wikilink\n", title: "Fm wikilink", links: "plain|plain"},
		{path: "toml-fm.md", src: "+++\ntitle = \"Toml\"\n+++\n\n# Toml\n", title: "Toml", truth: "# Toml"},
		{path: "rule-inside.md", src: "---\ntitle: Rules\n---\n\nAbove.\n\n---\n\nMiddle.\n\n---\n\nBelow.\n", truth: "Above.\n\n---\n\nMiddle.\n\n---\n\nBelow."},
		{path: "setext.md", src: "---\ntitle: Setext\n---\n\nHeading by dashes\n---\n\ntext\n", truth: "Heading by dashes\n---\n\ntext"},
		{path: "fence-rule.md", src: "---\ntitle: Fence\n---\n\n```yaml\n---\na: 1\n---\n```\n\nafter\n", truth: "```yaml\n---\na: 1\n---\n```\n\nafter"},
		{path: "timeline.md", src: "---\ntitle: TL\n---\n\nTruth.\n\n---\n\n- 2021-01-01: first\n- **2022-02-02** | second\n- 2023-13-45: bad date\n- no date\n", truth: "Truth.", timeline: "- 2021-01-01: first\n- **2022-02-02** | second\n- 2023-13-45: bad date\n- no date"},
		{path: "huge-line.md", src: "# Huge line\n\n" + strings.Repeat("word ", 400_000) + "\n", title: "Huge line"},
		{path: "huge.md", src: "# Huge\n\nParagraph about needle 1.\n\n" + strings.Repeat("Para lorem ipsum dolor sit amet.\n\n", 60_000), title: "Huge"},
		{path: "deep-list.md", src: nested("  ", "- x\n", 3000), title: "Deep List"},
		{path: "deep-quote.md", src: strings.Repeat("> ", 5000) + "x\n", title: "Deep Quote"},
		{path: "brackets.md", src: strings.Repeat("[", 50_000) + "\n" + strings.Repeat("[[", 20_000) + "\n"},
		{path: "links.md", src: "[[plain]] [[Plain|alias]] [[plain#Body]] [[plain#^b1]] ![[plain]] [[no such page]] [md](plain.md) [md2](./sub/../plain.md#x) [sp](<with space.md>) [pct](with%20space.md) `[[code]]` \\[[esc]] [[a\\|b]]\n\n```\n[[fenced]]\n```\n<!-- [[comment]] -->\n%% [[obs comment]] %%\n",
			links: "plain|plain|?|plain|plain|with-space|dir/a"},
		{path: "tags.md", src: "---\ntags: one, two three\n---\n#a #a/b #ünï #1 #1a not#tag `#code` #日本語 http://x/#frag\n", tags: "one|two three"},
		{path: "with space.md", src: "# With space\n", slug: "with-space"},
		{path: " lead.md", src: "# lead\n", slug: "lead"},
		{path: "trail .md", src: "# trail\n", slug: "trail"},
		{path: "keep.tmp.md", src: "# keep\n", slug: "keep.tmp"},
		{path: "UPPER.MD", src: "# Upper ext\n", slug: "upper"},
		{path: "note.markdown", src: "# markdown ext\n", slug: "note"},
		{path: "case/Foo.md", src: "# Foo\n", slug: "case/foo-"},
		{path: "case/foo.md", src: "# foo\n", slug: "case/foo"},
		{path: "case/FOO.md", src: "# FOO\n", slug: "case/foo-"},
		{path: "dup/a b.md", src: "# ab1\n", slug: "dup/a-b-"},
		{path: "dup/a-b.md", src: "# ab2\n", slug: "dup/a-b"},
		{path: "dup/a_b.md", src: "# ab3\n", slug: "dup/a_b"},
		{path: "dup/a b!.md", src: "# ab4\n", slug: "dup/a-b-"},
		{path: "same/x.md", src: "# Same content\n\nidentical body\n", slug: "same/x"},
		{path: "same/y.md", src: "# Same content\n\nidentical body\n", slug: "same/y"},
		{path: "index.md", src: "# root index\n", slug: "index"},
		{path: "dir/index.md", src: "# dir index\n", slug: "dir/index"},
		{path: "dir/a.md", src: "the one page named a\n", slug: "dir/a"},
		{path: "dir.md", src: "# dir page beside dir/\n", slug: "dir"},
		{path: norm.NFD.String("nfd/Ångström café.md"), src: "# NFD\n\n" + norm.NFD.String("déjà vu") + "\n", slug: "nfd/angstrom-cafe"},
		{path: "nfd/Ångström café.md", src: "# NFC\n\ndéjà vu\n", slug: "nfd/angstrom-cafe-"},
		{path: "uni/日本語のノート.md", src: "# 日本語のノート\n\n検索エンジンの作り方\n", slug: "uni/日本語のノート"},
		{path: "uni/数据库索引.md", src: "# 数据库索引\n\n全文检索与向量检索\n", slug: "uni/数据库索引"},
		{path: "uni/ภาษาไทย.md", src: "# ภาษาไทย\n\nการค้นหาข้อมูล\n", slug: "uni/ภาษาไทย"},
		{path: "uni/عربي.md", src: "# عربي\n\nالبحث في النصوص\n", slug: "uni/عربي"},
		{path: "uni/İstanbul.md", src: "# İstanbul\n\nışık\n", slug: "uni/istanbul"},
		{path: "uni/straße.md", src: "# Straße\n\nSTRASSE\n", slug: "uni/straße"},
		{path: "uni/ﬁle.md", src: "# ligature fi\n", slug: "uni/ﬁle"},
		{path: "uni/🧠 brain.md", src: "# 🧠\n", slug: "uni/brain", title: "🧠"},
		{path: "uni/👩‍👩‍👧.md", src: "# zwj family\n", slug: "uni/u1f469-u200d-u1f469-u200d-u1f467"},
		{path: "uni/a\u200bb.md", src: "# zero width\n", slug: "uni/ab"},
		{path: "uni/a\u00a0b.md", src: "# nbsp\n", slug: "uni/a-b"},
		{path: "uni/x\u202egnp.md", src: "# rlo\n", slug: "uni/xgnp"},
		{path: "uni/K elvin K.md", src: "# Kelvin sign U+212A\n", slug: "uni/k-elvin-k"},
		{path: "punct/what?.md", src: "# what\n", slug: "punct/what"},
		{path: "punct/50% #1 & \"q\" 's' $x `y` [z] {w} ;!.md", src: "# punct\n", slug: "punct/50-1-q-s-x-y-z-w"},
		{path: "punct/-rf.md", src: "# dash\n", slug: "punct/rf"},
		{path: "punct/con.md", src: "# con\n", slug: "punct/con"},
		{path: `punct/a\b.md`, src: "# backslash\n", slug: "punct/ab"},
		{path: "punct/new\nline.md", src: "# newline in name\n", slug: "punct/new-line"},
		{path: "punct/tab\tname.md", src: "# tab in name\n", slug: "punct/tab-name"},
		{path: "punct/" + strings.Repeat("n", 240) + ".md", src: "# long\n", slug: "punct/" + strings.Repeat("n", 240)},
		{path: "attach/fake.md", src: "\x89PNG\r\n\x1a\n" + strings.Repeat(bytes256.String(), 8), warnings: 1, binary: true},
		kept("html.md", "# Html\n\n<div onclick=\"x\">needle-html</div>\n<script>alert(1)</script>\n", "Html"),
		kept("math.md", "# Math\n\n$$\\int_0^1 x^2 dx$$ and $a_1$\n", "Math"),
		{path: "table.md", src: "| a | b |\n|---|---|\n| [[plain\\|P]] | 1 |\n", links: "plain"},
		kept("footnote.md", "x[^1]\n\n[^1]: note\n", "Footnote"),
		kept("fts-special.md", "# FTS\n\nAND OR NOT NEAR(a b) \"quoted\" col:val a* ^b (c) -d C++ C# .NET foo_bar fooBar foo-bar v1.2.3 user@example.com 127.0.0.1 /usr/local/bin\n", "FTS"),
	}
}

// nested writes line n times, each indented once more.
func nested(indent, line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(indent, i) + line)
	}
	return b.String()
}
