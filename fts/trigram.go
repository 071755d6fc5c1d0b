package fts

import (
	"cmp"
	"hash/crc32"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The rules here are those of pg_trgm 1.6 as Debian builds it for PostgreSQL 15 (KEEPONLYALNUM, IGNORECASE, DIVUNION)
// in a database with LC_CTYPE C.UTF-8.

// Trigram is three bytes that stand for three characters of a lower-cased, padded word: the characters themselves if
// all three are ASCII, else the low bytes of a hash of them.
type Trigram [3]byte

// Trigrams is a set of trigrams, each once, in pg_trgm's order: byte by byte, bytes compared as signed.
type Trigrams []Trigram

// Lower is PostgreSQL's lower(s) in C.UTF-8: character by character, none ever becoming two, with no regard to the
// characters around it ("ΟΔΟΣ" gives "οδοσ") and no normalisation. Bytes that are not UTF-8 become U+FFFD.
func Lower(s string) string { return strings.ToLower(s) }

// TrigramsOf is the set of trigrams of a text (show_trgm). Words are runs of letters and digits; each is lower-cased
// and padded with two blanks before and one after it, and no trigram crosses from one word into the next. A text
// without a letter or digit has none.
func TrigramsOf(s string) Trigrams {
	keys, _ := trigramKeys(s)
	keys = distinctKeys(keys)
	set := make(Trigrams, len(keys))
	for i, k := range keys {
		set[i] = k.trigram()
	}
	return set
}

// String is the trigram as show_trgm prints it: the characters if they are ASCII letters, digits and blanks, else the
// bytes in hexadecimal, "0x8194f1".
func (t Trigram) String() string {
	for _, b := range t {
		if !isASCIIAlnum(b) && b != ' ' {
			n := 1<<24 | uint64(t[0])<<16 | uint64(t[1])<<8 | uint64(t[2])
			return "0x" + strconv.FormatUint(n, 16)[1:]
		}
	}
	return string(t[:])
}

// Similarity is the share of the trigrams of a and b that both have, 0 to 1; 0 if a or b has none.
//
// It is one float32 division. PostgreSQL compares it with a threshold after widening it: write
// float64(sim) > 0.4, which 2/5 passes (0.4000000059604645).
func (a Trigrams) Similarity(b Trigrams) float32 {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i].key(), b[j].key()
		if x == y {
			shared++
		}
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	return jaccard(shared, len(a), len(b))
}

// Similarity is pg_trgm's similarity(a, b): [Trigrams.Similarity] of the trigrams of two texts.
func Similarity(a, b string) float32 { return TrigramsOf(a).Similarity(TrigramsOf(b)) }

// WordSimilarity is pg_trgm's word_similarity(a, b): how well the best run of trigrams in b resembles a, 0 to 1. The
// run starts and ends at any trigram that a has, also inside a word.
func WordSimilarity(a, b string) float32 { return extentSimilarity(a, b, false) }

// StrictWordSimilarity is pg_trgm's strict_word_similarity(a, b): as [WordSimilarity], but the run is made of whole
// words.
func StrictWordSimilarity(a, b string) float32 { return extentSimilarity(a, b, true) }

// jaccard is the similarity of a set of m and a set of n trigrams that have shared trigrams in common.
func jaccard(shared, m, n int) float32 {
	if shared == 0 {
		return 0
	}
	return float32(shared) / float32(m+n-shared)
}

// trigramKey is a trigram as a number that sorts as the trigram does.
type trigramKey uint32

// signBits turns the order of unsigned bytes into that of signed ones.
const signBits = 0x808080

func (t Trigram) key() trigramKey {
	return (trigramKey(t[0])<<16 | trigramKey(t[1])<<8 | trigramKey(t[2])) ^ signBits
}

func (k trigramKey) trigram() Trigram {
	k ^= signBits
	return Trigram{byte(k >> 16), byte(k >> 8), byte(k)}
}

// trigramKeys lists the trigrams of a text in text order, with repetitions, and where in the list each word ends.
func trigramKeys(s string) (keys []trigramKey, wordEnds []int) {
	keys = make([]trigramKey, 0, len(s)+2)
	var window [3]rune
	inWord := false
	slide := func(r rune) {
		window[0], window[1], window[2] = window[1], window[2], r
		keys = append(keys, windowKey(window))
	}
	endWord := func() {
		slide(' ')
		wordEnds = append(wordEnds, len(keys))
		inWord = false
	}
	for _, r := range s {
		switch {
		case isTrigramRune(r):
			if !inWord {
				window[1], window[2] = ' ', ' '
				inWord = true
			}
			slide(unicode.ToLower(r))
		case inWord:
			endWord()
		}
	}
	if inWord {
		endWord()
	}
	return keys, wordEnds
}

