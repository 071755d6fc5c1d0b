package memory

import (
	"errors"
	"fmt"

	"brain/db"
)

// The reasons for which memories are not merged, beside those of a *UIDError.
var (
	// ErrFewUIDs: a keeper and at least one duplicate are needed.
	ErrFewUIDs = errors.New("a keeper and at least one duplicate are needed")
	// ErrKeeper: the keeper is among the duplicates.
	ErrKeeper = errors.New("keeper cannot be its own duplicate")
)

// Merged says what a merge did.
type Merged struct {
	Merged  []string // uids, now invalid
	Skipped []string // were invalid already
}

// MergeDuplicates invalidates duplicates in favour of the memory that is kept, as superseded by it; no text is lost. All are
// looked at before the first is changed. The error is ErrFewUIDs, ErrKeeper or a *UIDError.
func MergeDuplicates(tx *db.Tx, keeper string, duplicates []string) (out Merged, err error) {
	_, err = healing(tx, func() (err error) {
		out, err = mergeDuplicates(tx, keeper, duplicates)
		return err
	})
	return out, err
}

func mergeDuplicates(tx *db.Tx, keeper string, duplicates []string) (Merged, error) {
	if len(duplicates) == 0 {
		return Merged{}, ErrFewUIDs
	}
	s, err := ReadStage(tx)
	if err != nil {
		return Merged{}, err
	}
	kept, err := FindLive(tx, s, keeper)
	if err != nil {
		return Merged{}, fmt.Errorf("keeper: %w", err)
	}
	if kept.InvalidAt != "" {
		// Its duplicates would vanish with it.
		return Merged{}, fmt.Errorf("keeper: %w", &UIDError{UID: keeper, Err: ErrInvalid, Since: kept.InvalidAt})
	}
	var list []Memory
	for _, uid := range duplicates {
		if uid == keeper {
			return Merged{}, ErrKeeper
		}
		m, err := FindLive(tx, s, uid)
		if err != nil {
			return Merged{}, fmt.Errorf("duplicate: %w", err)
		}
		list = append(list, m)
	}
	var out Merged
	done := map[int64]bool{}
	for _, m := range list {
		if m.InvalidAt != "" || done[m.ID] {
			out.Skipped = append(out.Skipped, m.UID)
			continue
		}
		done[m.ID] = true
		if err := invalidate(tx, m, &kept, "consolidate merge"); err != nil {
			return Merged{}, err
		}
		out.Merged = append(out.Merged, m.UID)
	}
	return out, nil
}
