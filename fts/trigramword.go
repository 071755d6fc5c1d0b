package fts

import (
	"slices"
)

// WordSimilarity is pg_trgm's word_similarity(a, b): how well the best run of trigrams in b resembles a, 0 to 1. The
// run starts and ends at any trigram that a has, also inside a word.
func WordSimilarity(a, b string) float32 { return extentSimilarity(a, b, false) }

// StrictWordSimilarity is pg_trgm's strict_word_similarity(a, b): as [WordSimilarity], but the run is made of whole
// words.
func StrictWordSimilarity(a, b string) float32 { return extentSimilarity(a, b, true) }

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
