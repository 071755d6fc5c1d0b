package fts

import (
	"math"
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
	if exponent < -4 || exponent >= exponentFrom {
		return scientific
	}
	return strconv.FormatFloat(f, 'f', -1, bits)
}
