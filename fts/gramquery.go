package fts

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// GramUnit is a part of a question that grams answer.
type GramUnit struct {
	Kind  GramKind
	Text  string   // folded
	Grams []string // a text that has it has all of these
}

// maxGrams is how many grams of a question are looked up: those of a long text in a script without spaces are very many.
const maxGrams = 64

// GramUnits are the parts of a question that grams answer, each once. What stands next to a run in the question is a plain
// word here: it may stand alone in a text, where the index of words finds it, or next to another run.
func GramUnits(text string) []GramUnit {
	var units []GramUnit
	left := maxGrams
	eachPart(text, func(kind GramKind, s string) {
		u := GramUnit{Kind: kind, Text: s, Grams: []string{s}}
		if kind == RunGram && utf8.RuneCountInString(s) > 1 {
			u.Grams = nil
			for i := range s {
				if g := first(s[i:], 2); utf8.RuneCountInString(g) == 2 && !slices.Contains(u.Grams, g) {
					u.Grams = append(u.Grams, g)
				}
			}
		}
		if kind == PlainGram && utf8.RuneCountInString(s) < 2 || len(u.Grams) > left {
			return
		}
		if kind == GluedGram {
			u.Kind = PlainGram
		}
		if !slices.ContainsFunc(units, func(v GramUnit) bool { return v.Kind == u.Kind && v.Text == s }) {
			left -= len(u.Grams)
			units = append(units, u)
		}
	})
	return units
}

// Special says that the index of words loses the unit, so that a text that has it comes before those that have its words.
func (u GramUnit) Special() bool { return u.Kind != PlainGram }

// Match is FTS5's expression for rows of a table of grams with all grams of the unit.
func (u GramUnit) Match() string {
	tokens := make([]string, len(u.Grams))
	for i, g := range u.Grams {
		tokens[i] = GramToken(g)
	}
	return strings.Join(tokens, " AND ")
}

// GramToken is FTS5's expression for rows with one gram.
func GramToken(gram string) string { return `"` + IndexToken(gram) + `"` }

// Share is the share of the unit's grams that are in a text.
func (u GramUnit) Share(text string) float64 {
	have := " " + GramText(text) + " "
	n := 0
	for _, g := range u.Grams {
		if strings.Contains(have, " "+IndexToken(g)+" ") {
			n++
		}
	}
	return float64(n) / float64(len(u.Grams))
}
