package page

import (
	"cmp"
	"slices"
	"strings"

	"brain/fts"
)

// The rules here are GBrain's, which asks PostgreSQL with pg_trgm: which rows, in which order, and the similarities are
// the server's. Its ties, which SQL leaves open, go to the smaller slug.

// Named is what a page is found by when its slug is not known exactly.
type Named struct {
	Slug  string
	Title string
}

// SlugMatch is a page that may be meant, and how similar its name is to what was asked: 0 to 1.
type SlugMatch struct {
	Slug       string
	Similarity float32
}

// NearEnough is the similarity from which GBrain takes the first of [NearestSlugs] for the page that was meant.
const NearEnough = 0.7

// AtLeast compares as PostgreSQL does, in float8: 0.7 of a float4 is a little less than 0.7 and fails, 0.6 is a little
// more and passes.
func (m SlugMatch) AtLeast(similarity float64) bool { return float64(m.Similarity) >= similarity }

// alike is pg_trgm.similarity_threshold as it is by default: from there on `title % q` holds.
const alike = 0.3

// ResolveSlugs lists up to five pages whose title is like q, or whose slug contains q, the most similar titles first.
// In slugs '%' and '_' of q stand for any text and any character, and '\' takes the next one as it is (ILIKE). An empty
// q is in every slug.
func ResolveSlugs(q string, pages []Named) []SlugMatch {
	inSlug := newLike("%" + q + "%")
	sought := fts.TrigramsOf(q)
	return best(5, pages, func(p Named) (float32, bool) {
		sim := fts.TrigramsOf(p.Title).Similarity(sought)
		return sim, float64(sim) >= alike || inSlug.matches(p.Slug)
	})
}

// NearestSlugs lists up to three pages whose title is like q, or whose slug contains the slug of q, by the similarity of
// the title or of the slug, whichever is larger. A caller that wants one page takes the first if it is [NearEnough].
func NearestSlugs(q string, pages []Named) []SlugMatch {
	fragment := fragmentOf(q)
	inSlug := newLike("%" + fragment + "%")
	sought, soughtSlug := fts.TrigramsOf(fts.Lower(q)), fts.TrigramsOf(fragment)
	return best(3, pages, func(p Named) (float32, bool) {
		title := fts.TrigramsOf(fts.Lower(p.Title)).Similarity(sought)
		sim := max(title, fts.TrigramsOf(p.Slug).Similarity(soughtSlug))
		return sim, float64(title) >= alike || inSlug.matches(p.Slug)
	})
}

// best is the first n of the pages that are taken, the most similar first.
func best(n int, pages []Named, take func(Named) (float32, bool)) []SlugMatch {
	var found []SlugMatch
	for _, p := range pages {
		if sim, ok := take(p); ok {
			found = append(found, SlugMatch{p.Slug, sim})
		}
	}
	slices.SortFunc(found, func(a, b SlugMatch) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), strings.Compare(a.Slug, b.Slug))
	})
	return found[:min(n, len(found))]
}

// fragmentOf is GBrain's slugify of a question: lower case, with a hyphen for every run of what is neither a-z nor 0-9.
// It is not [SlugOf], which keeps other scripts.
func fragmentOf(q string) string {
	return strings.Join(strings.FieldsFunc(fts.Lower(q), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// like is a pattern of PostgreSQL's ILIKE.
type like []likeRune

type likeRune struct {
	char rune
	kind likeKind
}

type likeKind uint8

const (
	likeChar likeKind = iota
	likeOne           // _
	likeAny           // %
)

// newLike reads a pattern. A backslash at its very end, which PostgreSQL refuses, is dropped.
func newLike(pattern string) like {
	var l like
	escaped := false
	for _, r := range fts.Lower(pattern) {
		switch {
		case escaped:
			l, escaped = append(l, likeRune{char: r}), false
		case r == '\\':
			escaped = true
		case r == '%':
			l = append(l, likeRune{kind: likeAny})
		case r == '_':
			l = append(l, likeRune{kind: likeOne})
		default:
			l = append(l, likeRune{char: r})
		}
	}
	return l
}

// matches says whether all of s is what the pattern describes. After a mismatch only the last '%' takes one character
// more: what an earlier one could do, the last can do, too.
func (l like) matches(s string) bool {
	text := []rune(fts.Lower(s))
	at, from, retry := 0, 0, -1 // place in l; where the text of the last '%' ends; the place of l after it
	for i := 0; i < len(text); {
		switch {
		case at < len(l) && l[at].kind == likeAny:
			at++
			retry, from = at, i
		case at < len(l) && (l[at].kind == likeOne || l[at].char == text[i]):
			at++
			i++
		case retry < 0:
			return false
		default:
			from++
			at, i = retry, from
		}
	}
	for at < len(l) && l[at].kind == likeAny {
		at++
	}
	return at == len(l)
}
