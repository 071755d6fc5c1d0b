package main

import (
	"iter"
	"strconv"
	"strings"

	"brain/fts"
)

// trigramKind compares two names by their trigrams.
func trigramKind() *kind {
	return &kind{
		name:     "trigram",
		parts:    []string{"a", "b"},
		batch:    200,
		generate: func(g *generator) input { return g.names() },
		brain: func(in input) (answer, error) {
			a, b := in[0], in[1]
			sim := fts.Similarity(a, b)
			return answer{
				{"show_trgm(a)", shown(a)}, {"show_trgm(b)", shown(b)}, {"lower(a)", fts.Lower(a)},
				{"similarity", fts.FormatFloat4(sim)},
				{"similarity > 0.4", strconv.FormatBool(float64(sim) > 0.4)}, {"similarity > 0.6", strconv.FormatBool(float64(sim) > 0.6)},
				{"similarity >= 0.7", strconv.FormatBool(float64(sim) >= 0.7)}, {"a % b", strconv.FormatBool(float64(sim) >= 0.3)},
				{"word_similarity(a, b)", fts.FormatFloat4(fts.WordSimilarity(a, b))},
				{"word_similarity(b, a)", fts.FormatFloat4(fts.WordSimilarity(b, a))},
				{"strict_word_similarity(a, b)", fts.FormatFloat4(fts.StrictWordSimilarity(a, b))},
				{"strict_word_similarity(b, a)", fts.FormatFloat4(fts.StrictWordSimilarity(b, a))},
				{"linked", strconv.FormatBool(linked(a, b))},
			}, nil
		},
		server: bySQL([][2]string{
			{"show_trgm(a)", "array_to_string(show_trgm(a), '␟')"}, {"show_trgm(b)", "array_to_string(show_trgm(b), '␟')"}, {"lower(a)", "lower(a)"},
			{"similarity", "similarity(a, b)"},
			{"similarity > 0.4", "similarity(a, b) > 0.4"}, {"similarity > 0.6", "similarity(a, b) > 0.6"},
			{"similarity >= 0.7", "similarity(a, b) >= 0.7"}, {"a % b", "a OPERATOR(public.%) b"},
			{"word_similarity(a, b)", "word_similarity(a, b)"},
			{"word_similarity(b, a)", "word_similarity(b, a)"},
			{"strict_word_similarity(a, b)", "strict_word_similarity(a, b)"},
			{"strict_word_similarity(b, a)", "strict_word_similarity(b, a)"},
			{"linked", "similarity(a, b) > 0.4"},
		}, "%s AS inputs(place, a, b)"),
		simpler: func(in input) iter.Seq[input] { return simplerParts(in, 0, 1) },
	}
}

func shown(s string) string {
	var list []string
	for _, t := range fts.TrigramsOf(s) {
		list = append(list, t.String())
	}
	return strings.Join(list, "␟")
}

// linked asks the index of step 3 instead of the pair.
func linked(a, b string) (found bool) {
	fts.SimilarPairs([]string{a}, []string{b}, 0.4, func(int, int, float32) { found = true })
	return found
}

// names are two names that have something in common, more often than not.
func (g *generator) names() input {
	a := g.name()
	switch g.IntN(6) {
	case 0:
		return input{a, g.name()}
	case 1:
		fields := strings.Fields(a)
		g.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		return input{a, strings.Join(fields, pick(g, []string{" ", "_", "-", "."}))}
	case 2:
		return input{a, a + " " + g.name()}
	case 3:
		return input{g.text(), g.text()}
	}
	return input{a, g.mutated(a)}
}

func (g *generator) name() string {
	switch g.IntN(5) {
	case 0:
		return g.identifier()
	case 1:
		return g.mutated(pick(g, g.corpus))
	case 2:
		return g.times(g.between(1, 3), func() string { return g.foreign() + " " })
	}
	return strings.TrimSpace(g.times(g.between(1, 6), func() string { return g.word() + pick(g, []string{" ", " ", "_", "-", "."}) }))
}
