package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sizes say how large the parts are that Recursive makes.
type Sizes struct {
	Words   int // a part is filled up to one and a half times this many words
	Overlap int // words of the part before that a part begins with
	// Window is the most that a part may hold, as Pieces counts it. Without
	// Pieces nothing but words bounds a part.
	Window int
	Pieces func(string) int
}

// GBrain are the sizes of GBrain v0, without a window.
var GBrain = Sizes{Words: 300, Overlap: 50}

// Recursive cuts text as GBrain v0 does: at blank lines, what is too long at
// line ends, then at ends of sentences, of clauses, and at white space; then it
// joins neighbours as long as they come to no more than one and a half times
// s.Words, and lets each part begin with the last s.Overlap words of the one
// before (from a sentence on, if one begins in the first half of them). Where at
// least 30 % of the characters are Han, Kana or Hangul, each character is a
// word.
//
// A text that fits one window is one part; a part that does not is cut by
// Windows. Parts are trimmed, never blank, and lie in the text one after the
// other; all that is not white space is in one of them.
func Recursive(text string, s Sizes) []string {
	if s.Pieces != nil && s.Pieces(text) <= s.Window {
		return trimmed(nil, text)
	}
	var parts []string
	for _, part := range overlapped(joined(text, split(text, 0, max(s.Words, 1)), max(s.Words, 1)), s.Overlap) {
		if s.Pieces == nil {
			parts = trimmed(parts, part)
			continue
		}
		for _, window := range Windows(strings.TrimSpace(part), s.Window, s.Pieces) {
			parts = trimmed(parts, window)
		}
	}
	return parts
}

func trimmed(parts []string, part string) []string {
	if part = strings.TrimSpace(part); part != "" {
		parts = append(parts, part)
	}
	return parts
}

// levels are the delimiters after which text is cut, from coarse to fine; white
// space is the level after the last.
var levels = [][]string{
	{"\n\n"},
	{"\n"},
	{". ", "! ", "? ", ".\n", "!\n", "?\n", "。", "！", "？"},
	{"; ", ": ", ", ", "；", "：", "，", "、"},
}

// split cuts text into parts of at most size words, at the coarsest delimiters
// that do.
func split(text string, level, size int) []string {
	if level == len(levels) {
		return splitWords(text, size)
	}
	var parts []string
	for _, part := range splitAfter(text, levels[level]) {
		if tallyOf(part).words() > size {
			parts = append(parts, split(part, level+1, size)...)
		} else {
			parts = append(parts, part)
		}
	}
	return parts
}

func splitAfter(text string, delimiters []string) []string {
	var parts []string
	var first [256]bool // the bytes that delimiters begin with
	for _, d := range delimiters {
		first[d[0]] = true
	}
	from := 0
	for i := 0; i < len(text); {
		if !first[text[i]] {
			i++
			continue
		}
		n := 0
		for _, d := range delimiters {
			if strings.HasPrefix(text[i:], d) {
				n = len(d)
				break
			}
		}
		if i += max(n, 1); n > 0 {
			parts = append(parts, text[from:i])
			from = i
		}
	}
	if from < len(text) {
		parts = append(parts, text[from:])
	}
	return parts
}

// splitWords cuts after every size words with the white space behind them.
func splitWords(text string, size int) []string {
	runes := tallyOf(text).wide()
	var parts []string
	from, words, inWord := 0, 0, false
	for i, r := range text {
		switch space := unicode.IsSpace(r); {
		case space:
			inWord = false
		case runes || !inWord:
			if words == size {
				parts = append(parts, text[from:i])
				from, words = i, 0
			}
			words++
			inWord = true
		}
	}
	return append(parts, text[from:])
}

// joined puts neighbours together while they hold at most 1.5 times size words.
// The parts are all of text, so two neighbours are a slice of it.
func joined(text string, parts []string, size int) []string {
	limit := (3*size + 1) / 2
	var out []string
	var sum tally
	from, to := 0, 0
	for _, part := range parts {
		t := tallyOf(part)
		if both := sum.plus(t); to > 0 && both.words() <= limit {
			sum = both
		} else {
			if to > 0 {
				out = append(out, text[from:to])
			}
			from, sum = to, t
		}
		to += len(part)
	}
	return append(out, text[from:])
}

func overlapped(parts []string, words int) []string {
	out := make([]string, len(parts))
	for i, part := range parts {
		out[i] = part
		if i > 0 {
			out[i] = tail(parts[i-1], words) + part
		}
	}
	return out
}

// tail is the last words of a part with the white space behind them, from the
// first sentence on that begins in their first half; nothing if the part has no
// more words than that.
func tail(part string, words int) string {
	if words < 1 {
		return ""
	}
	from, inWord := len(part), false
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(part[:from])
		if space := unicode.IsSpace(r); space && inWord {
			if words--; words == 0 {
				break
			}
			inWord = false
		} else if !space {
			inWord = true
		}
		from -= size
	}
	if strings.TrimSpace(part[:from]) == "" {
		return ""
	}
	last := part[from:]
	for i := 0; i < len(last)/2; i++ {
		if strings.IndexByte(".!?", last[i]) < 0 {
			continue
		}
		rest := strings.TrimLeftFunc(last[i+1:], unicode.IsSpace)
		if len(rest) < len(last)-i-1 {
			if rest != "" {
				return rest
			}
			break
		}
	}
	return last
}
