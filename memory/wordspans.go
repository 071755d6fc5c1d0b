package memory

import (
	"cmp"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"brain/fts5"
)

// span is the leaves of a segment that a token's rows are in, and perhaps one more.
type span struct {
	token       int
	segment     int // by its place in the list
	first, last int64
	list        *fts5.Doclist
}

// fewLeaves are read sooner than it is looked up in which of them a token is.
const fewLeaves = 2

// spans finds out where each segment has tokens, the newest segment first. A leaf is listed by a term that is not before its first and
// behind the last of the leaf before.
func (x *wordIndex) spans(tokens []string) ([]span, error) {
	var out []span
	var large []int
	numbers, terms := []int64{}, make([]string, len(tokens))
	for i, token := range tokens {
		terms[i] = hex.EncodeToString([]byte(fts5.MainTerm + token))
	}
	for k, s := range x.segments {
		switch {
		case s.First == 0:
		case s.Last-s.First < fewLeaves:
			for i := range tokens {
				out = append(out, span{token: i, segment: k, first: s.First, last: s.Last})
			}
		default:
			large, numbers = append(large, k), append(numbers, s.ID)
		}
	}
	if len(large) == 0 {
		return out, nil
	}
	segmentList, err := json.Marshal(numbers)
	if err != nil {
		return nil, err
	}
	termList, err := json.Marshal(terms)
	if err != nil {
		return nil, err
	}
	err = x.tx.Each(`SELECT s.key, t.key,
		(SELECT pgno FROM memories_fts_idx WHERE segid = s.value AND term <= unhex(t.value) ORDER BY term DESC LIMIT 1),
		(SELECT pgno FROM memories_fts_idx WHERE segid = s.value AND term > unhex(t.value) ORDER BY term LIMIT 1)
		FROM json_each(?) s CROSS JOIN json_each(?) t`, []any{string(segmentList), string(termList)}, func(scan func(...any) error) error {
		var k, i int
		var at, next sql.NullInt64
		if err := scan(&k, &i, &at, &next); err != nil {
			return err
		}
		s := x.segments[large[k]]
		// Leaves that were merged into another segment are gone, and listed still.
		f := span{token: i, segment: large[k], first: max(at.Int64>>1, s.First), last: s.Last}
		if next.Valid {
			f.last = max(f.first, next.Int64>>1)
		}
		if f.last > s.Last {
			return fmt.Errorf("%w: a leaf is listed behind the last", fts5.ErrIndex)
		}
		out = append(out, f)
		return nil
	})
	slices.SortFunc(out, func(a, b span) int { return cmp.Or(cmp.Compare(a.segment, b.segment), cmp.Compare(a.token, b.token)) })
	return out, err
}
