package merge_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// sameVectors compares the column with the vector table, by vec0's own SQL and by the scan that queries use.
func sameVectors(tx *db.Tx) error {
	pairs := func(query string) (map[int64][]byte, error) {
		out := map[int64][]byte{}
		return out, tx.Each(query, nil, func(scan func(...any) error) error {
			var id int64
			var blob []byte
			err := scan(&id, &blob)
			out[id] = blob
			return err
		})
	}
	column, err := pairs(`SELECT id, embedding FROM brain_entries WHERE embedding IS NOT NULL`)
	if err != nil {
		return err
	}
	table, err := pairs(`SELECT entry_id, embedding FROM entries_vec`)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(column, table); diff != "" {
		return fmt.Errorf("brain_entries.embedding and entries_vec (-column +table):\n%s", diff)
	}
	dim, _, _, err := vec.Entries.Info(tx)
	if err != nil {
		return err
	}
	seen := 0
	err = vec.Entries.Scan(tx, dim, func(ids []int64, rows []byte) error {
		for i, id := range ids {
			if id == 0 {
				continue
			}
			seen++
			if !bytes.Equal(rows[i*dim*4:(i+1)*dim*4], column[id]) {
				return fmt.Errorf("the scan gives another vector for entry %d", id)
			}
		}
		return nil
	})
	if err == nil && seen != len(column) {
		err = fmt.Errorf("the scan gives %d vectors of %d", seen, len(column))
	}
	return err
}

func TestTheVectorTableFollowsTheColumn(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error { return merge.UseVectors(tx, 3, "m") })
	undo := errors.New("undo")
	steps := 60
	if testing.Short() {
		steps = 12
	}
	rapid.Check(t, func(rt *rapid.T) {
		vector := rapid.SliceOfN(rapid.Float32Range(-2, 2), 3, 3)
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			var ids []int64
			for i := range rapid.IntRange(1, steps).Draw(rt, "steps") {
				op := rapid.SampledFrom([]string{"insert", "insert with vector", "set", "null", "rename", "delete"}).Draw(rt, "op")
				if len(ids) == 0 && op != "insert" {
					op = "insert with vector"
				}
				pick := func() int { return rapid.IntRange(0, len(ids)-1).Draw(rt, "row") }
				var err error
				switch op {
				case "insert", "insert with vector":
					r := merge.Row{Source: merge.GBrain, EntityID: "x", EntityName: "x", Content: fmt.Sprint(i), CreatedAt: at(1), UpdatedAt: at(1)}
					if op != "insert" {
						r.Embedding = vector.Draw(rt, "vector")
					}
					var id int64
					id, _, err = merge.Ingest(tx, r)
					ids = append(ids, id)
				case "set":
					err = merge.SetEmbedding(tx, ids[pick()], vector.Draw(rt, "vector"))
				case "null":
					_, err = tx.Exec(`UPDATE brain_entries SET embedding = NULL WHERE id = ?`, ids[pick()])
				case "rename":
					_, err = tx.Exec(`UPDATE brain_entries SET entity_name = 'y' WHERE id = ?`, ids[pick()])
				case "delete":
					at := pick()
					_, err = tx.Exec(`DELETE FROM brain_entries WHERE id = ?`, ids[at])
					ids = append(ids[:at], ids[at+1:]...)
				}
				if err != nil {
					return err
				}
			}
			if err := sameVectors(tx); err != nil {
				return err
			}
			return undo
		})
		if err != undo {
			rt.Fatal(err)
		}
	})
}

func TestAFileHoldsOneKindOfVectors(t *testing.T) {
	d := open(t)
	use := func(dim int, model string) error {
		return d.Write(context.Background(), func(tx *db.Tx) error { return merge.UseVectors(tx, dim, model) })
	}
	if err := use(3, "m"); err != nil {
		t.Fatal(err)
	}
	if err := use(3, "m"); err != nil {
		t.Errorf("the same kind again: %v", err)
	}
	for _, tc := range []struct {
		dim   int
		model string
		want  string
	}{
		{4, "m", "the file's vectors are 3-dimensional of m, these are 4-dimensional of m"},
		{3, "n", "the file's vectors are 3-dimensional of m, these are 3-dimensional of n"},
		{3, "", "the file's vectors are 3-dimensional of m, these are 3-dimensional of an unnamed model"},
	} {
		err := use(tc.dim, tc.model)
		var other *merge.VectorsOther
		if !errors.As(err, &other) || err.Error() != tc.want {
			t.Errorf("%d of %q: error %v", tc.dim, tc.model, err)
		}
		if errors.Is(err, vec.ErrDimension) != (tc.dim != 3) {
			t.Errorf("%d of %q: is it another dimension? %v", tc.dim, tc.model, err)
		}
	}
	// A vector of another length cannot slip in below either.
	put(t, d, "x", "alpha", 1)
	if err := d.Write(context.Background(), func(tx *db.Tx) error { return merge.SetEmbedding(tx, 1, []float32{1, 2}) }); err == nil {
		t.Error("a vector of two numbers went into a table of three")
	}
	read(t, d, sameVectors)
}