// windowKey is the key of three characters. What does not fit three bytes is hashed with pg_trgm's variant of CRC-32,
// which shifts to the left over the table that is made for shifting to the right (so hash/crc32 cannot compute it).
func windowKey(w [3]rune) trigramKey {
	if w[0]|w[1]|w[2] < utf8.RuneSelf {
		return (trigramKey(w[0])<<16 | trigramKey(w[1])<<8 | trigramKey(w[2])) ^ signBits
	}
	var buf [3 * utf8.UTFMax]byte
	text := buf[:0]
	for _, r := range w {
		text = utf8.AppendRune(text, r)
	}
	crc := ^uint32(0)
	for _, b := range text {
		crc = crc32.IEEETable[byte(crc>>24)^b] ^ crc<<8
	}
	crc = ^crc
	return Trigram{byte(crc), byte(crc >> 8), byte(crc >> 16)}.key()
}

// distinctKeys sorts keys in place and drops repetitions.
func distinctKeys(keys []trigramKey) []trigramKey {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// isTrigramRune says whether a character belongs to a word: iswalnum of glibc's C.UTF-8, in which letters, letter-like
// numerals, the vowel signs of Indic scripts and all decimal digits count, and '²', '½' and combining accents do not.
//
// It equals PostgreSQL 15 on all characters of Unicode 14; letters that were added to Unicode later count, too.
func isTrigramRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isASCIIAlnum(byte(r))
	}
	return !alphabeticLater(r) && (unicode.IsLetter(r) || unicode.In(r, unicode.Nd, unicode.Nl, unicode.Other_Alphabetic))
}

func isASCIIAlnum(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// extentSimilarity is the search behind word_similarity. It is not an exhaustive one: reading b from left to right, at
// each place where an extent may end, pg_trgm moves the start of the current extent to where the similarity is highest,
// and never moves it back. The result is the best similarity met on the way.
func extentSimilarity(a, b string, strict bool) float32 {
	sought, _ := trigramKeys(a)
	sought = distinctKeys(sought)
	list, wordEnds := trigramKeys(b)
	if len(sought) == 0 || len(list) == 0 {
		return 0
	}

	// Number the distinct trigrams of b, and find which of them a has.
	distinct := distinctKeys(slices.Clone(list))
	inA := make([]bool, len(distinct))
	for id, k := range distinct {
		_, inA[id] = slices.BinarySearch(sought, k)
	}
	ids := make([]int, len(list))
	for p, k := range list {
		ids[p], _ = slices.BinarySearch(distinct, k)
	}
	starts, ends := make([]bool, len(list)+1), make([]bool, len(list))
	starts[0] = true
	for _, end := range wordEnds {
		ends[end-1], starts[end] = true, true
	}

	type extent struct{ from, size, shared int } // size and shared count distinct trigrams
	open := strict                               // strict: an extent starts at the first word, otherwise at the first trigram of a
	var cur extent
	latest := make([]int, len(distinct)) // 1 + the last position of a trigram inside the extent, 0 if it has none there

	var best float32
	for p, id := range ids {
		if !open && !inA[id] {
			continue
		}
		if !open {
			open, cur.from = true, p
		}
		if latest[id] == 0 {
			cur.size++
			if inA[id] {
				cur.shared++
			}
		}
		latest[id] = p + 1
		if strict && !ends[p] || !strict && !inA[id] {
			continue
		}

		similarity := jaccard(cur.shared, len(sought), cur.size)
		shrunk, kept := cur, cur
		for from := cur.from; from <= p; from++ {
			if float32(shrunk.shared)/float32(len(sought)) <= similarity {
				break // no shorter extent can be better
			}
			if !strict || starts[from] {
				if s := jaccard(shrunk.shared, len(sought), shrunk.size); s > similarity {
					similarity = s
					kept = extent{from, shrunk.size, shrunk.shared}
				}
			}
			if id := ids[from]; latest[id] == from+1 {
				shrunk.size--
				if inA[id] {
					shrunk.shared--
				}
			}
		}
		best = max(best, similarity)
		for from := cur.from; from < kept.from; from++ {
			if latest[ids[from]] == from+1 {
				latest[ids[from]] = 0
			}
		}
		cur = kept
	}
	return best
}

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
