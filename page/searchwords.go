package page

import (
	"cmp"

	"brain/db"
	"brain/rank"
)

// armDepth is how many pages each way of searching contributes to the fusion.
const armDepth = 100

// byWords ranks pages by bm25 over their words and grams, the highest first; see withGrams. Where one of the two indexes
// cannot be read, the other answers alone, and fault says so.
func byWords(tx *db.Tx, text string, keep *pageSet, timeline bool) (list []rank.Scored, fault string, err error) {
	found := map[int64]float64{}
	match := matchAny(words(text))
	if match != "" && !timeline {
		match = "- timeline : (" + match + ")"
	}
	if match != "" {
		where, args := keep.where()
		// A title says what a page is about in a few words, so its words, and an alias's, count twice. More made nothing better
		// in brainbench-world and SciFact. bm25 is negative, so that the best come first.
		err = tx.Each(`SELECT rowid, -bm25(pages_fts, 2, 1, 1, 2, 1, 1) AS score FROM pages_fts WHERE pages_fts MATCH ? `+where+` ORDER BY score DESC, rowid LIMIT ?`,
			append(append([]any{match}, args...), armDepth), func(scan func(...any) error) error {
				var id int64
				var score float64
				err := scan(&id, &score)
				found[id] = score
				return err
			})
	}
	if err != nil {
		if db.Fatal(tx, err) {
			return nil, "", err
		}
		fault = faults["words"]
	}
	grams, err := byGrams(tx, text, keep)
	if err != nil && !db.Fatal(tx, err) {
		fault, err = cmp.Or(fault, "the index of the pages' symbols and of scripts without spaces is missing or damaged"), nil
	}
	if grams == nil {
		grams = map[int64]*gramHit{}
	}
	if err == nil {
		err = withLiterals(tx, text, found, grams)
	}
	return withGrams(found, grams), fault, err
}
