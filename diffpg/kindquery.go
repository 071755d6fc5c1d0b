package main

import (
	"iter"
	"strconv"
	"strings"

	"brain/fts"
)

// queryKind compares what a text means as a query of each form, and as written tsquery.
func queryKind() *kind {
	return &kind{
		name:     "query",
		parts:    []string{"query"},
		batch:    100,
		generate: func(g *generator) input { return input{g.query()} },
		brain: func(in input) (answer, error) {
			q := in[0]
			web := fts.Web(q)
			return answer{
				{"plainto_tsquery", fts.Plain(q).String()},
				{"phraseto_tsquery", fts.Phrase(q).String()},
				{"websearch_to_tsquery", web.String()},
				{"numnode of websearch", strconv.Itoa(web.NumNode())},
				{"querytree of websearch", web.QueryTree()},
				{"to_tsquery", queryOrError(fts.ToQuery(q))},
				{"::tsquery", queryOrError(fts.ParseQuery(q))},
			}, nil
		},
		server: bySQL([][2]string{
			{"plainto_tsquery", "diff_query_text('plain', t)"},
			{"phraseto_tsquery", "diff_query_text('phrase', t)"},
			{"websearch_to_tsquery", "diff_query_text('web', t)"},
			{"numnode of websearch", "numnode(diff_query('web', t))"},
			{"querytree of websearch", "querytree(diff_query('web', t))"},
			{"to_tsquery", sameErrors("diff_query_text('raw', t)")},
			{"::tsquery", sameErrors("diff_query_text('cast', t)")},
		}, "%s AS inputs(place, t)"),
		simpler: func(in input) iter.Seq[input] { return simplerParts(in, 0) },
	}
}

// refused is what both sides answer to a text that is no tsquery. The words of the errors are not compared.
const refused = "ERROR: syntax"

func queryOrError(q fts.Query, err error) string {
	if err != nil {
		return refused
	}
	return q.String()
}

// sameErrors gives all refusals of a query one name, but for those that rules know.
func sameErrors(expression string) string {
	return "SELECT CASE WHEN q LIKE 'ERROR: %' AND q NOT LIKE 'ERROR: tsquery stack too small' THEN " +
		literal(refused) + " ELSE q END FROM (SELECT " + expression + " AS q) AS e"
}

// query is a text as people write into a search box, a written tsquery, or any text.
func (g *generator) query() string {
	if g.chance(1000) { // such a word in a tsvector can crash the server, so it is asked for here only
		return strings.Repeat("Ⱥ", g.between(680, 1024))
	}
	switch g.IntN(6) {
	case 0:
		return g.text()
	case 1, 2:
		return g.webQuery()
	case 3:
		return g.mutated(g.written(g.IntN(4), g.word))
	default:
		return g.written(g.IntN(4), func() string {
			if g.chance(4) {
				return "'" + strings.ReplaceAll(g.composed(g.between(1, 3)), "'", "''") + "'"
			}
			return pick(g, []string{g.word(), pick(g, stopWords), g.foreign(), g.word() + "-" + g.word()})
		})
	}
}

func (g *generator) webQuery() string {
	return g.times(g.between(1, 8), func() string {
		return pick(g, []string{"", "", "", "-", "- ", "--", "\"", "(", ":", "or ", "OR ", "or", "and ", "not ", "| ", "& ", "!", "<"}) +
			pick(g, []string{g.piece(), g.word(), pick(g, stopWords), "\"" + g.composed(g.IntN(4)) + "\"", ""}) +
			pick(g, []string{" ", " ", " ", "", " or ", " OR -", " or\"", "\" ", ":", ")", "*", ":*"})
	})
}

// written is a tsquery of so many levels.
func (g *generator) written(depth int, operand func() string) string {
	if depth == 0 {
		return operand() + pick(g, []string{"", "", "", "", ":*", ":A", ":ab*", ":D"})
	}
	switch g.IntN(8) {
	case 0:
		return "!" + g.written(depth-1, operand)
	case 1:
		return "(" + g.written(depth-1, operand) + ")"
	case 2:
		return "!(" + g.written(depth-1, operand) + ")"
	}
	operator := pick(g, []string{" & ", " | ", "&", "|", " <-> ", " <2> ", "<->", " <0> ", " <" + g.digits() + "> "})
	left, right := g.written(depth-1, operand), g.written(g.IntN(depth), operand)
	if g.chance(3) {
		right = "(" + right + ")"
	}
	return left + operator + right
}
