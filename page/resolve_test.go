package page

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestResolveTarget(t *testing.T) {
	names := NewNames([]Name{
		{"people/ada", "people/Ada.md", "Ada Lovelace", []string{"Countess"}},
		{"projects/struktura", "projects/struktura.md", "Struktura", nil},
		{"notes/todo", "notes/todo.md", "Todo", nil},
		{"work/todo", "work/todo.md", "Todo", nil},
		{"c", "c#.md", "C sharp", nil},
		{"c-5181", "c++.md", "C plus plus", nil},
		{"dir/index", "dir/index.md", "Index", nil},
		{"cafe", "Café.md", "Café", nil},
		{"made", "", "Made by command", nil},
		{"b/x", "b/x.md", "X", nil},
		{"a/b/x", "a/b/x.md", "X of A", nil},
		{"wiki/concepts/y", "wiki/concepts/y.md", "Y", nil},
		{"de/ui/menu", "DE/ui/Menu.md", "Menu", []string{"Start"}},
		{"de/menu", "DE/menu.md", "Menu", nil},
		{"fr/menu", "fr/menu.md", "Menu", []string{"Start"}},
	})
	for _, tt := range []struct {
		from, kind, target, want string
		several                  []string
	}{
		{"a.md", LinkWiki, "people/ada", "people/ada", nil},
		{"a.md", LinkWiki, "People/ADA", "people/ada", nil},
		{"a.md", LinkWiki, "ada", "people/ada", nil},
		{"a.md", LinkWiki, "ada lovelace", "people/ada", nil},
		{"a.md", LinkWiki, "countess", "people/ada", nil},
		{"a.md", LinkWiki, "struktura", "projects/struktura", nil},
		{"a.md", LinkWiki, "todo", "", []string{"notes/todo", "work/todo"}},
		{"work/a.md", LinkWiki, "todo", "work/todo", nil},
		{"work/a.md", LinkMarkdown, "todo", "work/todo", nil},
		{"work/a.md", LinkMarkdown, "/notes/todo", "notes/todo", nil},
		{"work/a.md", LinkMarkdown, "notes/todo", "notes/todo", nil},
		{"a.md", LinkWiki, "c++", "c-5181", nil},
		{"a.md", LinkWiki, "c#", "c", nil},
		{"a.md", LinkWiki, "C", "c", nil},
		{"a.md", LinkMarkdown, "dir", "dir/index", nil},
		{"a.md", LinkWiki, "Cafe\u0301", "cafe", nil},
		{"a.md", LinkWiki, "cafe", "cafe", nil},
		{"a.md", LinkManual, "made", "made", nil},
		{"a.md", LinkWiki, "Made by Command", "made", nil},
		{"a/z.md", LinkMarkdown, "b/x", "a/b/x", nil},
		{"a/z.md", LinkWiki, "b/x", "b/x", nil},
		{"z.md", LinkWiki, "concepts/y", "wiki/concepts/y", nil},
		{"z.md", LinkWiki, "wiki:concepts/y", "wiki/concepts/y", nil},
		{"z.md", LinkWiki, "other/y", "", nil},
		{"z.md", LinkWiki, "/y", "", nil},
		{"z.md", LinkWiki, "nobody", "", nil},
		{"z.md", LinkWiki, "menu", "", []string{"de/menu", "de/ui/menu", "fr/menu"}},
		{"DE/z.md", LinkWiki, "menu", "de/menu", nil},
		{"DE/ui/z.md", LinkWiki, "menu", "de/ui/menu", nil},
		{"de/api/z.md", LinkWiki, "start", "de/ui/menu", nil},
		{"DE/api/z.md", LinkWiki, "menu", "", []string{"de/menu", "de/ui/menu"}},
		{"den/z.md", LinkWiki, "start", "", []string{"de/ui/menu", "fr/menu"}},
		{"z.md", LinkWiki, "dendron://fr/menu", "fr/menu", nil},
		{"z.md", LinkWiki, "dendron://my.site/struktura", "projects/struktura", nil},
		{"z.md", LinkWiki, "dendron://my.site/menu", "", []string{"de/menu", "de/ui/menu", "fr/menu"}},
	} {
		got, several := names.ResolveTarget(tt.from, Link{Kind: tt.kind, Target: tt.target})
		if got != tt.want || !slices.Equal(several, tt.several) {
			t.Errorf("%s %q from %s: %q, %q, want %q, %q", tt.kind, tt.target, tt.from, got, several, tt.want, tt.several)
		}
	}
	got, _ := names.ResolveTarget("z.md", Link{Kind: LinkFrontmatter, Target: "todo", Folders: []string{"companies", "work"}})
	if got != "work/todo" {
		t.Errorf("by folder: %q", got)
	}
}

func TestAliases(t *testing.T) {
	for src, want := range map[string][]string{
		"aliases: [A, 'b c']": {"A", "b c"},
		"alias: a, b":         {"a", "b"},
		"x: 1":                nil,
	} {
		if diff := cmp.Diff(want, Aliases(Parse("a.md", []byte("---\n"+src+"\n---\n")))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", src, diff)
		}
	}
}
