package main

import (
	"errors"
	"fmt"
	"iter"
	"strings"
)

// input is one question to both sides, in parts. They are texts, all valid UTF-8 without NUL, so that every kind is
// shown, cut down and freed of known causes in the same way.
type input []string

// answer is what one side says to an input, in parts that are compared one by one.
type answer []field

type field struct{ name, value string }

// difference is the first part that two answers do not share.
type difference struct{ name, server, brain string }

// kind is one sort of questions.
type kind struct {
	name  string
	parts []string // names of the parts of an input; nil if they are lines
	batch int      // inputs in one round trip
	share int      // one input for so many of -n; 0 is one

	generate func(*generator) input
	brain    func(input) (answer, error)
	server   func(*conn, []input) ([]answer, error)
	simpler  func(input) iter.Seq[input] // smaller inputs, those that leave out the most first
}

func kinds() []*kind {
	return []*kind{numberKind(), textKind(), queryKind(), tsvectorKind(), rankKind(), trigramKind(), vectorKind(), rrfKind(), mergeKind()}
}

// bySQL asks for many inputs in one statement. from is the FROM clause, in which %s stands for the inputs as rows of
// VALUES (place, part, part, …); columns are the names and expressions of the answer. If the server refuses an input
// of several, they are asked in halves; the refusal of one is its answer.
func bySQL(columns [][2]string, from string) func(*conn, []input) ([]answer, error) {
	var list strings.Builder
	for _, c := range columns {
		list.WriteString("(" + c[1] + ")::text, ")
	}
	var ask func(c *conn, inputs []input) ([]answer, error)
	ask = func(c *conn, inputs []input) ([]answer, error) {
		var values strings.Builder
		for i, in := range inputs {
			if i > 0 {
				values.WriteString(",")
			}
			fmt.Fprintf(&values, "(%d", i)
			for _, part := range in {
				values.WriteString("," + literal(part))
			}
			values.WriteString(")")
		}
		rows, err := c.query("SELECT " + list.String() + "place FROM " + fmt.Sprintf(from, "(VALUES "+values.String()+")") + " ORDER BY place")
		var refused *serverError
		switch {
		case errors.As(err, &refused) && len(inputs) == 1:
			return []answer{{{"error", "ERROR: " + refused.message}}}, nil
		case errors.As(err, &refused):
			half := len(inputs) / 2
			first, err := ask(c, inputs[:half])
			if err != nil {
				return nil, err
			}
			second, err := ask(c, inputs[half:])
			return append(first, second...), err
		case err != nil:
			return nil, err
		case len(rows) != len(inputs):
			return nil, fmt.Errorf("%d rows for %d inputs", len(rows), len(inputs))
		}
		answers := make([]answer, len(rows))
		for i, row := range rows {
			for j, c := range columns {
				answers[i] = append(answers[i], field{c[0], row[j]})
			}
		}
		return answers, nil
	}
	return ask
}

// compareAnswers is the first difference between two answers.
func compareAnswers(server, brain answer) (difference, bool) {
	for i := range max(len(server), len(brain)) {
		switch {
		case i >= len(server):
			return difference{brain[i].name, "(no answer)", brain[i].value}, true
		case i >= len(brain):
			return difference{server[i].name, server[i].value, "(no answer)"}, true
		case server[i] != brain[i]:
			return difference{server[i].name, server[i].value, brain[i].value}, true
		}
	}
	return difference{}, false
}
