package fts

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sort"
)

// SimilarPairs yields every pair of a left and a right text whose similarity is above the threshold, as PostgreSQL
// evaluates `similarity(left, right) > threshold` (float64(sim) > threshold): by ascending i, then j. It is exact, and
// equal texts, or texts with equal trigrams, are compared once.
//
// It counts shared trigrams in an inverted index instead of comparing every pair.
func SimilarPairs(left, right []string, threshold float64, yield func(i, j int, sim float32)) {
	index := newTrigramIndex(groupByTrigrams(right), threshold)
	groups := make([]*textGroup, len(left))
	for _, g := range groupByTrigrams(left) {
		for _, i := range g.texts {
			groups[i] = g
		}
	}
	kept := map[*textGroup][]groupMatch{} // of the groups that come again
	var line []uint64                     // the matches of one text: j, then the bits of the similarity
	for i, g := range groups {
		found, ok := kept[g]
		if !ok {
			found = index.search(g.set)
		}
		if i == g.texts[len(g.texts)-1] {
			delete(kept, g)
		} else if !ok {
			kept[g] = slices.Clone(found)
		}
		line = line[:0]
		for _, m := range found {
			for _, j := range m.group.texts {
				line = append(line, uint64(j)<<32|uint64(math.Float32bits(m.sim)))
			}
		}
		slices.Sort(line)
		for _, pair := range line {
			yield(i, int(pair>>32), math.Float32frombits(uint32(pair)))
		}
	}
}

// textGroup is the texts of a list that share a set of trigrams, by ascending index.
type textGroup struct {
	set   []trigramKey
	texts []int
}

func groupByTrigrams(texts []string) []*textGroup {
	var groups []*textGroup
	byText := make(map[string]*textGroup, len(texts))
	bySet := make(map[string]*textGroup, len(texts))
	var packed []byte
	for i, text := range texts {
		g := byText[text]
		if g == nil {
			set, _ := trigramKeys(text)
			set = distinctKeys(set)
			packed = packed[:0]
			for _, k := range set {
				packed = append(packed, byte(k>>16), byte(k>>8), byte(k))
			}
			if g = bySet[string(packed)]; g == nil {
				g = &textGroup{set: set}
				groups = append(groups, g)
				bySet[string(packed)] = g
			}
			byText[text] = g
		}
		g.texts = append(g.texts, i)
	}
	return groups
}

// commonTrigrams is the number of trigrams that a [trigramIndex] keeps as bits.
const commonTrigrams = 128

// commonSet says which of the common trigrams a text has.
type commonSet [commonTrigrams / 64]uint64

func (s *commonSet) add(n int) { s[n/64] |= 1 << (n % 64) }

func (s *commonSet) shared(t *commonSet) int {
	return bits.OnesCount64(s[0]&t[0]) + bits.OnesCount64(s[1]&t[1])
}

// trigramIndex finds the groups of texts that are similar to a given set. It is an inverted index, in which the trigrams
// that most texts have ("ing", "  c") would be most of the work and tell little. So it keeps those as bits, too, and
// follows their lists only as far as is needed to miss nothing.
type trigramIndex struct {
	threshold float64
	groups    []*textGroup // by ascending size of the set
	sizes     []int
	common    []commonSet
	number    map[trigramKey]int // of a trigram, the most frequent first; below commonTrigrams it is the bit
	lists     [][]int32          // by number: groups, ascending

	seen    []int32 // by group: 1 + rare trigrams in common with the set searched for; 0 if not met
	met     []int32 // groups with seen > 0
	numbers []int   // of the set searched for
	found   []groupMatch
}

// groupMatch is a group and how similar it is.
type groupMatch struct {
	group *textGroup
	sim   float32
}

