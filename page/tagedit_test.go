package page

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTagsAreChangedWhereTheyStand(t *testing.T) {
	for _, tt := range []struct{ name, block, tagged, untagged string }{ // + new, - a
		{"lines with comments in TOML", "tags = [ # mine\n  \"a\", # first\n  # of b\n  'b' # last\n  # end\n] # after\n",
			"tags = [ # mine\n  \"a\", # first\n  # of b\n  'b', # last\n  \"new\"\n  # end\n] # after\n",
			"tags = [ # mine\n  # of b\n  'b' # last\n  # end\n] # after\n"},
		{"a comma behind the last in TOML", "tags = [\n\t\"b\", \"a\",\n\t\"c\",\n]\n", "tags = [\n\t\"b\", \"a\",\n\t\"c\",\n\t\"new\",\n]\n", "tags = [\n\t\"b\",\n\t\"c\",\n]\n"},
		{"the last of lines in TOML", "tags = [\n  \"b\",\n  \"a\"\n]\n", "tags = [\n  \"b\",\n  \"a\",\n  \"new\"\n]\n", "tags = [\n  \"b\"\n]\n"},
		{"no tags yet in TOML", "tags = [\n  # none\n]\n", "tags = [\n  # none\n  \"new\"\n]\n", ""},
		{"one tag with a comment in TOML", "tags = ['a'] # mine\n", "tags = ['a', \"new\"] # mine\n", "tags = [] # mine\n"},
		{"quotes, brackets and marks in TOML", "tags = [\"]#,\", ']', \"\"\"\n,\"] \"\"\", 'a', {n = 1}]\n", "tags = [\"]#,\", ']', \"\"\"\n,\"] \"\"\", 'a', {n = 1}, \"new\"]\n", "tags = [\"]#,\", ']', \"\"\"\n,\"] \"\"\", {n = 1}]\n"},
		{"a list in a list in TOML", "tags = [[\"a\", \"b\"], [\"a\"]]\n", "tags = [[\"a\", \"b\"], [\"a\"], \"new\"]\n", "tags = [[\"b\"]]\n"},
		{"text in TOML", "tags = \"\"\"\nb,\n a\"\"\"\n", "tags = \"\"\"\nb,\n a, new\"\"\"\n", "tags = \"\"\"\nb\"\"\"\n"},
		{"lines with comments", "tags: [ # mine\n  a, # first\n  # of b\n  b\n]\nx: 1\n", "tags: [ # mine\n  a, # first\n  # of b\n  b,\n  new\n]\nx: 1\n", "tags: [ # mine\n  # of b\n  b\n]\nx: 1\n"},
		{"a list that goes on", "tags: [b,\n       a] # c\n", "tags: [b,\n       a, new] # c\n", "tags: [b] # c\n"},
		{"a list on a line of its own", "tags:\n  # all\n  [\n    'a',\n    'b'\n  ]\n", "tags:\n  # all\n  [\n    'a',\n    'b',\n    'new'\n  ]\n", "tags:\n  # all\n  [\n    'b'\n  ]\n"},
		{"a comma behind the last", "tags: [b, a,]\n", "tags: [b, a, new,]\n", "tags: [b,]\n"},
		{"apostrophes in words", "tags: [it's, o'a, a, b's]\n", "tags: [it's, o'a, a, b's, new]\n", "tags: [it's, o'a, b's]\n"},
		{"comments between items", "tags: # mine\n  # of a\n  - a # first\n  # of b\n  - b\n\n  # end\nx: 1\n", "tags: # mine\n  # of a\n  - a # first\n  # of b\n  - b\n  - new\n\n  # end\nx: 1\n", "tags: # mine\n  # of a\n  # of b\n  - b\n\n  # end\nx: 1\n"},
		{"the only item has comments", "tags:\n  # mine\n  - a\n", "tags:\n  # mine\n  - a\n  - new\n", "tags:\n  # mine\n"},
		{"what is no tag", "tags:\n  - n: 1 # of n\n  - a\n", "tags:\n  - n: 1 # of n\n  - a\n  - new\n", "tags:\n  - n: 1 # of n\n"},
		{"one tag twice", "tags: [a, b, '#a']\n", "tags: [a, b, '#a', new]\n", "tags: [b]\n"},
		{"an anchor of the list", "tags: &t\n  - a\n  - b # c\nx: *t # d\n", "tags: &t\n  - a\n  - b # c\n  - new\nx: [a, b] # d\n", "tags: &t\n  - b # c\nx: [a, b] # d\n"},
		{"an anchor of an item", "tags: [a, &b b]\nx: *b\n", "tags: [a, &b b, new]\nx: *b\n", "tags: [&b b]\nx: *b\n"},
		{"an alias in the list", "x: &b b\ntags: [a, *b] # c\n", "x: &b b\ntags: [a, *b, new] # c\n", "x: &b b\ntags: [*b] # c\n"},
		{"an alias as the list", "x: &b [a, b] # c\ntags: *b\n", "x: &b [a, b] # c\ntags: [a, b, new]\n", "x: &b [a, b] # c\ntags: [b]\n"},
		{"a tag of YAML", "tags: !mine [a, b]\n", "tags: !mine [a, b, new]\n", "tags: !mine [b]\n"},
		{"text of several lines", "tags: |\n  b,\n  a\nx: 1\n", "tags: |\n  b,\n  a, new\nx: 1\n", "tags: |\n  b\nx: 1\n"},
		{"folded text", "tags: >-\n  a,\n  b\n", "tags: >-\n  a,\n  b, new\n", "tags: >-\n  b\n"},
		{"text with a comment", "tags: b,a # c\n", "tags: b,a, new # c\n", "tags: b # c\n"},
		{"quoted text", "tags: 'a,  b'\n", "tags: 'a,  b, new'\n", "tags: 'b'\n"},
		{"nothing", "tags:\n", "tags: [new]\n", ""},
		{"null with a comment", "tags: ~ # c\n", "tags: [new] # c\n", ""},
		{"an empty list with a comment", "tags: [\n  # c\n]\n", "tags: [\n  # c\n  new\n]\n", ""},
		{"numbers", "tags: [2024, a, 1.10]\n", "tags: [2024, a, 1.10, new]\n", "tags: [2024, 1.10]\n"},
		{"one number", "tags: 2024\n", "tags: [2024, new]\n", ""},
		{"all keys on one line", "{tags: [a, b], # c\n x: 1}\n", "# c\ntags: [a, b, new]\nx: 1\n", "# c\ntags: [b]\nx: 1\n"},
		{"a key with a question mark", "? tags\n: - a # c\n  - b\nx: 1\n", "# c\ntags: [a, b, new]\nx: 1\n", "# c\ntags: [b]\nx: 1\n"},
	} {
		mark := "---\n"
		if strings.HasSuffix(tt.name, "TOML") {
			mark = "+++\n"
		}
		for _, eol := range []string{"\n", "\r\n"} {
			file := func(block string) string { return strings.ReplaceAll(mark+block+mark+"text\n", "\n", eol) }
			old := Parse("a.md", []byte(file(tt.block)))
			p := old
			addTag(&p, "new")
			if got, _, err := Render(p); err != nil || string(got) != file(tt.tagged) {
				t.Errorf("%s: tagged, it is %v\n%s", tt.name, err, cmp.Diff(file(tt.tagged), string(got)))
			}
			if p = old; tt.untagged == "" {
				continue
			}
			p.untag([]string{"a"})
			if got, _, err := Render(p); err != nil || string(got) != file(tt.untagged) {
				t.Errorf("%s: untagged, it is %v\n%s", tt.name, err, cmp.Diff(file(tt.untagged), string(got)))
			}
		}
	}
}

