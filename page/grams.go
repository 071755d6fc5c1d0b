package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"brain/fts"

	"golang.org/x/text/unicode/norm"
)

// FTS5's tokenizer unicode61 finds words between spaces and punctuation. Grams are what it loses: neighbours in scripts that
// put no spaces between words, words of other scripts among them (使用iPhone手机 is one word to it), symbols that are a part of
// a word (C++, C#, .NET, @name, #tag), and emoji.

// spaceless are the scripts that put no spaces between words. Hangul does.
var spaceless = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// isSpaceless reports whether r is of such a script. The marks that lengthen and repeat kana belong to no script.
func isSpaceless(r rune) bool {
	return r >= 0xe00 && (r == 'ー' || r == '々' || unicode.In(r, spaceless...))
}

const (
	symbolsBefore = ".@#$+" // what a word may begin with
	symbolsAfter  = "+#%"   // and end with
	maxSymbolWord = 64      // bytes; longer ones are data, not words
)

// Grams is the text of the row of pages_grams for a page's texts: every gram once, each one token of the tokenizer ascii;
// empty where the words of pages_fts lose nothing. Single characters are grams beside the pairs, so that a question of one
// is answered.
func Grams(texts ...string) string {
	seen := map[string]bool{}
	var b strings.Builder
	add := func(gram string) {
		if seen[gram] {
			return
		}
		seen[gram] = true
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(fts.IndexToken(gram))
	}
	for _, text := range texts {
		eachGram(text, add, func(run []rune) {
			for i := range run {
				add(string(run[i]))
				if i > 0 {
					add(string(run[i-1 : i+1]))
				}
			}
		})
	}
	return b.String()
}

// queryGrams are the grams that a question asks for: the pairs of a run, a character where it stands alone.
func queryGrams(text string) (grams []string) {
	seen := map[string]bool{}
	add := func(gram string) {
		if !seen[gram] {
			seen[gram] = true
			grams = append(grams, gram)
		}
	}
	eachGram(text, add, func(run []rune) {
		if len(run) == 1 {
			add(string(run))
		}
		for i := 1; i < len(run); i++ {
			add(string(run[i-1 : i+1]))
		}
	})
	return grams
}

// eachGram calls word for each word with symbols, each emoji and each word of another script that touches a run, and run for
// each run of a script without spaces.
func eachGram(text string, word func(string), run func([]rune)) {
	if isASCII(text) {
		eachSymbolWord(text, word)
		return
	}
	text = strings.ToLower(norm.NFKC.String(text))
	eachSymbolWord(text, word)
	var open, glued []rune // a run, a word
	touches := false       // the word touches a run
	end := func() {
		if len(glued) > 0 && touches && len(glued) <= maxSymbolWord {
			word(string(glued))
		}
		glued, touches = glued[:0], false
	}
	for _, r := range text {
		if isSpaceless(r) {
			touches = true
			end()
			open = append(open, r)
			continue
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			touches = touches || len(open) > 0
			glued = append(glued, r)
		} else {
			end()
		}
		if len(open) > 0 {
			run(open)
			open = open[:0]
		}
		if unicode.Is(unicode.So, r) && r != utf8.RuneError {
			word(string(r))
		}
	}
	end()
	if len(open) > 0 {
		run(open)
	}
}

// isASCII reports whether a text has no more than ASCII and thus no run and no emoji; most have.
func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// eachSymbolWord finds words that begin or end with a symbol and hold a letter or digit. What markdown puts around a word
// and what ends a sentence is no part of it.
func eachSymbolWord(text string, word func(string)) {
	for rest := text; ; {
		i := strings.IndexAny(rest, symbolsBefore+symbolsAfter)
		if i < 0 {
			return
		}
		start := strings.LastIndexFunc(rest[:i], endsWord) + 1
		for start > 0 && start < i && !utf8.RuneStart(rest[start]) {
			start++
		}
		end := len(rest)
		if k := strings.IndexFunc(rest[i:], endsWord); k >= 0 {
			end = i + k
		}
		if w := symbolWord(rest[start:end]); w != "" {
			word(w)
		}
		rest = rest[end:]
	}
}

// endsWord reports whether r cannot be inside a word with symbols.
func endsWord(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\"'`*_~()[]{}<>|,;:!?/\\=", r) || r > unicode.MaxLatin1 && (unicode.IsPunct(r) || isSpaceless(r))
}

// symbolWord is a word in lower case, if it begins or ends with a symbol.
func symbolWord(w string) string {
	w = strings.TrimRight(w, ".")
	if w == "" || len(w) > maxSymbolWord || strings.IndexByte(symbolsBefore, w[0]) < 0 && strings.IndexByte(symbolsAfter, w[len(w)-1]) < 0 {
		return ""
	}
	if !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return strings.ToLower(w)
}
