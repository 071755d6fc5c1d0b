package memory

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"brain/db"
)

// queryWords are the words of a question as brain-cli takes them: what stands between white space, without quotes, if it is
// longer than a code point.
func queryWords(text string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(text, space) {
		if w = strings.ReplaceAll(w, `"`, ""); utf8.RuneCountInString(w) > 1 {
			words = append(words, w)
		}
	}
	return words
}

// matchAny is FTS5's expression for rows with any of the words. In quotes a word is text, whatever is in it.
func matchAny(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return `"` + strings.Join(words, `" OR "`) + `"`
}

// keywords is the list of words: up to pool memories that hold any word of the question, the best by bm25 first, equal ones
// by id. Before them come those that hold what the index of words loses (see eachPart), the more of it the earlier.
func keywords(tx *db.Tx, s *Stage, q Question, v *sieve, pool int) ([]int64, error) {
	words, err := wordList{tx: tx, s: s, q: q, v: v, pool: pool, large: splitFrom}.ranked()
	if err != nil {
		return nil, err
	}
	found, err := findGrams(tx, s, unitsOf(q.Text))
	if err != nil || len(found) == 0 {
		return words, err
	}
	ids := make([]int64, 0, len(found))
	for id := range found {
		ids = append(ids, id)
	}
	if err := v.look(ids); err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool { return !v.keep(id) })
	place := map[int64]int{}
	for i, id := range words {
		place[id] = i
		if found[id] == nil {
			found[id] = &gramHit{}
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		if _, ok := place[id]; !ok {
			place[id] = len(words)
		}
	}
	order := func(a, b int64) int {
		x, y := found[a], found[b]
		return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(y.inTitle, x.inTitle), cmp.Compare(place[a], place[b]), cmp.Compare(a, b))
	}
	slices.SortFunc(ids, order)
	head := ids[:min(len(ids), 4*pool)]
	if err := readGrams(tx, s, found, unitsOf(q.Text), head); err != nil {
		return nil, err
	}
	slices.SortFunc(head, order)
	return head[:min(len(head), pool)], nil
}
