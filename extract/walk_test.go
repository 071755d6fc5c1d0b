package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What is left out of a tree is named, if it holds Go, with the rule.
func TestGoNamesWhatItSkips(t *testing.T) {
	dir := t.TempDir()
	const src = "package p\n"
	writeTree(t, dir, []archiveFile{
		{name: "a.go", data: src},
		{name: "naïve (1)/b c.go", data: src},
		{name: "big.go", data: src + strings.Repeat("// x\n", 100)},
		{name: "_off.go", data: src},
		{name: ".hidden.go", data: src},
		{name: ".git/x.go", data: src},
		{name: ".github/w.yml", data: "on: push"},
		{name: ".github/x/gen.go", data: src},
		{name: "_old/x.go", data: src},
		{name: "vendor/v/v.go", data: src},
		{name: "vendor/v/w.go", data: src},
		{name: "node_modules/n/n.js", data: ""},
		{name: "sub/testdata/t.go", data: src},
		{name: "sub/go.mod/x.go", data: src},
		{name: "folder.go/in.go", data: src},
		{name: "token.go", data: src},
		{name: "build/out.go", data: src},
		{name: "bad\xff.go", data: src},
	})
	for link, target := range map[string]string{"loop": ".", "link.go": "a.go", "gone.go": "nowhere.go", "notes": "a.go"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	r := extractGo(t, dir, Options{MaxFileBytes: 200})

	var files []string
	for _, f := range r.Files {
		files = append(files, f.Path)
		if len(f.SHA256) != 64 || f.ModTime.IsZero() {
			t.Errorf("%+v", f)
		}
	}
	if d := cmp.Diff([]string{"a.go", "build/out.go", "folder.go/in.go", "naïve (1)/b c.go", "sub/go.mod/x.go", "token.go"}, files); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	const ignored = `the go command ignores names that start with "." or "_"`
	want := []Skip{
		{Path: ".git", Reason: "Git's own folder", Files: 1},
		{Path: ".github", Reason: ignored, Files: 1},
		{Path: ".hidden.go", Reason: ignored},
		{Path: "_off.go", Reason: ignored},
		{Path: "_old", Reason: ignored, Files: 1},
		{Path: "bad\uFFFD.go", Reason: "name is not valid UTF-8"},
		{Path: "big.go", Reason: "larger than 200 bytes"},
		{Path: "gone.go", Reason: "symbolic link, not followed"},
		{Path: "link.go", Reason: "symbolic link, not followed"},
		{Path: "loop", Reason: "symbolic link, not followed"},
		{Path: "sub/testdata", Reason: "the go command ignores testdata", Files: 1},
		{Path: "vendor", Reason: "vendor holds code of others", Files: 2},
	}
	if d := cmp.Diff(want, r.Skipped, cmpopts.IgnoreFields(Skip{}, "Fault")); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
	for _, s := range r.Skipped {
		if fault := s.Path == "big.go" || strings.HasPrefix(s.Path, "bad"); s.Fault != fault {
			t.Errorf("%s: fault is %v", s.Path, s.Fault)
		}
	}
}

func TestGoDoesNotReadAHugeModuleFile(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, []archiveFile{{name: "a/a.go", data: "package a\n"}, {name: "go.mod", data: "module example.org/p\n"}})
	if err := os.Truncate(filepath.Join(dir, "go.mod"), maxModBytes+1); err != nil {
		t.Fatal(err)
	}
	r := extractGo(t, dir, Options{})
	if d := cmp.Diff([]Skip{{Path: "go.mod", Reason: "larger than 1000000 bytes", Fault: true}}, r.Skipped); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
	for _, n := range r.Graph.Nodes {
		if n.Kind == KindPackage && n.Label != "a" {
			t.Errorf("package %s", n.Label)
		}
	}
}

func TestGoNeedsAFolder(t *testing.T) {
	for _, dir := range []string{"nowhere", "walk_test.go"} {
		r, err := Go(t.Context(), dir, Options{})
		if err == nil || r != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v", dir, r, err)
		}
	}
}

func TestGoOfAnEmptyFolderIsAnEmptyGraph(t *testing.T) {
	r := extractGo(t, t.TempDir(), Options{})
	if len(r.Graph.Nodes)+len(r.Graph.Edges)+len(r.Files)+len(r.Skipped) != 0 {
		t.Errorf("%+v", r)
	}
}
