package fts

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// FormatFloat4 is a float4 as PostgreSQL prints it: the fewest digits that give the same number back, with an exponent
// below 1e-4 and from 1e6 on.
func FormatFloat4(f float32) string { return formatFloat(float64(f), 32, 6) }

// FormatFloat8 is a float8 as PostgreSQL prints it, with an exponent below 1e-4 and from 1e15 on.
func FormatFloat8(f float64) string { return formatFloat(f, 64, 15) }

func formatFloat(f float64, bits, exponentFrom int) string {
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0 || math.IsNaN(f):
		return strconv.FormatFloat(f, 'f', -1, bits)
	}
	// The exponent is that of the shortest digits: float4 0.0001 is a little less than 1e-4 and prints as 0.0001.
	scientific := shortest(f, bits)
	mantissa, exponentText, _ := strings.Cut(scientific, "e")
	exponent, _ := strconv.Atoi(exponentText)
	if exponent < -4 || exponent >= exponentFrom {
		return scientific
	}
	unsigned := strings.TrimPrefix(mantissa, "-")
	sign := mantissa[:len(mantissa)-len(unsigned)]
	digits := strings.Replace(unsigned, ".", "", 1)
	point := exponent + 1 // before which of the digits
	switch {
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits))
	}
	return sign + digits[:point] + "." + digits[point:]
}

// shortest is f with the fewest digits that tell it from every other number, as "1.25e-07". PostgreSQL (Ryu) and Go agree
// but for two cases. Of two such numbers that are equally far from f, PostgreSQL takes the one with an even last digit:
// float4 2^-12, which is 2.44140625e-04, has 2.4414062e-04. And a number just halfway between f and the next one is not
// enough for PostgreSQL, although reading it gives f where ties go to even.
func shortest(f float64, bits int) string {
	text := strconv.FormatFloat(f, 'e', -1, bits)
	mantissa, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), "e")
	for digits := max(0, len(mantissa)-len("1.")); ; digits++ {
		even := strconv.FormatFloat(f, 'e', digits, bits) // a tie goes to the even digit here
		if tells(even, f, bits) {
			return withoutZeros(even)
		}
		if tells(text, f, bits) {
			return text
		}
	}
}

// withoutZeros drops the zeros at the end of the digits.
func withoutZeros(scientific string) string {
	mantissa, exponent, _ := strings.Cut(scientific, "e")
	if strings.IndexByte(mantissa, '.') >= 0 {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + "e" + exponent
}

// tells says whether the decimal is nearer to f than halfway to the next number.
func tells(decimal string, f float64, bits int) bool {
	if back, err := strconv.ParseFloat(decimal, bits); err != nil || back != f {
		return false
	}
	// What gives f back may still lie just halfway. Halfway numbers of so few digits are integers above 2^24 (float8:
	// 2^53) only; all others have more digits than a shortest number can have.
	if integers := float64(uint64(1) << 24); bits == 32 && math.Abs(f) < integers {
		return true
	}
	if integers := float64(uint64(1) << 53); bits == 64 && math.Abs(f) < integers {
		return true
	}
	d, ok := new(big.Rat).SetString(decimal)
	if !ok {
		return false
	}
	exact := new(big.Rat).SetFloat64(f)
	next := math.Inf(d.Cmp(exact))
	if bits == 32 {
		next = float64(math.Nextafter32(float32(f), float32(next)))
	} else {
		next = math.Nextafter(f, next)
	}
	if math.IsInf(next, 0) {
		return true // f is the largest number
	}
	middle := new(big.Rat).SetFloat64(next)
	middle.Add(middle, exact).Quo(middle, big.NewRat(2, 1))
	return middle.Sub(middle, exact).Abs(middle).Cmp(d.Sub(d, exact).Abs(d)) > 0
}
