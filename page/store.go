package page

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"brain/db"
	"brain/merge"
)

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

// ErrSlugTaken says that another process gave the slug to a page since Slugs was asked: ask again.
var ErrSlugTaken = errors.New("slug is taken")

// Stored is what the file knows of an imported path.
type Stored struct {
	ID         int64
	Slug       string
	SourceHash string
	Chunks     int
	Deleted    bool
}

// HashSource is how a file's bytes are compared with those stored: SHA-256 in hex.
func HashSource(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}

// StoredPages gives the pages of a root by path, the deleted ones too.
func StoredPages(tx *db.Tx, root merge.Root) (map[string]Stored, error) {
	out := map[string]Stored{}
	err := tx.Each(`SELECT path, id, slug, source_hash, chunks, deleted_at IS NOT NULL FROM pages WHERE root_id = ?`, []any{root.ID},
		func(scan func(...any) error) error {
			var p string
			var s Stored
			err := scan(&p, &s.ID, &s.Slug, &s.SourceHash, &s.Chunks, &s.Deleted)
			out[p] = s
			return err
		})
	return out, err
}

// Slugs gives each path of a root a slug that no other page has, in this root or another. Slugs of a root that is not the
// first begin with the root's name. A path that has a slug keeps it.
func Slugs(tx *db.Tx, root merge.Root, paths []string) (map[string]string, []Collision, error) {
	prefix := ""
	if !root.First {
		prefix = SlugOf(root.Name)
	}
	taken := map[string]string{}
	err := tx.Each(`SELECT slug, coalesce(path, ''), coalesce(root_id, 0) FROM pages`, nil, func(scan func(...any) error) error {
		var slug, p string
		var rootID int64
		if err := scan(&slug, &p, &rootID); err != nil {
			return err
		}
		if rootID == root.ID {
			taken[slug] = path.Join(prefix, p)
		} else {
			taken[slug] = ""
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	full := make([]string, len(paths))
	for i, p := range paths {
		full[i] = path.Join(prefix, p)
	}
	assigned, collisions := AssignSlugs(full, taken)
	slugs := make(map[string]string, len(paths))
	short := make(map[string]string, len(paths))
	for i, p := range paths {
		slugs[p] = assigned[full[i]]
		short[full[i]] = p
	}
	for i, c := range collisions {
		// Paths are told as they lie in the root.
		collisions[i].Path = short[c.Path]
	}
	return slugs, collisions, nil
}

// Save writes a page, its entries and their spans. old is what StoredPages knows of the path. modTime is the file's time:
// the page's updated_at, and its created_at where the frontmatter names none and the page is new.
func Save(tx *db.Tx, root merge.Root, p Page, old *Stored, modTime time.Time, windows func(text, reserve string) []string) (entries int, err error) {
	created := p.Created
	if created.IsZero() {
		created = modTime
		if old != nil {
			var stored string
			if err := tx.QueryRow(`SELECT created_at FROM pages WHERE id = ?`, []any{old.ID}, &stored); err != nil {
				return 0, err
			}
			if created, err = db.ParseTime(stored); err != nil {
				return 0, err
			}
		}
	}
	updated := modTime
	if updated.Before(created) {
		updated = created
	}
	rows := Entries(p, windows)
	_, err = tx.Exec(`INSERT INTO pages(root_id, path, slug, type, title, compiled_truth, timeline, frontmatter, source, source_hash, chunks, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT(root_id, path) DO UPDATE SET type = excluded.type, title = excluded.title, compiled_truth = excluded.compiled_truth,
			timeline = excluded.timeline, frontmatter = excluded.frontmatter, source = excluded.source, source_hash = excluded.source_hash,
			chunks = excluded.chunks, created_at = excluded.created_at, updated_at = excluded.updated_at, deleted_at = NULL`,
		root.ID, p.Path, p.Slug, p.Type, p.Title, p.CompiledTruth, p.Timeline, string(p.Frontmatter.Fields.JSON()), p.Source, HashSource(p.Source), len(rows),
		db.FormatTime(created), db.FormatTime(updated))
	if err != nil {
		if strings.Contains(err.Error(), "UNIQUE constraint failed: pages.slug") {
			err = ErrSlugTaken
		}
		return 0, fmt.Errorf("save page %s: %w", p.Slug, err)
	}
	for _, r := range rows {
		_, err := merge.Put(tx, merge.Row{Source: merge.GBrain, EntityID: r.ID, EntityName: r.Name, Content: r.Content, CreatedAt: created, UpdatedAt: updated})
		if err != nil {
			return 0, err
		}
	}
	if old != nil && !old.Deleted {
		if err := retireChunks(tx, p.Slug, len(rows), old.Chunks, updated); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// Remove marks a page deleted and ends its entries: its file is gone. The row stays, so that it can come back.
func Remove(tx *db.Tx, old Stored) error {
	if _, err := tx.Exec(`UPDATE pages SET deleted_at = ? WHERE id = ?`, db.FormatTime(tx.Now), old.ID); err != nil {
		return err
	}
	return retireChunks(tx, old.Slug, 0, old.Chunks, tx.Now)
}

// retireChunks ends the entries of chunks from up to below to.
func retireChunks(tx *db.Tx, slug string, from, to int, at time.Time) error {
	for i := from; i < to; i++ {
		if _, err := merge.Retire(tx, merge.GBrain, chunkID(slug, i), at); err != nil {
			return err
		}
	}
	return nil
}

// chunkID is the entity id of a page's chunk: the slug alone for the first, slug#2 and on for the others.
func chunkID(slug string, i int) string {
	if i == 0 {
		return slug
	}
	return fmt.Sprintf("%s#%d", slug, i+1)
}
