package fts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// FTS5's tokenizer unicode61 finds words between spaces and punctuation. Grams are what an index by it loses, each an opaque
// token of a second table, of the tokenizer ascii:
//
//   - of scripts whose words are not told apart by spaces, or are found by their parts (Han, kana, Hangul, Thai, …): every
//     character, and every two neighbours. A question's run of them is found where all of its neighbours are.
//   - letters and digits that stand next to such characters, "itgc" of "重跑gen-itgc后": the index has no such word.
//   - symbols that are part of a word: "c++", "c#", ".env", "-rf", "--force", "@user", "$home".
//   - emoji.
//
// A word of plain letters and digits is none of these, so that questions of such words are answered by the index of words; it
// only finds, behind all others, texts in which it stands next to a run.

// unspaced are the scripts of runs.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// isUnspaced reports whether r is part of a run. The marks that lengthen and repeat kana and Han belong to no script.
func isUnspaced(r rune) bool {
	return r >= 0xe00 && (r == 'ー' || r == '々' || r == '〆' || unicode.In(r, unspaced...))
}

// The symbols that a word may begin and end with.
const (
	symbolsBefore = ".@#$+-%_"
	symbolsAfter  = "+#"
)

// GramKind is what a part of a text is.
type GramKind int

const (
	PlainGram  GramKind = iota // letters and digits between spaces and punctuation
	GluedGram                  // letters and digits next to a run
	RunGram                    // a run
	SymbolGram                 // a word with symbols
	EmojiGram                  // one emoji
)

// eachPart calls part for the parts of a text, in the form in which they are indexed.
func eachPart(text string, part func(kind GramKind, s string)) {
	text = FoldGrams(text)
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case word(r) || isUnspaced(r):
			end := i + wordEnd(text[i:], word)
			eachPiece(text[i:end], symbolsIn(text, i, end), part)
			i = end
		case unicode.Is(unicode.So, r) && r != utf8.RuneError:
			part(EmojiGram, text[i:i+size])
			i += size
		default:
			i += size
		}
	}
}

// FoldGrams brings a text into the form in which grams are compared: NFKC, and lower case as Python's str.lower gives it, which
// knows the final sigma.
func FoldGrams(text string) string {
	text = norm.NFKC.String(text)
	if strings.ContainsAny(text, "Σİ") {
		return cases.Lower(language.Und).String(text)
	}
	return strings.ToLower(text)
}

// wordEnd is where the letters and digits that s begins with end.
func wordEnd(s string, word func(rune) bool) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return !word(r) && !isUnspaced(r) }); end >= 0 {
		return end
	}
	return len(s)
}

// symbolsIn gives the symbols before and after the word at text[start:end].
func symbolsIn(text string, start, end int) [2]string {
	first := start
	for first > 0 && strings.IndexByte(symbolsBefore, text[first-1]) >= 0 {
		first--
	}
	// "a.b" and "a-b" are two words for the index; a symbol begins a word only where nothing is before it.
	if r, _ := utf8.DecodeLastRuneInString(text[:first]); first > 0 && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)) && !isUnspaced(r) {
		first = start
	}
	last := end
	for last < len(text) && strings.IndexByte(symbolsAfter, text[last]) >= 0 {
		last++
	}
	// "a+b" is a sum.
	if r, _ := utf8.DecodeRuneInString(text[last:]); last < len(text) && unicode.IsLetter(r) && !isUnspaced(r) {
		last = end
	}
	return [2]string{text[first:start], text[end:last]}
}

// eachPiece calls part for the runs in a word and for what is between them. Symbols before and after belong to the first and
// the last piece, if that is no run.
func eachPiece(word string, symbols [2]string, part func(GramKind, string)) {
	for start := 0; start < len(word); {
		r, _ := utf8.DecodeRuneInString(word[start:])
		run := isUnspaced(r)
		end := len(word)
		if k := strings.IndexFunc(word[start:], func(r rune) bool { return isUnspaced(r) != run }); k >= 0 {
			end = start + k
		}
		piece := word[start:end]
		if run {
			part(RunGram, piece)
			start = end
			continue
		}
		symbol := piece
		if start == 0 {
			symbol = symbols[0] + symbol
		}
		if end == len(word) {
			symbol += symbols[1]
		}
		if symbol != piece {
			part(SymbolGram, symbol)
		}
		if kind := PlainGram; len(piece) < len(word) {
			part(GluedGram, piece)
		} else {
			part(kind, piece)
		}
		start = end
	}
}

// GramText is the row of a table of grams for some texts: each gram once, as a token of the tokenizer ascii; empty where the
// index of words loses nothing. The characters of a run are grams beside its pairs, so that a question of one is answered.
func GramText(texts ...string) string {
	seen := map[string]bool{}
	var b strings.Builder
	add := func(gram string) {
		if !seen[gram] {
			seen[gram] = true
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(IndexToken(gram))
		}
	}
	for _, text := range texts {
		eachPart(text, func(kind GramKind, s string) {
			switch kind {
			case PlainGram:
			case RunGram:
				for i := range s {
					add(first(s[i:], 1))
					add(first(s[i:], 2))
				}
			default:
				add(s)
			}
		})
	}
	return b.String()
}

// first is the first n characters of s, or all.
func first(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
