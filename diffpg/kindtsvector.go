package main

import (
	"iter"
	"strconv"
	"strings"

	"brain/fts"
)

// tsvectorKind compares how written vectors are read, errors included, and what the operators of the type make of them.
func tsvectorKind() *kind {
	return &kind{
		name:     "tsvector",
		parts:    []string{"tsvector", "tsquery"},
		batch:    100,
		generate: func(g *generator) input { return input{g.writtenVector(), g.written(g.IntN(3), g.letter)} },
		brain: func(in input) (answer, error) {
			v, err := fts.ParseVector(in[0])
			if err != nil {
				return answer{{"::tsvector", "ERROR: " + err.Error()}, {"||", null}, {"setweight", null}, {"@@", null}, {"ts_rank", null}, {"ts_rank_cd", null}}, nil
			}
			out := answer{{"::tsvector", v.String()}, {"||", fts.Concat(v, v).String()}, {"setweight", v.Strip().String() + v.SetWeight(fts.WeightB).String()},
				{"@@", null}, {"ts_rank", null}, {"ts_rank_cd", null}}
			if q, err := fts.ParseQuery(in[1]); err == nil {
				out[3].value = strconv.FormatBool(q.Match(v))
				out[4].value = fts.FormatFloat4(fts.Rank(fts.DefaultWeights, v, q, 0))
				out[5].value = fts.FormatFloat4(fts.RankCD(fts.DefaultWeights, v, q, 0))
			}
			return out, nil
		},
		server: bySQL([][2]string{
			{"::tsvector", "diff_written_text(t)"}, {"||", "v || v"}, {"setweight", "strip(v)::text || setweight(v, 'B')::text"},
			{"@@", "v @@ q"}, {"ts_rank", "ts_rank(v, q)"}, {"ts_rank_cd", "ts_rank_cd(v, q)"},
		}, "(SELECT place, t, diff_written(t) AS v, diff_query('cast', query) AS q FROM %s AS inputs(place, t, query) OFFSET 0) AS made"),
		simpler: func(in input) iter.Seq[input] { return simplerParts(in, 0, 1) },
	}
}

// letter is a short lexeme, so that vectors and queries share some.
func (g *generator) letter() string {
	return pick(g, []string{"a", "b", "ab", "abc", "b1", "c", "é", "'a b'", "'it''s'", `a\:b`, "日"})
}

// writtenVector is a tsvector as text, now and then with a fault.
func (g *generator) writtenVector() string {
	if g.chance(8) {
		return g.text()
	}
	s := g.times(g.IntN(8), func() string {
		positions := g.times(g.IntN(5), func() string {
			return strconv.Itoa(pick(g, []int{1, 2, 3, g.between(0, 40), g.between(100, 200), 16382, 16383, 16384, 70000})) +
				pick(g, []string{"", "", "A", "b", "C", "d", "E", "AB", "*"}) + pick(g, []string{",", ",", ",", ", ", " ", ""})
		})
		if positions != "" {
			positions = ":" + strings.TrimSuffix(positions, ",")
		}
		return g.letter() + positions + pick(g, []string{" ", " ", " ", "  ", "\u3000", "\n", ""})
	})
	if g.chance(4) {
		s = g.mutated(s)
	}
	return s
}
