package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWherePropertiesEnd(t *testing.T) {
	for _, tt := range []struct{ name, src, raw, truth string }{
		{"dots without dashes", "---\na: 1\n...\ntext\n", "a: 1\n", "text"},
		{"dots before a rule", "---\na: 1\n... \ntext\n\n---\nmore", "a: 1\n", "text\n\n---\nmore"},
		{"dots at the end", "---\na: 1\n...", "a: 1\n", ""},
		{"dots behind dashes", "---\na: 1\n---\ntext\n...\n", "a: 1\n", "text\n..."},
		{"dots in a text", "---\na: |\n  x\n  ...\n  ---\n  y\n---\ntext", "a: |\n  x\n  ...\n  ---\n  y\n", "text"},
		{"dots below nothing", "---\n...\na: 1\n---\ntext", "", "---\n...\na: 1\n---\ntext"},
		{"dots below prose", "---\nprose\n...\nmore\n---\n", "", "---\nprose\n...\nmore\n---"},
		{"four dots", "---\na: 1\nb: x\n....\n---\ntext", "a: 1\nb: x\n....\n", "text"},
		{"dots do not end TOML", "+++\na = 1\n...\n", "", "+++\na = 1\n..."},
		{"pluses in a string", "+++\na = \"\"\"\n+++\n\\\"\"\"x\n\"\"\"\"\nb = 1\n+++\ntext", "a = \"\"\"\n+++\n\\\"\"\"x\n\"\"\"\"\nb = 1\n", "text"},
		{"pluses in a literal string", "+++\na = '''\n+++\n\\'''\n+++\ntext\n+++\n", "a = '''\n+++\n\\'''\n", "text\n+++"},
		{"quotes in strings and comments", "+++\na = '\"\"\"' # \"\"\"\nb = \"\\\"'''\"\n+++\ntext", "a = '\"\"\"' # \"\"\"\nb = \"\\\"'''\"\n", "text"},
		{"a string that is never closed", "+++\na = 1\nb = \"\"\"\n+++\ntext\n+++\n", "a = 1\nb = \"\"\"\n", "text\n+++"},
		{"a string that the text closes", "+++\na = 1\nb = \"\"\"\n+++\nsay \"\"\" twice\n\n+++\n", "a = 1\nb = \"\"\"\n", "say \"\"\" twice\n\n+++"},
	} {
		p := Parse("a.md", []byte(tt.src))
		if p.Frontmatter.Raw != tt.raw || p.CompiledTruth != tt.truth {
			t.Errorf("%s: %q and %q, want %q and %q", tt.name, p.Frontmatter.Raw, p.CompiledTruth, tt.raw, tt.truth)
		}
		if p.Frontmatter.Format == "" {
			continue
		}
		addTag(&p, "t")
		out, _, err := Render(p)
		if lost := linesLost(tt.src, string(out)); err != nil || lost > 0 && strings.HasSuffix(tt.src, "\n") {
			t.Errorf("%s: tagged, %d lines are other: %q, %v", tt.name, lost, out, err)
		}
	}
}

// TestTextBelowAnyProperties: what follows the properties is the text, whatever they hold.
func TestTextBelowAnyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fence := rapid.SampledFrom([]string{"+++", "---", "..."}).Draw(t, "fence")
		mark := map[string]string{"...": "---"}[fence]
		if mark == "" {
			mark = fence
		}
		line := rapid.SampledFrom([]string{"x", "+++", "---", "...", "", "# c", "'y'"})
		text := rapid.SliceOfN(line, 0, 5).Draw(t, "string")
		block := "a: |\n  " + strings.Join(text, "\n  ") + "\nb: 1\n"
		if mark == "+++" {
			quote := rapid.SampledFrom([]string{`"""`, "'''"}).Draw(t, "quote")
			block = "a = " + quote + "\n" + strings.Join(text, "\n") + quote + " # c\nb = 1\n"
		}
		body := strings.Trim("z\n"+strings.Join(rapid.SliceOf(line).Draw(t, "body"), "\n"), "\n")
		p := Parse("a.md", []byte(mark+"\n"+block+fence+"\n"+body))
		if p.Frontmatter.Raw != block {
			t.Fatalf("%q", cmp.Diff(block, p.Frontmatter.Raw))
		}
		if got := textOf(p, string(p.Source)); got != body {
			t.Fatalf("%q, want %q", got, body)
		}
		if v, _ := p.Frontmatter.Fields.Get("b"); v.Text != "1" {
			t.Fatalf("b is %q", v.Text)
		}
	})
}
