package page

import (
	"strings"

	"brain/db"
	"brain/rank"
)

// armDepth is how many pages each way of searching contributes to the fusion.
const armDepth = 100

// byWords ranks pages by bm25 over their words and grams, the highest first. The two indexes hold different tokens, so a page's
// scores add up.
func byWords(tx *db.Tx, text string, keep *pageSet, timeline bool) ([]rank.Scored, error) {
	asked := words(text)
	sum := map[int64]float64{}
	collect := func(query, match string) error {
		if match == "" {
			return nil
		}
		where, args := keep.where()
		return tx.Each(strings.Replace(query, "/*where*/", where, 1), append(append([]any{match}, args...), armDepth), func(scan func(...any) error) error {
			var id int64
			var score float64
			err := scan(&id, &score)
			sum[id] += score
			return err
		})
	}
	match := matchAny(asked)
	if match != "" && !timeline {
		match = "- timeline : (" + match + ")"
	}
	// A title says what a page is about in a few words, so its words, and an alias's, count twice. More made nothing better in
	// brainbench-world and SciFact. bm25 is negative, so that the best come first.
	err := collect(`SELECT rowid, -bm25(pages_fts, 2, 1, 1, 2, 1, 1) AS score FROM pages_fts WHERE pages_fts MATCH ? /*where*/ ORDER BY score DESC, rowid LIMIT ?`, match)
	if err == nil {
		err = collect(`SELECT rowid, -bm25(pages_grams) AS score FROM pages_grams WHERE pages_grams MATCH ? /*where*/ ORDER BY score DESC, rowid LIMIT ?`, matchGrams(text, asked))
	}
	list := make([]rank.Scored, 0, len(sum))
	for id, score := range sum {
		list = append(list, rank.Scored{ID: id, Score: score})
	}
	rank.SortScored(list)
	return list[:min(len(list), armDepth)], err
}
