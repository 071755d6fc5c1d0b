package vec

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// MaxDimension is the largest dimension of a pgvector vector.
const MaxDimension = 16_000

// Parse reads a vector in pgvector's text form, "[1, 2.5, -3e-2]": 1 to [MaxDimension] finite numbers, white space
// anywhere between them. A number is what C's strtof reads, so "0x1p-3" and ".5" are, too. What is too small for
// float32 becomes 0; what is too large, infinite or NaN is an error, as is all that pgvector refuses.
func Parse(s string) ([]float32, error) {
	rest, ok := strings.CutPrefix(trimSpace(s), "[")
	if !ok {
		return nil, syntaxError(s, `no "[" at the start`)
	}
	rest = trimSpace(rest)
	if strings.HasPrefix(rest, "]") {
		return nil, errors.New("parse vector: it has no dimension, at least 1 is needed")
	}
	v := make([]float32, 0, 1+strings.Count(rest, ","))
	for {
		if len(v) == MaxDimension {
			return nil, fmt.Errorf("parse vector: it has more than %d dimensions", MaxDimension)
		}
		rest = trimSpace(rest)
		n := numberLen(rest)
		if n == 0 {
			return nil, syntaxError(s, fmt.Sprintf("no number at dimension %d", len(v)+1))
		}
		x, err := parseNumber(rest[:n])
		if err != nil {
			return nil, fmt.Errorf("parse vector: dimension %d: %w", len(v)+1, err)
		}
		v = append(v, x)
		rest = trimSpace(rest[n:])
		if strings.HasPrefix(rest, ",") {
			rest = rest[1:]
			continue
		}
		rest, ok = strings.CutPrefix(rest, "]")
		if !ok {
			return nil, syntaxError(s, fmt.Sprintf(`neither "," nor "]" after dimension %d`, len(v)))
		}
		if trimSpace(rest) != "" {
			return nil, syntaxError(s, `more after the "]"`)
		}
		return v, nil
	}
}

// Format is the text form of a vector as pgvector prints it: "[1,2.5,-0.03]", each number as short as float32 allows,
// with an exponent below 1e-4 and from 1e+06 on. An empty vector, which pgvector does not have, is "[]".
func Format(v []float32) string {
	b := make([]byte, 0, 2+12*len(v))
	b = append(b, '[')
	for k, x := range v {
		if k > 0 {
			b = append(b, ',')
		}
		b = appendNumber(b, x)
	}
	return string(append(b, ']'))
}

// appendNumber appends a number as PostgreSQL prints a float4: as few digits as tell it from every other one.
func appendNumber(b []byte, x float32) []byte {
	return strconv.AppendFloat(b, shortDecimal(x), 'g', -1, 64)
}

// shortDecimal is the decimal that is printed for x. As a float64 it prints as itself, having at most nine digits.
//
// Go has other shortest digits than PostgreSQL (Ryu) in two cases. Of two such decimals equally far from x PostgreSQL
// takes the one with an even last digit: 2^-12, which is 2.44140625e-04, prints as 2.4414062e-04. And a decimal exactly
// halfway between two float32, which Go prints if reading it would round to x, is not enough for PostgreSQL, which does
// not rely on the reader's rounding.
func shortDecimal(x float32) float64 {
	exact := float64(x)
	if x == 0 || math.IsInf(exact, 0) || math.IsNaN(exact) {
		return exact
	}
	text := strconv.FormatFloat(exact, 'e', -1, 32)
	mantissa, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), "e")
	for digits := max(0, len(mantissa)-len("1.")); ; digits++ {
		even := strconv.FormatFloat(exact, 'e', digits, 32) // a tie goes to the even digit here
		for _, decimal := range []string{even, text} {
			if tells(decimal, x) {
				short, _ := strconv.ParseFloat(decimal, 64) // Go's own output
				return short
			}
		}
	}
}

// tells says whether a decimal is closer to x than halfway to the next float32 on its side.
func tells(decimal string, x float32) bool {
	if back, err := strconv.ParseFloat(decimal, 32); err != nil || float32(back) != x {
		return false
	}
	if math.Abs(float64(x)) < 1<<24 {
		return true // halfway decimals of so few digits exist only among large integers
	}
	off, ok := new(big.Rat).SetString(decimal)
	if !ok {
		return false
	}
	off.Sub(off.Abs(off), new(big.Rat).SetFloat64(math.Abs(float64(x))))
	bits := math.Float32bits(x) &^ (1 << 31)
	next := math.Ldexp(1, math.Ilogb(float64(x))-23) // away from zero
	if off.Sign() < 0 {                              // a power of two has a nearer neighbour below
		next = float64(math.Float32frombits(bits)) - float64(math.Float32frombits(bits-1))
	}
	return off.Abs(off).Cmp(new(big.Rat).SetFloat64(next/2)) < 0
}

// trimSpace drops the white space at the start that pgvector skips.
func trimSpace(s string) string { return strings.TrimLeft(s, " \t\n\v\f\r") }

func syntaxError(s, cause string) error {
	const most = 60
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Errorf("parse vector: %q is not like [1,2,3]: %s", s, cause)
}

// parseNumber is the value of a number that numberLen found.
func parseNumber(s string) (float32, error) {
	number := s
	switch digits := strings.TrimLeft(s, "+-"); {
	case hasPrefixFold(digits, "nan"):
		return 0, errors.New("NaN is not allowed")
	case hasPrefixFold(digits, "inf"):
		return 0, errors.New("an infinite value is not allowed")
	case hasPrefixFold(digits, "0x") && !strings.ContainsAny(digits, "pP"):
		number += "p0" // C lets a hexadecimal number go without an exponent, Go does not
	}
	x, err := strconv.ParseFloat(number, 32)
	if math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is out of the range of float32", s)
	}
	return float32(x), err
}

// numberLen is the length of the number that strtof reads at the start of s, 0 if there is none.
func numberLen(s string) int {
	sign := 0
	if s != "" && (s[0] == '+' || s[0] == '-') {
		sign = 1
	}
	n := 0
	switch s := s[sign:]; {
	case hasPrefixFold(s, "inf"), hasPrefixFold(s, "nan"):
		n = len("inf") // what follows does not matter: neither is allowed
	case hasPrefixFold(s, "0x") && mantissaLen(s[2:], isHex, 'p') > 0:
		n = 2 + mantissaLen(s[2:], isHex, 'p')
	default:
		n = mantissaLen(s, isDecimal, 'e')
	}
	if n == 0 {
		return 0
	}
	return sign + n
}

// mantissaLen is the length of digits with an optional point and, if complete, an exponent; 0 if there is no digit.
func mantissaLen(s string, isDigit func(byte) bool, exponent byte) int {
	whole := digitsLen(s, isDigit)
	n, digits := whole, whole
	if n < len(s) && s[n] == '.' {
		fraction := digitsLen(s[n+1:], isDigit)
		n, digits = n+1+fraction, digits+fraction
	}
	if digits == 0 {
		return 0
	}
	if n < len(s) && s[n]|0x20 == exponent {
		e := n + 1
		if e < len(s) && (s[e] == '+' || s[e] == '-') {
			e++
		}
		if power := digitsLen(s[e:], isDecimal); power > 0 {
			n = e + power
		}
	}
	return n
}

func digitsLen(s string, isDigit func(byte) bool) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func isDecimal(b byte) bool { return '0' <= b && b <= '9' }

func isHex(b byte) bool { return isDecimal(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
