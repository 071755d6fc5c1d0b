package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTitle(t *testing.T) {
	for _, tt := range []struct{ name, path, src, want string }{
		{"frontmatter wins", "a.md", "---\ntitle: Fm\n---\n# H1", "Fm"},
		{"first h1", "a.md", "## two\n# One\n# Other", "One"},
		{"h1 in a fence is code", "a.md", "```\n# code\n```\n# Real", "Real"},
		{"h1 in a longer fence", "a.md", "````\n```\n# code\n````\n# Real", "Real"},
		{"h1 in a tilde fence", "a.md", "~~~ sh\n# code\n```\n~~~\n# Real", "Real"},
		{"h1 in code of HTML", "a.md", "<pre>\n# code\n\n# code\n</pre> x\n# Real", "Real"},
		{"h1 behind code of HTML without an end", "a.md", "<pre>\n# Real", "Real"},
		{"h1 in a fence never closed", "some-file.md", "```\n# code", "Some File"},
		{"h1 closing marks", "a.md", "# C# ##", "C#"},
		{"h1 of marks that belong to it", "a.md", "# C#", "C#"},
		{"h1 needs a space", "some.md", "#tag", "Some"},
		{"h1 indented as code", "some.md", "    # code", "Some"},
		{"file name", "notes/do-things_well.md", "text", "Do Things Well"},
		{"file name of dashes", "--.md", "", "--"},
		{"number", "a.md", "---\ntitle: 404\n---\n", "404"},
		{"leading zeros", "a.md", "---\ntitle: 007\n---\n", "007"},
		{"date", "a.md", "---\ntitle: 2024-01-02\n---\n", "2024-01-02"},
		{"truth value", "a.md", "---\ntitle: True\n---\n", "True"},
		{"date as h1", "a.md", "# 2026-05-26", "2026-05-26"},
		{"colon", "a.md", "---\ntitle: Re: lunch plan\n---\nbody", "Re: lunch plan"},
		{"brackets parse as a list", "a.md", "---\ntitle: [Draft]\n---\n", "[Draft]"},
		{"brackets and text", "a.md", "---\ntitle: [Draft] Plan\n---\n", "[Draft] Plan"},
		{"template", "a.md", "---\ntitle: {{title}}\n---\n", "{{title}}"},
		{"null", "a.md", "---\ntitle: ~\n---\n# H", "H"},
		{"empty", "a.md", "---\ntitle: ''\n---\n# H", "H"},
		{"folded", "a.md", "---\ntitle: >\n  one\n  two\n---\n", "one two"},
		{"quoted", "a.md", "---\ntitle: \"a: \\\"b\\\"\"\n---\n", `a: "b"`},
		{"capital key", "a.md", "---\nTitle: T\n---\n", "T"},
		{"bom", "a.md", "\ufeff---\ntitle: T\n---\n", "T"},
		{"crlf", "a.md", "---\r\ntitle: T\r\n---\r\n", "T"},
		{"cr only", "a.md", "---\rtitle: T\r---\r# H", "T"},
		{"fence with trailing blanks", "a.md", "--- \ntitle: T\n---\t\n", "T"},
		{"toml", "a.md", "+++\ntitle = \"T\" # c\n+++\n# H", "T"},
		{"latin-1", "a.md", "# Caf\xe9", "Café"},
		{"utf-16", "a.md", "\xff\xfe#\x00 \x00T\x00", "T"},
		{"big-endian utf-16", "a.md", "\xfe\xff\x00#\x00 \x00T", "T"},
		{"too long", "a.md", "# " + strings.Repeat("x", 300), strings.Repeat("x", 255) + "…"},
	} {
		if got := Parse(tt.path, []byte(tt.src)).Title; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestType(t *testing.T) {
	const fm = "---\na: 1\n---\n"
	for _, tt := range []struct{ path, src, want string }{
		{"x/people/a.md", "---\ntype: robot\n---\n", "robot"},
		{"x/people/a.md", fm, "person"},
		{"x/person/a.md", "", "person"},
		{"People/Team/a.md", fm, "person"},
		{"people.md", fm, "concept"},
		{"a.md", fm, "concept"},
		{"a.md", "text", "note"},
		{"concepts/a.md", "text", "concept"},
		{"wiki/guides/a.md", fm, "guide"},
		{"guides/a.md", fm, "concept"},
		{"companies/people/a.md", fm, "person"},
		{"cal/a.md", fm, "calendar-event"},
		{"life/events/a.md", fm, "event"},
		{"life/diary/a.md", fm, "diary"},
		{"writing/people/a.md", fm, "writing"},
		{"notes/a.md", "---\ntype: [a, b]\n---\n", "note"},
		{"notes/a.md", "---\ntype:\n---\n", "note"},
	} {
		if got := Parse(tt.path, []byte(tt.src)).Type; got != tt.want {
			t.Errorf("type of %s %q: got %q, want %q", tt.path, tt.src, got, tt.want)
		}
	}
}

func TestTags(t *testing.T) {
	for _, tt := range []struct {
		yaml string
		want []string
	}{
		{"tags: [a, b]", []string{"a", "b"}},
		{"tags:\n  - a\n  - b c", []string{"a", "b c"}},
		{"tags:\n- a\n- b", []string{"a", "b"}},
		{"tags: one, two three", []string{"one", "two three"}},
		{"tags: one", []string{"one"}},
		{"tags: 2024", []string{"2024"}},
		{"tags: [2024, true, 1.10]", []string{"2024", "true", "1.10"}},
		{"tags: ['#a', a, '']", []string{"a"}},
		{"tags: [[a]]", []string{"a"}},
		{"tags:", nil},
		{"tags: {a: 1}", nil},
		{"tags:\n\t- a\n\t- b", []string{"a", "b"}},
		{"tags: #a", nil}, // a comment, to YAML
		{"other: 1", nil},
	} {
		got := Parse("a.md", []byte("---\n"+tt.yaml+"\n---\n")).Tags
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.yaml, diff)
		}
	}
}

