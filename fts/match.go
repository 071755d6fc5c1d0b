package fts

import (
	"slices"
	"strings"
	"sync"
)

// Match reports whether the vector satisfies the query (v @@ q). A phrase needs positions: a stripped vector has no
// match for it. A label ('cat':A) is asked only of lexemes that have positions. The empty query matches nothing.
func (q Query) Match(v Vector) bool {
	if q.Empty() {
		return false
	}
	m := matchers.Get().(*matcher)
	m.v = v
	ok := m.holds(q.nodes, m)
	m.v = nil
	matchers.Put(m)
	return ok
}

// matcher evaluates a query on a vector.
type matcher struct {
	evaluation
	v Vector
}

var matchers = sync.Pool{New: func() any { return new(matcher) }}

func (m *matcher) has(n *node, _ int32) bool {
	for i, end := m.v.find(n.lexeme, n.prefix); i < end; i++ {
		pos := m.v[i].Pos
		if n.weights == 0 || len(pos) == 0 || slices.ContainsFunc(pos, n.counts) {
			return true
		}
	}
	return false
}

func (m *matcher) at(n *node, _ int32, buf []int32) (truth, []int32) {
	start := len(buf)
	first, end := m.v.find(n.lexeme, n.prefix)
	for i := first; i < end; i++ {
		if len(m.v[i].Pos) == 0 {
			return unknown, buf[:start]
		}
		for _, p := range m.v[i].Pos {
			if n.counts(p) {
				buf = append(buf, int32(p.At()))
			}
		}
	}
	if end-first > 1 {
		slices.Sort(buf[start:])
		buf = buf[:start+len(slices.Compact(buf[start:]))]
	}
	if len(buf) == start {
		return no, buf
	}
	return yes, buf
}

// counts reports whether the operand asks for positions with this label.
func (n *node) counts(p Pos) bool { return n.weights == 0 || n.weights&(1<<p.Weight()) != 0 }

// find gives the bounds of the lexemes that are the word, or begin with it.
func (v Vector) find(word string, prefix bool) (first, end int) {
	first, end = 0, len(v)
	for first < end {
		if mid := int(uint(first+end) / 2); v[mid].Text < word {
			first = mid + 1
		} else {
			end = mid
		}
	}
	if prefix {
		for end < len(v) && strings.HasPrefix(v[end].Text, word) {
			end++
		}
	} else if end < len(v) && v[end].Text == word {
		end++
	}
	return first, end
}
