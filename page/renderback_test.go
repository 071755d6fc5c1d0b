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

// drawText draws lines that mean something in a page, or nearly.
func drawText(t *rapid.T, label string, most int) string {
	var b strings.Builder
	for range rapid.IntRange(0, most).Draw(t, label) {
		b.WriteString(rapid.SampledFrom(fragments).Draw(t, "line"))
		b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r", ""}).Draw(t, "eol"))
	}
	return b.String()
}

func drawEdit(t *rapid.T, p *Page) {
	for range rapid.IntRange(0, 3).Draw(t, "edits") {
		switch rapid.IntRange(0, 8).Draw(t, "edit") {
		case 0:
			p.Title = rapid.SampledFrom([]string{"T", "A: b", "404", "#x", "a\nb", ""}).Draw(t, "title")
		case 1:
			p.Type = rapid.SampledFrom([]string{"note", "concept", "person", "true", ""}).Draw(t, "type")
		case 2:
			p.SetTruth(drawText(t, "truth", 6))
		case 3:
			p.Timeline = drawText(t, "timeline", 4)
		case 4:
			p.Tags = rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b c", "x,y", "2024", "#d"}), 0, 3).Draw(t, "tags")
		case 5:
			p.SetField(rapid.SampledFrom([]string{"title", "tags", "a", "k: x", "Title"}).Draw(t, "key"), anyValue(1).Draw(t, "value"))
		case 6:
			if n := len(p.Frontmatter.Fields); n > 0 {
				p.UnsetField(p.Frontmatter.Fields[rapid.IntRange(0, n-1).Draw(t, "unset")].Key)
			}
		case 7:
			p.CompiledTruth = strings.Replace(p.CompiledTruth, "text", "texts", 1)
		default:
			_ = p.AddEvent(Event{Date: "2020-02-02", Source: rapid.SampledFrom([]string{"", "s", "s — t"}).Draw(t, "source"), Summary: "new"})
		}
	}
}

// checkRender says what holds for a page however it was changed.
func checkRender(t interface{ Fatalf(string, ...any) }, p Page) {
	out, _, err := Render(p)
	if err != nil {
		if !errors.Is(err, ErrNotMarkdown) && !errors.Is(err, errNoTOML) {
			t.Fatalf("%v", err)
		}
		return
	}
	got, want := Parse(p.Path, out), cleaned(p)
	say := func(p Page) string {
		return fmt.Sprintf("truth %q\ntimeline %q\ntags %q\nfields %s", p.CompiledTruth, p.Timeline, p.Tags, p.otherFields().JSON())
	}
	if diff := cmp.Diff(say(want), say(got)); diff != "" {
		t.Fatalf("%q (-want +got):\n%s", out, diff)
	}
	if want.Title != "" && want.Title != got.Title || want.Type != "" && want.Type != got.Type {
		t.Fatalf("%q: %s %q, want %s %q", out, got.Type, got.Title, want.Type, want.Title)
	}
	again, _, err := Render(got)
	if err != nil || string(again) != string(out) {
		t.Fatalf("%q is rendered as %q, %v", out, again, err)
	}
}

func TestRenderGivesThePageBack(t *testing.T) {
	refused, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(drawText(t, "lines", 14))
		p := Parse("dir/a.md", src)
		if out, _, err := Render(p); err != nil || string(out) != string(src) {
			t.Fatalf("%q unchanged is %q, %v", src, out, err)
		}
		drawEdit(t, &p)
		checkRender(t, p)
		all++
		if _, _, err := Render(p); err != nil {
			refused++
		}
	})
	// Only a sentinel or half a fence in the truth, or null in TOML, is refused.
	if all >= 100 && refused*3 > all { // of few the share says nothing
		t.Errorf("%d of %d pages were refused", refused, all)
	}
}

// A change of one key leaves every line of the body and of the other keys.
func TestRenderKeepsTheOtherLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := strings.ReplaceAll(drawText(t, "body", 8), "\xe9", "é") // no Latin-1
		keys := []string{"a: 1 # one", "# note", "\"b\":   'x'", "c:\n  - p\n  - q", "d: |\n  text\n  more", "", "tags: [a,   b]", "e: {x: 1}"}
		head := rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 1, 6, rapid.ID[string]).Draw(t, "head")
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "eol")
		src := strings.ReplaceAll("---\nz: 0\n"+strings.Join(head, "\n")+"\n---\n", "\n", eol) + body
		p := Parse("a.md", []byte(src))
		p.SetField("z", "new")
		p.SetField("added", []string{"x"})
		out, _, err := Render(p)
		want := strings.Replace(src, "z: 0", "z: new", 1)
		at := strings.Index(want, eol+"---"+eol) + len(eol)
		want = want[:at] + "added: [x]" + p.endOfLines() + want[at:]
		if err != nil || string(out) != want {
			t.Fatalf("got  %q, %v\nwant %q", out, err, want)
		}
	})
}

func (p Page) endOfLines() string { return newDocument(p.Source, p.Frontmatter).eol }

func FuzzRender(f *testing.F) {
	f.Add([]byte("---\ntitle: A # c\ntags: [t]\n---\n\n# A\n\ntext\n\n---\n\n- 2020-01-01: x\n"), "T", "new truth", "- 2021: y", "a,b", "k", "v")
	f.Add([]byte("+++\r\ntitle = \"A\"\r\n+++\r\n\r\n## Timeline\r\n- 2020-01-01: x\r\n## Z\r\n"), "", "", "", "", "title", "x")
	f.Fuzz(func(t *testing.T, src []byte, title, truth, timeline, tags, key, value string) {
		p := Parse("a.md", src)
		if out, _, err := Render(p); err != nil || string(out) != string(src) {
			t.Fatalf("unchanged it is %q, %v", out, err)
		}
		p.Title, p.CompiledTruth, p.Timeline, p.Tags = title, truth, timeline, slices.Compact(strings.Split(tags, ","))
		p.SetField(key, value)
		checkRender(t, p)
	})
}