func TestCreated(t *testing.T) {
	day := time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		yaml string
		want time.Time
	}{
		{"created: 2024-01-02", day},
		{"date: 2024-1-2", day},
		{"date: '2024-01-02'", day},
		{"date: 2024/01/02", day},
		{"date: January 2, 2024", day},
		{"date: 2023-01-01\ncreated: 2024-01-02", day},
		{"created: soon\ndate: 2024-01-02", day},
		{"created: 2024-01-02T03:04:05Z", day.Add(3*time.Hour + 4*time.Minute + 5*time.Second)},
		{"created: 2024-01-02 03:04", day.Add(3*time.Hour + 4*time.Minute)},
		{"created: 2024-01-02T02:00:00+02:00", day},
		{"created: 1704153600000", day},
		{"created: '1704153600'", day},
		{"created: 170415360", time.Time{}},
		{"created: 2024-02-30", time.Time{}},
		{"created: [2024-01-02]", time.Time{}},
		{"created:", time.Time{}},
		{"x: 1", time.Time{}},
	} {
		got := Parse("a.md", []byte("---\n"+tt.yaml+"\n---\n")).Created
		if !got.Equal(tt.want) {
			t.Errorf("%q: got %v, want %v", tt.yaml, got, tt.want)
		}
	}
}

