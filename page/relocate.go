package page

import (
	"errors"
	"fmt"

	"database/sql"

	"brain/db"
	"brain/merge"
)

// relocate gives a page the path where its file lies now. The file has the bytes that were read last, so it says nothing new:
// what commands have made of the page since, its text, its deletion, stays.
func relocate(tx *db.Tx, b *batch, d Draft, windows Windows) (Saved, error) {
	old := d.Old
	out := Saved{ID: old.ID, Slug: old.Slug, Entries: old.Chunks, Status: Skipped}
	if old.Path == d.Page.Path && old.RootID == d.Root {
		return out, nil
	}
	if err := vacate(tx, d.Root, d.Page.Path, false); err != nil {
		return out, err
	}
	if old.Deleted {
		out.Status = Moved
		_, err := tx.Exec(`UPDATE pages SET root_id = ?, path = ? WHERE id = ?`, d.Root, d.Page.Path, old.ID)
		return out, err
	}
	src, err := source(tx, old.ID)
	if err != nil {
		return out, err
	}
	d.Page = Parse(d.Page.Path, src)
	d.Page.Slug = old.Slug
	d.exact, d.Origin, d.At = true, FromText, old.UpdatedAt
	w := writer{tx: tx, batch: b, Draft: d, windows: windows, hash: old.SourceHash}
	w.out.Status = Moved
	err = w.write()
	return w.out, err
}

// vacate takes the path from the page that has it. One that is there waits at a path that no file has: its own file was moved,
// too, and comes later, or is gone, and then RemoveAll ends it. Until then an import that was stopped takes up the move again.
// With onlyDeleted a page that is there keeps its path.
func vacate(tx *db.Tx, root int64, path string, onlyDeleted bool) error {
	var id int64
	var gone, dead bool
	err := tx.QueryRow(`SELECT id, deleted_at IS NOT NULL, deleted_at IS NOT NULL AND file_hash IS NULL FROM pages WHERE root_id = ? AND path = ?`, []any{root, path}, &id, &gone, &dead)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	case dead:
		_, err = tx.Exec(`UPDATE pages SET path = NULL WHERE id = ?`, id)
	case !onlyDeleted || gone:
		_, err = tx.Exec(`UPDATE pages SET path = ? WHERE id = ?`, waitingRoom(id), id)
	}
	return err
}

// waitingRoom is the path of a page whose own another one has taken.
func waitingRoom(id int64) string { return fmt.Sprintf(".brain/moving/%d", id) }

// JoinRoots ends a root whose pages are those of another now. Those that are deleted go along; some that are there stay, and
// the root with them, if their files could not be read.
func JoinRoots(tx *db.Tx, root merge.Root, in Inside) error {
	for _, query := range []string{
		`UPDATE OR IGNORE pages SET root_id = ?1, path = ?3 || '/' || path WHERE root_id = ?2 AND path IS NOT NULL AND deleted_at IS NOT NULL`,
		`UPDATE pages SET root_id = ?1, path = NULL WHERE root_id = ?2 AND deleted_at IS NOT NULL`,
		`DELETE FROM roots WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM pages WHERE root_id = ?2)`,
	} {
		if _, err := tx.Exec(query, root.ID, in.Root.ID, in.Path); err != nil {
			return fmt.Errorf("join %s to %s: %w", in.Root.Path, root.Path, err)
		}
	}
	return nil
}
