package merge_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// storedLink is a link without its id, which says in which merge it came.
type storedLink struct {
	From, To   int64
	Type       string
	Similarity float64
}

func storedLinks(t *testing.T, d *db.DB) []storedLink {
	t.Helper()
	var out []storedLink
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.Each(`SELECT from_id, to_id, link_type, similarity FROM brain_entry_links ORDER BY from_id, to_id`, nil, func(scan func(...any) error) error {
			var l storedLink
			err := scan(&l.From, &l.To, &l.Type, &l.Similarity)
			out = append(out, l)
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func fullMerge(t *testing.T, d *db.DB) {
	t.Helper()
	if _, err := merge.Merge(func(fn func(*db.Tx) error) error { return d.Write(context.Background(), fn) }, true); err != nil {
		t.Fatal(err)
	}
}

func TestManyMergesLinkWhatOneMergeLinks(t *testing.T) {
	rows := goldens[staged](t, "merge_staging")
	once, often := open(t), open(t)
	ingest(t, once, rows, []int{1, 2})
	fullMerge(t, once)
	slices.SortStableFunc(rows, func(a, b staged) int { return a.Batch - b.Batch })
	for part := range slices.Chunk(rows, 60) {
		ingest(t, often, part, []int{1, 2})
		fullMerge(t, often)
	}
	want := storedLinks(t, once)
	if len(want) < 500 {
		t.Fatalf("only %d links", len(want))
	}
	if diff := cmp.Diff(want, storedLinks(t, often)); diff != "" {
		t.Errorf("links (-one merge +many):\n%s", diff)
	}
}

func TestAChangedVectorIsComparedAgain(t *testing.T) {
	d, ctx := open(t), context.Background()
	put := func(source, id string, v []float32) int64 {
		var got int64
		err := d.Write(ctx, func(tx *db.Tx) error {
			if err := merge.UseVectors(tx, 2, ""); err != nil {
				return err
			}
			r := merge.Row{Source: source, EntityID: id, EntityName: id, Content: source + " " + id, Embedding: v, CreatedAt: tx.Now, UpdatedAt: tx.Now}
			var err error
			got, _, err = merge.Ingest(tx, r)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	page := put(merge.GBrain, "aaa", []float32{1, 0})
	node := put(merge.Graphify, "zzz", []float32{0, 1})
	fullMerge(t, d)
	if links := storedLinks(t, d); links != nil {
		t.Fatalf("far vectors are linked: %v", links)
	}
	err := d.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE brain_entries SET embedding = ? WHERE id = ?`, vec.Bytes([]float32{2, 0}), node)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	fullMerge(t, d)
	if diff := cmp.Diff([]storedLink{{page, node, merge.VectorNear, 1}}, storedLinks(t, d)); diff != "" {
		t.Errorf("after the change (-want +got):\n%s", diff)
	}
}
