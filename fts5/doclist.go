package fts5

import (
	"bytes"
	"fmt"
)

// Doclist reads the doclist of a term from the leaves of a segment.
type Doclist struct {
	postings Postings
	term     []byte
	weights  []float32 // of the columns
	next     int64     // the leaf that is to be read next
	last     int64     // and the last one that may be
	found    bool      // the term's leaf was read
	done     bool
	row      int64  // the last one
	left     int    // bytes that the list of the last row goes on for, in the next leaf
	split    []byte // what there is of it
}

// NewDoclist reads the doclist of a token in an index of columns with these weights, from leaves first to last, in which it is if it is in
// the segment; with places if it is to be part of a phrase.
func NewDoclist(token string, weights []float32, withPlaces bool, first, last int64) *Doclist {
	d := &Doclist{term: []byte(MainTerm + token), weights: weights, next: first, last: last}
	if last > first {
		// What a damaged index says of its leaves is not believed.
		d.postings.Holders = make([]Holder, 0, min(last-first, mostLeaves)*rowsOfLeaf)
	}
	if withPlaces {
		d.postings.places = &places{}
	}
	return d
}

// rowsOfLeaf is about how many rows a leaf of 4 KB has room for, and mostLeaves for how many leaves room is made before they are read.
const (
	rowsOfLeaf = 600
	mostLeaves = 250
)

// Read takes a leaf for doclists in order of their tokens, whose leaves it is one of. Leaves are read in order, and none is left out.
func Read(page []byte, leaf int64, lists []*Doclist) error {
	l, err := parseLeaf(page)
	if err != nil {
		return err
	}
	terms := termReader{leaf: &l}
	at, next, err := terms.next()
	begun := at
	for _, d := range lists {
		switch {
		case err != nil:
			return err
		case d.done:
			continue
		case leaf != d.next:
			return fmt.Errorf("%w: leaf %d is missing", ErrIndex, d.next)
		}
		d.next++
		if d.found {
			d.done = begun < len(l.body)
			if err := d.read(&l, 4, begun, true); err != nil {
				return err
			}
			continue
		}
		for err == nil && at < len(l.body) && bytes.Compare(terms.term, d.term) < 0 {
			at, next, err = terms.next()
		}
		if err != nil {
			return err
		}
		if at == len(l.body) {
			continue // it may be in the next
		}
		if !bytes.Equal(terms.term, d.term) {
			d.done = true
			continue
		}
		d.found, d.done = true, next < len(l.body)
		if err := d.read(&l, terms.doclist, next, false); err != nil {
			return err
		}
	}
	return err
}

// End says that no leaf follows.
func (d *Doclist) End() (*Postings, error) {
	if d.left > 0 || !d.done && d.next <= d.last {
		return nil, fmt.Errorf("%w: a list of rows breaks off", ErrIndex)
	}
	return &d.postings, nil
}

// termReader reads the terms of a leaf, one after the other.
type termReader struct {
	leaf    *leaf
	at, end int // where the next term begins, and the one after it
	begun   bool
	term    []byte
	doclist int // where the term's doclist begins
}

// next reads a term, and gives where it begins and where the next does; both are the end of the leaf's body where there is none.
func (t *termReader) next() (at, end int, err error) {
	body := t.leaf.body
	if !t.begun {
		t.end = t.leaf.next(0)
	}
	first := !t.begun
	t.begun, t.at = true, t.end
	if t.at == len(body) {
		return t.at, t.at, nil
	}
	t.end = t.leaf.next(t.at)
	if t.at < 4 || t.end <= t.at || t.end > len(body) {
		return 0, 0, fmt.Errorf("%w: a term lies outside of its leaf", ErrIndex)
	}
	r, kept := reader{data: body[:t.end], at: t.at}, int64(0)
	if !first {
		kept = r.int() // bytes that it has in common with the one before
	}
	size := r.int()
	if !r.ok() || kept < 0 || kept > int64(len(t.term)) || size < 0 || size > int64(t.end-r.at) {
		return 0, 0, fmt.Errorf("%w: a term of a leaf cannot be read", ErrIndex)
	}
	t.doclist = r.at + int(size)
	t.term = append(t.term[:kept], body[r.at:t.doclist]...)
	return t.at, t.end, nil
}

// read reads a part of the doclist that lies in one leaf. The first row of a doclist and the first that begins in a leaf are given as
// they are, others by how much larger they are than the one before.
func (d *Doclist) read(l *leaf, from, end int, goesOn bool) error {
	r := reader{data: l.body[:end], at: from}
	if d.left > 0 {
		n := min(d.left, end-from)
		d.split, d.left, r.at = append(d.split, r.data[from:from+n]...), d.left-n, from+n
		if d.left > 0 {
			return nil
		}
		if err := d.add(d.split); err != nil {
			return err
		}
	}
	if goesOn && r.at < end && r.at != l.row {
		return fmt.Errorf("%w: the first row of a leaf lies elsewhere", ErrIndex)
	}
	whole := goesOn || len(d.postings.Holders) == 0
	for r.at < end {
		row, size := r.int(), int64(0)
		if !whole {
			row += d.row
		}
		size = r.int()
		if !r.ok() || size < 0 || size > 1<<31 || len(d.postings.Holders) > 0 && row <= d.row {
			return fmt.Errorf("%w: a list of rows cannot be read", ErrIndex)
		}
		whole, d.row = false, row
		n := int(size / 2)
		if n > end-r.at {
			d.split, d.left = append(d.split[:0], r.data[r.at:]...), n-(end-r.at)
			return nil
		}
		if err := d.add(r.data[r.at : r.at+n]); err != nil {
			return err
		}
		r.at += n
	}
	return nil
}

// add adds the last row with its list of places.
func (d *Doclist) add(list []byte) error {
	h := Holder{Row: d.row}
	r, column := reader{data: list}, int64(0)
	for r.at < len(list) {
		// Each place is how much further it is than the one before, plus 2; a 1 begins another column.
		step := r.int()
		if step == 1 {
			column = r.int()
			step = r.int()
		}
		if !r.ok() || step < 2 || column < 0 || column >= int64(len(d.weights)) {
			return fmt.Errorf("%w: a list of places cannot be read", ErrIndex)
		}
		h.Weight += d.weights[column]
		h.Times++
	}
	d.postings.Holders = append(d.postings.Holders, h)
	if d.postings.places != nil {
		d.postings.places.add(list)
	}
	return nil
}

// Terms calls term with each term that begins in a leaf, until it gives false. The slice is only valid during the call.
func Terms(page []byte, term func(term []byte) (more bool)) error {
	l, err := parseLeaf(page)
	if err != nil {
		return err
	}
	for terms := (termReader{leaf: &l}); ; {
		at, _, err := terms.next()
		if err != nil || at == len(l.body) || !term(terms.term) {
			return err
		}
	}
}