func TestWarningsNameTheLine(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []Warning
	}{
		{"a sound page has none", "---\ntitle: A\nup: [[B]]\n---\n# A\n\n---\n\ntext\n", nil},
		{"empty", "", []Warning{{1, "the file is empty"}}},
		{"blank", "\n \t\n", []Warning{{1, "the file is empty"}}},
		{"only properties", "---\na: 1\n---\n", nil},
		{"colon", "---\na: 1\ntitle: Foo: bar\n---\n", []Warning{{3, `frontmatter: "title": mapping values are not allowed in this context; kept as text`}}},
		{"at sign", "---\nauthor: @x\n---\n", []Warning{{2, `frontmatter: "author": found character that cannot start any token; kept as text`}}},
		{"tab", "---\ntags:\n\t- a\n---\n", []Warning{{3, `frontmatter: "tags": tabs as indentation; read all the same`}}},
		{"template", "---\nd: {{date}}\n---\n", []Warning{{2, `frontmatter: "d": a list or mapping as key; kept as text`}}},
		{"duplicate", "---\na: 1\na: 2\n---\n", []Warning{{3, `frontmatter: "a" is there twice; the last one counts`}}},
		{"duplicate below", "---\nx:\n  a: 1\n  a: 2\n---\n", []Warning{{4, `frontmatter: "a" is there twice; the last one counts`}}},
		{"never closed", "---\ntitle: A\n\ntext", []Warning{{1, "--- opens no frontmatter (it is never closed); read as text"}}},
		{"prose", "---\n\nprose\n\n---\nmore", []Warning{{1, "--- opens no frontmatter (no YAML mapping follows); read as text"}}},
		{"list", "---\n- a\n---\nmore", []Warning{{1, "--- opens no frontmatter (no YAML mapping follows); read as text"}}},
		{"crlf counts once", "---\r\na: 1\r\na: 2\r\n---\r\n", []Warning{{3, `frontmatter: "a" is there twice; the last one counts`}}},
		{"nul", "one\ntwo\x00\x00\n", []Warning{{2, "2 NUL in the text, shown as U+FFFD"}}},
		{"latin-1", "one\ncaf\xe9", []Warning{{2, "byte 7 is not UTF-8; the file is read as Windows-1252"}}},
		{"latin-1 after a bom", "\ufeffcaf\xe9", []Warning{{1, "byte 6 is not UTF-8; the file is read as Windows-1252"}}},
		{"damaged utf-8", "höhe\rü\xc3", []Warning{{2, "byte 8 is not UTF-8; 1 such bytes, shown as U+FFFD"}}},
		{"odd utf-16", "\xff\xfea\x00\n\x00b", []Warning{{2, "the UTF-16 text ends in half a character, shown as U+FFFD"}}},
		{"lone surrogate", "\xfe\xff\x00a\xd8\x00\x00b", []Warning{{1, "half a surrogate pair in the UTF-16 text, shown as U+FFFD"}}},
		{"binary", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x01\x02\x03abcd", 9), []Warning{{0, "the content is binary, not text"}}},
		{"stray line", "---\na: 1\nb: x: y\nstray\n---\n", []Warning{
			{3, `frontmatter: "b": mapping values are not allowed in this context; kept as text`},
			{4, "frontmatter: a line that is no property; skipped"}}},
		{"toml table", "+++\na = 1\n\n[b]\nc = 2\n+++\n", nil},
		{"broken toml", "+++\na = 1\na = 2\n[b]\nc = 2\n+++\n", []Warning{
			{3, `frontmatter: "a" is there twice; the last one counts`},
			{4, "frontmatter: tables of broken TOML are not read"}}},
		{"toml as yaml", "+++\na = 1\nb = two\n+++\n", []Warning{{3, "frontmatter: expected keyword \"true\"; read key by key"}}},
		{"no toml", "+++\nprose\n+++\n", []Warning{{1, "+++ opens no frontmatter (no key = value follows); read as text"}}},
		{"slug of another page", "---\nslug: people/other\n---\n", []Warning{{2, `frontmatter: slug "people/other" is not the path's, "notes/a-b"; the path's counts`}}},
		{"slug that means the path", "---\nslug: Notes/A b\n---\n", nil},
		{"date that is none", "---\ndate: soon\n---\n", []Warning{{2, `frontmatter: date is no date: "soon"`}}},
		{"tags that are none", "---\ntags: {a: 1}\n---\n", []Warning{{2, "frontmatter: tags is a mapping, neither a list nor text; no tags taken"}}},
		{"type that is none", "---\ntype: [a]\n---\n", []Warning{{2, "frontmatter: type is no text; the directory decides"}}},
		{"long title", "---\ntitle: " + strings.Repeat("x", 300) + "\n---\n", []Warning{{2, "the title is longer than 256 characters; cut"}}},
		{"dots", "---\na: 1\n...\nb: 2\n---\n", nil},
		{"too long", "---\n" + strings.Repeat("a: 1\n", maxFrontmatter/5+1) + "---\n", []Warning{{1, "--- opens no frontmatter (it would be longer than 1024 KiB); read as text"}}},
	} {
		got := Parse("notes/A b.md", []byte(tt.src)).Warnings
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestVeryManyWarningsAreCounted(t *testing.T) {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "k%d: @\n", i)
	}
	got := Parse("a.md", []byte("---\n"+b.String()+"---\n")).Warnings
	if len(got) != maxWarnings+1 || got[maxWarnings-1].Line != maxWarnings+1 {
		t.Fatalf("warnings %v", got)
	}
	if diff := cmp.Diff(Warning{maxWarnings + 2, "and 30 more"}, got[maxWarnings]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFrontmatterJSON(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"none", "text", `{}`},
		{"empty", "---\n---\n", `{}`},
		{"only a comment", "---\n# c\n---\n", `{}`},
		{"order", "---\nb: 1\n# c\na: 2 # d\n---\n", `{"b":1,"a":2}`},
		{"spelling of numbers", "---\nv: 1.10\nbig: 12345678901234567890\nocto: 0o17\nzip: 01234\nhex: 0xff\ninf: .inf\n---\n",
			`{"v":1.10,"big":12345678901234567890,"octo":"0o17","zip":"01234","hex":"0xff","inf":".inf"}`},
		{"times", "---\nd: 2024-01-02\nt: 12:30:45\n---\n", `{"d":"2024-01-02","t":"12:30:45"}`},
		{"truth values", "---\na: true\nb: False\nc: yes\nd: ~\ne:\n---\n", `{"a":true,"b":false,"c":"yes","d":null,"e":null}`},
		{"mixed list", "---\nl: [1, \"1\", 1.0]\n---\n", `{"l":[1,"1",1.0]}`},
		{"nested", "---\na:\n  c: {e: f}\n  b: [x]\n---\n", `{"a":{"c":{"e":"f"},"b":["x"]}}`},
		{"wikilink", "---\nup: [[Plain]]\n---\n", `{"up":[["Plain"]]}`},
		{"two wikilinks are no YAML", "---\nup: [[A]], [[B]]\nx: 1\n---\n", `{"up":"[[A]], [[B]]","x":1}`},
		{"anchors", "---\na: &x [1, 2]\nb: *x\n<<: {c: 3}\n---\n", `{"a":[1,2],"b":[1,2],"<<":{"c":3}}`},
		{"a node in itself", "---\na: &x {b: *x}\n---\n", ``},
		{"duplicate", "---\na: 1\nb: 2\na: 3\n---\n", `{"a":3,"b":2}`},
		{"broken key by key", "---\na: 1\nb: @x\nc: [1, 2]\nd:\n  - y\n---\n", `{"a":1,"b":"@x","c":[1,2],"d":["y"]}`},
		{"broken over lines", "---\na: 1\nb: x: y\n  z\nc: 3\n---\n", `{"a":1,"b":"x: y\n  z","c":3}`},
		{"html", "---\na: <b> & \"c\"\n---\n", `{"a":"<b> & \"c\""}`},
		{"toml", "+++\ntitle = \"T\"\ndate = 2024-01-02T03:04:05Z\ntags = [\n  \"a\",\n  'b', # c\n]\ndraft = false\n[x]\ny = 1\n+++\n",
			`{"title":"T","date":"2024-01-02T03:04:05Z","tags":["a","b"],"draft":false,"x":{"y":1}}`},
		{"toml strings of several lines", "+++\nd = \"\"\"\ntags = ['no']\n  b\"\"\"\nt = '''\n[x]'''\n+++\n", `{"d":"tags = ['no']\n  b","t":"[x]"}`},
		{"toml keys", "+++\na.b.c = 1\n\"q.r\" = 2\na.d = {e.f = 3}\n+++\n", `{"a":{"b":{"c":1},"d":{"e":{"f":3}}},"q.r":2}`},
		{"toml tables", "+++\n[[r]]\ns = 1\n[r.sub]\nt = 07:08:09\n[[r]]\ns = 2\n[p]\n+++\n", `{"r":[{"s":1,"sub":{"t":"07:08:09"}},{"s":2}],"p":{}}`},
	} {
		got := string(Parse("a.md", []byte(tt.src)).Frontmatter.Fields.JSON())
		if tt.want == "" {
			if len(got) > 4*maxAlias {
				t.Errorf("%s: %d bytes of JSON", tt.name, len(got))
			}
			continue
		}
		if got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestFrontmatterMapIsPlain(t *testing.T) {
	p := Parse("a.md", []byte("---\na:\n  b: [{c: d}]\n---\n"))
	want := map[string]any{"a": map[string]any{"b": []any{map[string]any{"c": "d"}}}}
	if diff := cmp.Diff(want, p.Frontmatter.Fields.Map()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An alias bomb of nine levels would be 9⁸ strings; nesting of 10,000 is where
// the YAML library itself gives up.
func TestFrontmatterBombsStaySmall(t *testing.T) {
	bomb := "a: &a [x, x]\n"
	for c := 'b'; c <= 'j'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 8), c-1)
	}
	for name, fm := range map[string]string{
		"aliases":     bomb,
		"long alias":  "a: &a " + strings.Repeat("x", 100_000) + "\nb: [" + strings.Repeat("*a, ", 1000) + "]\n",
		"self":        "a: &x [*x, *x, *x]\n",
		"brackets":    "a: " + strings.Repeat("[", 50_000) + "\n",
		"braces":      "a: " + strings.Repeat("{a: ", 9_000) + strings.Repeat("}", 9_000) + "\n",
		"deep blocks": "a:\n" + deepYAML(500),
		"questions":   "a: 1\n" + strings.Repeat("? ", 20_000) + "\n",
		"dashes":      "a:\n  " + strings.Repeat("- ", 20_000) + "\n",
		"keys":        strings.Repeat("a: 1\n", 50_000),
	} {
		p := Parse("a.md", []byte("---\n"+fm+"---\n# T\n"))
		if p.Title != "T" || p.CompiledTruth != "# T" && p.Frontmatter.Format != "" {
			t.Errorf("%s: title %q, truth %.40q", name, p.Title, p.CompiledTruth)
		}
		if len(p.Warnings) == 0 {
			t.Errorf("%s: no warning", name)
		}
		if n := len(p.Frontmatter.Fields.JSON()); n > 4*len(fm)+4*maxAlias {
			t.Errorf("%s: %d bytes of JSON from %d", name, n, len(fm))
		}
	}
}

func deepYAML(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i+1) + "a:\n")
	}
	return b.String()
}

