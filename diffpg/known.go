package main

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"brain/fts"
)

// rule is a difference that is wanted, or that no program could avoid. Either the server's own words tell it (message),
// or both sides agree once the cause is taken out of every part of the input (without).
type rule struct {
	name    string
	message func(k *kind, in input, d difference) bool
	without func(part string) string
}

var rules = []rule{
	{
		// Letters that came after Unicode 14 are letters in brain; the server's C library does not know them.
		name: "Unicode newer than 14",
		without: func(part string) string {
			return strings.Map(func(r rune) rune {
				if unicode.Is(after14, r) {
					return '\u0378' // unassigned: nothing on both sides
				}
				return r
			}, part)
		},
	},
	{
		// brain indexes a text whose tsvector the server cannot hold; it knows the server's error all the same.
		name: "tsvector over 1 MB",
		message: func(k *kind, in input, d difference) bool {
			if k.name != "text" {
				return false
			}
			_, _, err := fts.ToVector(in[0])
			return err != nil && d.server == "ERROR: "+err.Error()
		},
	},
	{
		// The server's parser of queries has a stack of 32 operators. In brain Web never fails, and ToQuery and
		// ParseQuery nest deeper.
		name: "more than 32 open operators",
		message: func(_ *kind, _ input, d difference) bool {
			return d.server == "ERROR: tsquery stack too small"
		},
	},
	{
		// A word of at most 2,046 bytes may be longer in lower case (Ⱥ and Ⱦ grow). The server fails to put such a lexeme
		// into a query, where brain leaves it out, and overflows its length in a tsvector, which then shows other memory.
		name: "word that is over 2,046 bytes in lower case",
		without: func(part string) string {
			for _, t := range fts.Parse(part) {
				if len(t.Text) <= maxWord && len(fts.Lower(t.Text)) > maxWord {
					return strings.Map(func(r rune) rune {
						if utf8.RuneLen(unicode.ToLower(r)) > utf8.RuneLen(r) {
							return 'é'
						}
						return r
					}, part)
				}
			}
			return part
		},
	},
	{
		// Which of two equal lexemes says whether it is a prefix is chance in the server from seven operands on, where
		// its sort is not stable.
		name: "unstable sort of equal lexemes",
		without: func(part string) string {
			if q, err := fts.ToQuery(part); err != nil || len(lexemes.FindAllString(q.String(), -1)) < 7 {
				return part
			}
			return labels.ReplaceAllString(part, "")
		},
	},
	{
		// The server reads the position of a written vector with C's atoi, which is undefined beyond an int. brain holds
		// it at the last position.
		name:    "written position over 2,147,483,647",
		without: func(part string) string { return longNumber.ReplaceAllString(part, "16383") },
	},
	{
		// Of several equal positions behind others at the last one, 16,383, the first counts, and which that is is chance
		// where the sort is not stable.
		name: "unstable sort of positions at 16,383",
		without: func(part string) string {
			if v, err := fts.ParseVector(part); err != nil || !strings.Contains(v.String(), "16383") {
				return part
			}
			return fiveDigits.ReplaceAllString(part, "16382")
		},
	},
}

// maxWord is the longest word that PostgreSQL indexes, in bytes.
const maxWord = 2046

var (
	labels     = regexp.MustCompile(`:[*ABCDabcd]+`)
	longNumber = regexp.MustCompile(`[0-9]{10,}`)
	fiveDigits = regexp.MustCompile(`[0-9]{5,}`)
	lexemes    = regexp.MustCompile(`'(?:[^']|'')*'`)
)

// after14 is what Unicode 15 assigned, the version of Go's tables.
var after14 = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0xcf3, Hi: 0xcf3, Stride: 1}, {Lo: 0xece, Hi: 0xece, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x10efd, Hi: 0x10eff, Stride: 1}, {Lo: 0x1123f, Hi: 0x11241, Stride: 1}, {Lo: 0x11b00, Hi: 0x11b09, Stride: 1},
		{Lo: 0x11f00, Hi: 0x11f10, Stride: 1}, {Lo: 0x11f12, Hi: 0x11f3a, Stride: 1}, {Lo: 0x11f3e, Hi: 0x11f59, Stride: 1},
		{Lo: 0x1342f, Hi: 0x1342f, Stride: 1}, {Lo: 0x13439, Hi: 0x13455, Stride: 1}, {Lo: 0x1b132, Hi: 0x1b132, Stride: 1},
		{Lo: 0x1b155, Hi: 0x1b155, Stride: 1}, {Lo: 0x1d2c0, Hi: 0x1d2d3, Stride: 1}, {Lo: 0x1df25, Hi: 0x1df2a, Stride: 1},
		{Lo: 0x1e030, Hi: 0x1e06d, Stride: 1}, {Lo: 0x1e08f, Hi: 0x1e08f, Stride: 1}, {Lo: 0x1e4d0, Hi: 0x1e4f9, Stride: 1},
		{Lo: 0x1f6dc, Hi: 0x1f6dc, Stride: 1}, {Lo: 0x1f774, Hi: 0x1f776, Stride: 1}, {Lo: 0x1f77b, Hi: 0x1f77f, Stride: 1},
		{Lo: 0x1f7d9, Hi: 0x1f7d9, Stride: 1}, {Lo: 0x1fa75, Hi: 0x1fa77, Stride: 1}, {Lo: 0x1fa87, Hi: 0x1fa88, Stride: 1},
		{Lo: 0x1faad, Hi: 0x1faaf, Stride: 1}, {Lo: 0x1fabb, Hi: 0x1fabd, Stride: 1}, {Lo: 0x1fabf, Hi: 0x1fabf, Stride: 1},
		{Lo: 0x1face, Hi: 0x1facf, Stride: 1}, {Lo: 0x1fada, Hi: 0x1fadb, Stride: 1}, {Lo: 0x1fae8, Hi: 0x1fae8, Stride: 1},
		{Lo: 0x1faf7, Hi: 0x1faf8, Stride: 1}, {Lo: 0x2b739, Hi: 0x2b739, Stride: 1}, {Lo: 0x31350, Hi: 0x323af, Stride: 1},
	},
}
