package memory

import (
	"strings"
	"unicode/utf8"

	"brain/db"
	"brain/fts"
)

// gramHit is what a memory holds of a question's units.
type gramHit struct {
	share   float64 // of special units: 1 for each that it holds, up to ½ for a part of a run
	inTitle int     // how many of them its title holds
	glued   bool    // whether any word of the question stands next to a run in it
}

// The share of a run's neighbours that a memory must hold, if not all, and how many memories are read that are not indexed yet.
const (
	leastShare  = 1.0 / 3
	maxUnsynced = 2000
)

// findGrams finds the memories that hold any unit of a question.
func findGrams(tx *db.Tx, s *Stage, units []unit) (map[int64]*gramHit, error) {
	found := map[int64]*gramHit{}
	hit := func(id int64) *gramHit {
		if found[id] == nil {
			found[id] = &gramHit{}
		}
		return found[id]
	}
	special := false
	var plain []string
	for _, u := range units {
		special = special || u.special()
		if !u.special() {
			plain = append(plain, u.match())
			continue
		}
		held := map[int64]int{}
		for _, g := range u.grams {
			if err := gramRows(tx, s, gramToken(g), func(id int64) { held[id]++ }); err != nil {
				return nil, err
			}
		}
		for id, n := range held {
			u.count(hit, id, float64(n)/float64(len(u.grams)))
		}
	}
	if len(plain) > 0 {
		if err := gramRows(tx, s, strings.Join(plain, " OR "), func(id int64) { hit(id).glued = true }); err != nil {
			return nil, err
		}
	}
	if !special {
		return found, nil
	}
	return found, unindexed(tx, s, func(id int64, text string) {
		delete(found, id) // what is indexed of it is of an older text
		for _, u := range units {
			u.count(hit, id, u.shareOf(text))
		}
	})
}

// count adds what share of the unit a memory holds.
func (u unit) count(hit func(int64) *gramHit, id int64, share float64) {
	switch {
	case u.kind == plainPart && share == 1:
		hit(id).glued = true
	case u.kind == plainPart:
	case share == 1:
		hit(id).share++
	case u.kind == runPart && share >= leastShare:
		hit(id).share += share / 2
	}
}

// shareOf is the share of the unit's grams that are in a text.
func (u unit) shareOf(text string) float64 {
	have := " " + gramText(text) + " "
	n := 0
	for _, g := range u.grams {
		if strings.Contains(have, " "+fts.IndexToken(g)+" ") {
			n++
		}
	}
	return float64(n) / float64(len(u.grams))
}

func gramRows(tx *db.Tx, s *Stage, match string, row func(id int64)) error {
	if !s.HasTable("memory_grams") {
		return nil
	}
	return tx.Each(`SELECT rowid FROM memory_grams WHERE memory_grams MATCH ?`, []any{match}, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		row(id)
		return err
	})
}

// unindexed calls row for memories whose grams are not written yet: those that wait for Sync, and in a file that has no
// grams all, of either only the newest.
func unindexed(tx *db.Tx, s *Stage, row func(id int64, text string)) error {
	where := ``
	if s.HasTable("memory_grams") {
		where = `WHERE m.id IN (SELECT memory_id FROM memory_pending) `
	}
	return tx.Each(`SELECT m.id, coalesce(m.title, '') || char(10) || coalesce(m.content, '') || char(10) || coalesce(m.tags, '') || char(10) || coalesce(m.project, '')
		FROM `+s.Rows()+` m `+where+`ORDER BY m.id DESC LIMIT ?`, []any{maxUnsynced}, func(scan func(...any) error) error {
		var id int64
		var text string
		err := scan(&id, &text)
		row(id, text)
		return err
	})
}

// readGrams looks into the texts of the first memories of a list: a run of three characters or more may have all its
// neighbours in a text without being in it, and what is in the title counts before what is not.
func readGrams(tx *db.Tx, s *Stage, found map[int64]*gramHit, units []unit, ids []int64) error {
	var read []int64
	for _, id := range ids {
		if found[id].share > 0 {
			read = append(read, id)
		}
	}
	if len(read) == 0 {
		return nil
	}
	return eachOf(tx, `SELECT m.id, coalesce(m.title, ''), coalesce(m.content, ''), coalesce(m.tags, ''), coalesce(m.project, '') FROM `+s.Rows()+` m WHERE m.id`, read, func(scan func(...any) error) error {
		var id int64
		var title, content, tags, project string
		if err := scan(&id, &title, &content, &tags, &project); err != nil {
			return err
		}
		title = fold(title)
		all := ""
		h := found[id]
		for _, u := range units {
			if !u.special() {
				continue
			}
			if strings.Contains(title, u.text) {
				h.inTitle++
				continue
			}
			if u.kind != runPart || utf8.RuneCountInString(u.text) < 3 {
				continue
			}
			if all == "" {
				all = fold(title + "\n" + content + "\n" + tags + "\n" + project)
			}
			if !strings.Contains(all, u.text) && u.shareOf(all) == 1 {
				h.share -= 0.5
			}
		}
		return nil
	})
}
