package memory

import (
	"fmt"

	"brain/db"
)

// Delete hides a memory from everything but Restore. Its vectors go.
func Delete(tx *db.Tx, uid string) error {
	_, err := healing(tx, func() error { return remove(tx, uid) })
	return err
}

func remove(tx *db.Tx, uid string) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	m, err := FindLive(tx, s, uid)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE memories SET deleted_at = ? WHERE id = ?`, Stamp(tx.Now), m.ID); err != nil {
		return fmt.Errorf("delete %s: %w", uid, err)
	}
	if err := alter(tx, uid, "delete", "", ""); err != nil {
		return err
	}
	return syncOne(tx, m.ID)
}

// Restore takes a deletion back. The error is a *UIDError of ErrUnknown or ErrNotDeleted.
func Restore(tx *db.Tx, uid string) error {
	_, err := healing(tx, func() error { return restore(tx, uid) })
	return err
}

func restore(tx *db.Tx, uid string) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	m, err := Find(tx, s, uid)
	if err != nil {
		return err
	}
	if m.DeletedAt == "" {
		return &UIDError{UID: uid, Err: ErrNotDeleted}
	}
	if _, err := tx.Exec(`UPDATE memories SET deleted_at = NULL WHERE id = ?`, m.ID); err != nil {
		return fmt.Errorf("restore %s: %w", uid, err)
	}
	return syncOne(tx, m.ID)
}

// Invalidate says that a memory is true no longer: it stays, but is not found by default. by is the uid of the memory that
// takes its place, "" for none; a link superseded_by is made to it. The error is a *UIDError of ErrUnknown, ErrDeleted,
// ErrInvalid or ErrSelf, whose UID tells which of the two it is about.
func Invalidate(tx *db.Tx, uid, by, reason string) error {
	_, err := healing(tx, func() error { return invalidateUID(tx, uid, by, reason) })
	return err
}

func invalidateUID(tx *db.Tx, uid, by, reason string) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	m, err := FindLive(tx, s, uid)
	if err != nil {
		return err
	}
	if m.InvalidAt != "" {
		return &UIDError{UID: uid, Err: ErrInvalid, Since: m.InvalidAt}
	}
	var successor *Memory
	if by != "" {
		if by == uid {
			return &UIDError{UID: uid, Err: ErrSelf}
		}
		x, err := FindLive(tx, s, by)
		if err != nil {
			return err
		}
		successor = &x
	}
	return invalidate(tx, m, successor, reason)
}

// invalidate is Invalidate of a memory that was found valid.
func invalidate(tx *db.Tx, m Memory, by *Memory, reason string) error {
	var c cleaner
	reason = c.line("reason", reason)
	now, uid, delta := Stamp(tx.Now), "", ""
	if by != nil {
		uid, delta = by.UID, "superseded_by "+by.UID
		_, err := tx.Exec(`INSERT OR IGNORE INTO memory_links(src_id, dst_id, kind, created_at) VALUES (?, ?, 'superseded_by', ?)`, m.ID, by.ID, now)
		if err != nil {
			return fmt.Errorf("link %s: %w", m.UID, err)
		}
	}
	if _, err := tx.Exec(`UPDATE memories SET invalid_at = ?, superseded_by = ? WHERE id = ?`, now, orNull(uid), m.ID); err != nil {
		return fmt.Errorf("invalidate %s: %w", m.UID, err)
	}
	if err := alter(tx, m.UID, "invalidate", delta, reason); err != nil {
		return err
	}
	return syncOne(tx, m.ID)
}

// Revalidate takes an invalidation back; a link to the successor stays. The error is a *UIDError of ErrUnknown, ErrDeleted
// or ErrNotInvalid.
func Revalidate(tx *db.Tx, uid, reason string) error {
	_, err := healing(tx, func() error { return revalidate(tx, uid, reason) })
	return err
}

func revalidate(tx *db.Tx, uid, reason string) error {
	s, err := ReadStage(tx)
	if err != nil {
		return err
	}
	m, err := FindLive(tx, s, uid)
	if err != nil {
		return err
	}
	if m.InvalidAt == "" {
		return &UIDError{UID: uid, Err: ErrNotInvalid}
	}
	if _, err := tx.Exec(`UPDATE memories SET invalid_at = NULL, superseded_by = NULL WHERE id = ?`, m.ID); err != nil {
		return fmt.Errorf("revalidate %s: %w", uid, err)
	}
	var c cleaner
	if err := alter(tx, uid, "revalidate", "", c.line("reason", reason)); err != nil {
		return err
	}
	return syncOne(tx, m.ID)
}
