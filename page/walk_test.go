package page

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// writeTree makes files below a new directory; a name that ends in '/' is a
// directory, "name -> target" a symbolic link.
func writeTree(t *testing.T, names map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range names {
		name, target, link := strings.Cut(name, " -> ")
		full := filepath.Join(root, filepath.FromSlash(name))
		var err error
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(full, 0o755)
		} else if err = os.MkdirAll(filepath.Dir(full), 0o755); err == nil {
			if link {
				err = os.Symlink(target, full)
			} else {
				err = os.WriteFile(full, []byte(content), 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func paths(files []File) (names []string) {
	for _, f := range files {
		names = append(names, f.Path)
	}
	return names
}

func TestWalk(t *testing.T) {
	root := writeTree(t, map[string]string{
		"b.md": "b", "A.MD": "", "c.markdown": "", "d.Mdx": "", "e.txt": "", "f.md.bak": "", "md": "",
		"README.md": "", "index.md": "", "log.md": "", "build/x.md": "", "vendor/x.md": "", "dir.md.d/x.md": "", "dir.md/x.md": "",
		"a/z.md": "", "a-b.md": "", " lead.md": "", "[x].md": "", "🔥.md": "",
		".hidden.md": "", ".git/x.md": "", ".brain/meta.jsonl": "", "sub/.obsidian/x.md": "", "node_modules/x.md": "", "sub/node_modules/y.md": "",
		"link.md -> b.md": "", "broken.md -> nowhere": "", "loop.md -> loop.md": "", "a/up -> ..": "", "link.txt -> b.md": "",
		"empty/": "",
	})
	files, skips, err := Walk(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{" lead.md", "A.MD", "README.md", "[x].md", "a-b.md", "a/z.md", "b.md", "build/x.md", "c.markdown", "d.Mdx",
		"dir.md.d/x.md", "dir.md/x.md", "index.md", "log.md", "vendor/x.md", "🔥.md"}
	if diff := cmp.Diff(want, paths(files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	hidden := func(path string) Skip { return Skip{path, "hidden: the name begins with a dot", RuleHidden, false} }
	link := func(path string) Skip { return Skip{path, "a symbolic link", RuleSymlink, false} }
	if diff := cmp.Diff([]Skip{
		hidden(".brain"), hidden(".git"), hidden(".hidden.md"),
		link("a/up"), link("broken.md"), link("link.md"), link("loop.md"),
		{"node_modules", "node_modules", RuleNodeModules, false}, hidden("sub/.obsidian"), {"sub/node_modules", "node_modules", RuleNodeModules, false},
	}, skips); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
	if i := slices.Index(paths(files), "b.md"); files[i].Size != 1 || files[i].ModTime.IsZero() {
		t.Errorf("b.md is %+v", files[i])
	}

	again := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, again); err != nil {
		t.Fatal(err)
	}
	if linked, _, err := Walk(context.Background(), again); err != nil || !slices.Equal(paths(linked), paths(files)) {
		t.Errorf("through a link: %v, %v", paths(linked), err)
	}
}

func TestWalkSkipsTooLargeFiles(t *testing.T) {
	root := writeTree(t, map[string]string{"big.md": "", "limit.md": ""})
	for name, size := range map[string]int64{"big.md": MaxFileSize + 1, "limit.md": MaxFileSize} {
		if err := os.Truncate(filepath.Join(root, name), size); err != nil {
			t.Fatal(err)
		}
	}
	files, skips, err := Walk(context.Background(), root)
	if err != nil || !slices.Equal(paths(files), []string{"limit.md"}) {
		t.Errorf("files %v, error %v", paths(files), err)
	}
	if diff := cmp.Diff([]Skip{{"big.md", "64 MiB, larger than 64 MiB", "", true}}, skips); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
}

func TestWalkErrors(t *testing.T) {
	root := writeTree(t, map[string]string{"a.txt": "", ".b.md": "", "c.md/": ""})
	_, skips, err := Walk(context.Background(), root)
	var none *NoMarkdownError
	if !errors.As(err, &none) || none.Dir != root || none.Skipped != 1 || len(skips) != 1 {
		t.Errorf("without markdown: %v, skips %v", err, skips)
	}
	if _, _, err := Walk(context.Background(), filepath.Join(root, "no")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without directory: %v", err)
	}
	if _, _, err := Walk(context.Background(), filepath.Join(root, "a.txt")); err == nil || errors.As(err, &none) {
		t.Errorf("of a file: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Walk(ctx, root); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestWalkFollowsGitignore(t *testing.T) {
	root := writeTree(t, map[string]string{
		".gitignore":     "# comment\n\nignored/\n*.tmp.md\n!keep.tmp.md\n/only-root.md\ndocs/**/draft.md\r\n",
		"ignored/a.md":   "",
		"x.tmp.md":       "",
		"sub/y.tmp.md":   "",
		"keep.tmp.md":    "",
		"only-root.md":   "",
		"a/only-root.md": "",
		"docs/draft.md":  "", "docs/a/b/draft.md": "",
		"sub/.gitignore": "!y.tmp.md\n/private\n",
		"sub/private.md": "", "sub/private/z.md": "", "private/z.md": "",
	})
	files, skips, err := Walk(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a/only-root.md", "keep.tmp.md", "private/z.md", "sub/private.md", "sub/y.tmp.md"}, paths(files)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	var skipped []string
	for _, s := range skips {
		skipped = append(skipped, s.Path+" by "+s.Rule)
	}
	if diff := cmp.Diff([]string{
		"docs/a/b/draft.md by .gitignore:7: docs/**/draft.md", "docs/draft.md by .gitignore:7: docs/**/draft.md", "ignored by .gitignore:3: ignored/",
		"only-root.md by .gitignore:6: /only-root.md", "sub/private by sub/.gitignore:2: /private", "x.tmp.md by .gitignore:4: *.tmp.md",
	}, skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if files, skips, err := Walk(context.Background(), root, IncludeIgnored()); err != nil || len(files) != 11 || len(skips) != 0 {
		t.Errorf("with ignored: %v, skips %v, error %v", paths(files), skips, err)
	}
}

// The cases of gitignore(5).
func TestIgnorePatterns(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		dir, want     bool
	}{
		{"a.md", "a.md", false, true},
		{"a.md", "x/a.md", false, true},
		{"/a.md", "x/a.md", false, false},
		{"x/a.md", "x/a.md", false, true},
		{"x/a.md", "y/x/a.md", false, false},
		{"a/", "a", true, true},
		{"a/", "a", false, false},
		{"a/", "x/a", true, true},
		{"*.md", "x/a.md", false, true},
		{"x/*.md", "x/y/a.md", false, false},
		{"**/a", "a", true, true},
		{"**/a", "x/y/a", true, true},
		{"x/**", "x/y/a.md", false, true},
		{"x/**", "x", true, false},
		{"x/**/a.md", "x/a.md", false, true},
		{"x/**/a.md", "x/y/z/a.md", false, true},
		{"a?.md", "ab.md", false, true},
		{"a?.md", "a/.md", false, false},
		{"[ab].md", "b.md", false, true},
		{"[!ab].md", "b.md", false, false},
		{"[a-c].md", "b.md", false, true},
		{"[]].md", "].md", false, true},
		{"[a.md", "[a.md", false, true},
		{`\#a.md`, "#a.md", false, true},
		{`\!a.md`, "!a.md", false, true},
		{`a\*.md`, "ab.md", false, false},
		{"a.md   ", "a.md", false, true},
		{`a.md\ `, "a.md ", false, true},
		{"a.(md)", "a.(md)", false, true},
		{"日*.md", "日本.md", false, true},
		{"#a.md", "#a.md", false, false},
		{"/", "a", true, false},
		{"!", "a", true, false},
	} {
		if _, got := ignoreRules(nil).with("", tt.pattern).exclude(tt.path, tt.dir); got != tt.want {
			t.Errorf("%q excludes %q (directory %v): %v", tt.pattern, tt.path, tt.dir, got)
		}
	}
}

// A pattern that spells a path with every byte escaped means this path alone.
func FuzzIgnore(f *testing.F) {
	f.Add("**/[a-\\]!*?x/", "a/b[c]*.md")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		ignoreRules(nil).with("", pattern).exclude(path, true)
		if !fs.ValidPath(path) || path == "." || strings.ContainsAny(path, "\r\n") {
			return
		}
		var literal strings.Builder
		literal.WriteByte('/')
		for i := range len(path) {
			if path[i] != '/' {
				literal.WriteByte('\\')
			}
			literal.WriteByte(path[i])
		}
		rules := ignoreRules(nil).with("", literal.String())
		_, this := rules.exclude(path, false)
		_, other := rules.exclude(path+"x", false)
		if !this || other {
			t.Fatalf("%q is not the pattern of %q alone", literal.String(), path)
		}
	})
}
