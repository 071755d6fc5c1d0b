package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
)

// cited finds what a citation names that is to be changed. Equal texts are one entry with one citation, so where several have
// the text it does not tell which: then the error names them, and nothing is guessed.
func (e *Engine) cited(ctx context.Context, c merge.Citation) (ref reference, err error) {
	named := refOf(c.Store, c.EntityID)
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		if !s.HasTable("brain_entries") {
			return nil
		}
		holders, err := merge.Holders(tx, c)
		if err != nil {
			return err
		}
		var all []reference
		if there, err := exists(tx, s, named); err != nil {
			return err
		} else if there {
			all = append(all, named)
		}
		for _, h := range holders {
			if ref := refOf(h.Source, h.EntityID); !slices.Contains(all, ref) {
				all = append(all, ref)
			}
		}
		switch len(all) {
		case 0:
		case 1:
			named = all[0]
		default:
			return sameText(tx, c, all)
		}
		return nil
	})
	return named, err
}

// refOf is what has the entry of an entity: of a page's chunk it is the page.
func refOf(store, entityID string) reference {
	if store == merge.GBrain {
		entityID = pageOf(entityID)
	}
	return reference{store: store, id: entityID}
}

// exists says whether a memory or page is there, or can be restored. Nodes are not changed by reference.
func exists(tx *db.Tx, s *memory.Stage, ref reference) (bool, error) {
	var err error
	switch ref.store {
	case merge.Memory:
		if _, err = memory.Find(tx, s, ref.id); errors.Is(err, memory.ErrUnknown) {
			return false, nil
		}
	case merge.GBrain:
		if _, err = page.Find(tx, ref.id); errors.Is(err, page.ErrNoPage) {
			return false, nil
		}
	}
	return err == nil, err
}

func sameText(tx *db.Tx, c merge.Citation, all []reference) error {
	var list []Candidate
	for _, ref := range all {
		candidate := Candidate{Slug: ref.id, Similarity: 1}
		if ref.store == merge.GBrain {
			if p, err := page.Find(tx, ref.id); err == nil {
				candidate.Title = p.Title
			}
		} else {
			candidate.Title = ref.what()
		}
		list = append(list, candidate)
	}
	return &Error{Problem: fmt.Sprintf("%s is the citation of several", brief(c.String())), Cause: "they have the same text, which is kept once", Fix: "name one of them" + choices(list),
		Candidates: list, Kind: ErrDecide}
}
