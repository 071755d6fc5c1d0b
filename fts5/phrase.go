package fts5

import "slices"

// Phrase gives the rows that hold tokens one behind the other. Their postings have places.
func Phrase(tokens []*Postings, weights []float32) []Holder {
	if len(tokens) == 0 {
		return nil
	}
	var out []Holder
	at := make([]int, len(tokens))
	var here, next []place
	for i, first := range tokens[0].Holders {
		if !together(tokens, at, first.Row) {
			continue
		}
		here = readPlaces(here[:0], tokens[0].places.at(i))
		for k, p := range tokens[1:] {
			next = readPlaces(next[:0], p.places.at(at[k+1]))
			here = follow(here, next)
		}
		h := Holder{Row: first.Row, Times: int32(len(here))}
		for _, p := range here {
			h.Weight += weights[p.column]
		}
		if h.Times > 0 {
			out = append(out, h)
		}
	}
	return out
}

// together brings every token but the first to a row, and says whether all are there.
func together(tokens []*Postings, at []int, row int64) bool {
	for k, p := range tokens[1:] {
		list := p.Holders[at[k+1]:]
		n := slices.IndexFunc(list, func(h Holder) bool { return h.Row >= row })
		if n < 0 || list[n].Row != row {
			return false
		}
		at[k+1] += n
	}
	return true
}

// place is where a token stands.
type place struct{ column, offset int64 }

// readPlaces appends the places of a list that add has read.
func readPlaces(out []place, list []byte) []place {
	r := reader{data: list}
	var p place
	for r.at < len(list) {
		step := r.int()
		if step == 1 {
			p = place{column: r.int()}
			step = r.int()
		}
		p.offset += step - 2
		out = append(out, p)
	}
	return out
}

// follow moves to those places of next that stand right behind one of here. Both ascend.
func follow(here, next []place) []place {
	out, k := here[:0], 0
	for _, p := range here {
		p.offset++
		for k < len(next) && (next[k].column < p.column || next[k].column == p.column && next[k].offset < p.offset) {
			k++
		}
		if k < len(next) && next[k] == p {
			out = append(out, p)
		}
	}
	return out
}
