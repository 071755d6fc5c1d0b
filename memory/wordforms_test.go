package memory

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"brain/db"
)

// TestWordsOfAnIndexOfAnyFormAreRankedAsByFTS5 compares as TestWordsAreRankedAsByFTS5 does, in indexes of small leaves and many levels
// that are merged in part, and for words of no language.
func TestWordsOfAnIndexOfAnyFormAreRankedAsByFTS5(t *testing.T) {
	seeds := 8
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(seed), 9))
			d := openInner(t)
			write := func(fn func(tx *db.Tx) error) {
				t.Helper()
				if err := d.Write(t.Context(), fn); err != nil {
					t.Fatal(err)
				}
			}
			write(func(*db.Tx) error { return nil })
			other, err := sql.Open("sqlite", d.Path())
			if err != nil {
				t.Fatal(err)
			}
			defer other.Close()
			other.SetMaxOpenConns(1)
			command := func(word string, value any) {
				t.Helper()
				if _, err := other.Exec(`INSERT INTO memories_fts(memories_fts, rank) VALUES (?, ?)`, word, value); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := other.Exec(`PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = 1; PRAGMA synchronous = 0`); err != nil {
				t.Fatal(err)
			}
			command("pgsz", []int{32, 64, 100, 500, 4050}[seed%5])
			command("automerge", []int{0, 2, 4}[seed%3])
			parts := strings.Fields("a e y ing ed ation s ies sses eed bl at iz ful er b t ll zz 1 9 tional ement - . long" + strings.Repeat("long", 30))
			vocabulary := make([]string, []int{8, 60, 900}[seed%3])
			for i := range vocabulary {
				var b strings.Builder
				for range 1 + r.IntN(4) {
					b.WriteString(parts[r.IntN(len(parts))])
				}
				vocabulary[i] = "x" + b.String()
			}
			word := func() string { return vocabulary[int(float64(len(vocabulary))*r.Float64()*r.Float64())] }
			text := func(n int) string {
				words := make([]string, n)
				for i := range words {
					words[i] = word()
				}
				return strings.Join(words, " ")
			}
			for range 8 {
				write(func(tx *db.Tx) error {
					for range 20 + r.IntN(60) {
						if _, err := tx.Exec(`INSERT INTO memories(uid, type, title, content, tags) VALUES (lower(hex(randomblob(8))), 'note', ?, ?, ?)`,
							text(1+r.IntN(3)), text(r.IntN(60)), text(r.IntN(2))); err != nil {
							return err
						}
					}
					if _, err := tx.Exec(`DELETE FROM memories WHERE id % 7 = ?`, r.IntN(7)); err != nil {
						return err
					}
					_, err := tx.Exec(`UPDATE memories SET content = ? WHERE id % 11 = ?`, text(9), r.IntN(11))
					return err
				})
				switch r.IntN(5) {
				case 0:
					command("optimize", nil)
				case 1, 2:
					command("merge", []int{1, 5, -3, 40}[r.IntN(4)])
				}
				compareWithFTS5(t, d, func() string {
					if r.IntN(3) == 0 {
						return word() + "-" + word()
					}
					return word()
				})
			}
		})
	}
}

// compareWithFTS5 counts words and ranks rows by some of them, with FTS5 and without.
func compareWithFTS5(t *testing.T, d *db.DB, word func() string) {
	t.Helper()
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		s, err := ReadStage(tx)
		if err != nil {
			return err
		}
		for range 12 {
			l, by := wordList{tx: tx, s: s}, wordList{tx: tx, s: s}
			if l.index, err = openWords(tx, s); err != nil {
				return err
			}
			any, with := []string{word(), word(), word()}, []string{word()}
			for _, w := range any {
				got, err := l.count(w, 1e6)
				want, byErr := by.count(w, 1e6)
				if err != nil || byErr != nil || got != want {
					t.Fatalf("%q is in %v rows (%v), %v by FTS5 (%v)", w, got, err, want, byErr)
				}
			}
			got, err := l.best(any, with, nil, 20)
			want, byErr := by.best(any, with, nil, 20)
			if err != nil || byErr != nil {
				t.Fatal(err, byErr)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(worded{}), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%q with %q (-FTS5 +ours):\n%s", any, with, diff)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWordsAreFoundInAFileOfUTF16: FTS5 keeps tokens in UTF-8 whatever the file's encoding is.
func TestWordsAreFoundInAFileOfUTF16(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.Exec(`PRAGMA encoding = 'UTF-16le'; CREATE TABLE gone(x); DROP TABLE gone`); err != nil {
		t.Fatal(err)
	}
	d := openAt(t, path)
	if err := d.Write(t.Context(), func(*db.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(`INSERT INTO memories_fts(memories_fts, rank) VALUES ('pgsz', 32)`); err != nil {
		t.Fatal(err)
	}
	words := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")
	err = d.Write(t.Context(), func(tx *db.Tx) error {
		for i := range words {
			if _, err := Save(tx, New{Title: strings.Join(words[:i+1], " "), Content: words[i]}, true); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var encoding string
	var segments int
	if err := other.QueryRow(`SELECT encoding, (SELECT count(*) FROM memories_fts_idx) FROM pragma_encoding`).Scan(&encoding, &segments); err != nil || encoding != "UTF-16le" || segments < 20 {
		t.Fatal(encoding, segments, err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	compareWithFTS5(t, d, func() string { return words[r.IntN(len(words))] })
}

func TestAWordLongerThanATokenIsFound(t *testing.T) {
	d := openInner(t)
	long := strings.Repeat("long", 10_000)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		for _, title := range []string{long + "er", "short"} {
			if _, err := Save(tx, New{Title: title}, true); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Read(t.Context(), func(tx *db.Tx) error {
		s, err := ReadStage(tx)
		if err != nil {
			return err
		}
		a, err := Search(tx, s, Question{Text: long, Limit: 5})
		if len(a.Hits) != 1 || a.Reason != "" {
			t.Errorf("%d hits, reason %q", len(a.Hits), a.Reason)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
