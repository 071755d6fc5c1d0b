package fts

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// RankCD is PostgreSQL's ts_rank_cd(w, v, q, flags), the cover density: it sums over the covers, the shortest pieces of
// the text that satisfy the query, and a cover counts the more the fewer other words are in it. Without positions it is
// 0. Results equal the server's bit for bit (float8 throughout, rounded to float4 at the end).
func RankCD(w Weights, v Vector, q Query, flags int) float32 {
	if len(v) == 0 || q.Empty() {
		return 0
	}
	c := coverers.Get().(*coverer)
	defer coverers.Put(c)
	c.read(v, q)

	var inverse [len(w)]float64
	for i := range w {
		inverse[i] = 1 / float64(w[i])
	}
	var rank, distances, lastCentre float64
	extents := 0
	for next := 0; ; {
		begin, end, ok := c.cover(q.nodes, next)
		if !ok {
			break
		}
		next = begin + 1

		var sum float64
		for i := begin; i <= end; i++ {
			sum += inverse[c.spots[i].pos.Weight()]
		}
		first, last := c.spots[begin].pos.At(), c.spots[end].pos.At()
		noise := (last - first) - (end - begin)
		if noise < 0 { // words beyond MaxPos share it
			noise = (end - begin) / 2
		}
		rank += float64(end-begin+1) / sum / float64(1+noise)

		centre := float64(float64(first+last) / 2)
		if extents > 0 && centre > lastCentre {
			distances += 1 / (centre - lastCentre)
		}
		lastCentre = centre
		extents++
	}

	if flags&NormLogLength != 0 {
		rank /= math.Log(float64(v.positions() + 1))
	}
	if flags&NormLength != 0 {
		rank /= float64(v.positions())
	}
	if flags&NormExtent != 0 && distances > 0 {
		rank /= float64(extents) / distances
	}
	if flags&NormLexemes != 0 {
		rank /= float64(len(v))
	}
	if flags&NormLogLexemes != 0 {
		rank /= math.Log(float64(len(v)+1)) / math.Ln2
	}
	if flags&NormSelf != 0 {
		rank /= rank + 1
	}
	return float32(rank)
}

// coverer finds covers. It walks a window over the places of the text where lexemes of the query stand, and holds,
// for every operand, which of its positions are inside.
type coverer struct {
	evaluation
	hits   []hit
	spots  []spot
	lists  []int32  // the ascending distinct positions of all operands, one list after the other
	window []window // by node; those of operators stay empty
}

// hit is one position of one operand.
type hit struct {
	pos   Pos
	entry int32 // of the vector
	node  int32
	index int32 // in lists
}

// spot is one position of one lexeme, with the hits of all operands that it satisfies.
type spot struct {
	pos        Pos
	first, end int32 // of hits
}

// window is the part of lists that an operand has inside.
type window struct{ lo, hi int32 }

var coverers = sync.Pool{New: func() any { return new(coverer) }}

// read collects the spots of a vector.
func (c *coverer) read(v Vector, q Query) {
	c.hits, c.spots = c.hits[:0], c.spots[:0]
	for i := range q.nodes {
		n := &q.nodes[i]
		if n.kind != operandNode {
			continue
		}
		for e, end := v.find(n.lexeme, n.prefix); e < end; e++ {
			for _, p := range v[e].Pos {
				if n.counts(p) {
					c.hits = append(c.hits, hit{pos: p, entry: int32(e), node: int32(i)})
				}
			}
		}
	}

	// Give every operand its list; window counts first, then says where the next position goes.
	slices.SortFunc(c.hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.pos.At(), b.pos.At()), cmp.Compare(a.pos.Weight(), b.pos.Weight()),
			cmp.Compare(a.entry, b.entry))
	})
	c.window = append(c.window[:0], make([]window, len(q.nodes))...)
	for _, h := range c.hits {
		c.window[h.node].hi++
	}
	used := int32(0)
	for i := range c.window {
		c.window[i], used = window{used, used}, used+c.window[i].hi
	}
	c.lists = slices.Grow(c.lists[:0], len(c.hits))[:len(c.hits)]
	for i := range c.hits {
		h := &c.hits[i]
		w := &c.window[h.node]
		if w.hi == w.lo || c.lists[w.hi-1] != int32(h.pos.At()) {
			c.lists[w.hi] = int32(h.pos.At())
			w.hi++
		}
		h.index = w.hi - 1
		if i == 0 || h.pos != c.hits[i-1].pos || h.entry != c.hits[i-1].entry {
			c.spots = append(c.spots, spot{pos: h.pos, first: int32(i)})
		}
		c.spots[len(c.spots)-1].end = int32(i + 1)
	}
}

// cover finds the next cover that begins at spot from or later: the first spot up to which the query is satisfied, then
// the last one from which it is.
func (c *coverer) cover(nodes []node, from int) (begin, end int, ok bool) {
	clear(c.window)
	for end = from; ; end++ {
		if end == len(c.spots) {
			return 0, 0, false
		}
		c.include(end)
		if c.holds(nodes, c) {
			break
		}
	}
	clear(c.window)
	for begin = end; begin > from; begin-- {
		c.include(begin)
		if c.holds(nodes, c) {
			break
		}
	}
	return begin, end, true
}

// include widens the windows of the operands to spot s, which is next to those included before.
func (c *coverer) include(s int) {
	for _, h := range c.hits[c.spots[s].first:c.spots[s].end] {
		w := &c.window[h.node]
		if w.lo == w.hi {
			*w = window{h.index, h.index}
		}
		w.lo, w.hi = min(w.lo, h.index), max(w.hi, h.index+1)
	}
}

func (c *coverer) has(_ *node, i int32) bool { return c.window[i].lo < c.window[i].hi }

func (c *coverer) at(_ *node, i int32, buf []int32) (truth, []int32) {
	w := c.window[i]
	if w.lo == w.hi {
		return no, buf
	}
	return yes, append(buf, c.lists[w.lo:w.hi]...)
}
