package page

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"brain/db"
	"brain/merge"
)

// ErrNoPage says that no page has the slug.
var ErrNoPage = errors.New("no such page")

// ErrSlugTaken says that another process gave the slug, or the path, to a page since the plan was made: make it anew.
var ErrSlugTaken = errors.New("slug is taken")

// Windows cuts a text into parts of which each fits a model's window together with the reserve that leads it.
type Windows func(text, reserve string) []string

// Stored is what the file knows of a page without its texts.
type Stored struct {
	ID          int64
	RootID      int64  // 0 for a page that came from no file
	Path        string // in its root; "" for a page that came from no file
	Slug        string
	Type        string
	Title       string
	SourceHash  string // of the page as it is exported
	FileHash    string // of the file that was read last; "" if it is gone or there never was one
	Chunks      int
	TruthChunks int
	CreatedAt   time.Time
	UpdatedAt   time.Time
	TruthAt     time.Time // when the compiled truth last became another text
	Deleted     bool
}

const storedColumns = `id, coalesce(root_id, 0), coalesce(path, ''), slug, type, title, source_hash, coalesce(file_hash, ''), chunks, truth_chunks,
	created_at, updated_at, truth_at, deleted_at IS NOT NULL`

func scanStored(scan func(...any) error) (s Stored, err error) {
	var created, updated, truth string
	err = scan(&s.ID, &s.RootID, &s.Path, &s.Slug, &s.Type, &s.Title, &s.SourceHash, &s.FileHash, &s.Chunks, &s.TruthChunks, &created, &updated, &truth, &s.Deleted)
	if err != nil {
		return s, err
	}
	var errs [3]error
	s.CreatedAt, errs[0] = db.ParseTime(created)
	s.UpdatedAt, errs[1] = db.ParseTime(updated)
	s.TruthAt, errs[2] = db.ParseTime(truth)
	return s, errors.Join(errs[:]...)
}

// findID gives a page by its id.
func findID(tx *db.Tx, id int64) (Stored, error) {
	return scanStored(func(dest ...any) error {
		return tx.QueryRow(`SELECT `+storedColumns+` FROM pages WHERE id = ?`, []any{id}, dest...)
	})
}

// Find gives the page of an exact slug, a deleted one too; the error wraps ErrNoPage.
func Find(tx *db.Tx, slug string) (Stored, error) {
	s, err := scanStored(func(dest ...any) error {
		return tx.QueryRow(`SELECT `+storedColumns+` FROM pages WHERE slug = ?`, []any{slug}, dest...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return s, fmt.Errorf("%w: %s", ErrNoPage, slug)
	}
	return s, err
}

// findLive is Find for pages that are not deleted.
func findLive(tx *db.Tx, slug string) (Stored, error) {
	s, err := Find(tx, slug)
	if err == nil && s.Deleted {
		err = fmt.Errorf("%w: %s is deleted", ErrNoPage, slug)
	}
	return s, err
}

// HashSource is how a file's bytes are compared with those stored: SHA-256 in hex.
func HashSource(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}

// OtherRoots calls root for each folder of pages but the one at path, with how many of its pages are served.
func OtherRoots(tx *db.Tx, path string, root func(path string, pages int)) error {
	return tx.Each(`SELECT r.path, count(*) FROM roots r JOIN pages p ON p.root_id = r.id AND p.deleted_at IS NULL
		WHERE r.kind = ? AND r.path <> ? GROUP BY r.id ORDER BY r.id`, []any{merge.PagesRoot, path}, func(scan func(...any) error) error {
		var other string
		var pages int
		if err := scan(&other, &pages); err != nil {
			return err
		}
		root(other, pages)
		return nil
	})
}

// CountIn counts the pages that are served from the folder at path.
func CountIn(tx *db.Tx, path string) (n int, err error) {
	err = tx.QueryRow(`SELECT count(*) FROM pages WHERE deleted_at IS NULL AND root_id IN (SELECT id FROM roots WHERE kind = ? AND path = ?)`,
		[]any{merge.PagesRoot, path}, &n)
	return n, err
}

// source reads the bytes of a page as it is exported.
func source(tx *db.Tx, pageID int64) (src []byte, err error) {
	err = tx.QueryRow(`SELECT source FROM page_texts WHERE id = ?`, []any{pageID}, &src)
	return src, err
}

// texts collects the first column of a query, which is text.
func texts(tx *db.Tx, query string, args ...any) ([]string, error) {
	out := []string{}
	err := tx.Each(query, args, func(scan func(...any) error) error {
		var s string
		err := scan(&s)
		out = append(out, s)
		return err
	})
	return out, err
}
