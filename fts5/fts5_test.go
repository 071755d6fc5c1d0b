package fts5_test

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/fts5"
)

// page is a leaf: where its first row begins, its body, and where its terms begin.
func page(row int, body []byte, terms ...byte) []byte {
	p := binary.BigEndian.AppendUint16(nil, uint16(row))
	p = binary.BigEndian.AppendUint16(p, uint16(4+len(body)))
	return append(append(p, body...), terms...)
}

var weights = []float32{4, 1}

func TestADoclistGoesOnInTheNextLeaf(t *testing.T) {
	// "0ab" in row 7 (column 0, places 0 and 3), then in row 9 (column 1), whose list is parted; then row 20, deleted; then "0b".
	first := page(8, []byte{3, '0', 'a', 'b', 7, 4, 2, 5, 2, 6, 1}, 4)
	second := page(6, []byte{1, 2, 20, 1, 2, '0', 'b', 5, 2, 2}, 8)
	read := func(token string) []fts5.Holder {
		d := fts5.NewDoclist(token, weights, false, 1, 2)
		for i, p := range [][]byte{first, second} {
			if err := fts5.Read(p, int64(1+i), []*fts5.Doclist{d}); err != nil {
				t.Fatal(err)
			}
		}
		p, err := d.End()
		if err != nil {
			t.Fatal(err)
		}
		return p.Holders
	}
	for token, want := range map[string][]fts5.Holder{
		"ab": {{Row: 7, Weight: 8, Times: 2}, {Row: 9, Weight: 1, Times: 1}, {Row: 20}},
		"b":  {{Row: 5, Weight: 4, Times: 1}},
		"a":  nil,
		"ac": nil,
		"c":  nil,
	} {
		if diff := cmp.Diff(want, append([]fts5.Holder(nil), read(token)...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", token, diff)
		}
	}
}

func TestAMissingLeafIsTold(t *testing.T) {
	only := page(8, []byte{3, '0', 'a', 'b', 7, 4, 2, 5}, 4)
	later := page(4, []byte{9, 2, 2})
	for name, leaves := range map[string]map[int64][]byte{"first": {2: later, 3: later}, "second": {1: only, 3: later}, "last": {1: only, 2: later}, "all": {}} {
		d, err := fts5.NewDoclist("ab", weights, false, 1, 3), error(nil)
		for i := range int64(4) {
			if p := leaves[i]; p != nil && err == nil {
				err = fts5.Read(p, i, []*fts5.Doclist{d})
			}
		}
		if err == nil {
			_, err = d.End()
		}
		if !errors.Is(err, fts5.ErrIndex) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheNewestOfARowHolds(t *testing.T) {
	one := func(holders ...fts5.Holder) *fts5.Postings { return &fts5.Postings{Holders: holders} }
	got := fts5.Newest([]*fts5.Postings{
		one(fts5.Holder{Row: 3}, fts5.Holder{Row: 9, Weight: 1, Times: 1}),
		one(),
		one(fts5.Holder{Row: 2, Weight: 1, Times: 1}, fts5.Holder{Row: 3, Weight: 4, Times: 1}),
		one(fts5.Holder{Row: 1, Weight: 2, Times: 1}, fts5.Holder{Row: 2, Weight: 4, Times: 1}),
	})
	want := []fts5.Holder{{Row: 1, Weight: 2, Times: 1}, {Row: 2, Weight: 1, Times: 1}, {Row: 9, Weight: 1, Times: 1}}
	if diff := cmp.Diff(want, got.Holders); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRecordsOfAnotherFormAreRefused(t *testing.T) {
	segments, err := fts5.ParseStructure([]byte{0, 0, 0, 5, 2, 3, 9, 0, 2, 7, 1, 1, 8, 1, 2, 0, 1, 1, 1, 40})
	if diff := cmp.Diff([]fts5.Segment{{8, 1, 2}, {7, 1, 1}, {1, 1, 40}}, segments); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for name, record := range map[string][]byte{
		"nothing":       nil,
		"cut":           {0, 0, 0, 5, 1, 1, 9, 0, 1, 7, 1},
		"more behind":   {0, 0, 0, 5, 0, 0, 9, 1},
		"another count": {0, 0, 0, 5, 1, 2, 9, 0, 1, 7, 1, 1},
		"ends first":    {0, 0, 0, 5, 1, 1, 9, 0, 1, 7, 2, 1},
		"merges none":   {0, 0, 0, 5, 2, 1, 9, 1, 1, 7, 1, 1, 0, 0},
		"merges more":   {0, 0, 0, 5, 2, 1, 9, 1, 0, 0, 1, 7, 1, 1},
		"merges last":   {0, 0, 0, 5, 1, 1, 9, 1, 1, 7, 1, 1},
		"no first leaf": {0, 0, 0, 5, 1, 1, 9, 0, 1, 7, 0, 1},
		"no number":     {0, 0, 0, 5, 1, 1, 9, 0, 1, 0, 1, 1},
		"huge":          {0, 0, 0, 5, 1, 1, 9, 0, 1, 7, 1, 0x8f, 0xff, 0xff, 0xff, 0x7f},
		"second form":   {0, 0, 0, 5, 0xff, 0, 0, 1, 0, 0, 9},
	} {
		if _, err := fts5.ParseStructure(record); !errors.Is(err, fts5.ErrIndex) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if rows, tokens, err := fts5.ParseAverages([]byte{3, 0x81, 0, 5}, 2); rows != 3 || tokens != 133 || err != nil {
		t.Error(rows, tokens, err)
	}
	for _, record := range [][]byte{nil, {0, 1, 1}, {1, 0x80}, {1, 1}, {1, 1, 1, 1}} {
		if _, _, err := fts5.ParseAverages(record, 2); !errors.Is(err, fts5.ErrIndex) {
			t.Errorf("% x: %v", record, err)
		}
	}
	if tokens, err := fts5.ParseSize([]byte{1, 0x81, 0}, 2); tokens != 129 || err != nil {
		t.Error(tokens, err)
	}
	for _, record := range [][]byte{nil, {1, 0xff}, {1}, {1, 1, 1}, {1, 0xff, 0xff, 0xff, 0xff, 0x7f}} {
		if _, err := fts5.ParseSize(record, 2); !errors.Is(err, fts5.ErrIndex) {
			t.Errorf("% x: %v", record, err)
		}
	}
}

// FuzzRead: whatever a page holds, reading it ends, with an error or with rows that ascend.
func FuzzRead(f *testing.F) {
	f.Add(page(8, []byte{3, '0', 'a', 'b', 7, 4, 2, 5, 2, 6, 1}, 4), page(6, []byte{1, 2, 20, 1, 2, '0', 'b', 5, 2, 2}, 8), "ab", "b")
	f.Add([]byte{0, 0, 0, 4}, []byte{}, "", "")
	f.Fuzz(func(t *testing.T, a, b []byte, one, other string) {
		lists := []*fts5.Doclist{fts5.NewDoclist(min(one, other), weights, true, 1, 1), fts5.NewDoclist(max(one, other), weights, true, 1, 1<<40)}
		for i, p := range [][]byte{a, b} {
			if err := fts5.Read(p, int64(1+i), lists[i:]); err != nil && !errors.Is(err, fts5.ErrIndex) {
				t.Fatal(err)
			}
		}
		var read []*fts5.Postings
		for _, d := range lists {
			if p, err := d.End(); err == nil {
				read = append(read, fts5.Newest([]*fts5.Postings{p}))
			}
		}
		if len(read) == 2 {
			for i, h := range fts5.Phrase(read, weights) {
				if h.Times < 1 || i >= len(read[0].Holders) {
					t.Errorf("%v", h)
				}
			}
		}
		last := int64(-1 << 63)
		for _, p := range read {
			for i, h := range p.Holders {
				if i > 0 && h.Row <= last {
					t.Fatalf("row %d follows row %d", h.Row, last)
				}
				last = h.Row
			}
		}
		fts5.ParseStructure(a)
		fts5.ParseAverages(a, 2)
		fts5.ParseSize(b, 5)
	})
}
