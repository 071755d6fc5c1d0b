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
	scientific := strconv.FormatFloat(f, 'e', -1, bits)
	exponent, _ := strconv.Atoi(scientific[strings.IndexByte(scientific, 'e')+1:])
	if exponent < -4 {
		return scientific
	}
	if exponent < exponentFrom {
		return strconv.FormatFloat(f, 'f', -1, bits)
	}
	// The shortest digits of Go may lie half way to the next number and come back only because ties go to even.
	// PostgreSQL wants them nearer. Such short numbers are found above 2^22 only, those of float8 above 2^52.
	for digits := 0; halfway(scientific, f, bits); digits++ {
		scientific = shortened(f, digits, bits)
	}
	return scientific
}

// shortened is f with so many digits after the point, without zeros at their end.
func shortened(f float64, digits, bits int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', digits, bits), "e")
	if digits > 0 {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + "e" + exponent
}

// halfway reports whether the decimal is as far from f as from the next number, or farther.
func halfway(decimal string, f float64, bits int) bool {
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
		return false
	}
	middle := new(big.Rat).SetFloat64(next)
	middle.Add(middle, exact).Quo(middle, big.NewRat(2, 1))
	return middle.Sub(middle, exact).Abs(middle).Cmp(d.Sub(d, exact).Abs(d)) <= 0
}