func TestClearVectorsForgetsThemSoThatOthersCanCome(t *testing.T) {
	d := universe(t)
	write(t, d, merge.ClearVectors)
	read(t, d, func(tx *db.Tx) error {
		_, _, ok, err := vec.Entries.Info(tx)
		embedded, total, err2 := merge.EmbeddedCount(tx, "")
		if ok || embedded != 0 || total != 377 {
			t.Errorf("table there: %v, %d of %d embedded", ok, embedded, total)
		}
		return errors.Join(err, err2)
	})
	// Without the table every other write still works, and so do questions.
	put(t, d, "x", "quokka", 1)
	if got := ask(t, d, "quokka", merge.Filter{}); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	write(t, d, func(tx *db.Tx) error {
		if err := merge.UseVectors(tx, 2, "other"); err != nil {
			return err
		}
		return merge.SetEmbedding(tx, 1, []float32{1, 2})
	})
	read(t, d, sameVectors)
	write(t, d, merge.ClearVectors)
	write(t, d, merge.ClearVectors) // nothing left to clear
}

func TestAQueryOfAnotherDimensionIsRefused(t *testing.T) {
	d := universe(t)
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		_, err := merge.Run(tx, merge.Query{Text: "alpha", Vector: []float32{1, 2, 3}, Limit: 5})
		return err
	})
	if !errors.Is(err, vec.ErrDimension) {
		t.Errorf("error %v", err)
	}
}

func TestAZeroVectorRanksLastAndHasNoScore(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error {
		if err := merge.UseVectors(tx, 2, ""); err != nil {
			return err
		}
		for i, v := range [][]float32{{0, 0}, {-1, 0}, {1, 0}} {
			r := merge.Row{Source: merge.GBrain, EntityID: "x", EntityName: "x", Content: fmt.Sprint(i), CreatedAt: at(1), UpdatedAt: at(1), Embedding: v}
			if _, _, err := merge.Ingest(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
	read(t, d, func(tx *db.Tx) error {
		a, err := merge.Run(tx, merge.Query{Text: "the", Vector: []float32{1, 0}, Limit: 5})
		if err != nil {
			return err
		}
		var got []int64
		for _, h := range a.Hits {
			got = append(got, h.ID)
		}
		if diff := cmp.Diff([]int64{3, 2, 1}, got); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		} else if !math.IsNaN(a.Hits[2].VectorScore) || a.Hits[0].VectorScore != 1 || a.Hits[1].VectorScore != -1 {
			t.Errorf("scores %v, %v, %v", a.Hits[0].VectorScore, a.Hits[1].VectorScore, a.Hits[2].VectorScore)
		}
		return nil
	})
}

func TestOnlyValidEntriesAreAskedToBeEmbedded(t *testing.T) {
	d := open(t)
	put(t, d, "x", "A", 2)
	put(t, d, "x", "B", 4)
	put(t, d, "y", "C", 2)
	put(t, d, "z", "D", 2)
	retire(t, d, "z", 3)
	write(t, d, func(tx *db.Tx) error {
		r := merge.Row{Source: merge.Memory, EntityID: "m", EntityName: "m", Content: "E", CreatedAt: at(1), UpdatedAt: at(1)}
		_, _, err := merge.Ingest(tx, r)
		return err
	})
	list := func(source string, after int64, limit int) (out []int64) {
		read(t, d, func(tx *db.Tx) error {
			texts, err := merge.Unembedded(tx, source, after, limit)
			for _, x := range texts {
				out = append(out, x.ID)
			}
			return err
		})
		return out
	}
	if diff := cmp.Diff([]int64{2, 3, 5}, list("", 0, 10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{3}, list("", 2, 1)); diff != "" {
		t.Errorf("after 2, one (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{5}, list(merge.Memory, 0, 10)); diff != "" {
		t.Errorf("of one store (-want +got):\n%s", diff)
	}
	write(t, d, func(tx *db.Tx) error {
		if err := merge.UseVectors(tx, 1, ""); err != nil {
			return err
		}
		return errors.Join(merge.SetEmbedding(tx, 1, []float32{1}), merge.SetEmbedding(tx, 3, []float32{1}))
	})
	read(t, d, func(tx *db.Tx) error {
		embedded, total, err := merge.EmbeddedCount(tx, "")
		if embedded != 1 || total != 3 {
			t.Errorf("%d of %d valid entries are embedded", embedded, total)
		}
		return err
	})
}