func TestWhatIsNoListOfTagsStays(t *testing.T) {
	for _, src := range []string{
		"+++\ntags.x = 1\n+++\n", "+++\ntags = {}\n+++\n", "+++\ntags = {x = 1} # c\n+++\n", "+++\n[tags]\nx = 1\n+++\n", "+++\n[tags.x]\n+++\n",
		"+++\n[[tags]]\nname = \"a\"\n+++\n", "---\ntags: {}\n---\n", "---\ntags:\n  x: 1 # c\n---\n", "---\ntags: !!set {a, b}\n---\n", "---\nTags: {a: 1}\n---\n",
		"---\ntags: [#a, #b]\n---\n", "---\ntags: [a,\n  #b]\n---\n", "---\ntags: [@a]\n---\n", "---\ntags: [a, b\n---\n",
	} {
		p := Parse("a.md", []byte(src))
		addTag(&p, "new")
		if out, _, err := Render(p); !errors.Is(err, ErrNotMarkdown) || !strings.Contains(fmt.Sprint(err), "line 2") {
			t.Errorf("%q: %q, %v", src, out, err)
		}
		p = Parse("a.md", []byte(src))
		p.SetField(p.specialKey("tags"), []string{"b"}) // asked for by name, it is replaced
		if out, _, err := Render(p); err != nil || !slices.Equal(Parse("a.md", out).Tags, []string{"b"}) {
			t.Errorf("%q: %q, %v", src, out, err)
		}
	}
	for _, src := range []string{"+++\n[links]\nx = 1\n+++\n", "---\nlinks: {site: x}\n---\n"} {
		if err := checkLinksField(Parse("a.md", []byte(src))); !errors.Is(err, ErrNotMarkdown) {
			t.Errorf("%q: %v", src, err)
		}
	}
}

