package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"brain/pattern"
)

// parseInt reads a whole number as Python's int() does, since brain-cli's callers may count on it: with white space around it, a
// plus, single underscores between digits, zeros before it, and digits of any script.
func parseInt(text string) (int, error) {
	plain, err := plainNumber(text)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(plain)
}

// parseFloat reads a number as Python's float() does, and so takes what parseInt takes. It knows no hexadecimal numbers, and
// those that JSON does not have are an error here.
func parseFloat(text string) (float64, error) {
	plain, err := plainNumber(text)
	if err != nil {
		return 0, err
	}
	if strings.ContainsAny(plain, "xX") {
		return 0, fmt.Errorf("%w: %q", strconv.ErrSyntax, text)
	}
	x, err := strconv.ParseFloat(plain, 64)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%w: %q", strconv.ErrRange, text)
	}
	return x, err
}

// underscores are those that do not stand between two digits.
var underscores = pattern.Lazy(`(^|[^0-9])_|_([^0-9]|$)`)

// plainNumber is a number in the one way of writing it that Go reads too.
func plainNumber(text string) (string, error) {
	s := strings.Map(asciiDigit, strings.TrimFunc(text, unicode.IsSpace))
	if len(s)-len(strings.TrimLeft(s, "+-")) > 1 || underscores().MatchString(s) {
		return "", fmt.Errorf("%w: %q", strconv.ErrSyntax, text)
	}
	return strings.ReplaceAll(s, "_", ""), nil
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
