package engine_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/engine"
)

// filesOf reads a tree, path by path.
func filesOf(t interface{ Fatal(...any) }, dir string) map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// heads, bodies and tails are put together to files of a vault: what people write, and what breaks importers.
var (
	vaultHeads = []string{"", "", "---\ntitle: A title\ntags: [one, two]\n---\n", "---\ntags: one, two\ntype: person # why\n---\n", "---\r\ntitle: 'Quoted: yes'\r\n---\r\n",
		"\ufeff---\ntags:\n  - x\n  - y\nlinks:\n  - to: b\n    type: knows\n---\n", "---\nauthor: @broken\n---\n", "+++\ntitle = \"Toml\"\n+++\n", "---\ntitle: 404\ncreated: 2024-01-02\n---\n", "---\nnever closed\n"}
	vaultBodies = []string{"# Heading\n\nText with [[b]] and [c](sub/c.md).\n", "one line", "", "Windows\r\nlines\r\n", "```\n---\n## Timeline\n```\n\nafter\n", "caf\xe9 in latin\n", "測試 頁面\n", "nul \x00 inside\n",
		"Text.\n\n---\n\nmore text below a rule\n", "See [[nobody|someone]] and [[d#part]].\n\n| a | b |\n|---|---|\n"}
	vaultTails = []string{"", "", "\n---\n\n- 2013-07-01: born\n- 2014-02: moved\n", "\n<!-- timeline -->\n\n- **2020-01-02** | Letters — wrote\n  more of it\n", "\n## Timeline\n\n- 2021: a year\n\n## After\n\ntext\n", "\n---\n\n## Timeline\n\nNothing dated.\n"}
	vaultNames = []string{"a.md", "b.md", "sub/c.md", "sub/d.markdown", "Café.md", "cafe.md", "🔥.md", "sub/e.MD", "Ünder score.md"}
)

func drawVault(r *rapid.T) map[string]string {
	files := map[string]string{}
	for _, name := range vaultNames {
		if rapid.Bool().Draw(r, name) || len(files) == 0 {
			pick := func(from []string) string { return rapid.SampledFrom(from).Draw(r, "part") }
			files[name] = pick(vaultHeads) + pick(vaultBodies) + pick(vaultTails)
		}
	}
	return files
}

// change is a random command on a page; it says which slug it is about.
func change(r *rapid.T, e *engine.Engine, slugs []string) (slug string, err error) {
	slug = rapid.SampledFrom(slugs).Draw(r, "slug")
	word := rapid.SampledFrom([]string{"one", "zwei", "drei: vier", "#five", "[[b]]", "日本", "a, b", "- x"})
	switch rapid.IntRange(0, 9).Draw(r, "command") {
	case 0:
		text := rapid.SampledFrom(vaultHeads).Draw(r, "head") + word.Draw(r, "word") + "\n"
		_, err = e.Put(ctx, engine.PutInput{Slug: slug, Content: &text})
	case 1:
		_, err = e.Tag(ctx, engine.TagInput{Ref: slug, Tag: word.Draw(r, "tag")})
	case 2:
		_, err = e.Untag(ctx, engine.TagInput{Ref: slug, Tag: word.Draw(r, "tag")})
	case 3, 4:
		_, err = e.TimelineAdd(ctx, engine.TimelineAddInput{Ref: slug, Date: rapid.SampledFrom([]string{"2024-05-06", "2024-05", "2019"}).Draw(r, "date"), Text: word.Draw(r, "text"),
			Source: rapid.SampledFrom([]string{"", "Letters"}).Draw(r, "source"), Detail: rapid.SampledFrom([]string{"", "more\n\n*text*"}).Draw(r, "detail")})
	case 5:
		_, err = e.Tie(ctx, engine.TieInput{From: slug, To: rapid.SampledFrom(append(slugs, "nobody")).Draw(r, "to"), Type: rapid.SampledFrom([]string{"", "knows"}).Draw(r, "type")})
	case 6:
		_, err = e.Unlink(ctx, engine.UntieInput{From: slug, To: rapid.SampledFrom(slugs).Draw(r, "to")})
	case 7:
		_, err = e.DeleteRef(ctx, engine.RefInput{Ref: slug})
	case 8:
		_, err = e.RestoreRef(ctx, engine.RestoreInput{Ref: slug})
	case 9:
		text := `{"n": 1.10, "s": "` + word.Draw(r, "value") + `"}`
		_, err = e.RawPut(ctx, engine.RawPutInput{Ref: slug, Source: "web", Content: &text})
	}
	return slug, err
}

// checks bounds the runs of a property that makes files; fewer where tests are to be quick.
func checks(t *testing.T, n int) {
	t.Helper()
	if testing.Short() {
		n = 5
	}
	old := flag.Lookup("rapid.checks").Value.String()
	if err := flag.Set("rapid.checks", fmt.Sprint(n)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { flag.Set("rapid.checks", old) })
}