func TestSourceIsKeptByteForByte(t *testing.T) {
	for _, src := range []string{"", "\ufeff---\r\na: 1\r\n---\r\nx\r\n", "caf\xe9\x00", "\xff\xfea\x00"} {
		if got := string(Parse("a.md", []byte(src)).Source); got != src {
			t.Errorf("source of %q is %q", src, got)
		}
	}
}

// checkParse states what holds for every input.
func checkParse(t interface{ Fatalf(string, ...any) }, path string, src []byte) {
	p := Parse(path, src)
	if string(p.Source) != string(src) {
		t.Fatalf("source changed")
	}
	for _, s := range append([]string{p.Title, p.CompiledTruth, p.Timeline, p.Type, p.Slug, p.Frontmatter.Raw}, p.Tags...) {
		if strings.ToValidUTF8(s, "") != s || strings.ContainsAny(s, "\x00\r") {
			t.Fatalf("%q is not clean text", s)
		}
	}
	if p.Slug == "" || p.Type == "" || strings.ContainsAny(p.Title, "\n\t") || len([]rune(p.Title)) > MaxTitle {
		t.Fatalf("slug %q, type %q, title %q", p.Slug, p.Type, p.Title)
	}
	d := decode(src)
	lastLine := strings.Count(unifyNewlines(d.text), "\n") + 1
	for _, w := range p.Warnings {
		if w.Line < 0 || !p.Binary && w.Line > lastLine || w.Text == "" {
			t.Fatalf("warning %+v in a file of %d lines", w, lastLine)
		}
	}
	if p.Binary {
		return
	}
	fm, body, _ := cutFrontmatter(d.text)
	if !strings.HasSuffix(d.text, body) {
		t.Fatalf("body is not the end of the text")
	}
	if fm.Format == "" {
		if body != d.text {
			t.Fatalf("text before the body is lost")
		}
	} else if head := strings.TrimSuffix(d.text, body); strings.Count(head, "\n")-strings.Count(fm.Raw, "\n") > 2 || !strings.Contains(head, fm.Raw) {
		t.Fatalf("frontmatter %q is not all of %q", fm.Raw, head)
	}
	left := map[string]int{}
	count := func(s string, n int) {
		for line := range strings.SplitSeq(s, "\n") {
			if !isBlank(line) {
				left[line] += n
			}
		}
	}
	count(body, 1)
	count(p.CompiledTruth, -1)
	count(p.Timeline, -1)
	lost := 0
	for line, n := range left {
		separator := isRule(line) || commentSentinel().MatchString(line) || ruleSentinel().MatchString(line)
		if n < 0 || n > 0 && !separator {
			t.Fatalf("line %q: %d times lost", line, n)
		}
		lost += n
	}
	if lost > 1 {
		t.Fatalf("%d separators lost", lost)
	}
}

