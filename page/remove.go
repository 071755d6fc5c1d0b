package page

import (
	"database/sql"
	"errors"
	"fmt"

	"brain/db"
)

// ErrNotDeleted says that a page which was to come back is there.
var ErrNotDeleted = errors.New("the page is not deleted")

// Delete marks a page deleted: no list, search or link finds it until Restore. A file that it was read from may stay where
// it is; it is not read again before it changes.
func Delete(tx *db.Tx, slug string) error {
	s, err := findLive(tx, slug)
	if err != nil {
		return err
	}
	return healing(tx, func() error {
		var links linker
		if err := remove(tx, &links, s); err != nil {
			return err
		}
		return links.resolve(tx)
	})
}

// RemoveAll is Delete for pages whose files are gone: a file brings its page back when it comes back. Those that another
// process has moved or purged since they were listed are left alone.
func RemoveAll(tx *db.Tx, pages []Stored) error {
	return healing(tx, func() error {
		var links linker
		for _, s := range pages {
			now, err := findID(tx, s.ID)
			waits := now.Path == waitingRoom(s.ID) // its file was written over by another's
			if errors.Is(err, sql.ErrNoRows) || err == nil && (now.RootID != s.RootID || now.Path != s.Path && !waits) {
				continue
			}
			if err == nil && !now.Deleted {
				err = remove(tx, &links, now)
			}
			if err != nil {
				return fmt.Errorf("remove page %s: %w", s.Slug, err)
			}
			if _, err := tx.Exec(`UPDATE pages SET file_hash = NULL, path = iif(?, NULL, path) WHERE id = ?`, waits, s.ID); err != nil {
				return err
			}
		}
		return links.resolve(tx)
	})
}

func remove(tx *db.Tx, links *linker, s Stored) error {
	if _, err := tx.Exec(`UPDATE pages SET deleted_at = ? WHERE id = ?`, db.FormatTime(tx.Now), s.ID); err != nil {
		return err
	}
	// Its own links end with it, those to it dangle.
	if _, err := tx.Exec(`UPDATE links SET other_id = NULL WHERE page_id = ? AND other_id IS NOT NULL`, s.ID); err != nil {
		return err
	}
	if err := links.setNames(tx, s.ID, false, false, nil); err != nil {
		return err
	}
	if err := dropWords(tx, s.ID); err != nil {
		return err
	}
	return retireChunks(tx, s.Slug, 0, s.Chunks, tx.Now)
}

// Restore brings a deleted page back with its links, tags, timeline and versions. If its file is gone it is a page of no
// file from then on, which the next import of its folder leaves alone.
func Restore(tx *db.Tx, slug string, windows Windows) (Saved, error) {
	s, err := Find(tx, slug)
	if err != nil {
		return Saved{}, err
	}
	if !s.Deleted {
		return Saved{}, fmt.Errorf("%w: %s", ErrNotDeleted, slug)
	}
	src, err := source(tx, s.ID)
	if err != nil {
		return Saved{}, err
	}
	if s.FileHash == "" {
		// Its title and type are no longer those that its file's place gave it.
		s.RootID, s.Path = 0, ""
	}
	d := rewrite(s, src, "restore")
	d.exact, d.At = true, s.UpdatedAt
	return Save(tx, d, windows)
}
