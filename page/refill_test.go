package page

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
)

var indexed = folder{
	"people/ada.md":  "---\ntitle: Ada Example\naliases: [the countess]\ntags: [技術]\n---\nShe writes C++ and 日本語. See [[Bob]].\n",
	"people/bob.md":  "---\ntitle: Bob\n---\nThe quokka of [[ada]].\n\n<!-- timeline -->\n\n- 2024-01-01: rm -rf\n",
	"notes/plain.md": "Nothing of it.\n",
}

// asked are questions, each of one page, and the page.
var askedOf = map[string]string{"the countess": "people/ada", "c++": "people/ada", "日本語": "people/ada", "技術": "people/ada", "quokkas": "people/bob", "-rf": "people/bob"}

// indexOf lists all that the index of pages holds.
func indexOf(t *testing.T, d *db.DB) (all []string) {
	t.Helper()
	write(t, d, func(tx *db.Tx) error {
		for _, query := range []string{
			`CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, pages_fts, instance)`,
			`CREATE VIRTUAL TABLE temp.grams USING fts5vocab(main, pages_grams, instance)`,
		} {
			if err := tx.Script(query); err != nil {
				return err
			}
		}
		for _, query := range []string{
			`SELECT 'w ' || term || ' ' || doc || ' ' || col || ' ' || "offset" FROM temp.words ORDER BY 1`,
			`SELECT 'g ' || term || ' ' || doc FROM temp.grams ORDER BY 1`,
			`SELECT 'n ' || key || ' ' || kind || ' ' || page_id || ' ' || alias FROM page_names ORDER BY 1`,
			`SELECT 'l ' || id || ' ' || coalesce(other_id, 0) FROM links ORDER BY 1`,
		} {
			list, err := texts(tx, query)
			if err != nil {
				return err
			}
			all = append(all, list...)
		}
		return tx.Script(`DROP TABLE temp.words; DROP TABLE temp.grams`)
	})
	return all
}

func openAt(t *testing.T, path string) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), path, db.Options{Create: true, Functions: merge.Functions(), Upgrades: map[int]db.Upgrade{db.PageSchema: Upgrade}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func TestAnIndexOfPagesThatIsLostOrDamagedIsPutBack(t *testing.T) {
	for name, c := range map[string]struct {
		sql     string
		missing bool // a write must wait for the repair of the schema
		reason  string
	}{
		"words":            {`DROP TABLE pages_fts`, true, "pages' words is missing"},
		"grams":            {`DROP TABLE pages_grams`, true, "symbols"},
		"names":            {`DROP TABLE page_names`, true, "pages' names is missing"},
		"all":              {`DROP TABLE pages_fts; DROP TABLE pages_grams; DROP TABLE page_names`, true, "pages' words is missing"},
		"part of words":    {`DROP TABLE pages_fts_docsize`, true, "pages' words is missing"},
		"data of words":    {`DELETE FROM pages_fts_data`, false, "pages' words is missing"},
		"data of grams":    {`DELETE FROM pages_grams_data`, false, "symbols"},
		"rows of grams":    {`DELETE FROM pages_grams`, false, ""},
		"rows of words":    {`DELETE FROM pages_fts`, false, "pages' words is empty"},
		"rows of names":    {`DELETE FROM page_names`, false, "pages' names is empty"},
		"blocks of words":  {`UPDATE pages_fts_data SET block = x'00' WHERE id > 10`, false, "pages' words is missing"},
		"one page's names": {`DELETE FROM page_names WHERE page_id = 1`, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "brain.db")
			d := openAt(t, path)
			indexed.sync(t, d, "/vault")
			want := indexOf(t, d)
			d.Close()
			file, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := file.Exec(c.sql); err != nil {
				t.Fatal(err)
			}
			file.Close()

			d = openAt(t, path)
			read(t, d, func(tx *db.Tx) error {
				a, err := Search(tx, Question{Text: "quokka c++"})
				if err != nil || !strings.Contains(a.Reason, c.reason) || c.reason == "" && a.Reason != "" {
					t.Errorf("search: %q %v", a.Reason, err)
				}
				_, err = Get(tx, "people/ada", false)
				return err
			})
			err = d.Write(context.Background(), func(tx *db.Tx) error {
				var drafts []Draft
				for _, path := range []string{"notes/new.md", "notes/newer.md"} {
					drafts = append(drafts, Draft{Page: Parse(path, []byte("New of it.\n"))})
				}
				_, err := SaveAll(tx, drafts, wordWindows)
				for _, d := range drafts {
					if err == nil {
						err = Delete(tx, d.Page.Slug)
					}
				}
				if err == nil {
					_, err = Put(tx, PutInput{Slug: "notes/plain", Source: []byte("Something of it.\n")}, wordWindows)
				}
				return err
			})
			if c.missing != errors.Is(err, db.ErrIncomplete) || !c.missing && err != nil {
				t.Errorf("write: %v", err)
			}
			if _, err := d.Migrate(context.Background(), db.MigrateOptions{}); err != nil {
				t.Fatal(err)
			}
			write(t, d, func(tx *db.Tx) error {
				if err := Upgrade(tx); err != nil {
					return err
				}
				_, err := Put(tx, PutInput{Slug: "notes/plain", Source: []byte(indexed["notes/plain.md"])}, wordWindows)
				return errors.Join(err, CheckWords(tx))
			})
			if diff := cmp.Diff(want, indexOf(t, d)); diff != "" {
				t.Errorf("after it (-want +got):\n%s", diff)
			}
			read(t, d, func(tx *db.Tx) error {
				for question, slug := range askedOf {
					a, err := Search(tx, Question{Text: question})
					if err != nil || a.Reason != "" || len(a.Hits) == 0 || a.Hits[0].Slug != slug {
						t.Errorf("%q: %+v %v", question, a, err)
					}
				}
				return nil
			})
		})
	}
}

func TestRefillMakesWhatWritesMadeAndCheckWordsSeesWhatIsNot(t *testing.T) {
	d := openStore(t)
	indexed.sync(t, d, "/vault")
	want := indexOf(t, d)
	for range 2 {
		write(t, d, func(tx *db.Tx) error { return errors.Join(Refill(tx), CheckWords(tx)) })
		if diff := cmp.Diff(want, indexOf(t, d)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	}
	for _, lost := range []string{`DELETE FROM pages_fts WHERE rowid = 1`, `DELETE FROM pages_grams WHERE rowid = (SELECT id FROM pages WHERE slug = 'people/ada')`, `DELETE FROM page_names WHERE page_id = 1`, `DELETE FROM pages_fts_data`} {
		write(t, d, func(tx *db.Tx) error {
			if err := tx.Script(lost); err != nil {
				return err
			}
			if err := CheckWords(tx); !errors.Is(err, ErrWords) {
				t.Errorf("%s: %v", lost, err)
			}
			return Refill(tx)
		})
		if diff := cmp.Diff(want, indexOf(t, d)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lost, diff)
		}
	}
}
