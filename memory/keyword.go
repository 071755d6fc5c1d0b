package memory

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"brain/db"
	"brain/fts"
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
// by id. Before them come those that hold what the index of words loses (see fts.GramText), the more of it the earlier.
//
// Where an index is missing or damaged, the texts are read in its place, and reason says so.
func keywords(tx *db.Tx, s *Stage, q Question, v *sieve, pool int) (ids []int64, reason string, err error) {
	words, wordsReason, err := wordList{tx: tx, s: s, q: q, v: v, pool: pool, large: splitFrom}.any()
	if err != nil {
		return nil, "", err
	}
	units := fts.GramUnits(q.Text)
	found, err := findGrams(tx, s, units)
	reasons := []string{wordsReason}
	if err != nil && !db.Fatal(tx, err) {
		reasons = append(reasons, gramsDamaged)
		found, err = findGrams(tx, s.without("memory_grams"), units)
	}
	if err == nil && len(found) > 0 {
		words, err = withGrams(tx, s, v, pool, units, words, found)
	}
	return words, join(reasons...), err
}

// Why the texts are searched in the place of an index.
const (
	wordsMissing = "the index of words is missing, so the texts were read (brain migrate makes it)"
	wordsDamaged = "the index of words is damaged, so the texts were read (brain doctor --fix makes it anew)"
	gramsDamaged = "the index of symbols and of scripts without spaces is damaged, so the newest texts were read (brain doctor --fix makes it anew)"
)

// join puts reasons that are not "" into one line.
func join(reasons ...string) string {
	return strings.Join(slices.DeleteFunc(reasons, func(s string) bool { return s == "" }), "; ")
}

// any is the list of words by the index, or without it where it cannot be used.
func (l wordList) any() (list []int64, reason string, err error) {
	if !l.s.HasTable("memories_fts") {
		reason = wordsMissing
	} else if list, err = l.byIndex(); err != nil && !db.Fatal(l.tx, err) {
		reason = wordsDamaged
	}
	if reason == "" || len(l.s.Columns) == 0 {
		return list, "", err
	}
	list, err = l.scan()
	return list, reason, err
}

// byIndex is the list of words by the index as it lies in the file, else by FTS5. What is wrong with the index is FTS5's to say.
func (l wordList) byIndex() (list []int64, err error) {
	if l.index, err = openWords(l.tx, l.s); err == nil {
		list, err = l.ranked()
	}
	if err == nil || db.Fatal(l.tx, err) {
		return list, err
	}
	l.index = nil
	return l.ranked()
}

// withGrams puts the memories that hold what the index of words loses before the others.
func withGrams(tx *db.Tx, s *Stage, v *sieve, pool int, units []fts.GramUnit, words []int64, found map[int64]*gramHit) ([]int64, error) {
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
	if err := readGrams(tx, s, found, units, head); err != nil {
		return nil, err
	}
	slices.SortFunc(head, order)
	return head[:min(len(head), pool)], nil
}
