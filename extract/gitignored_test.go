package extract

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// git runs git in a folder, or skips the test where there is none.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// sources are files of languages that every build reads.
var sources = []archiveFile{
	{name: ".gitignore", data: "/dist/\n*.gen.md\n!keep.gen.md\n"},
	{name: "package.json", data: `{"name":"p"}`},
	{name: "main.go", data: "package p\n"},
	{name: "a.gen.md", data: "# A\n"},
	{name: "keep.gen.md", data: "# Keep\n"},
	{name: "tracked.gen.md", data: "# Tracked\n"},
	{name: "dist/b.md", data: "# B\n"},
	{name: "build/c.md", data: "# C\n"},
	{name: "sub/.gitignore", data: "local.md\n"},
	{name: "sub/d.gen.md", data: "# D\n"},
	{name: "sub/local.md", data: "# Local\n"},
	{name: "sub/e.md", data: "# E\n"},
	{name: "node_modules/n/README.md", data: "# N\n"},
	{name: "lib/node_modules/n/README.md", data: "# N\n"},
	{name: "vendor/v/v.md", data: "# V\n"},
	{name: "sub/testdata/t.md", data: "# T\n"},
	{name: ".github/security.md", data: "# Security\n"},
	{name: ".cache/c.md", data: "# C\n"},
	{name: ".hidden.md", data: "# Hidden\n"},
}

func TestTreeLeavesOutWhatIsNoSourceOfTheTree(t *testing.T) {
	always := []Skip{
		{Path: ".cache", Reason: "hidden", Files: 1},
		{Path: ".hidden.md", Reason: "hidden"},
		{Path: "lib/node_modules", Reason: "node_modules holds code of others", Files: 1},
		{Path: "node_modules", Reason: "node_modules holds code of others", Files: 1},
		{Path: "sub/testdata", Reason: "testdata holds what tests read", Files: 1},
		{Path: "vendor", Reason: "vendor holds code of others", Files: 1},
	}
	const ignored = "excluded by .gitignore"
	for name, tc := range map[string]struct {
		git     bool
		below   string // the folder that is read
		all     bool   // with nothing excluded
		files   []string
		skipped []Skip
	}{
		"in a repository": {git: true,
			files:   []string{".github/security.md", "build/c.md", "keep.gen.md", "main.go", "package.json", "sub/e.md", "tracked.gen.md"},
			skipped: append([]Skip{{Path: "a.gen.md", Reason: ignored}, {Path: "dist", Reason: ignored, Files: 1}, {Path: "sub/d.gen.md", Reason: ignored}, {Path: "sub/local.md", Reason: ignored}}, always...)},
		"in a folder of a repository": {git: true, below: "sub", files: []string{"e.md"},
			skipped: []Skip{{Path: "d.gen.md", Reason: ignored}, {Path: "local.md", Reason: ignored}, {Path: "testdata", Reason: "testdata holds what tests read", Files: 1}}},
		"with what git ignores": {git: true, all: true,
			files:   []string{".github/security.md", "a.gen.md", "build/c.md", "dist/b.md", "keep.gen.md", "main.go", "package.json", "sub/d.gen.md", "sub/e.md", "sub/local.md", "tracked.gen.md"},
			skipped: always},
		"without git": {
			files: []string{".github/security.md", "a.gen.md", "keep.gen.md", "main.go", "package.json", "sub/d.gen.md", "sub/e.md", "sub/local.md", "tracked.gen.md"},
			skipped: append([]Skip{{Path: "build", Reason: "a build's output, by the package.json beside it", Files: 1},
				{Path: "dist", Reason: "a build's output, by the package.json beside it", Files: 1}}, always...)},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeTree(t, dir, sources)
			if tc.git {
				git(t, dir, "init", "-q")
				git(t, dir, "add", "-f", "tracked.gen.md")
			}
			dir = filepath.Join(dir, tc.below)
			excluded, err := GitIgnored(t.Context(), dir)
			if err != nil || (excluded != nil) != tc.git {
				t.Fatalf("excludes: %v, %v", excluded != nil, err)
			}
			if tc.all {
				excluded = func(string) bool { return false }
			}
			r, err := Tree(t.Context(), dir, Options{Excluded: excluded})
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			for _, f := range r.Files {
				files = append(files, f.Path)
			}
			if d := cmp.Diff(tc.files, files); d != "" {
				t.Errorf("files (-want +got):\n%s", d)
			}
			byPath := cmpopts.SortSlices(func(a, b Skip) bool { return a.Path < b.Path })
			if d := cmp.Diff(tc.skipped, r.Skipped, byPath); d != "" {
				t.Errorf("skipped (-want +got):\n%s", d)
			}
		})
	}
}

func TestGitThatRefusesIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".git"), []byte("no repository\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if excluded, err := GitIgnored(t.Context(), dir); err == nil || excluded != nil {
		t.Errorf("excludes: %v, %v", excluded != nil, err)
	}
}

func TestLanguagesAreListedOnce(t *testing.T) {
	seen := map[string]string{}
	names := map[string]bool{}
	for _, l := range Languages() {
		if names[l.Name] || len(l.Files) == 0 {
			t.Errorf("%+v", l)
		}
		names[l.Name] = true
		for _, f := range l.Files {
			if seen[f] != "" {
				t.Errorf("%s is of %s and of %s", f, seen[f], l.Name)
			}
			seen[f] = l.Name
		}
	}
	for f, want := range map[string]string{"*.go": "Go", "*.py": "Python", "*.tsx": "TypeScript", "*.h": "C++", "Gemfile": "Ruby", "*.md": "Markdown", "pom.xml": "pom.xml"} {
		if seen[f] != want {
			t.Errorf("%s is of %q", f, seen[f])
		}
	}
}