// drawnTags draws a block with a list of tags in some layout, with comments of their own on some lines.
func drawnTags(t *rapid.T) (mark, block string, tags []string) {
	toml := rapid.Bool().Draw(t, "toml")
	mark = "---\n"
	if toml {
		mark = "+++\n"
	}
	n := rapid.IntRange(0, 5).Draw(t, "n")
	comments := 0
	comment := func(before string) string {
		if !rapid.Bool().Draw(t, "comment") {
			return ""
		}
		comments++
		return before + fmt.Sprintf("# ,c%d] \"'", comments)
	}
	word := func(i int) string {
		w := []string{"a", "b c", "x-y", "é", "z#z", "2024"}[i]
		tags = append(tags, w)
		switch q := rapid.IntRange(0, 2).Draw(t, "quotes"); {
		case q == 1 || toml && q == 0:
			return `"` + w + `"`
		case q == 2:
			return "'" + w + "'"
		}
		return w
	}
	head := "tags: "
	if toml {
		head = "tags = "
	}
	var b strings.Builder
	if !toml && n > 0 && rapid.Bool().Draw(t, "block") {
		indent := rapid.SampledFrom([]string{"", "  ", "    "}).Draw(t, "indent")
		b.WriteString("tags:" + comment(" ") + "\n")
		for i := range n {
			if c := comment(indent); c != "" {
				b.WriteString(c + "\n")
			}
			b.WriteString(indent + "- " + word(i) + comment("  ") + "\n")
		}
		if c := comment(indent); c != "" {
			b.WriteString(c + "\n")
		}
	} else {
		b.WriteString(head + "[")
		for i := range n {
			if rapid.Bool().Draw(t, "line") {
				b.WriteString(comment(" ") + "\n  ")
				if c := comment(""); c != "" {
					b.WriteString(c + "\n  ")
				}
			}
			b.WriteString(word(i))
			if i < n-1 || rapid.Bool().Draw(t, "comma") {
				b.WriteString(rapid.SampledFrom([]string{",", ", ", " , "}).Draw(t, "sep"))
			}
		}
		if rapid.Bool().Draw(t, "line") {
			b.WriteString(comment(" ") + "\n  ")
		}
		b.WriteString("]" + comment(" ") + "\n")
	}
	return mark, b.String() + map[bool]string{true: "x = 1 # x\n", false: "x: 1 # x\n"}[toml], tags
}

// TestTaggingKeepsLinesAndComments: whatever the layout, a tag that comes changes at most the line that it stands behind, and one
// that goes takes no comment along but those of its own line.
func TestTaggingKeepsLinesAndComments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mark, block, tags := drawnTags(t)
		src := mark + block + mark + "text\n"
		old := Parse("a.md", []byte(src))
		if !slices.Equal(old.Tags, tags) || len(old.Warnings) > 0 {
			t.Fatalf("%s\nhas the tags %q, %v", src, old.Tags, old.Warnings)
		}
		render := func(p Page) string {
			out, _, err := Render(p)
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			if got := Parse("a.md", out); !slices.Equal(got.Tags, p.Tags) {
				t.Fatalf("%q are %q\n%s\n%s", p.Tags, got.Tags, src, out)
			}
			return string(out)
		}
		p := old
		addTag(&p, "new")
		out := render(p)
		if lost := linesLost(src, out); lost > 1 {
			t.Fatalf("%d lines changed:\n%s\n%s", lost, src, out)
		}
		if want, got := strings.Count(src, "# ,c"), strings.Count(out, "# ,c"); got != want {
			t.Fatalf("%d comments of %d:\n%s\n%s", got, want, src, out)
		}
		if len(tags) == 0 {
			return
		}
		p.Tags, p = nil, old
		p.untag([]string{rapid.SampledFrom(tags).Draw(t, "gone")})
		out = render(p)
		if want, got := strings.Count(src, "# ,c"), strings.Count(out, "# ,c"); got < want-1 {
			t.Fatalf("%d comments of %d:\n%s\n%s", got, want, src, out)
		}
		if _, stays := p.Frontmatter.Fields.Get("tags"); stays && linesLost(src, out) > 2 {
			t.Fatalf("lines changed:\n%s\n%s", src, out)
		}
	})
}

// linesLost counts the lines of a text that another does not have.
func linesLost(was, is string) (n int) {
	for _, j := range align(strings.Split(was, "\n"), strings.Split(is, "\n")) {
		if j < 0 {
			n++
		}
	}
	return n
}

func FuzzTagEdit(f *testing.F) {
	f.Add("tags: [a, # c\n b]\n", false)
	f.Add("tags = ['a', \"\"\"b\"\"\"] # c\n", true)
	f.Fuzz(func(t *testing.T, block string, toml bool) {
		mark := map[bool]string{true: "+++\n", false: "---\n"}[toml]
		old := Parse("a.md", []byte(mark+block+"\n"+mark+"text\n"))
		p := old
		addTag(&p, "new")
		if out, _, err := Render(p); err == nil && !slices.Equal(Parse("a.md", out).Tags, p.Tags) {
			t.Errorf("%q", out)
		}
		for _, tag := range old.Tags {
			p = old
			p.untag([]string{tag})
			if out, _, err := Render(p); err == nil && slices.Contains(Parse("a.md", out).Tags, tag) {
				t.Errorf("%q", out)
			}
		}
	})
}
