package fts

import (
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The rules here are those of pg_trgm 1.6 as Debian builds it for PostgreSQL 15 (KEEPONLYALNUM, IGNORECASE, DIVUNION)
// in a database with LC_CTYPE C.UTF-8.

// Trigram is three bytes that stand for three characters of a lower-cased, padded word: the characters themselves if
// all three are ASCII, else the low bytes of a hash of them.
type Trigram [3]byte

// Trigrams is a set of trigrams, each once, in pg_trgm's order: byte by byte, bytes compared as signed.
type Trigrams []Trigram

// Lower is PostgreSQL's lower(s) in C.UTF-8: character by character, none ever becoming two, with no regard to the
// characters around it ("ΟΔΟΣ" gives "οδοσ") and no normalisation. Bytes that are not UTF-8 become U+FFFD.
func Lower(s string) string { return strings.ToLower(s) }

// TrigramsOf is the set of trigrams of a text (show_trgm). Words are runs of letters and digits; each is lower-cased
// and padded with two blanks before and one after it, and no trigram crosses from one word into the next. A text
// without a letter or digit has none.
func TrigramsOf(s string) Trigrams {
	keys, _ := trigramKeys(s)
	keys = distinctKeys(keys)
	set := make(Trigrams, len(keys))
	for i, k := range keys {
		set[i] = k.trigram()
	}
	return set
}

// String is the trigram as show_trgm prints it: the characters if they are ASCII letters, digits and blanks, else the
// bytes in hexadecimal, "0x8194f1".
func (t Trigram) String() string {
	for _, b := range t {
		if !isASCIIAlnum(b) && b != ' ' {
			n := 1<<24 | uint64(t[0])<<16 | uint64(t[1])<<8 | uint64(t[2])
			return "0x" + strconv.FormatUint(n, 16)[1:]
		}
	}
	return string(t[:])
}

// Similarity is the share of the trigrams of a and b that both have, 0 to 1; 0 if a or b has none.
//
// It is one float32 division. PostgreSQL compares it with a threshold after widening it: write
// float64(sim) > 0.4, which 2/5 passes (0.4000000059604645).
func (a Trigrams) Similarity(b Trigrams) float32 {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i].key(), b[j].key()
		if x == y {
			shared++
		}
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	return jaccard(shared, len(a), len(b))
}

// Similarity is pg_trgm's similarity(a, b): [Trigrams.Similarity] of the trigrams of two texts.
func Similarity(a, b string) float32 { return TrigramsOf(a).Similarity(TrigramsOf(b)) }

// jaccard is the similarity of a set of m and a set of n trigrams that have shared trigrams in common.
func jaccard(shared, m, n int) float32 {
	if shared == 0 {
		return 0
	}
	return float32(shared) / float32(m+n-shared)
}

// trigramKey is a trigram as a number that sorts as the trigram does.
type trigramKey uint32

// signBits turns the order of unsigned bytes into that of signed ones.
const signBits = 0x808080

func (t Trigram) key() trigramKey {
	return (trigramKey(t[0])<<16 | trigramKey(t[1])<<8 | trigramKey(t[2])) ^ signBits
}

func (k trigramKey) trigram() Trigram {
	k ^= signBits
	return Trigram{byte(k >> 16), byte(k >> 8), byte(k)}
}

// trigramKeys lists the trigrams of a text in text order, with repetitions, and where in the list each word ends.
func trigramKeys(s string) (keys []trigramKey, wordEnds []int) {
	keys = make([]trigramKey, 0, len(s)+2)
	var window [3]rune
	inWord := false
	slide := func(r rune) {
		window[0], window[1], window[2] = window[1], window[2], r
		keys = append(keys, windowKey(window))
	}
	endWord := func() {
		slide(' ')
		wordEnds = append(wordEnds, len(keys))
		inWord = false
	}
	for _, r := range s {
		switch {
		case isTrigramRune(r):
			if !inWord {
				window[1], window[2] = ' ', ' '
				inWord = true
			}
			slide(unicode.ToLower(r))
		case inWord:
			endWord()
		}
	}
	if inWord {
		endWord()
	}
	return keys, wordEnds
}

// windowKey is the key of three characters. What does not fit three bytes is hashed with pg_trgm's variant of CRC-32,
// which shifts to the left over the table that is made for shifting to the right (so hash/crc32 cannot compute it).
func windowKey(w [3]rune) trigramKey {
	if w[0]|w[1]|w[2] < utf8.RuneSelf {
		return (trigramKey(w[0])<<16 | trigramKey(w[1])<<8 | trigramKey(w[2])) ^ signBits
	}
	var buf [3 * utf8.UTFMax]byte
	text := buf[:0]
	for _, r := range w {
		text = utf8.AppendRune(text, r)
	}
	crc := ^uint32(0)
	for _, b := range text {
		crc = crc32.IEEETable[byte(crc>>24)^b] ^ crc<<8
	}
	crc = ^crc
	return Trigram{byte(crc), byte(crc >> 8), byte(crc >> 16)}.key()
}

// distinctKeys sorts keys in place and drops repetitions.
func distinctKeys(keys []trigramKey) []trigramKey {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// isTrigramRune says whether a character belongs to a word: iswalnum of glibc's C.UTF-8, in which letters, letter-like
// numerals, the vowel signs of Indic scripts and all decimal digits count, and '²', '½' and combining accents do not.
//
// It equals PostgreSQL 15 on all characters of Unicode 14; letters that were added to Unicode later count, too.
func isTrigramRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isASCIIAlnum(byte(r))
	}
	return !alphabeticLater(r) && (unicode.IsLetter(r) || unicode.In(r, unicode.Nd, unicode.Nl, unicode.Other_Alphabetic))
}

func isASCIIAlnum(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
