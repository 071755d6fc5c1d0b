package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// parseInt reads a whole number as Python's int() does, since brain-cli's callers may count on it: with white space around it, a
// plus, single underscores between digits, zeros before it, and digits of any script.
func parseInt(text string) (int, error) {
	s := strings.TrimFunc(text, unicode.IsSpace)
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || strings.HasPrefix(digits, "_") || strings.HasSuffix(digits, "_") || strings.Contains(digits, "__") {
		return 0, fmt.Errorf("%w: %q", strconv.ErrSyntax, text)
	}
	plain := strings.Map(func(r rune) rune {
		if r == '_' {
			return -1
		}
		return asciiDigit(r)
	}, digits)
	return strconv.Atoi(s[:len(s)-len(digits)] + plain)
}

// asciiDigit is the digit that a decimal digit of any script stands for; what is none stays. Unicode keeps each script's ten in a
// row, from zero on.
func asciiDigit(r rune) rune {
	if r < unicode.MaxASCII || !unicode.IsDigit(r) {
		return r
	}
	zero := r
	for unicode.IsDigit(zero-1) && r-zero < 9 {
		zero--
	}
	// Scripts whose digits follow on one another begin at multiples of ten from the first.
	first := zero
	for unicode.IsDigit(first - 1) {
		first--
	}
	return '0' + (r-first)%10
}
