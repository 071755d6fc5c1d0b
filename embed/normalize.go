package embed

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalizer holds the four switches of BertNormalizer in Hugging Face tokenizers.
type normalizer struct {
	clean     bool // drop control characters, turn white space into spaces
	ideograph bool // every CJK ideograph is a word
	strip     bool // canonical decomposition, then drop the non-spacing marks
	lower     bool
}

// wordScanner normalises text rune by rune and cuts it into words as BertPreTokenizer does: at white space, which goes, and
// around punctuation, which stays. It holds one word at a time, so text of any length needs little memory.
type wordScanner struct {
	normalizer
	maxRunes int
	emit     func(w *wordScanner) // called with each word

	word  []byte // the normalised word
	runes []span // where in the original text each of its runes comes from
	long  bool   // the word has more than maxRunes runes; those beyond are not kept
	whole span   // the word in the original text

	marks []mark // combining characters that wait for canonical order
	utf   [utf8.UTFMax]byte
}

// span is a range of bytes in the original text.
type span struct{ start, end int }

// join is the smallest range that holds both; the runes of a word can be out of order, where marks were sorted.
func (s span) join(t span) span { return span{min(s.start, t.start), max(s.end, t.end)} }

// mark is a combining character with its canonical combining class.
type mark struct {
	r     rune
	class uint8
	at    span
}

// text feeds text, whose first byte stands at base of the original. A byte that is not UTF-8 counts as U+FFFD.
func (w *wordScanner) text(text string, base int) {
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		w.rune(r, span{base + i, base + i + size})
		i += size
	}
	w.flushMarks()
	w.endWord()
}

func (w *wordScanner) rune(r rune, at span) {
	if w.clean {
		if isRemoved(r) {
			return
		}
		if unicode.IsSpace(r) {
			r = ' '
		}
	}
	if w.ideograph && isIdeograph(r) {
		w.flushMarks()
		w.endWord()
		w.decompose(r, at)
		w.flushMarks()
		w.endWord()
		return
	}
	w.decompose(r, at)
}

// decompose passes on the canonical decomposition of r without its non-spacing marks. Few combining characters are left
// then (the tone marks of Hangul, some of music); they are put in canonical order, as NFD asks.
func (w *wordScanner) decompose(r rune, at span) {
	if !w.strip {
		w.fold(r, at)
		return
	}
	if r < 0x80 {
		w.flushMarks()
		w.fold(r, at)
		return
	}
	if hangulBase <= r && r < hangulEnd { // decomposed by arithmetic: The Unicode Standard, section 3.12
		r -= hangulBase
		w.combine(0x1100+r/(21*28), 0, at)
		w.combine(0x1161+r/28%21, 0, at)
		if t := r % 28; t != 0 {
			w.combine(0x11a7+t, 0, at)
		}
		return
	}
	p := norm.NFD.Properties(utf8.AppendRune(w.utf[:0], r))
	d := p.Decomposition()
	if d == nil {
		w.combine(r, p.CCC(), at)
		return
	}
	for len(d) > 0 {
		r, size := utf8.DecodeRune(d)
		w.combine(r, norm.NFD.Properties(d).CCC(), at)
		d = d[size:]
	}
}

// The syllables of Hangul.
const (
	hangulBase = 0xac00
	hangulEnd  = 0xd7a4
)

func (w *wordScanner) combine(r rune, class uint8, at span) {
	switch {
	case class == 0:
		w.flushMarks()
		if !isMark(r) {
			w.fold(r, at)
		}
	case !isMark(r):
		w.marks = append(w.marks, mark{r, class, at})
	}
}

func (w *wordScanner) flushMarks() {
	if len(w.marks) == 0 {
		return
	}
	slices.SortStableFunc(w.marks, func(a, b mark) int { return int(a.class) - int(b.class) })
	for _, m := range w.marks {
		w.fold(m.r, m.at)
	}
	w.marks = w.marks[:0]
}

func (w *wordScanner) fold(r rune, at span) {
	if w.lower {
		if r == 'İ' { // the one letter whose lower case is two characters
			w.put('i', at)
			r = '\u0307'
		}
		r = lower(r)
	}
	w.put(r, at)
}

func (w *wordScanner) put(r rune, at span) {
	switch {
	case unicode.IsSpace(r):
		w.endWord()
	case isPunct(r):
		w.endWord()
		w.keep(r, at)
		w.endWord()
	default:
		w.keep(r, at)
	}
}

func (w *wordScanner) keep(r rune, at span) {
	if len(w.runes) == 0 {
		w.whole = at
	}
	w.whole = w.whole.join(at)
	if len(w.runes) == w.maxRunes {
		w.long = true
		return
	}
	w.word = utf8.AppendRune(w.word, r)
	w.runes = append(w.runes, at)
}

func (w *wordScanner) endWord() {
	if len(w.runes) == 0 {
		return
	}
	w.emit(w)
	w.word, w.runes, w.long = w.word[:0], w.runes[:0], false
}
