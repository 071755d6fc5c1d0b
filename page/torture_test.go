package page

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A hardFile is a file that importers have broken on, and what becomes of it.
// Empty expectations are not checked.
type hardFile struct {
	path, src string
	slug      string
	title     string
	tags      string // joined by '|'
	truth     string // the whole of it, if short
	timeline  string
	warnings  int // lines of warnings do not matter here, their number does
	binary    bool
}

func hardFiles() []hardFile {
	bytes256 := make([]byte, 256)
	for i := range bytes256 {
		bytes256[i] = byte(i)
	}
	return []hardFile{
		{path: "zero.md", slug: "zero", title: "Zero", warnings: 1},
		{path: "blank.md", src: "\t\n \n", title: "Blank", warnings: 1},
		{path: "bom.md", src: "\ufeff---\ntitle: Mark\ntags: x\n---\nbody\n", title: "Mark", tags: "x", truth: "body"},
		{path: "dos.md", src: "---\r\ntitle: Dos\r\n---\r\n\r\nbody\r\n", title: "Dos", truth: "body"},
		{path: "both.md", src: "---\r\ntitle: Both\n---\r\none\r\ntwo\n", title: "Both", truth: "one\ntwo"},
		{path: "mac9.md", src: "# Mac\rnine\r", title: "Mac", truth: "# Mac\nnine"},
		{path: "wide.md", src: "\xff\xfe#\x00 \x00\xe9\x00\n\x00", title: "é", truth: "# é"},
		{path: "western.md", src: "# Stra\xdfe\n", title: "Straße", truth: "# Straße", warnings: 1},
		{path: "kanji.md", src: "# \x8a\xbf\x8e\x9a\n", warnings: 1}, // Shift-JIS
		{path: "cut.md", src: "für \xc3", truth: "für \uFFFD", warnings: 1},
		{path: "nul.md", src: "to\x00 be\n", truth: "to\uFFFD be", warnings: 1},
		{path: "image.md", src: "\x89PNG\r\n\x1a\n" + strings.Repeat(string(bytes256), 4), title: "Image", warnings: 1, binary: true},
		{path: "at.md", src: "---\nby: @me\n---\n# At\n", title: "At", truth: "# At", warnings: 1},
		{path: "colon.md", src: "---\ntitle: Re: Re: lunch\n---\nx\n", title: "Re: Re: lunch", truth: "x", warnings: 1},
		{path: "tabbed.md", src: "---\ntags:\n\t- p\n\t- q\n---\nx\n", tags: "p|q", truth: "x", warnings: 1},
		{path: "mould.md", src: "---\ndate: {{date}}\n---\n# {{title}}\n", title: "{{title}}", warnings: 2},
		{path: "twice.md", src: "---\ntitle: 1\ntitle: 2\n---\n", title: "2", warnings: 1},
		{path: "open.md", src: "---\ntitle: Open\n\n# Body\n", title: "Body", truth: "---\ntitle: Open\n\n# Body", warnings: 1},
		{path: "ruled.md", src: "---\n\nprose\n\n---\n\nmore\n", title: "Ruled", truth: "---\n\nprose\n\n---\n\nmore", warnings: 1},
		{path: "listed.md", src: "---\n- a\n---\n# L\n", title: "L", warnings: 1},
		{path: "bare.md", src: "---\n---\n# Bare\n", title: "Bare", truth: "# Bare"},
		{path: "hugo.md", src: "+++\ntitle = 'Hugo'\ntags = [\"a\", \"b\"]\n+++\n\nx\n", title: "Hugo", tags: "a|b", truth: "x"},
		{path: "rules.md", src: "a\n\n---\n\nb\n\n---\n\nc\n", truth: "a\n\n---\n\nb\n\n---\n\nc"},
		{path: "underlined.md", src: "A\n---\n\n- 2020-01-01: b\n", truth: "A\n---\n\n- 2020-01-01: b"},
		{path: "fenced.md", src: "```\n---\n## Timeline\n- 2020-01-01: a\n# no\n```\n", title: "Fenced", truth: "```\n---\n## Timeline\n- 2020-01-01: a\n# no\n```"},
		{path: "dated.md", src: "T.\n\n---\n\n- 2021-01-01: a\n- **2022-02-02** | b\n- 2023-13-45: c\n- d\n", truth: "T.", timeline: "- 2021-01-01: a\n- **2022-02-02** | b\n- 2023-13-45: c\n- d"},
		{path: "one-line.md", src: "# L\n\n" + strings.Repeat("word ", 400_000), title: "L"},
		{path: "many-lines.md", src: "# M\n\n" + strings.Repeat("line of text\n\n---\n\n", 60_000), title: "M"},
		{path: "deep-list.md", src: nested("  ", "- x\n", 2000), title: "Deep List"},
		{path: "deep-quote.md", src: strings.Repeat("> ", 5000) + "x\n"},
		{path: "brackets.md", src: strings.Repeat("[", 50_000)},
		{path: "item-rules.md", src: "t\n" + strings.Repeat("- 2020-01-01: x\n  ---\n", 20_000) + "end"},
		{path: "fences.md", src: strings.Repeat("~~~\n```\n", 20_000)},
		{path: " lead.md", slug: "lead", warnings: 1},
		{path: "trail .md", slug: "trail", warnings: 1},
		{path: "CAPS.MD", slug: "caps", src: "# c", title: "c"},
		{path: "index.md", slug: "index", src: "i"},
		{path: "dir/README.md", slug: "dir/readme", src: "r", title: "README"},
		{path: "dir.md", slug: "dir", src: "d"},
		{path: "case/foo.md", slug: "case/foo", src: "1"},
		{path: "dup/a-b.md", slug: "dup/a-b", src: "2"},
		{path: "dup/a b.md", src: "3"},
		{path: "dup/a b!.md", src: "4"},
		{path: "norm/Å.md", src: "5"},
		{path: "norm/A\u030a.md", src: "5"},
		{path: "uni/日本語.md", slug: "uni/日本語", src: "検索"},
		{path: "uni/Список.md", slug: "uni/список", src: "а"},
		{path: "uni/Задачи.md", slug: "uni/задачи", src: "б"},
		{path: "uni/עברית.md", slug: "uni/עברית", src: "ג"},
		{path: "uni/🔥.md", slug: "uni/u1f525", src: "f"},
		{path: "uni/🎉🎉.md", slug: "uni/u1f389-u1f389", src: "g"},
		{path: "c++.md", src: "6"},
		{path: "c#.md", src: "7"},
		{path: "what's $x; 50% [y].md", slug: "whats-x-50-y", src: "8"},
		{path: strings.Repeat("n", 240) + ".md", slug: strings.Repeat("n", 240), src: "9"},
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

func TestHardFiles(t *testing.T) {
	root := t.TempDir()
	hard := hardFiles()
	for _, h := range hard {
		full := filepath.Join(root, filepath.FromSlash(h.path))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(h.src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, skips, err := Walk(context.Background(), root)
	if err != nil || len(skips) > 0 {
		t.Fatalf("skips %v, error %v", skips, err)
	}
	found := map[string]bool{}
	for _, f := range files {
		found[f.Path] = true
	}
	slugs, _ := AssignSlugs(paths(files), nil)
	distinct := map[string]string{}
	for p, slug := range slugs {
		if other, ok := distinct[slug]; ok {
			t.Errorf("%q and %q are both %q", p, other, slug)
		}
		distinct[slug] = p
	}
	for _, h := range hard {
		if !found[h.path] {
			t.Errorf("%q is not found", h.path)
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(h.path)))
		if err != nil {
			t.Fatal(err)
		}
		checkParse(t, h.path, src)
		p := Parse(h.path, src)
		check := func(what, got, want string) {
			if want != "" && got != want {
				t.Errorf("%q: %s is %.200q, want %.200q", h.path, what, got, want)
			}
		}
		check("slug", slugs[h.path], h.slug)
		check("title", p.Title, h.title)
		check("tags", strings.Join(p.Tags, "|"), h.tags)
		check("truth", p.CompiledTruth, h.truth)
		if p.Timeline != h.timeline {
			t.Errorf("%q: timeline is %.200q, want %q", h.path, p.Timeline, h.timeline)
		}
		if len(p.Warnings) != h.warnings || p.Binary != h.binary {
			t.Errorf("%q: warnings %v, binary %v", h.path, p.Warnings, p.Binary)
		}
	}
}
