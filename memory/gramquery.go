package memory

import (
	"slices"
	"strings"
	"unicode/utf8"

	"brain/fts"
)

// unit is a part of a question that grams answer.
type unit struct {
	kind  gramKind
	text  string   // folded
	grams []string // a memory that has it has all of these
}

// maxGrams is how many grams of a question are looked up: those of a long text in a script without spaces are very many.
const maxGrams = 64

// unitsOf are the parts of a question that grams answer, each once.
func unitsOf(text string) []unit {
	var units []unit
	left := maxGrams
	eachPart(text, func(kind gramKind, s string) {
		u := unit{kind: kind, text: s, grams: []string{s}}
		if kind == runPart && utf8.RuneCountInString(s) > 1 {
			u.grams = nil
			for i := range s {
				if g := first(s[i:], 2); utf8.RuneCountInString(g) == 2 && !slices.Contains(u.grams, g) {
					u.grams = append(u.grams, g)
				}
			}
		}
		if kind == plainPart && utf8.RuneCountInString(s) < 2 || len(u.grams) > left {
			return
		}
		if kind == gluedPart {
			// What stands next to a run in the question may stand alone in a memory, where the index of words finds it, or next to another run.
			u.kind = plainPart
		}
		if !slices.ContainsFunc(units, func(v unit) bool { return v.kind == u.kind && v.text == s }) {
			left -= len(u.grams)
			units = append(units, u)
		}
	})
	return units
}

// special says that the index of words loses the unit, so that a memory that has it comes before those that have its words.
func (u unit) special() bool { return u.kind != plainPart }

// match is FTS5's expression for rows of memory_grams with all grams of the unit.
func (u unit) match() string {
	tokens := make([]string, len(u.grams))
	for i, g := range u.grams {
		tokens[i] = gramToken(g)
	}
	return strings.Join(tokens, " AND ")
}

// gramToken is FTS5's expression for rows with one gram.
func gramToken(gram string) string { return `"` + fts.IndexToken(gram) + `"` }