// TestCommandsSurviveAnExport: import → random commands → export → import → export gives the same files, and what no command
// has touched is the file that it was.
func TestCommandsSurviveAnExport(t *testing.T) {
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	checks(t, 30)
	dir := t.TempDir()
	run := 0
	rapid.Check(t, func(r *rapid.T) {
		run++
		home := filepath.Join(dir, fmt.Sprint(run))
		defer os.RemoveAll(home)
		at := func(name string) string { return filepath.Join(home, name) }
		files := drawVault(r)
		for name, text := range files {
			if err := os.MkdirAll(filepath.Dir(at("vault/"+name)), 0o755); err != nil {
				r.Fatal(err)
			}
			if err := os.WriteFile(at("vault/"+name), []byte(text), 0o644); err != nil {
				r.Fatal(err)
			}
		}
		first := engine.New(engine.Config{Path: at("first.db")})
		defer first.Close()
		if _, err := first.Import(ctx, engine.ImportInput{Dir: at("vault"), NoEmbed: true}); err != nil {
			r.Fatal(err)
		}
		list, err := first.List(ctx, engine.ListInput{Sort: "slug"})
		if err != nil {
			r.Fatal(err)
		}
		slugs := []string{"fresh/page"}
		for _, p := range list.Pages {
			slugs = append(slugs, p.Slug)
		}
		touched := map[string]bool{}
		for range rapid.IntRange(0, 6).Draw(r, "commands") {
			slug, err := change(r, first, slugs)
			touched[slug] = touched[slug] || err == nil
			if err != nil && engine.Explain(err).Fix == "" {
				r.Fatalf("%s: %v", slug, err)
			}
		}
		exported(r, first, at("out"))
		out := filesOf(r, at("out"))
		if len(out) == 1 {
			return // all pages are deleted
		}
		for _, p := range list.Pages {
			got, err := first.Show(ctx, engine.ShowInput{Ref: p.Slug, Deleted: true})
			if err != nil {
				r.Fatal(err)
			}
			path := got.(*engine.PageResult).Path
			if want := files[path]; !touched[p.Slug] && out[path] != want {
				r.Fatalf("%s was not touched:\n%s", path, cmp.Diff(want, out[path]))
			}
		}
		second := engine.New(engine.Config{Path: at("second.db")})
		defer second.Close()
		if _, err := second.Import(ctx, engine.ImportInput{Dir: at("out"), NoEmbed: true}); err != nil {
			r.Fatal(err)
		}
		exported(r, second, at("again"))
		if diff := cmp.Diff(out, filesOf(r, at("again"))); diff != "" {
			r.Fatalf("the second export (-first +second):\n%s", diff)
		}
	})
}

func exported(t interface{ Fatal(...any) }, e *engine.Engine, dir string) *engine.ExportResult {
	r, err := e.Export(ctx, engine.ExportInput{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestVaultsSurviveAnExport is the same over real vaults, without commands: BRAIN_VAULTS names folders, with : between them.
func TestVaultsSurviveAnExport(t *testing.T) {
	vaults := filepath.SplitList(os.Getenv("BRAIN_VAULTS"))
	if len(vaults) == 0 {
		t.Skip("BRAIN_VAULTS names no vaults")
	}
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	for _, vault := range vaults {
		t.Run(filepath.Base(vault), func(t *testing.T) {
			home := t.TempDir()
			first := onFile(t, filepath.Join(home, "first.db"))
			in := must[*engine.ImportResult](t)(first.Import(ctx, engine.ImportInput{Dir: vault, NoEmbed: true}))
			r := exported(t, first, filepath.Join(home, "out"))
			if r.Pages != in.Files-len(in.Skipped) || r.Pages < in.Files*99/100 {
				t.Errorf("%d files, %d pages; skipped %v", in.Files, r.Pages, in.Skipped)
			}
			out := filesOf(t, filepath.Join(home, "out"))
			different := 0
			for path, text := range out {
				if strings.HasPrefix(path, ".brain/") {
					continue
				}
				if want, err := os.ReadFile(filepath.Join(vault, filepath.FromSlash(path))); err != nil || string(want) != text {
					different++
					t.Errorf("%s is other than its file (%v)", path, err)
				}
			}
			second := onFile(t, filepath.Join(home, "second.db"))
			must[*engine.ImportResult](t)(second.Import(ctx, engine.ImportInput{Dir: filepath.Join(home, "out"), NoEmbed: true}))
			again := exported(t, second, filepath.Join(home, "again"))
			for path, text := range filesOf(t, filepath.Join(home, "again")) {
				if out[path] != text {
					different++
					t.Errorf("%s: the second export is another", path)
				}
			}
			if again.Pages != r.Pages {
				t.Errorf("%d pages, then %d", r.Pages, again.Pages)
			}
			t.Logf("%d files, %d pages, %d differences", in.Files, r.Pages, different)
		})
	}
}
