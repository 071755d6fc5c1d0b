package merge_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
)

func TestCrossrefsAreOtherStoresRowsOfTheNameThenLinkedOnes(t *testing.T) {
	d := open(t)
	rows := []struct{ source, id, name string }{
		{merge.GBrain, "rollforward", "Rollforward"},   // 1: the hit
		{merge.GBrain, "rollforward-2", "Rollforward"}, // 2: its own store
		{merge.Graphify, "n3", "Rollforward"},          // 3: same name
		{merge.Memory, "m4", "Rollforward"},            // 4: same name
		{merge.Graphify, "n5", "rollforward()"},        // 5: similar name
		{merge.Graphify, "n6", "rollforward_compute"},  // 6: less similar
		{merge.Graphify, "n7", "something else"},       // 7: linked by hand below
		{merge.Graphify, "n8", "rollforward("},         // 8: retired
		{merge.Graphify, "n9", "Rollforward"},          // 9: same name, retired
	}
	write(t, d, func(tx *db.Tx) error {
		for i, r := range rows {
			_, err := merge.Put(tx, merge.Row{Source: r.source, EntityID: r.id, EntityName: r.name, Content: fmt.Sprint("content ", i), CreatedAt: at(1), UpdatedAt: at(1)})
			if err != nil {
				return err
			}
		}
		return nil
	})
	mergeFull(t, d)
	write(t, d, func(tx *db.Tx) error {
		for _, id := range []string{"n8", "n9"} {
			if _, err := merge.Retire(tx, merge.Graphify, id, at(2)); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO brain_entry_links(from_id, to_id, link_type, similarity) VALUES (1, 7, ?, 0.95)`, merge.VectorNear)
		return err
	})
	type ref struct {
		ID       int64
		Relation string
	}
	refs := func(id int64, limit int) []ref {
		var out []ref
		e := entry(t, d, id)
		read(t, d, func(tx *db.Tx) error {
			list, err := merge.Crossrefs(tx, e, limit)
			for _, c := range list {
				out = append(out, ref{c.ID, c.Relation})
				if c.Relation == merge.SameName && c.Similarity != 1 {
					t.Errorf("similarity of the same name: %v", c.Similarity)
				}
			}
			return err
		})
		return out
	}
	want := []ref{{3, merge.SameName}, {4, merge.SameName}, {5, merge.NameSimilar}, {7, merge.VectorNear}, {6, merge.NameSimilar}}
	if diff := cmp.Diff(want, refs(1, 10)); diff != "" {
		t.Errorf("of the page (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]ref{{1, merge.VectorNear}}, refs(7, 10)); diff != "" {
		t.Errorf("from the link's other end (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]ref{{3, merge.SameName}}, refs(1, 1)[:1]); diff != "" {
		t.Errorf("the first of one of each kind (-want +got):\n%s", diff)
	}
	if got := refs(1, 2); len(got) > 4 {
		t.Errorf("a limit of two a kind gives %v", got)
	}
}
