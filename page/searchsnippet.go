package page

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"brain/fts"
)

// snippetRunes is how many characters of a chunk a hit shows.
const snippetRunes = 200

// A matcher finds the words of a question in a text: by their stems, and by the grams of what has no words.
type matcher struct {
	stems  map[string]bool
	begins [256]bool // the first bytes of stems, folded: most words of a text begin otherwise and need no stemming
	grams  []string
	glued  map[string]string // words that may stand next to a run, and their stems
}

// newMatcher makes one for a question; its expansions ask for words of their own.
func newMatcher(q Question) *matcher {
	m := &matcher{stems: map[string]bool{}, glued: map[string]string{}}
	texts := []string{q.Text}
	for _, w := range q.Expansions {
		texts = append(texts, w.Text)
	}
	for _, text := range texts {
		for _, w := range words(text) {
			for _, part := range strings.FieldsFunc(w, func(r rune) bool { return !isWordRune(r) }) {
				stem := stemOf(part)
				m.stems[stem], m.begins[stem[0]] = true, true
			}
		}
		for _, u := range fts.GramUnits(text) {
			if u.Special() {
				m.grams = append(m.grams, u.Grams...)
			} else if stem := stemOf(u.Text); m.stems[stem] {
				m.glued[u.Text] = stem
			}
		}
	}
	return m
}

// stemOf is the stem of a word; of a stop word the word.
func stemOf(word string) string {
	if stem, ok := fts.Stem(word); ok {
		return stem
	}
	return strings.ToLower(word)
}

// A match is a word or gram of the question in a text.
type match struct {
	from, to int
	what     string
}

// matches lists them by their begin.
func (m *matcher) matches(text string) (list []match) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !isWordRune(r) {
			at += size
			continue
		}
		end := at
		for end < len(text) && isWordRune(r) {
			end += size
			r, size = utf8.DecodeRuneInString(text[end:])
		}
		if first := text[at]; first >= utf8.RuneSelf || m.begins[first|0x20] { // stemming folds and never changes the first letter
			if stem := stemOf(text[at:end]); m.stems[stem] {
				list = append(list, match{at, end, stem})
			}
		}
		at = end
	}
	wide := !isASCII(text)
	if len(m.grams) == 0 && !wide {
		return list
	}
	lower := lowerASCII(text)
	each := func(s string, at func(from, to int)) {
		for from := 0; ; {
			k := strings.Index(lower[from:], s)
			if k < 0 {
				return
			}
			at(from+k, from+k+len(s))
			from += k + len(s)
		}
	}
	for _, g := range m.grams {
		each(g, func(from, to int) { list = append(list, match{from, to, g}) })
	}
	for word, stem := range m.glued {
		if !wide {
			break
		}
		each(word, func(from, to int) {
			if isGlued(lower[:from], lower[to:]) {
				list = append(list, match{from, to, stem})
			}
		})
	}
	slices.SortStableFunc(list, func(a, b match) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return list
}

// isGlued reports whether what lies between two texts is a word next to a run: the runes of scripts without spaces begin at
// U+0E00, where the alphabets end.
func isGlued(before, after string) bool {
	b, _ := utf8.DecodeLastRuneInString(before)
	a, _ := utf8.DecodeRuneInString(after)
	ends := func(r rune) bool { return r >= 0xe00 || !isWordRune(r) }
	return ends(b) && ends(a) && (isWordRune(b) || isWordRune(a))
}

// lowerASCII folds A to Z, so that offsets stay what they are.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// share is how many of the question's words and grams a text has, 0 to 1.
func (m *matcher) share(text string) float64 {
	all := len(m.stems) + len(m.grams)
	if all == 0 {
		return 0
	}
	seen := map[string]bool{}
	for _, w := range m.matches(text) {
		seen[w.what] = true
	}
	return float64(len(seen)) / float64(all)
}

const (
	snippetSnap = 15  // how far an end moves to lie between two words
	maxMatches  = 500 // that are weighed against one another
)

// snippet is a part of a text of at most n characters, without line ends: where most of the words and grams are, else its
// begin. It begins and ends between words where it can, and never inside a character.
func (m *matcher) snippet(text string, n int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	starts := make([]int, 0, len(text)+1) // of characters
	for i := range text {
		starts = append(starts, i)
	}
	all := len(starts)
	if all <= n {
		return text
	}
	starts = append(starts, len(text))
	matches := m.matches(text)
	matches = matches[:min(len(matches), maxMatches)]
	from, best := 0, 0
	for i, first := range matches {
		at, _ := slices.BinarySearch(starts, first.from)
		at = min(max(at-n/5, 0), all-n) // a fifth for what leads to it
		seen := map[string]bool{}
		for _, w := range matches[i:] {
			if w.to > starts[at+n] {
				break
			}
			seen[w.what] = true
		}
		if len(seen) > best {
			from, best = at, len(seen)
		}
	}
	to := from + n
	middle := from + n/2 // no end comes so far, or nothing might be left
	if from > 0 {
		from = snap(text, starts, from, min(from+snippetSnap, middle))
	}
	if to < all {
		to = snap(text, starts, to, max(to-snippetSnap, middle))
	}
	out := strings.TrimSpace(text[starts[from]:starts[to]])
	if from > 0 {
		out = "…" + out
	}
	if to < all {
		out += "…"
	}
	return out
}

// snap moves an end of a snippet toward limit: to a space, else to where a character ends for the reader (a letter and its
// accents, an emoji and what joins it).
func snap(text string, starts []int, at, limit int) int {
	step := 1
	if limit < at {
		step = -1
	}
	for i := at; i != limit; i += step {
		if text[starts[i]] == ' ' {
			return i
		}
	}
	for i := at; i != limit; i += step {
		if !joins(text, starts[i]) {
			return i
		}
	}
	return at
}

// joins reports whether the character at an offset belongs to the one before it (the grapheme clusters of UAX 29, but for
// conjoining Hangul, which text in NFC does not have).
func joins(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	const joiner = '\u200d'
	isFlag := func(r rune) bool { return 0x1f1e6 <= r && r <= 0x1f1ff }
	switch {
	case unicode.IsMark(r), r == joiner, before == joiner, 0x1f3fb <= r && r <= 0x1f3ff, 0xe0020 <= r && r <= 0xe007f:
		return true
	case isFlag(r) && isFlag(before):
		flags := 0
		for rest := text[:at]; ; flags++ {
			last, size := utf8.DecodeLastRuneInString(rest)
			if !isFlag(last) {
				return flags%2 == 1
			}
			rest = rest[:len(rest)-size]
		}
	}
	return false
}
