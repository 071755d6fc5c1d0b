package page

import (
	"strings"
	"unicode/utf8"

	"brain/db"
	"brain/fts"
	"brain/rank"
)

// gramHits is how many pages that hold some gram of a question are looked at.
const gramHits = 4 * armDepth

// byGrams gives the bm25 of pages for the grams of a question (see fts.GramText), and how many of the units that the index of
// words loses each of them holds: 1 for each that is in its text as it was asked for, less for a run whose neighbours are all
// there and the run is not.
func byGrams(tx *db.Tx, text string, keep *pageSet) (score, holds map[int64]float64, err error) {
	units := fts.GramUnits(text)
	var tokens []string
	for _, u := range units {
		for _, g := range u.Grams {
			tokens = append(tokens, fts.GramToken(g))
		}
	}
	score, holds = map[int64]float64{}, map[int64]float64{}
	if len(tokens) == 0 {
		return score, holds, nil
	}
	err = gramRows(tx, strings.Join(tokens, " OR "), keep, func(id int64, s float64) { score[id] = s })
	for _, u := range units {
		if err != nil || !u.Special() {
			continue
		}
		whole := map[int64]float64{}
		if err = gramRows(tx, u.Match(), keep, func(id int64, s float64) { whole[id] = s }); err != nil {
			break
		}
		// Neighbours of two characters are the run.
		if u.Kind != fts.RunGram || utf8.RuneCountInString(u.Text) < 3 {
			for id, s := range whole {
				holds[id]++
				score[id] = max(score[id], s)
			}
			continue
		}
		for id, s := range whole {
			score[id] = max(score[id], s)
			var said bool
			if said, err = says(tx, id, u.Text); err != nil {
				break
			}
			if said {
				holds[id]++
			} else {
				holds[id] += 0.5
			}
		}
	}
	return score, holds, err
}

func gramRows(tx *db.Tx, match string, keep *pageSet, row func(id int64, score float64)) error {
	where, args := keep.where()
	return tx.Each(`SELECT rowid, -bm25(pages_grams) AS score FROM pages_grams WHERE pages_grams MATCH ? `+where+` ORDER BY score DESC, rowid LIMIT ?`,
		append(append([]any{match}, args...), gramHits), func(scan func(...any) error) error {
			var id int64
			var score float64
			err := scan(&id, &score)
			row(id, score)
			return err
		})
}

// says reports whether a folded run stands in what a page's grams are made of.
func says(tx *db.Tx, id int64, run string) (said bool, err error) {
	// Aliases are in the frontmatter.
	err = tx.Each(`SELECT title || char(10) || compiled_truth || char(10) || timeline || char(10) || frontmatter || char(10)
		|| coalesce((SELECT group_concat(tag, char(10)) FROM page_tags WHERE page_id = pages.id), '') FROM pages WHERE id = ?`, []any{id}, func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		said = strings.Contains(fts.FoldGrams(text), run)
		return err
	})
	return said, err
}

// withGrams joins the lists of words and of grams: the two indexes hold different tokens, so a page's scores add up, and each
// unit that words lose lifts the pages that hold it above those that do not: half a unit by as much as the best of all scores.
func withGrams(words, score, holds map[int64]float64) []rank.Scored {
	sum, top := map[int64]float64{}, 0.0
	for _, scores := range []map[int64]float64{words, score} {
		for id, s := range scores {
			sum[id] += s
			top = max(top, sum[id])
		}
	}
	list := make([]rank.Scored, 0, len(sum))
	for id, s := range sum {
		list = append(list, rank.Scored{ID: id, Score: s + 2*holds[id]*top})
	}
	rank.SortScored(list)
	return list[:min(len(list), armDepth)]
}
