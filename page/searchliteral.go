package page

import (
	"database/sql"
	"errors"
	"strings"
	"unicode/utf8"

	"brain/db"
	"brain/fts"
)

// inLiterals are the symbols that make one thing of the words between them: a path, a name of code, a number. A hyphen and an
// apostrophe do not: drug-discovery is written with and without.
const inLiterals = `/\_.:@#=+~&`

// How many literals of a question are looked for, and in how many characters of a text.
const (
	maxLiterals    = 8
	maxLiteralText = 1 << 20
)

// literals are the words of a question that are written with symbols inside, such as src/main.go, max_open_files and 1.10, in
// the form in which grams are compared. To the index of words their parts are words like others.
func literals(text string) (out []string) {
	for _, w := range strings.Fields(fts.FoldGrams(text)) {
		w = strings.Trim(w, "\"'`,;:!?()[]{}<>*")
		w = strings.TrimRight(w, ".")
		core := strings.TrimFunc(w, func(r rune) bool { return !isWordRune(r) })
		if strings.ContainsAny(core, inLiterals) && len(out) < maxLiterals {
			out = append(out, w)
		}
	}
	return out
}

// withLiterals notes which of the pages that the index of words has found hold the literals of a question as they are written;
// each counts as half a unit of grams.
func withLiterals(tx *db.Tx, text string, words map[int64]float64, grams map[int64]*gramHit) error {
	sought := literals(text)
	if len(sought) == 0 {
		return nil
	}
	for id := range words {
		var has string
		err := tx.QueryRow(`SELECT title || char(10) || slug || char(10) || substr(compiled_truth, 1, ?2) || char(10) || substr(timeline, 1, ?2) FROM page_texts WHERE id = ?1`, []any{id, maxLiteralText}, &has)
		if errors.Is(err, sql.ErrNoRows) {
			continue // a row that the index should not have
		}
		if err != nil {
			return err
		}
		has = fts.FoldGrams(has)
		for _, l := range sought {
			if !holdsLiteral(has, l) {
				continue
			}
			if grams[id] == nil {
				grams[id] = &gramHit{}
			}
			grams[id].units += 0.5
		}
	}
	return nil
}

// holdsLiteral says whether a text has a literal that is not a part of a longer word.
func holdsLiteral(text, literal string) bool {
	first, _ := utf8.DecodeRuneInString(literal)
	last, _ := utf8.DecodeLastRuneInString(literal)
	for at := 0; ; {
		k := strings.Index(text[at:], literal)
		if k < 0 {
			return false
		}
		at += k
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(literal):])
		if !(isWordRune(first) && isWordRune(before)) && !(isWordRune(last) && isWordRune(after)) {
			return true
		}
		at += utf8.RuneLen(first)
	}
}
