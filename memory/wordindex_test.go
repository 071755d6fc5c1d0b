package memory

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"brain/db"
)

// TestWordsAreRankedAsByFTS5 compares the index that is read as it lies in the file with FTS5, to the last bit of a score, in a file in
// which memories were written one by one and all at once, changed and deleted.
func TestWordsAreRankedAsByFTS5(t *testing.T) {
	d := openInner(t)
	r := rand.New(rand.NewPCG(7, 8))
	zipf := rand.NewZipf(r, 1.05, 1, 3000)
	endings := []string{"", "s", "ing", "ed", "ation", "ness", "-x", "'s", "."}
	word := func() string {
		return fmt.Sprintf("%c%dw%s", 'a'+r.IntN(3), zipf.Uint64(), endings[r.IntN(len(endings))])
	}
	text := func(n int) string {
		words := make([]string, n)
		for i := range words {
			words[i] = word()
		}
		return strings.Join(words, " ")
	}
	insert := func(tx *db.Tx) error {
		_, err := tx.Exec(`INSERT INTO memories(uid, type, title, content, project, tags) VALUES (lower(hex(randomblob(8))), ?, ?, ?, ?, ?)`,
			Types[r.IntN(8)], text(1+r.IntN(5)), text(r.IntN(300)), text(1), text(r.IntN(3)))
		return err
	}
	write := func(fn func(tx *db.Tx) error) {
		t.Helper()
		if err := d.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *db.Tx) error {
		for range 700 {
			if err := insert(tx); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO memories(uid, type, title, content) VALUES ('long', 'note', 'long', ?)`, strings.Repeat("all of it is one ", 9000))
		return err
	})
	for range 60 {
		write(func(tx *db.Tx) error {
			id := 1 + r.IntN(700)
			if _, err := tx.Exec(`UPDATE memories SET title = ?, content = content || ? WHERE id = ?`, text(3), text(2), id); err != nil {
				return err
			}
			if _, err := tx.Exec(`DELETE FROM memories WHERE id = ?`, 1+r.IntN(700)); err != nil {
				return err
			}
			return insert(tx)
		})
	}
	segments := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Custom(func(t *rapid.T) string {
			if rapid.IntRange(0, 9).Draw(t, "own") == 0 {
				return rapid.SampledFrom([]string{"all", "is-one", "one-all", "--", "it's", "absent", "decision", "LONG"}).Draw(t, "word")
			}
			return fmt.Sprintf("%s%dw%s", rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "letter"), zipfian(rapid.IntRange(0, 3000).Draw(t, "number")),
				rapid.SampledFrom(endings).Draw(t, "ending"))
		})
		any, with := rapid.SliceOfN(draw, 1, 6).Draw(t, "any"), rapid.SliceOfN(draw, 0, 3).Draw(t, "with")
		limit := rapid.SampledFrom([]int{0, 1, 7, 50, 2000}).Draw(t, "limit")
		err := d.Read(context.Background(), func(tx *db.Tx) error {
			s, err := ReadStage(tx)
			if err != nil {
				return err
			}
			l := wordList{tx: tx, s: s}
			if l.index, err = openWords(tx, s); err != nil {
				return err
			}
			segments = len(l.index.segments)
			asFTS5 := l
			asFTS5.index = nil
			// FTS5 drops words without a letter from a list, and holds that nothing is in none of them.
			with = slices.DeleteFunc(with, func(w string) bool { return w == "--" })
			for _, w := range any {
				got, err := l.count(w, 30)
				if err != nil {
					return err
				}
				if want, err := asFTS5.count(w, 30); err != nil || got != want {
					t.Errorf("%q is in %v rows, %v by FTS5 (%v)", w, got, want, err)
				}
			}
			got, err := l.best(any, with, nil, limit)
			if err != nil {
				return err
			}
			want, err := asFTS5.best(any, with, nil, limit)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(worded{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%q with %q (-FTS5 +ours):\n%s", any, with, diff)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	if segments < 3 {
		t.Errorf("the index has %d segments, too few to tell", segments)
	}
}

// zipfian makes small numbers frequent.
func zipfian(n int) int { return n * n / 3000 * n / 3000 }

func TestOnlyAnIndexOfKnownFormIsReadWithoutFTS5(t *testing.T) {
	const list = `CREATE VIRTUAL TABLE memories_fts USING fts5(title, content, tags, project, type, content=memories, content_rowid=rowid`
	for sql, want := range map[string]bool{
		list + `, tokenize='porter unicode61')`:                true,
		list + "\n, tokenize = \"porter unicode61\"\n)":        false,
		list + `, tokenize="porter unicode61" )`:               true,
		list + `)`:                                             false,
		list + `, tokenize='unicode61')`:                       false,
		list + `, tokenize='porter unicode61', detail=column)`: false,
		list + `, tokenize='porter unicode61', prefix='2 3')`:  false,
		list + `, tokenize='porter unicode61', columnsize=0)`:  false,
		strings.Replace(list, "title, content", "content, title", 1) + `, tokenize='porter unicode61')`: false,
		`CREATE VIRTUAL TABLE memories_fts USING fts5(title)`:                                           false,
		`CREATE TABLE memories_fts`: false,
		``:                          false,
	} {
		if got := ownWords(sql); got != want {
			t.Errorf("%s: %v", sql, got)
		}
	}
}

func TestAnIndexThatCannotBeReadIsLeftToFTS5(t *testing.T) {
	d := openInner(t)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		for _, title := range []string{"the pool is full", "the queue is empty"} {
			if _, err := Save(tx, New{Title: title}, true); err != nil {
				return err
			}
		}
		s, err := ReadStage(tx)
		if err != nil {
			return err
		}
		if _, err := openWords(tx, s); err == nil {
			t.Error("what a transaction has written may be in FTS5's memory still")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(text string) (titles []string, reason string) {
		t.Helper()
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			s, err := ReadStage(tx)
			if err != nil {
				return err
			}
			a, err := Search(tx, s, Question{Text: text, Limit: 5})
			for _, h := range a.Hits {
				titles = append(titles, h.Title)
			}
			reason = a.Reason
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return titles, reason
	}
	want := []string{"the pool is full"}
	if got, _ := ask("pool naïve"); !cmp.Equal(got, want) {
		t.Errorf("a word beyond ASCII: %q", got)
	}
	err = d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE memories_fts_data SET block = substr(block, 1, 4) WHERE id > 100`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, reason := ask("pool"); !cmp.Equal(got, want) || reason != wordsDamaged {
		t.Errorf("of a damaged index: %q, %q", got, reason)
	}
}
