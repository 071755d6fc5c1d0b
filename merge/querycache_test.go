package merge_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/merge"
)

func TestAQuestionIsKeptByModelAndText(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error { return merge.CacheQuery(tx, "m-1", "who", []float32{1, 2}) })
	write(t, d, func(tx *db.Tx) error { return merge.CacheQuery(tx, "m-2", "who", []float32{3}) })
	write(t, d, func(tx *db.Tx) error { return merge.CacheQuery(tx, "m-1", "who", []float32{1, 5}) })
	for _, tc := range []struct {
		model, text string
		want        []float32
	}{
		{"m-1", "who", []float32{1, 5}},
		{"m-2", "who", []float32{3}},
		{"m-1", "who ", nil},
		{"m-3", "who", nil},
	} {
		read(t, d, func(tx *db.Tx) error {
			got, used, err := merge.CachedQuery(tx, tc.model, tc.text)
			if diff := cmp.Diff(tc.want, got); diff != "" || used.IsZero() != (tc.want == nil) {
				t.Errorf("%s, %q: used %v (-want +got):\n%s", tc.model, tc.text, used, diff)
			}
			return err
		})
	}
}

func TestTheOldestQuestionsMakeRoom(t *testing.T) {
	d := open(t)
	add := func(from, to int) {
		for i := from; i < to; i++ {
			write(t, d, func(tx *db.Tx) error { return merge.CacheQuery(tx, "m", fmt.Sprint(i), []float32{float32(i)}) })
		}
	}
	kept := func(i int) (there bool) {
		read(t, d, func(tx *db.Tx) error {
			v, _, err := merge.CachedQuery(tx, "m", fmt.Sprint(i))
			there = v != nil
			return err
		})
		return there
	}
	add(0, 500)
	add(0, 1) // asked again: now it is the newest
	if !kept(0) || !kept(1) {
		t.Error("a full cache has lost something")
	}
	add(500, 501)
	if !kept(0) || kept(1) || kept(100) || !kept(101) || !kept(500) {
		t.Errorf("kept: 0 %v, 1 %v, 100 %v, 101 %v, 500 %v", kept(0), kept(1), kept(100), kept(101), kept(500))
	}
	var n int
	read(t, d, func(tx *db.Tx) error { return tx.QueryRow(`SELECT count(*) FROM query_vectors`, nil, &n) })
	if n != 401 {
		t.Errorf("%d questions are kept, want 401", n)
	}
}
