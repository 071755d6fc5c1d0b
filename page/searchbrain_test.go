package page_test

import (
	"context"
	"hash/fnv"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brain/db"
	"brain/fts"
	"brain/merge"
	"brain/page"
)

// file is a markdown file of a test's tree.
type file struct{ path, src string }

// searched is a brain of files, and its questions.
type searched struct {
	t  testing.TB
	db *db.DB
}

var searchNow = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// brainOf makes a brain of a tree that was written on the first of January 2026. With vectors, a text's vector has a dimension
// for each of 64 classes of words: texts of the same words are near.
func brainOf(t testing.TB, vectors bool, files ...file) *searched {
	t.Helper()
	d, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "brain.db"),
		db.Options{Create: true, Functions: merge.Functions(), Now: func() time.Time { return searchNow }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	s := &searched{t, d}
	s.write(func(tx *db.Tx) error {
		root, err := merge.EnsureRoot(tx, merge.PagesRoot, "/vault")
		if err != nil {
			return err
		}
		var drafts []page.Draft
		for _, f := range files {
			drafts = append(drafts, page.Draft{Page: page.Parse(f.path, []byte(f.src)), Root: root.ID, At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Origin: page.FromFile})
		}
		if _, err := page.SaveAll(tx, drafts, paragraphs); err != nil || !vectors {
			return err
		}
		return embedAll(tx)
	})
	return s
}

// paragraphs cuts at blank lines.
func paragraphs(text, _ string) []string { return strings.Split(text, "\n\n") }

func embedAll(tx *db.Tx) error {
	if err := merge.UseVectors(tx, len(vectorOf("")), "words"); err != nil {
		return err
	}
	for {
		texts, err := merge.Unembedded(tx, "", 0, 1000)
		if err != nil || len(texts) == 0 {
			return err
		}
		for _, text := range texts {
			if err := merge.SetEmbedding(tx, text.ID, vectorOf(text.Content)); err != nil {
				return err
			}
		}
	}
}

// vectorOf counts the words of a text by 64 classes.
func vectorOf(text string) []float32 {
	v := make([]float32, 64)
	for _, w := range strings.Fields(text) {
		if stem, ok := fts.Stem(strings.Trim(w, ".,:;?!*")); ok {
			h := fnv.New32a()
			h.Write([]byte(stem))
			v[h.Sum32()%64]++
		}
	}
	v[0] += 0.01
	return v
}

func (s *searched) write(fn func(*db.Tx) error) {
	s.t.Helper()
	if err := s.db.Write(context.Background(), fn); err != nil {
		s.t.Fatal(err)
	}
}

func (s *searched) ask(q page.Question) page.Answer {
	s.t.Helper()
	var a page.Answer
	err := s.db.Read(context.Background(), func(tx *db.Tx) (err error) {
		a, err = page.Search(tx, q)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

// slugs are those of the hits of a question by words.
func (s *searched) slugs(text string) []string {
	s.t.Helper()
	return slugsOf(s.ask(page.Question{Text: text}))
}

func slugsOf(a page.Answer) []string {
	out := []string{}
	for _, h := range a.Hits {
		out = append(out, h.Slug)
	}
	return out
}

// world is a small tree with links.
var world = []file{
	{"people/ada.md", "---\ntype: person\ntitle: Ada Example\naliases: [The Countess]\n---\nAda works at [Acme](../companies/acme.md) on engines.\n"},
	{"people/bob.md", "---\ntype: person\ntitle: Bob Sample\n---\nBob founded [Acme](../companies/acme.md), which makes anvils.\n"},
	{"people/cy.md", "---\ntype: person\ntitle: Cy Test\n---\nCy invested in [Acme](../companies/acme.md) early.\n"},
	{"companies/acme.md", "---\ntype: company\ntitle: Acme - Anvil Maker\ntags: [heavy]\n---\nAcme makes anvils and rockets.\n\n<!-- timeline -->\n\n- 2026-03-01: shipped a rocket\n- 2031-01-01: plans a moon\n"},
	{"companies/acme-labs.md", "---\ntype: company\ntitle: Acme Labs\n---\nAcme Labs is another Acme. Acme, Acme, Acme.\n"},
	{"meetings/board.md", "---\ntype: meeting\ntitle: Board Q1\n---\nAt the board of [Acme](../companies/acme.md) [Bob](../people/bob.md) and [Ada](../people/ada.md) spoke of rockets.\n"},
	{"concepts/scale.md", "---\ntitle: Do Things That Don't Scale\n---\nRecruit users by hand.\n"},
}
