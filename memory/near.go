package memory

import (
	"cmp"
	"slices"
	"strings"

	"brain/db"
)

// nearest is how many likely uids are named.
const nearest = 3

// unknown is the error for a uid that no memory has, with those that may have been meant: they begin with it, or differ in
// at most two letters. It reads all uids, as only a mistake asks for it.
func unknown(tx *db.Tx, s *Stage, uid string) error {
	type candidate struct {
		uid  string
		cost int
	}
	var near []candidate
	asked := lower(strip(uid))
	err := tx.Each(`SELECT `+text("uid")+` FROM `+s.Rows()+` m`, nil, func(scan func(...any) error) error {
		var have string
		if err := scan(&have); err != nil {
			return err
		}
		cost := 0
		if known := lower(have); len(asked) < 3 || !strings.HasPrefix(known, asked) {
			if cost = edits(asked, known, 2); cost > 2 {
				return nil
			}
		}
		near = append(near, candidate{have, cost})
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	e := &UIDError{UID: uid, Err: ErrUnknown}
	for _, c := range near[:min(nearest, len(near))] {
		e.Near = append(e.Near, c.uid)
	}
	return e
}

// edits counts the letters to insert, drop or change to make b of a: Levenshtein's distance, or limit+1 where it is more.
func edits(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal, best := row[0], i
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := diagonal
			if a[i-1] != b[j-1] {
				change++
			}
			diagonal = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
			best = min(best, row[j])
		}
		if best > limit {
			return limit + 1
		}
	}
	return row[len(b)]
}
