package page

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"brain/db"
	"brain/fts"
)

// ErrWords says that what pages are found by (their words, grams and names) does not agree with them.
var ErrWords = errors.New("index of pages does not agree with them")

// Refill makes anew what pages are found by: the indexes of their words and grams, however damaged they are, and their names.
// Links are aimed again by the names. Nothing else changes, and doing it again changes nothing.
func Refill(tx *db.Tx) error {
	for _, table := range []string{"pages_fts", "pages_grams"} {
		if err := db.Remake(tx, table); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(`DELETE FROM page_names`); err != nil {
		return err
	}
	return fill(tx, addWords)
}

// fill makes the names of pages, which have none, and aims their links; also does what else is to be done with each.
func fill(tx *db.Tx, also func(tx *db.Tx, pageID int64, p Page) error) error {
	var links linker
	err := eachLive(tx, func(s Stored, p Page) error {
		if err := also(tx, s.ID, p); err != nil {
			return err
		}
		p.Path = s.Path
		links.pages = append(links.pages, s.ID)
		return links.setNames(tx, s.ID, true, false, namesOf(p))
	})
	if err != nil {
		return err
	}
	return links.resolve(tx)
}

// eachLive calls fn for the pages that are not deleted, read from their sources.
func eachLive(tx *db.Tx, fn func(Stored, Page) error) error {
	all, err := live(tx)
	for _, s := range all {
		var src []byte
		if src, err = source(tx, s.ID); err == nil {
			err = fn(s, rewrite(s, src, "").Page)
		}
		if err != nil {
			return fmt.Errorf("index page %s: %w", s.Slug, err)
		}
	}
	return err
}

// live lists the pages that are not deleted.
func live(tx *db.Tx) (all []Stored, err error) {
	err = tx.Each(`SELECT `+storedColumns+` FROM pages WHERE deleted_at IS NULL ORDER BY id`, nil, func(scan func(...any) error) error {
		s, err := scanStored(scan)
		all = append(all, s)
		return err
	})
	return all, err
}

// CheckWords compares what pages are found by with the pages; the error wraps ErrWords where Refill has something to do. FTS5
// looks into itself by an INSERT, so the transaction must be one that writes, though it changes nothing.
func CheckWords(tx *db.Tx) error {
	return db.Check(tx, ErrWords, func() error {
		if err := checkIndexes(tx); err != nil {
			return err
		}
		words, err := rowIDs(tx, "SELECT rowid FROM pages_fts")
		if err != nil {
			return err
		}
		grams, err := rowIDs(tx, "SELECT rowid FROM pages_grams")
		if err != nil {
			return err
		}
		names, err := rowIDs(tx, "SELECT DISTINCT page_id FROM page_names")
		if err != nil {
			return err
		}
		wantWords, wantGrams := map[int64]bool{}, map[int64]bool{}
		err = eachLive(tx, func(s Stored, p Page) error {
			wantWords[s.ID] = true
			if gramsOf(p) != "" {
				wantGrams[s.ID] = true
			}
			return nil
		})
		switch {
		case err != nil:
			return err
		case !maps.Equal(words, wantWords):
			return fmt.Errorf("%d of %d pages have words", len(words), len(wantWords))
		case !maps.Equal(grams, wantGrams):
			return fmt.Errorf("%d of %d pages have grams", len(grams), len(wantGrams))
		case !maps.Equal(names, wantWords):
			return fmt.Errorf("%d of %d pages have names", len(names), len(wantWords))
		}
		return nil
	})
}

// checkIndexes asks FTS5 whether the two indexes are whole in themselves.
func checkIndexes(tx *db.Tx) error {
	for _, query := range []string{
		`INSERT INTO pages_fts(pages_fts) VALUES ('integrity-check')`,
		`INSERT INTO pages_grams(pages_grams) VALUES ('integrity-check')`,
	} {
		if _, err := tx.Exec(query); err != nil {
			return err
		}
	}
	return nil
}

func rowIDs(tx *db.Tx, query string) (map[int64]bool, error) {
	out := map[int64]bool{}
	err := tx.Each(query, nil, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		out[id] = true
		return err
	})
	return out, err
}

// gramsOf is the row of pages_grams for a page.
func gramsOf(p Page) string {
	return fts.GramText(p.Title, strings.Join(p.Tags, "\n"), strings.Join(Aliases(p), "\n"), p.CompiledTruth, p.Timeline)
}

// healing runs fn, which writes pages. If it meets damage in an index of theirs, the index is made anew and fn runs again.
func healing(tx *db.Tx, fn func() error) error {
	return db.Heal(tx, fn, func() bool {
		return tx.Try(func() error { return checkIndexes(tx) }) != nil && tx.Try(func() error { return Refill(tx) }) == nil
	})
}

// healBefore is healing for many pages. FTS5 writes out what it has gathered whenever a savepoint begins, which made an import
// take twice the time; so it asks the indexes for a word first, and makes them anew where they cannot tell.
func healBefore(tx *db.Tx) error {
	for _, query := range []string{
		`SELECT rowid FROM pages_fts WHERE pages_fts MATCH 'a' LIMIT 1`,
		`SELECT rowid FROM pages_grams WHERE pages_grams MATCH 'a' LIMIT 1`,
	} {
		if _, err := rowIDs(tx, query); errors.Is(err, db.ErrCorrupt) {
			return healing(tx, func() error { return checkIndexes(tx) })
		} else if err != nil {
			return err
		}
	}
	return nil
}