var fragments = []string{
	"---", "---", "--- ", "+++", "title: A", "title: A: b", "tags: [a, b]", "- 2020-01-01: x", "- **2021-02-03** | y", "- z", "  more",
	"## Timeline", "## History", "## Notes", "# H1", "<!-- timeline -->", "--- timeline ---", "```", "~~~", "````go", "text", "", "", "a = 1",
	"\tx: 1", "a: &a [*a]", "{{x}}: 1", "caf\xe9", "\x00", "\ufeff", "日本語", "...", "? a", "%YAML 1.2",
}

func TestParseLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 14).Draw(t, "lines") {
			b.WriteString(rapid.SampledFrom(fragments).Draw(t, "line"))
			b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r"}).Draw(t, "eol"))
		}
		checkParse(t, "dir/a.md", []byte(b.String()))
	})
}

func FuzzParse(f *testing.F) {
	f.Add("a.md", []byte("---\ntitle: A\ntags: [t]\n---\n\n# A\n\ntext\n\n---\n\n- 2020-01-01: x\n"))
	f.Add("a.md", []byte("+++\ntitle = \"A\"\n+++\n\n<!-- timeline -->\n"))
	f.Add("a/b.MD", []byte("\xff\xfea\x00"))
	f.Add("🔥.md", []byte("---\na: &x [*x]\n? {b: c}\n: d\n---\n```\n# c\n"))
	f.Fuzz(func(t *testing.T, path string, src []byte) { checkParse(t, path, src) })
}
