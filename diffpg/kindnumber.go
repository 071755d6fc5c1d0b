package main

import (
	"iter"
	"math"
	"strconv"

	"brain/fts"
)

// numberKind compares how numbers are printed, which every answer relies on.
func numberKind() *kind {
	return &kind{
		name:     "number",
		parts:    []string{"float4", "float8"},
		batch:    500,
		generate: (*generator).twoNumbers,
		brain: func(in input) (answer, error) {
			f4, err := strconv.ParseFloat(in[0], 32)
			if err != nil {
				return nil, err
			}
			f8, err := strconv.ParseFloat(in[1], 64)
			return answer{{"float4 printed", fts.FormatFloat4(float32(f4))}, {"float8 printed", fts.FormatFloat8(f8)}}, err
		},
		server: bySQL([][2]string{{"float4 printed", "a::real"}, {"float8 printed", "b::float8"}}, "%s AS inputs(place, a, b)"),
		simpler: func(in input) iter.Seq[input] {
			return func(yield func(input) bool) {
				for i, s := range in {
					if s != "0" && !yield(with(in, i, "0")) {
						return
					}
				}
			}
		},
	}
}

// twoNumbers are numbers of any bits, and, more often, those with few digits or few bits, where printing has its ties.
func (g *generator) twoNumbers() input {
	var f4, f8 float64
	switch g.IntN(5) {
	case 0:
		f4, f8 = float64(math.Float32frombits(g.Uint32())), math.Float64frombits(g.Uint64())
	case 1: // powers of two, whose neighbours are nearer on one side
		f4, f8 = math.Ldexp(1, g.between(-149, 127)), math.Ldexp(1, g.between(-1074, 1023))
	case 2: // few bits
		f4, f8 = math.Ldexp(float64(g.IntN(1<<g.between(1, 24))), g.between(-40, 60)), math.Ldexp(float64(g.IntN(1<<g.between(1, 53))), g.between(-80, 300))
	case 3: // large integers
		f4, f8 = float64(float32(g.IntN(1<<g.between(20, 45)))), float64(g.IntN(1<<g.between(45, 62)))
	default: // near a decimal of few digits
		digits := g.digits()
		f4, f8 = readNumber(digits+"e"+strconv.Itoa(g.between(-30, 20)), 32), readNumber(digits+g.digits()+"e"+strconv.Itoa(g.between(-200, 200)), 64)
	}
	in := make(input, 2)
	for i, f := range []float64{f4, f8} {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			f = 0
		}
		in[i] = strconv.FormatFloat(f, 'g', 17, 64)
	}
	return in
}

// readNumber is 0 for what is out of range.
func readNumber(s string, bits int) float64 {
	f, err := strconv.ParseFloat(s, bits)
	if err != nil {
		return 0
	}
	return f
}
