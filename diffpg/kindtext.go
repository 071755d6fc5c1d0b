package main

import (
	"iter"
	"strconv"
	"strings"

	"brain/fts"
)

// textKind compares the tokens and the tsvector of a text.
func textKind() *kind {
	return &kind{
		name:  "text",
		parts: []string{"text"},
		batch: 200,
		generate: func(g *generator) input {
			switch {
			case g.chance(4000):
				return input{g.huge()}
			case g.chance(400):
				return input{g.repetitive()}
			}
			return input{g.text()}
		},
		brain: func(in input) (answer, error) {
			// An error says that the vector is larger than the server's can be. It is complete all the same.
			v, _, _ := fts.ToVector(in[0])
			var tokens []string
			for _, t := range fts.Parse(in[0]) {
				tokens = append(tokens, strconv.Itoa(tokenID[t.Alias])+" "+t.Text)
			}
			return answer{{"to_tsvector", v.String()}, {"ts_parse", strings.Join(tokens, "␟")}}, nil
		},
		server: bySQL([][2]string{
			{"to_tsvector", "diff_vector_text(t)"},
			{"ts_parse", "SELECT coalesce(string_agg(tokid || ' ' || token, '␟' ORDER BY n), '') FROM ts_parse('default', t) WITH ORDINALITY AS p(tokid, token, n)"},
		}, "%s AS inputs(place, t)"),
		simpler: func(in input) iter.Seq[input] { return simplerParts(in, 0) },
	}
}

// huge is a text about whose tsvector the server may say that it is too large.
func (g *generator) huge() string {
	n := g.between(60_000, 110_000)
	var b strings.Builder
	for i := range n {
		b.WriteString(pick(g, words))
		b.WriteString(strconv.Itoa(i))
		b.WriteByte(' ')
	}
	return b.String()
}

// repetitive is a text of few words, each of which has more positions than a lexeme can keep.
func (g *generator) repetitive() string {
	few := make([]string, g.between(1, 5))
	for i := range few {
		few[i] = g.piece() + " "
	}
	return g.times(g.between(250, pick(g, []int{300, 2000, 20_000})), func() string { return pick(g, few) })
}

// tokenID are the numbers of the default parser's token types (ts_token_type).
var tokenID = map[string]int{
	"asciiword": 1, "word": 2, "numword": 3, "email": 4, "url": 5, "host": 6, "sfloat": 7, "version": 8, "hword_numpart": 9,
	"hword_part": 10, "hword_asciipart": 11, "blank": 12, "tag": 13, "protocol": 14, "numhword": 15, "asciihword": 16,
	"hword": 17, "url_path": 18, "file": 19, "float": 20, "int": 21, "uint": 22, "entity": 23,
}
