package memory

import (
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

// bm25 is how brain-cli weighs a word in title, content, tags, project and type.
const bm25 = `bm25(memories_fts, 4.0, 1.0, 3.0, 2.0, 1.0)`

// keywords is the list of words: up to pool memories that hold any word of the question, the best by bm25 first, equal ones
// by id.
func keywords(tx *db.Tx, s *Stage, q Question, v *sieve, pool int) ([]int64, error) {
	match := matchAny(queryWords(q.Text))
	if match == "" || !s.HasTable("memories_fts") {
		return nil, nil
	}
	where, args, err := q.Filter.condition(tx, s)
	if err != nil {
		return nil, err
	}
	var ids []int64
	err = tx.Each(`SELECT m.id FROM memories_fts f JOIN `+s.Rows()+` m ON m.id = f.rowid WHERE memories_fts MATCH ? AND `+where+
		` ORDER BY `+bm25+`, m.id LIMIT ?`, append(append([]any{match}, args...), pool), func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
