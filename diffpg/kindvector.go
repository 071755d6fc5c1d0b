package main

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"brain/fts"
	"brain/vec"
)

// vectorKind compares cosine distances, and how numbers are read and printed.
func vectorKind() *kind {
	return &kind{
		name:     "vector",
		parts:    []string{"a", "b"},
		batch:    100,
		generate: (*generator).vectors,
		brain: func(in input) (answer, error) {
			a, err := vec.Parse("[" + in[0] + "]")
			if err != nil {
				return nil, err
			}
			b, err := vec.Parse("[" + in[1] + "]")
			if err != nil {
				return nil, err
			}
			numbers := make([]string, len(b))
			for i, x := range b {
				numbers[i] = fts.FormatFloat4(x)
			}
			d := vec.CosineDistance(a, b)
			var scanned [1]float64
			vec.NewScanner(a).Distances(b, len(b), scanned[:])
			return answer{
				{"a printed", strings.Trim(vec.Format(a), "[]")}, {"b printed", strings.Join(numbers, ",")},
				{"distance", fts.FormatFloat8(d)}, {"distance scanned", fts.FormatFloat8(scanned[0])}, {"distance < 0.08", strconv.FormatBool(d < vecNear)},
			}, nil
		},
		server: bySQL([][2]string{
			{"a printed", "trim('{}' from a::text)"}, {"b printed", "trim('{}' from b::text)"},
			{"distance", "d"}, {"distance scanned", "d"}, {"distance < 0.08", "d < 0.08"},
		}, `(SELECT place, a, b, diff_cosine(a, b) AS d FROM (SELECT place, ('{' || a || '}')::real[] AS a, ('{' || b || '}')::real[] AS b
			FROM %s AS inputs(place, a, b) OFFSET 0) AS read OFFSET 0) AS made`),
		simpler: simplerVectors,
	}
}

// vecNear is the limit of step 4.
const vecNear = 0.08

func simplerVectors(in input) iter.Seq[input] {
	return func(yield func(input) bool) {
		a, b := strings.Split(in[0], ","), strings.Split(in[1], ",")
		places := make([]int, len(a))
		for i := range places {
			places[i] = i
		}
		for kept := range withoutSome(places) {
			var less [2][]string
			for _, i := range kept {
				less[0], less[1] = append(less[0], a[i]), append(less[1], b[i])
			}
			if len(kept) > 0 && !yield(input{strings.Join(less[0], ","), strings.Join(less[1], ",")}) {
				return
			}
		}
		for part, list := range [][]string{a, b} {
			for i, number := range list {
				for _, plain := range []string{"0", "1"} {
					if number == "0" || number == plain {
						continue
					}
					list[i] = plain
					if !yield(with(in, part, strings.Join(list, ","))) {
						return
					}
					list[i] = number
				}
			}
		}
	}
}

// vectors are two vectors of one dimension: on a grid, at random, of extreme magnitudes, zero, alike or parallel.
func (g *generator) vectors() input {
	n := g.between(1, pick(g, []int{3, 8, 40}))
	if g.chance(200) {
		n = 384
	}
	number := pick(g, []func() float64{
		func() float64 { return float64(g.IntN(65)-32) / 16 },
		g.NormFloat64,
		func() float64 { return g.NormFloat64() * math.Pow(10, float64(g.between(-25, 22))) },
		func() float64 {
			return float64(math.Float32frombits(g.Uint32()&^0x7f80_0000 | uint32(g.IntN(255))<<23))
		},
		func() float64 { return float64(g.IntN(1 << 30)) },
		func() float64 { return math.Ldexp(1, g.between(-149, 127)) },
	})
	a, b := make([]float32, n), make([]float32, n)
	factor := float32(pick(g, []float64{1, 2, -1, 0, 3, 1e10}))
	relation := g.IntN(5)
	for i := range n {
		a[i], b[i] = float32(number()), float32(number())
		switch relation {
		case 0:
			b[i] = a[i] * factor
		case 1:
			b[i] = a[i] + a[i]*float32(g.NormFloat64()*0.2)
		}
		if math.IsInf(float64(b[i]), 0) {
			b[i] = a[i]
		}
	}
	return input{g.numbers(a), g.numbers(b)}
}

// numbers prints a vector, some numbers with more digits than are needed.
func (g *generator) numbers(v []float32) string {
	list := make([]string, len(v))
	for i, x := range v {
		list[i] = strconv.FormatFloat(float64(x), 'g', pick(g, []int{-1, -1, 9, 17}), 32)
	}
	return strings.Join(list, ",")
}
