package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How good a place is to end a part, from the worst to the best.
const (
	afterRune = iota
	afterSpace
	afterSentence
	afterLine
	afterBlankLine
)

// boundary finds the best place to end a part in the first end bytes of text, which are not all of it: the best kind of
// place that occurs behind half of aim, and of these the one nearest to aim.
func boundary(text string, end, aim int) int {
	best, bestKind := runeStart(text, aim), afterRune
	if best == 0 {
		best = end
	}
	var before context
	for at := 0; at <= end; {
		next, size := utf8.DecodeRuneInString(text[at:])
		if at > 0 && at >= aim/2 {
			kind := before.kind(next)
			if kind > bestKind || kind == bestKind && kind > afterRune && distance(at, aim) < distance(best, aim) {
				best, bestKind = at, kind
			}
		}
		before.add(next)
		at += size
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// context is what the kind of a place depends on before it.
type context struct {
	last     rune
	space    bool // last is white space
	lines    int  // line ends in the white space before the place
	sentence bool // the text before that white space ends a sentence
	wide     bool // … in a script without white space
}

const (
	// enders end a sentence if white space follows.
	enders = ".!?…؟۔।։።"
	// wideEnders need no white space.
	wideEnders = "。！？｡"
	// closers can stand between the end of a sentence and what follows.
	closers = "\"')]}»”’」』）】"
	// lineEnds are line feed and its kin; a carriage return is white space before it.
	lineEnds = "\n\u0085\u2028\u2029"
)

func (c *context) add(r rune) {
	c.last, c.space = r, unicode.IsSpace(r)
	if plainLetter(r) {
		c.lines, c.wide, c.sentence = 0, false, false
		return
	}
	switch {
	case strings.ContainsRune(lineEnds, r):
		c.lines++
	case c.space:
	default:
		c.lines = 0
		closes := strings.ContainsRune(closers, r)
		c.wide = strings.ContainsRune(wideEnders, r) || c.wide && closes
		c.sentence = c.wide || strings.ContainsRune(enders, r) || c.sentence && closes
	}
}

// plainLetter tells most of what texts are made of: characters of which no rule here says anything.
func plainLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' }

// kind tells what the place before next is. White space belongs to the part before it, but for the indentation of a line.
func (c *context) kind(next rune) int {
	if plainLetter(c.last) && plainLetter(next) {
		return afterRune
	}
	line := strings.ContainsRune(lineEnds, c.last)
	switch {
	case strings.ContainsRune(lineEnds, next):
		return afterRune
	case line && c.lines > 1:
		return afterBlankLine
	case line:
		return afterLine
	case unicode.IsSpace(next) || c.lines > 0:
		return afterRune
	case c.space && c.sentence:
		return afterSentence
	case c.space:
		return afterSpace
	case c.wide && !strings.ContainsRune(wideEnders+closers, next):
		return afterSentence
	}
	return afterRune
}
