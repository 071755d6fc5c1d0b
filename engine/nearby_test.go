package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestInitOffersAVaultOnce(t *testing.T) {
	home := t.TempDir()
	files := map[string]string{"vault/.obsidian/app.json": "{}", "vault/readme.md": "x", "vault/more.md": "x", "notes/index.md": "x", "Documents/a/.obsidian/app.json": "{}", "Documents/a/x.md": "x",
		"src/tool/go.mod": "module x", "src/tool/README.md": "x", "code/old/go.mod": "module y"}
	for i := range 6 {
		for _, dir := range []string{"vault/deep/people", "vault/daily", "notes/people", "notes/places", "src/tool/docs"} {
			files[fmt.Sprintf("%s/%d.md", dir, i)] = "x"
		}
	}
	tree(t, home, files)
	t.Setenv("HOME", home)
	offered := func(e *engine.Engine) (out []string) {
		r := must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{}))
		for _, n := range r.Found {
			rel := strings.TrimPrefix(n.Path, home+"/")
			out = append(out, fmt.Sprintf("%s %s %d", rel, n.Kind, n.Files))
		}
		return out
	}
	all := []string{"vault notes 14", "notes notes 13", "Documents/a notes 1", "src/tool code 0", "code/old code 0"}
	for _, here := range []string{"vault", "vault/deep/people", "vault/deep"} {
		t.Chdir(filepath.Join(home, here))
		if diff := cmp.Diff(all, offered(brain(t))); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", here, diff)
		}
	}
	t.Chdir(t.TempDir())
	e := brain(t)
	imported(t, e, filepath.Join(home, "vault"))
	if diff := cmp.Diff(all[1:], offered(e)); diff != "" {
		t.Errorf("the vault is in (-want +got):\n%s", diff)
	}
	e = brain(t)
	imported(t, e, filepath.Join(home, "vault/deep"))
	if diff := cmp.Diff(all, offered(e)); diff != "" {
		t.Errorf("a part of the vault is in (-want +got):\n%s", diff)
	}
}

// TestInitOffersAFolderOfNotesWhole: by its name, however deep the files lie, from wherever it is asked.
func TestInitOffersAFolderOfNotesWhole(t *testing.T) {
	home := t.TempDir()
	files := map[string]string{"wiki/one/a.md": "x", "wiki/tool/sub/go.mod": "module x", "Obsidian/mine/.obsidian/app.json": "{}", "Obsidian/mine/a.md": "x"}
	for i := range 6 {
		for _, dir := range []string{"notes/work/people", "notes/own/daily", "Documents/a/b/c", "Obsidian/yours"} {
			files[fmt.Sprintf("%s/%d.md", dir, i)] = "x"
		}
	}
	tree(t, home, files)
	t.Setenv("HOME", home)
	want := []string{"notes notes 12", "Documents/a/b/c notes 6", "Obsidian/yours notes 6", "Obsidian/mine notes 1", "wiki/tool/sub code 0"}
	for _, here := range []string{home, t.TempDir()} {
		t.Chdir(here)
		var got []string
		for _, n := range must[*engine.InitResult](t)(brain(t).Init(ctx, engine.InitInput{})).Found {
			got = append(got, fmt.Sprintf("%s %s %d", strings.TrimPrefix(n.Path, home+"/"), n.Kind, n.Files))
		}
		slices.Sort(got)
		slices.Sort(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("in %s (-want +got):\n%s", here, d)
		}
	}
}

func TestInitOffersEveryRepositoryThatExtractReads(t *testing.T) {
	home := t.TempDir()
	files := map[string]string{"code/bare/.git/HEAD": "x", "code/bare/main.c": "x", "code/deep/.git/HEAD": "x", "code/deep/src/a/x.rs": "x", "code/none/.git/HEAD": "x", "code/none/x.bin": "x", "code/loose/x.py": "x"}
	want := []string{"bare", "deep"}
	for _, manifest := range []string{"Cargo.toml", "go.mod", "package.json", "pom.xml", "pyproject.toml"} {
		files["code/"+manifest+".d/"+manifest] = "x"
		want = append(want, manifest+".d")
	}
	tree(t, home, files)
	t.Setenv("HOME", home)
	t.Chdir(t.TempDir())
	r := must[*engine.InitResult](t)(brain(t).Init(ctx, engine.InitInput{}))
	var got []string
	for _, n := range r.Found {
		if n.Kind == engine.NearbyCode {
			got = append(got, filepath.Base(n.Path))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestInitSaysByWhichManifestCodeIsKnown(t *testing.T) {
	home := t.TempDir()
	tree(t, home, map[string]string{"code/one/pyproject.toml": "x", "code/two/go.mod": "x", "code/two/package.json": "x", "code/bare/.git/HEAD": "x", "code/bare/main.c": "x"})
	t.Setenv("HOME", home)
	t.Chdir(t.TempDir())
	got := map[string]string{}
	for _, n := range must[*engine.InitResult](t)(brain(t).Init(ctx, engine.InitInput{})).Found {
		got[filepath.Base(n.Path)] = n.Manifest
	}
	if d := cmp.Diff(map[string]string{"one": "pyproject.toml", "two": "", "bare": ""}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestInitOffersNoExport(t *testing.T) {
	home := t.TempDir()
	files := map[string]string{}
	for i := range 6 {
		files[fmt.Sprintf("sub/%d.md", i)] = "# A page"
	}
	notes := t.TempDir()
	tree(t, notes, files)
	e := brain(t)
	imported(t, e, notes)
	out := filepath.Join(home, "notes")
	must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out}))
	t.Setenv("HOME", home)
	for _, here := range []string{t.TempDir(), out, filepath.Join(out, "sub")} {
		t.Chdir(here)
		if r := must[*engine.InitResult](t)(brain(t).Init(ctx, engine.InitInput{})); len(r.Found) > 0 {
			t.Errorf("in %s: %+v", here, r.Found)
		}
	}
}

// TestInitCountsWhatImportReads: both say the same number.
func TestInitCountsWhatImportReads(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	vault := filepath.Join(home, "notes")
	for _, name := range []string{"1.md", "2.md", "3.markdown", "4.md", "5.md", "drafts/6.md", "sub/7.md", "sub/node_modules/8.md", "sub/deep/er/than/looked/9.md", "sub/.hidden/10.md"} {
		path := filepath.Join(vault, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("# "+name+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(vault, ".gitignore"), []byte("drafts\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(home)
	e := counted(t)
	found := must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{})).Found
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: vault}))
	if len(found) != 1 || found[0].Files != r.Files || r.Files != 7 {
		t.Errorf("found %+v, imported %d", found, r.Files)
	}
}
