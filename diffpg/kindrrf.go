package main

import (
	"iter"
	"strconv"

	"brain/rank"
)

// rrfKind compares the sums of reciprocal ranks of two rows, and which of them comes first. Rank 0 is a row that is not in
// the list.
func rrfKind() *kind {
	return &kind{
		name:     "rrf",
		parts:    []string{"text rank", "vector rank", "text rank 2", "vector rank 2"},
		batch:    500,
		generate: (*generator).ranks,
		brain: func(in input) (answer, error) {
			var r [4]int
			for i, s := range in {
				var err error
				if r[i], err = strconv.Atoi(s); err != nil {
					return nil, err
				}
			}
			a, b := rank.RRF(r[0], r[1]), rank.RRF(r[2], r[3])
			return answer{{"sum", a.String()}, {"sum 2", b.String()}, {"sign of sum - sum 2", strconv.Itoa(a.Cmp(b))}}, nil
		},
		server: bySQL([][2]string{{"sum", "a"}, {"sum 2", "b"}, {"sign of sum - sum 2", "sign(a - b)"}},
			"(SELECT place, COALESCE(1.0 / (60 + NULLIF(t::bigint, 0)), 0) + COALESCE(1.0 / (60 + NULLIF(v::bigint, 0)), 0) AS a, "+
				"COALESCE(1.0 / (60 + NULLIF(t2::bigint, 0)), 0) + COALESCE(1.0 / (60 + NULLIF(v2::bigint, 0)), 0) AS b FROM %s AS inputs(place, t, v, t2, v2)) AS made"),
		simpler: func(in input) iter.Seq[input] {
			return func(yield func(input) bool) {
				for i, s := range in {
					n, err := strconv.Atoi(s)
					for _, less := range []int{0, 1, n / 2, n - 1} {
						if err == nil && less >= 0 && less < n && !yield(with(in, i, strconv.Itoa(less))) {
							return
						}
					}
				}
			}
		},
	}
}

func (g *generator) ranks() input {
	one := func() int {
		switch g.IntN(6) {
		case 0:
			return 0
		case 1:
			return g.between(9_900, 10_000) // 60 more has a digit more
		case 2:
			return g.between(1, 100_000_000)
		case 3:
			return g.between(99_999_900, 100_000_000)
		case 4:
			return g.between(1, 1<<62)
		}
		return g.between(1, 200)
	}
	r := [4]int{one(), one(), one(), one()}
	if g.chance(3) { // equal sums of different ranks are to be found among those
		r[2], r[3] = r[1], r[0]
	}
	in := make(input, 4)
	for i, n := range r {
		in[i] = strconv.Itoa(n)
	}
	return in
}
