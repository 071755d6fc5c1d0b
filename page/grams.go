package page

import (
	"cmp"
	"database/sql"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"brain/db"
	"brain/fts"
	"brain/rank"
)

// A gramHit is what a page holds of the grams of a question (see fts.GramText).
type gramHit struct {
	score float64 // as bm25 counts them
	units float64 // of those that the index of words loses: 1 for each that the page says, ½ for a run of which it has all neighbours
}

// maxRead is how many pages are read to see whether a run stands in them, those of the highest scores.
const maxRead = 2 * armDepth

// byGrams finds the pages that hold grams of a question. The index holds no positions, and without them FTS5's bm25 is 0 for
// every row, so it is made here: each gram is once in a page, and what few pages have counts most.
func byGrams(tx *db.Tx, text string, keep *pageSet) (map[int64]*gramHit, error) {
	units := fts.GramUnits(text)
	found := map[int64]*gramHit{}
	if len(units) == 0 {
		return found, nil
	}
	pages := 0
	if err := tx.QueryRow(`SELECT count(*) FROM pages WHERE deleted_at IS NULL`, nil, &pages); err != nil {
		return nil, err
	}
	holders := map[string][]int64{}
	for _, u := range units {
		held := map[int64]int{}
		for _, g := range u.Grams {
			ids, ok := holders[g]
			if !ok {
				var err error
				if ids, err = gramHolders(tx, g); err != nil {
					return nil, err
				}
				holders[g] = ids
			}
			n := float64(len(ids))
			idf := max(math.Log((float64(pages)-n+0.5)/(n+0.5)), 1e-6)
			for _, id := range ids {
				if !keep.has(id) {
					continue
				}
				if found[id] == nil {
					found[id] = &gramHit{}
				}
				held[id]++
				if !ok {
					found[id].score += idf
				}
			}
		}
		if !u.Special() {
			continue
		}
		maps.DeleteFunc(held, func(_ int64, n int) bool { return n < len(u.Grams) })
		// Two characters are their neighbours.
		if u.Kind == fts.RunGram && utf8.RuneCountInString(u.Text) > 2 {
			if err := readRuns(tx, u.Text, held, found); err != nil {
				return nil, err
			}
			continue
		}
		for id := range held {
			found[id].units++
		}
	}
	return found, nil
}

// gramHolders are the pages that hold a gram.
func gramHolders(tx *db.Tx, gram string) (ids []int64, err error) {
	err = tx.Each(`SELECT rowid FROM pages_grams WHERE pages_grams MATCH ?`, []any{fts.GramToken(gram)}, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// readRuns tells pages that say a run from those that have all its neighbours at other places.
func readRuns(tx *db.Tx, run string, held map[int64]int, found map[int64]*gramHit) error {
	ids := slices.SortedFunc(maps.Keys(held), func(a, b int64) int {
		return cmp.Or(cmp.Compare(found[b].score, found[a].score), cmp.Compare(a, b))
	})
	for i, id := range ids {
		found[id].units += 0.5
		if i >= maxRead {
			continue
		}
		// Aliases are in the frontmatter.
		var text, tags string
		err := tx.QueryRow(`SELECT t.title || char(10) || t.compiled_truth || char(10) || t.timeline || char(10) || p.frontmatter,
			coalesce((SELECT group_concat(tag, char(10)) FROM page_tags WHERE page_id = p.id), '') FROM pages p JOIN page_texts t ON t.id = p.id WHERE p.id = ?`, []any{id}, &text, &tags)
		if errors.Is(err, sql.ErrNoRows) {
			continue // a row that the index should not have
		}
		if err != nil {
			return err
		}
		if strings.Contains(fts.FoldGrams(text+"\n"+tags), run) {
			found[id].units += 0.5
		}
	}
	return nil
}

// withGrams joins the lists of words and of grams: the two indexes hold different tokens, so a page's scores add up, and each
// unit that words lose lifts the pages that hold it above those that do not: half a unit by as much as the best of all scores.
func withGrams(words map[int64]float64, grams map[int64]*gramHit) []rank.Scored {
	sum, top := maps.Clone(words), 0.0
	for id, h := range grams {
		sum[id] += h.score
	}
	for _, s := range sum {
		top = max(top, s)
	}
	list := make([]rank.Scored, 0, len(sum))
	for id, s := range sum {
		if h := grams[id]; h != nil {
			s += 2 * h.units * top
		}
		list = append(list, rank.Scored{ID: id, Score: s})
	}
	rank.SortScored(list)
	return list[:min(len(list), armDepth)]
}
