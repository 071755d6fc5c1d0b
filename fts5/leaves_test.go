package fts5_test

import (
	"encoding/hex"
	"errors"
	"testing"

	"brain/fts5"
)

// The lists are of SQLite 3.53: of an index whose rows can be deleted without their texts, and of one of the first form.
func TestLeavesAreCountedInListsOfBothForms(t *testing.T) {
	for text, want := range map[string]int64{
		"00000000ff000001000000": 0,
		"00000000ff0000010103030003010101010100000102010102020000010301010303000001": 3,
		"000000000102020002010102020101":                                             3,
	} {
		record, _ := hex.DecodeString(text)
		if n, err := fts5.CountLeaves(record); n != want || err != nil {
			t.Errorf("%s: %d %v, want %d", text, n, err, want)
		}
		for i := range record {
			if _, err := fts5.CountLeaves(record[:i]); !errors.Is(err, fts5.ErrIndex) {
				t.Errorf("%s cut at %d: %v", text, i, err)
			}
		}
	}
}

func FuzzLeaves(f *testing.F) {
	f.Add([]byte("0000000000"))
	f.Fuzz(func(t *testing.T, b []byte) {
		fts5.CountLeaves(b)
		fts5.Terms(b, func([]byte) bool { return true })
	})
}
