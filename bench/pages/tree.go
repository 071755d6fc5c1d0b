package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// generate writes a tree of n pages of some 2 KB. Words follow Zipf's law; there are people, companies, meetings and notes, with
// frontmatter, timelines, and links of all kinds, of which some lead nowhere.
func generate(dir string, n int) error {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	g := &generator{rng: rng, n: n, words: rand.NewZipf(rand.New(rand.NewPCG(2, 3)), 1.07, 4, 20_000)}
	for i := range n {
		path := filepath.Join(dir, filepath.FromSlash(g.name(i))+".md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(g.page(i)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

type generator struct {
	rng   *rand.Rand
	n     int
	words *rand.Zipf
}

var folders = []string{"people", "companies", "meetings", "notes", "concepts"}

func (g *generator) name(i int) string {
	return fmt.Sprintf("%s/%s-%d", folders[i%len(folders)], folders[i%len(folders)][:4], i)
}

func (g *generator) page(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s %d\ntags: [tag%d, tag%d]\ncreated: 2024-%02d-%02d\n---\n\n# %s\n\n", g.text(3), i, g.rng.IntN(200), g.rng.IntN(20), 1+i%12, 1+i%28, g.text(4))
	for range 2 + g.rng.IntN(4) {
		fmt.Fprintf(&b, "%s. See [[%s]] and [this](../%s.md).\n\n", g.text(40+g.rng.IntN(60)), g.name(g.rng.IntN(g.n)), g.name(g.rng.IntN(g.n+g.n/20)))
	}
	b.WriteString("---\n\n")
	for k := range 1 + g.rng.IntN(5) {
		fmt.Fprintf(&b, "- 2024-%02d-%02d: %s\n", 1+k, 1+g.rng.IntN(28), g.text(10))
	}
	return b.String()
}

// text is n words, of which the lowest numbers are the most frequent. Those of the question are among them.
func (g *generator) text(n int) string {
	words := make([]string, n)
	for i := range words {
		switch k := g.words.Uint64(); {
		case k < uint64(len(known)):
			words[i] = known[k]
		default:
			words[i] = fmt.Sprintf("w%d", k)
		}
	}
	return strings.Join(words, " ")
}

var known = strings.Fields("the of a notes how change does community theme plugin")

// markdown counts the markdown files of a tree and their bytes, as an import finds them.
func markdown(dir string) (files int, bytes int64, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(name, ".") && path != dir:
			return filepath.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		if ext := strings.ToLower(filepath.Ext(path)); ext != ".md" && ext != ".markdown" && ext != ".mdx" {
			return nil
		}
		info, err := entry.Info()
		if err == nil {
			files, bytes = files+1, bytes+info.Size()
		}
		return err
	})
	return files, bytes, err
}
