package memory

import (
	"fmt"
	"slices"

	"brain/db"
)

// Kinds are brain-cli's kinds of links between memories, in order.
var Kinds = []string{"blocks", "caused_by", "cites", "duplicate_of", "fixed_by", "related_to", "superseded_by"}

// Link ties one memory to another, or to itself; either may be deleted. The error wraps ErrKind or ErrLinked, or is a
// *UIDError of ErrUnknown.
func Link(tx *db.Tx, from, to, kind string) error {
	if !slices.Contains(Kinds, kind) {
		return fmt.Errorf("%w: %q is none of %q", ErrKind, kind, Kinds)
	}
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	src, err := Find(tx, s, from)
	if err != nil {
		return err
	}
	dst, err := Find(tx, s, to)
	if err != nil {
		return err
	}
	res, err := tx.Exec(`INSERT OR IGNORE INTO memory_links(src_id, dst_id, kind, created_at) VALUES (?, ?, ?, ?)`, src.ID, dst.ID, kind, Stamp(tx.Now))
	if err != nil {
		return fmt.Errorf("link %s to %s: %w", from, to, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: %s %s %s", ErrLinked, from, kind, to)
	}
	return nil
}
