package extract

import "iter"

// edgeSet holds edges of which no two join the same nodes by the same relation, in the order in which they came.
type edgeSet struct {
	list  []packedEdge
	slots []int32 // numbers of edges by the hash of what tells them apart, counted from 1; as many as a power of two
	texts textNumbers
}

// packedEdge is a [builtEdge] by the numbers of its texts: a large tree has some 100,000 edges, and few texts.
type packedEdge struct {
	from, to, line                      int32
	relation, context, confidence, file int32
}

func (s *edgeSet) add(e *builtEdge) {
	if 2*len(s.list) >= len(s.slots) {
		s.grow()
	}
	relation := s.texts.of(e.relation, 0)
	slot := s.slot(e.from, e.to, relation)
	at := s.slots[slot] - 1
	if at >= 0 && rankOf(e.confidence) >= rankOf(s.texts.list[s.list[at].confidence]) {
		return
	}
	p := packedEdge{e.from, e.to, e.line, relation, s.texts.of(e.context, 1), s.texts.of(e.confidence, 2), s.texts.of(e.file, 3)}
	if at >= 0 {
		s.list[at] = p
		return
	}
	s.list = append(s.list, p)
	s.slots[slot] = int32(len(s.list))
}

// slot is where the edge between two nodes is noted, or is to be.
func (s *edgeSet) slot(from, to, relation int32) uint32 {
	h := uint64(uint32(from))<<32 | uint64(uint32(to))
	h = (h ^ uint64(relation)<<27) * 0x9e3779b97f4a7c15 // as Fibonacci hashing spreads numbers
	mask := uint32(len(s.slots) - 1)
	for i := uint32(h >> 32); ; i++ {
		at := s.slots[i&mask]
		if at == 0 {
			return i & mask
		}
		if e := &s.list[at-1]; e.from == from && e.to == to && e.relation == relation {
			return i & mask
		}
	}
}

func (s *edgeSet) grow() {
	s.slots = make([]int32, max(1<<10, 4*len(s.slots)))
	for i := range s.list {
		e := &s.list[i]
		s.slots[s.slot(e.from, e.to, e.relation)] = int32(i) + 1
	}
}

func (s *edgeSet) at(i int32) builtEdge {
	p, texts := &s.list[i], s.texts.list
	return builtEdge{from: p.from, to: p.to, line: p.line, relation: texts[p.relation], context: texts[p.context], confidence: texts[p.confidence], file: texts[p.file]}
}

// bySource are the numbers of the edges by the node that they start from, those of one in the order in which they came.
func (s *edgeSet) bySource(nodes int) iter.Seq[int32] {
	first := make([]int32, nodes+1)
	for i := range s.list {
		first[s.list[i].from+1]++
	}
	for i := range nodes {
		first[i+1] += first[i]
	}
	order := make([]int32, len(s.list))
	for i := range s.list {
		from := s.list[i].from
		order[first[from]] = int32(i)
		first[from]++
	}
	return func(yield func(int32) bool) {
		for _, i := range order {
			if !yield(i) {
				return
			}
		}
	}
}

// textNumbers gives texts numbers.
type textNumbers struct {
	list  []string
	known map[string]int32
	last  [4]int32 // by what a text is for: most often it is the one before
}

func (t *textNumbers) of(s string, use int) int32 {
	if n := t.last[use]; int(n) < len(t.list) && t.list[n] == s {
		return n
	}
	n, ok := t.known[s]
	if !ok {
		if t.known == nil {
			t.known = map[string]int32{}
		}
		n = int32(len(t.list))
		t.known[s] = n
		t.list = append(t.list, s)
	}
	t.last[use] = n
	return n
}