func newTrigramIndex(groups []*textGroup, threshold float64) *trigramIndex {
	slices.SortStableFunc(groups, func(a, b *textGroup) int { return len(a.set) - len(b.set) })
	x := &trigramIndex{
		threshold: threshold,
		groups:    groups,
		sizes:     make([]int, len(groups)),
		common:    make([]commonSet, len(groups)),
		number:    map[trigramKey]int{},
		seen:      make([]int32, len(groups)),
	}
	lists := map[trigramKey][]int32{}
	for n, g := range groups {
		x.sizes[n] = len(g.set)
		for _, k := range g.set {
			lists[k] = append(lists[k], int32(n))
		}
	}
	byFrequency := slices.SortedFunc(maps.Keys(lists), func(a, b trigramKey) int {
		return cmp.Or(len(lists[b])-len(lists[a]), int(a)-int(b))
	})
	x.lists = make([][]int32, len(byFrequency))
	for number, k := range byFrequency {
		x.number[k] = number
		x.lists[number] = lists[k]
		if number < commonTrigrams {
			for _, n := range lists[k] {
				x.common[n].add(number)
			}
		}
	}
	return x
}

// passes says whether sets of m and n trigrams with that many in common are similar enough. Rounding keeps it monotone
// in each of the three.
func (x *trigramIndex) passes(shared, m, n int) bool {
	return float64(jaccard(shared, m, n)) > x.threshold
}

// search is the groups whose similarity to the set is above the threshold, in no order that matters. The result is
// valid until the next search.
func (x *trigramIndex) search(set []trigramKey) []groupMatch {
	m := len(set)
	// Sets of very different sizes are not similar, were one all inside the other.
	lo := sort.Search(len(x.sizes), func(n int) bool { return x.sizes[n] >= m || x.passes(x.sizes[n], m, x.sizes[n]) })
	hi := sort.Search(len(x.sizes), func(n int) bool { return x.sizes[n] > m && !x.passes(m, m, x.sizes[n]) })
	// The fewest trigrams in common with which any set passes: one that is all inside this one.
	needed := 1 + sort.Search(m, func(n int) bool { return x.passes(n+1, m, n+1) })

	x.found, x.met, x.numbers = x.found[:0], x.met[:0], x.numbers[:0]
	if x.passes(0, m, 1) { // a negative threshold: everything is similar
		needed = 0
		for n := range x.sizes {
			x.seen[n] = 1
			x.met = append(x.met, int32(n))
		}
	}
	if needed > m {
		return nil
	}
	for _, k := range set {
		if number, ok := x.number[k]; ok {
			x.numbers = append(x.numbers, number)
		}
	}
	// A group that shares no fewer than needed misses at most m-needed of the m trigrams: it is in a list of any
	// m-needed+1 of them. The rarest have the shortest lists.
	slices.SortFunc(x.numbers, func(a, b int) int { return b - a })
	var common commonSet
	unlisted := m - len(x.numbers)
	for n, number := range x.numbers {
		switch {
		case number >= commonTrigrams:
			x.count(x.lists[number], int32(lo), int32(hi))
		case unlisted+n <= m-needed:
			x.meet(x.lists[number], int32(lo), int32(hi))
			common.add(number)
		default:
			common.add(number)
		}
	}
	for _, n := range x.met {
		shared := int(x.seen[n]) - 1 + x.common[n].shared(&common)
		x.seen[n] = 0
		if shared < needed {
			continue
		}
		if sim := jaccard(shared, m, int(x.sizes[n])); float64(sim) > x.threshold {
			x.found = append(x.found, groupMatch{x.groups[n], sim})
		}
	}
	return x.found
}

// count notes one more rare trigram in common for the groups of a list that are in [lo, hi).
func (x *trigramIndex) count(list []int32, lo, hi int32) {
	from, _ := slices.BinarySearch(list, lo)
	for _, n := range list[from:] {
		if n >= hi {
			return
		}
		if x.seen[n] == 0 {
			x.seen[n] = 1
			x.met = append(x.met, n)
		}
		x.seen[n]++
	}
}

// meet notes that the groups of a list that are in [lo, hi) must be looked at.
func (x *trigramIndex) meet(list []int32, lo, hi int32) {
	from, _ := slices.BinarySearch(list, lo)
	for _, n := range list[from:] {
		if n >= hi {
			return
		}
		if x.seen[n] == 0 {
			x.seen[n] = 1
			x.met = append(x.met, n)
		}
	}
}
