package fts5

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// What FTS5 keeps in the table "<index>_data", as fts5_index.c of SQLite 3.53 describes it: records under fixed numbers, and leaves of
// segments. A segment is a sorted list of terms, each with its doclist: the rows that hold it, and where. It is never changed, so what
// was added later lies in a newer one.

// The numbers of the two records.
const (
	AveragesRow  = 1
	StructureRow = 10
)

// Version is the form of an index that is read here, as the table "<index>_config" names it.
const Version = 4

// MainTerm stands before a token in a segment, in the index of whole tokens.
const MainTerm = "0"

// ErrIndex says that an index of FTS5 is not as it is described, or uses what is not read here.
var ErrIndex = errors.New("the index is of another form")

// Segment is a segment, with the numbers of its first and its last leaf.
type Segment struct{ ID, First, Last int64 }

// What FTS5 gives numbers to, at most.
const (
	mostID   = 1<<16 - 1
	mostLeaf = 1<<31 - 1
)

// LeafRow is the number under which a leaf lies.
func (s Segment) LeafRow(leaf int64) int64 { return s.ID<<37 + leaf }

// LeafOf is the segment and the number of the leaf that lies under a number.
func LeafOf(row int64) (segment, leaf int64) { return row >> 37, row & (1<<37 - 1) }

// ParseStructure reads which segments there are, the newest first.
func ParseStructure(record []byte) ([]Segment, error) {
	list, second, err := parseSegments(record)
	if err == nil && second {
		return nil, errSegments
	}
	return list, err
}

// CountLeaves reads how many leaves there are, from a list of segments of either form.
func CountLeaves(record []byte) (leaves int64, err error) {
	list, _, err := parseSegments(record)
	for _, s := range list {
		if s.First > 0 {
			leaves += s.Last - s.First + 1
		}
	}
	return leaves, err
}

var errSegments = fmt.Errorf("%w: its list of segments cannot be read", ErrIndex)

// secondForm is what stands before the list of segments of an index that knows deleted rows by themselves.
var secondForm = []byte{0xff, 0, 0, 1}

// parseSegments reads which segments there are, the newest first, and whether the list is of the second form.
func parseSegments(record []byte) (list []Segment, second bool, err error) {
	if len(record) < 4 {
		return nil, false, errSegments
	}
	data, second := bytes.CutPrefix(record[4:], secondForm) // behind a number that changes with the record
	r := reader{data: data}
	levels, total := r.int(), r.int()
	r.int() // how much was ever written
	merged, sound := int64(0), true
	for ; levels > 0 && r.ok(); levels-- {
		below := merged > 0
		merged = r.int() // so many of the level's first go into the next level
		n := r.int()
		sound = sound && merged >= 0 && merged <= n && (n > 0 || !below)
		var level []Segment
		for ; n > 0 && r.ok(); n-- {
			s := Segment{r.int(), r.int(), r.int()}
			// One of which all has gone into another has no leaves: both numbers are 0.
			sound = sound && s.ID > 0 && s.ID <= mostID && s.First >= 0 && s.Last >= s.First && s.Last <= mostLeaf && (s.First > 0 || s.Last == 0)
			level = append(level, s)
			for i := 0; second && i < 5; i++ {
				r.int() // the writes that it is of, and how many rows were deleted
			}
		}
		for i := range level {
			list = append(list, level[len(level)-1-i])
		}
	}
	if !r.ok() || !sound || merged > 0 || r.at != len(data) || int64(len(list)) != total || !second && len(data) > 0 && data[0] == 0xff {
		return nil, false, errSegments
	}
	return list, second, nil
}

// ParseAverages reads how many rows are indexed, and how many tokens they have in all, in so many columns.
func ParseAverages(record []byte, columns int) (rows, tokens int64, err error) {
	r := reader{data: record}
	rows = r.int()
	tokens, ok := r.sum(columns, math.MaxInt64)
	if !ok || rows <= 0 {
		return 0, 0, fmt.Errorf("%w: its averages cannot be read", ErrIndex)
	}
	return rows, tokens, nil
}

// ParseSize reads how many tokens a row has in so many columns, of the table "<index>_docsize".
func ParseSize(record []byte, columns int) (tokens int64, err error) {
	r := reader{data: record}
	tokens, ok := r.sum(columns, math.MaxInt32)
	if !ok {
		return 0, fmt.Errorf("%w: the size of a row cannot be read", ErrIndex)
	}
	return tokens, nil
}

// sum adds so many numbers, none above most, which are all that is left.
func (r *reader) sum(numbers int, most int64) (sum int64, ok bool) {
	for range numbers {
		n := r.int()
		if n < 0 || n > most-sum {
			return 0, false
		}
		sum += n
	}
	return sum, r.ok() && r.at == len(r.data)
}

// reader reads varints. Past the end it gives 0, and is not ok.
type reader struct {
	data []byte
	at   int
	past bool
}

func (r *reader) ok() bool { return !r.past }

// int reads one of SQLite's varints: seven bits a byte, the highest first, and eight in the ninth.
func (r *reader) int() int64 {
	if r.at < len(r.data) && r.data[r.at] < 0x80 {
		r.at++
		return int64(r.data[r.at-1])
	}
	var v uint64
	for i := range 9 {
		if r.at >= len(r.data) {
			r.past = true
			return 0
		}
		b := r.data[r.at]
		r.at++
		if i == 8 {
			return int64(v<<8 | uint64(b))
		}
		v = v<<7 | uint64(b&0x7f)
		if b < 0x80 {
			break
		}
	}
	return int64(v)
}

// leaf is one page of a segment.
type leaf struct {
	body  []byte // up to the list of terms
	terms reader // where each term begins: the first, then how much further the next
	row   int    // where the first row that begins here does, 0 for none
}

func parseLeaf(page []byte) (leaf, error) {
	if len(page) < 4 {
		return leaf{}, fmt.Errorf("%w: a leaf is too short", ErrIndex)
	}
	row, end := int(binary.BigEndian.Uint16(page)), int(binary.BigEndian.Uint16(page[2:]))
	if end < 4 || end > len(page) || row > end {
		return leaf{}, fmt.Errorf("%w: a leaf is longer than its page", ErrIndex)
	}
	return leaf{body: page[:end], terms: reader{data: page[end:]}, row: row}, nil
}

// next gives where the next term begins, the end of the body where there is none.
func (l *leaf) next(last int) int {
	if l.terms.at >= len(l.terms.data) {
		return len(l.body)
	}
	return last + int(l.terms.int())
}
