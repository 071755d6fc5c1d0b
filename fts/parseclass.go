package fts

import (
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// class is what the parser needs to know about a character. Letters and digits are the ASCII ones: hosts, files and
// e-mail addresses are made of them alone.
type class uint8

const (
	charOther  class = iota // separates
	charLetter              // a-z, A-Z
	charDigit               // 0-9
	charAlpha               // any other character that can start a word
	charMark                // continues a word, but starts none
)

// Bits of asciiBits, the properties that only ASCII characters have.
const (
	isLetter  = 1 << iota
	isDigit   // 0-9
	isTagChar // may stand in a tag outside quotes
	isURLChar // may stand in the path of a URL (RFC 3986)
	isStop    // ends a blank
	isHex     // hexadecimal digit
	isName    // may stand in a file name
	isNameStart
)

const isAlnum = isLetter | isDigit

var asciiBits = func() (t [256]uint8) {
	set := func(chars string, bits uint8) {
		for i := range len(chars) {
			t[chars[i]] |= bits
		}
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	set(letters, isLetter|isTagChar|isURLChar|isStop|isName|isNameStart)
	set("0123456789", isDigit|isTagChar|isURLChar|isStop|isHex|isName|isNameStart)
	set("_", isName|isNameStart)
	set("-", isName)
	set("abcdefABCDEF", isHex)
	set("=-_#/:.&?%~ \t\n\v\f\r", isTagChar)
	set("!#$%&'()*+,-./:;=?@[]_~", isURLChar)
	set("<-+&/", isStop)
	return t
}()

// wordTable holds what PostgreSQL's C.UTF-8 calls alphabetic beyond Go's letters: letter numbers, vowel signs and the
// digits of other scripts, so that "Ⅷ" and "१२" are words and not numbers.
var wordTable = []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Nd}

// markTable holds the characters of no width, which PostgreSQL lets continue a word (Unicode 14; format characters such
// as U+200B are not among them), and the few spacing marks that its parser treats alike.
var markTable = []*unicode.RangeTable{unicode.Mn, unicode.Me, {R16: []unicode.Range16{
	{Lo: 0x0f3e, Hi: 0x0f3f, Stride: 1},
	{Lo: 0x1b44, Hi: 0x1b44, Stride: 1},
	{Lo: 0x1baa, Hi: 0x1baa, Stride: 1},
	{Lo: 0xa953, Hi: 0xa953, Stride: 1},
}}, betweenMarks}

// betweenMarks are code points without a character (in Unicode 14) that have a mark on either side: the ranges of
// PostgreSQL's table of marks go over them.
var betweenMarks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x09ff, Hi: 0x0a00, Stride: 1},
		{Lo: 0x0a43, Hi: 0x0a46, Stride: 1},
		{Lo: 0x0a49, Hi: 0x0a4a, Stride: 1},
		{Lo: 0x0a4e, Hi: 0x0a50, Stride: 1},
		{Lo: 0x0ac6, Hi: 0x0ac6, Stride: 1},
		{Lo: 0x0b00, Hi: 0x0b00, Stride: 1},
		{Lo: 0x0b4e, Hi: 0x0b54, Stride: 1},
		{Lo: 0x0c49, Hi: 0x0c49, Stride: 1},
		{Lo: 0x0c4e, Hi: 0x0c54, Stride: 1},
		{Lo: 0x0dd5, Hi: 0x0dd5, Stride: 1},
		{Lo: 0x0f98, Hi: 0x0f98, Stride: 1},
		{Lo: 0x1a5f, Hi: 0x1a5f, Stride: 1},
		{Lo: 0x1a7d, Hi: 0x1a7e, Stride: 1},
		{Lo: 0x1acf, Hi: 0x1aff, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x10a04, Hi: 0x10a04, Stride: 1},
		{Lo: 0x10a07, Hi: 0x10a0b, Stride: 1},
		{Lo: 0x10a3b, Hi: 0x10a3e, Stride: 1},
		{Lo: 0x1136d, Hi: 0x1136f, Stride: 1},
		{Lo: 0x119d8, Hi: 0x119d9, Stride: 1},
		{Lo: 0x11c37, Hi: 0x11c37, Stride: 1},
		{Lo: 0x11d37, Hi: 0x11d39, Stride: 1},
		{Lo: 0x11d3b, Hi: 0x11d3b, Stride: 1},
		{Lo: 0x11d3e, Hi: 0x11d3e, Stride: 1},
		{Lo: 0x1cf2e, Hi: 0x1cf2f, Stride: 1},
		{Lo: 0x1daa0, Hi: 0x1daa0, Stride: 1},
		{Lo: 0x1e007, Hi: 0x1e007, Stride: 1},
		{Lo: 0x1e019, Hi: 0x1e01a, Stride: 1},
		{Lo: 0x1e022, Hi: 0x1e022, Stride: 1},
		{Lo: 0x1e025, Hi: 0x1e025, Stride: 1},
	},
}

// classAt is the class and the size in bytes of the character at s[i]. A byte that is not UTF-8, and NUL, which
// PostgreSQL would both refuse, separate words.
func classAt(s string, i int) (class, int) {
	b := s[i]
	if b < utf8.RuneSelf {
		switch bits := asciiBits[b]; {
		case bits&isLetter != 0:
			return charLetter, 1
		case bits&isDigit != 0:
			return charDigit, 1
		}
		return charOther, 1
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	return classOf(r), size
}

// pages keeps the classes of the characters up to U+FFFF, 256 a page, each page made when a text first needs it: seven
// searches in Unicode's tables for every character would be most of the work on a text that is not English.
var pages [256]atomic.Pointer[[256]class]

func classOf(r rune) class {
	if r > 0xffff {
		return searchClass(r)
	}
	page := pages[r>>8].Load()
	if page == nil {
		page = new([256]class)
		for i := range page {
			page[i] = searchClass(r&^0xff + rune(i))
		}
		pages[r>>8].Store(page)
	}
	return page[r&0xff]
}

// searchClass is the class of a character beyond ASCII. U+FFFD, which stands for bytes that are not UTF-8, too, is in
// none of the tables.
func searchClass(r rune) class {
	switch {
	case !alphabeticLater(r) && unicode.In(r, wordTable...):
		return charAlpha
	case unicode.In(r, markTable...):
		return charMark
	}
	return charOther
}

// alphabeticLater reports whether r is one of the signs that Unicode 15 made alphabetic and that PostgreSQL, with the
// Unicode 14 of its C library, knows as marks only.
func alphabeticLater(r rune) bool {
	switch r {
	case 0x0c04, 0x0f82, 0x0f83, 0x11080, 0x11081:
		return true
	}
	return false
}

// spaceAt is the size of the white space at s[i], 0 for none. The spaces that do not break a line (U+00A0, U+2007,
// U+202F) and U+0085 are none in C.UTF-8.
func spaceAt(s string, i int) int {
	switch b := s[i]; {
	case b == ' ', '\t' <= b && b <= '\r':
		return 1
	case b < utf8.RuneSelf:
		return 0
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	if unicode.IsSpace(r) && r != 0x85 && r != 0xa0 && r != 0x2007 && r != 0x202f {
		return size
	}
	return 0
}
