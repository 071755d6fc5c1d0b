package main

import (
	"iter"
	"strconv"
	"strings"

	"brain/fts"
)

// The parts of an input of rankKind.
const (
	rankTitle = iota
	rankBody
	rankTimeline
	rankForm // plain, web, phrase, raw (to_tsquery)
	rankQuery
	rankFlags
	rankWeights
)

// rankKind compares matches and ranks: of the vector of a body, and of one of title (A), body (B) and timeline (C).
func rankKind() *kind {
	return &kind{
		name:     "rank",
		parts:    []string{"title", "body", "timeline", "form", "query", "flags", "weights"},
		batch:    100,
		generate: (*generator).ranking,
		brain:    rankings,
		server: bySQL([][2]string{
			{"query", sameErrors("diff_query_text(form, question)")},
			{"vector", "w"},
			{"match", "v @@ q"}, {"match weighted", "w @@ q"}, {"match stripped", "strip(v) @@ q"},
			{"ts_rank", "ts_rank(v, q)"}, {"ts_rank_cd", "ts_rank_cd(v, q)"},
			{"ts_rank with flags", "ts_rank(w, q, flags)"}, {"ts_rank_cd with flags", "ts_rank_cd(w, q, flags)"},
			{"ts_rank with weights", "ts_rank(weights, w, q, flags)"}, {"ts_rank_cd with weights", "ts_rank_cd(weights, w, q, flags)"},
			{"ts_rank stripped", "ts_rank(strip(w), q, flags)"}, {"ts_rank_cd stripped", "ts_rank_cd(strip(w), q, flags)"},
		}, `(SELECT place, form, question, flags::int AS flags, weights::real[] AS weights, diff_query(form, question) AS q, to_tsvector('english', body) AS v,
			setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B') || setweight(to_tsvector('english', timeline), 'C') AS w
			FROM %s AS inputs(place, title, body, timeline, form, question, flags, weights) OFFSET 0) AS made`),
		simpler: func(in input) iter.Seq[input] {
			return func(yield func(input) bool) {
				for _, plain := range []struct {
					part int
					text string
				}{{rankFlags, "0"}, {rankWeights, "{0.1,0.2,0.4,1}"}, {rankForm, "plain"}} {
					if in[plain.part] != plain.text && !yield(with(in, plain.part, plain.text)) {
						return
					}
				}
				simplerParts(in, rankTitle, rankTimeline, rankBody, rankQuery)(yield)
			}
		},
	}
}

func rankings(in input) (answer, error) {
	vector := func(part int, w fts.Weight) fts.Vector {
		v, _, _ := fts.ToVector(in[part]) // an error is about the size, and these are small
		return v.SetWeight(w)
	}
	v := vector(rankBody, fts.WeightD)
	w := fts.Concat(fts.Concat(vector(rankTitle, fts.WeightA), vector(rankBody, fts.WeightB)), vector(rankTimeline, fts.WeightC))
	var q fts.Query
	var err error
	switch in[rankForm] {
	case "plain":
		q = fts.Plain(in[rankQuery])
	case "web":
		q = fts.Web(in[rankQuery])
	case "phrase":
		q = fts.Phrase(in[rankQuery])
	default:
		q, err = fts.ToQuery(in[rankQuery])
	}
	flags, flagErr := strconv.Atoi(in[rankFlags])
	if flagErr != nil {
		return nil, flagErr
	}
	weights, weightErr := fts.ParseWeights(in[rankWeights])
	if weightErr != nil {
		return nil, weightErr
	}
	d := fts.DefaultWeights
	out := answer{
		{"query", q.String()},
		{"vector", w.String()},
		{"match", strconv.FormatBool(q.Match(v))}, {"match weighted", strconv.FormatBool(q.Match(w))}, {"match stripped", strconv.FormatBool(q.Match(v.Strip()))},
		{"ts_rank", fts.FormatFloat4(fts.Rank(d, v, q, 0))}, {"ts_rank_cd", fts.FormatFloat4(fts.RankCD(d, v, q, 0))},
		{"ts_rank with flags", fts.FormatFloat4(fts.Rank(d, w, q, flags))}, {"ts_rank_cd with flags", fts.FormatFloat4(fts.RankCD(d, w, q, flags))},
		{"ts_rank with weights", fts.FormatFloat4(fts.Rank(weights, w, q, flags))}, {"ts_rank_cd with weights", fts.FormatFloat4(fts.RankCD(weights, w, q, flags))},
		{"ts_rank stripped", fts.FormatFloat4(fts.Rank(d, w.Strip(), q, flags))}, {"ts_rank_cd stripped", fts.FormatFloat4(fts.RankCD(d, w.Strip(), q, flags))},
	}
	if err != nil {
		for i := range out {
			if i != 1 {
				out[i].value = null
			}
		}
		out[0].value = refused
	}
	return out, nil
}

// ranking makes texts of few words, so that the query meets them often, and a query of them.
func (g *generator) ranking() input {
	few := make([]string, g.between(2, 12))
	for i := range few {
		few[i] = pick(g, []string{pick(g, words), pick(g, words), g.word(), pick(g, stopWords), g.piece()})
	}
	one := func() string { return pick(g, few) }
	prose := func(n int) string {
		return g.times(n, func() string { return one() + pick(g, []string{" ", " ", " ", " the ", ", ", "-", "\n"}) })
	}
	body := prose(g.IntN(pick(g, []int{3, 15, 60, 400})))
	if g.chance(400) { // beyond the last position
		body = prose(g.between(15_000, 20_000))
	}
	if g.chance(8) {
		body = g.mutated(pick(g, g.corpus))
		few = append(few, strings.Fields(body)...)
	}
	form := pick(g, []string{"plain", "plain", "web", "web", "phrase", "raw", "raw"})
	var q string
	switch form {
	case "plain", "phrase":
		q = prose(g.between(1, 4))
	case "web":
		q = g.times(g.between(1, 5), func() string {
			return pick(g, []string{"", "", "-", "\""}) + one() + pick(g, []string{" ", " ", " or ", "\" "})
		})
	case "raw":
		q = g.written(g.IntN(4), func() string {
			w := one()
			prefix := ""
			if runes := []rune(w); len(runes) > 0 && g.chance(3) {
				w, prefix = string(runes[:g.between(1, len(runes))]), ":*"
			}
			return "'" + strings.ReplaceAll(w, "'", "''") + "'" + prefix
		})
	}
	flags := pick(g, []int{0, 1, 2, 4, 8, 16, 32, g.IntN(64)})
	var weights []string
	for range 4 {
		weights = append(weights, pick(g, []string{"0", "1", "-1", "0.5", strconv.FormatFloat(g.Float64(), 'f', g.between(1, 8), 64)}))
	}
	return input{prose(g.IntN(6)), body, prose(g.IntN(12)), form, q, strconv.Itoa(flags), "{" + strings.Join(weights, ",") + "}"}
}
