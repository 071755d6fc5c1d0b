package memory

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"brain/db"
	"brain/fts"
	"brain/fts5"
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
func findGrams(tx *db.Tx, s *Stage, units []fts.GramUnit) (map[int64]*gramHit, error) {
	found := map[int64]*gramHit{}
	hit := func(id int64) *gramHit {
		if found[id] == nil {
			found[id] = &gramHit{}
		}
		return found[id]
	}
	special := slices.ContainsFunc(units, fts.GramUnit.Special)
	asked := units
	if absent, err := gramsAbsent(tx, s, units); err != nil {
		return nil, err
	} else if absent || !s.HasTable("memory_grams") {
		asked = nil
	}
	var plain []string
	for _, u := range asked {
		if !u.Special() {
			plain = append(plain, u.Match())
			continue
		}
		held := map[int64]int{}
		for _, g := range u.Grams {
			if err := gramRows(tx, fts.GramToken(g), func(id int64) { held[id]++ }); err != nil {
				return nil, err
			}
		}
		for id, n := range held {
			addShare(u, hit, id, float64(n)/float64(len(u.Grams)))
		}
	}
	if len(plain) > 0 {
		if err := gramRows(tx, strings.Join(plain, " OR "), func(id int64) { hit(id).glued = true }); err != nil {
			return nil, err
		}
	}
	if !special {
		return found, nil
	}
	return found, unindexed(tx, s, func(id int64, text string) {
		delete(found, id) // what is indexed of it is of an older text
		for _, u := range units {
			addShare(u, hit, id, u.Share(text))
		}
	})
}

// addShare adds what share of the unit a memory holds.
func addShare(u fts.GramUnit, hit func(int64) *gramHit, id int64, share float64) {
	switch {
	case u.Kind == fts.PlainGram && share == 1:
		hit(id).glued = true
	case u.Kind == fts.PlainGram:
	case share == 1:
		hit(id).share++
	case u.Kind == fts.RunGram && share >= leastShare:
		hit(id).share += share / 2
	}
}

func gramRows(tx *db.Tx, match string, row func(id int64)) error {
	return tx.Each(`SELECT rowid FROM memory_grams WHERE memory_grams MATCH ?`, []any{match}, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		row(id)
		return err
	})
}

// fewGramLeaves is up to how many leaves of the index of grams are looked through before FTS5 is asked: to have it open an index takes
// as long as ten other statements, and few memories have grams.
const fewGramLeaves = 4

// gramsAbsent says that no memory has any gram of the units. Where that is not to be seen at once it is false.
func gramsAbsent(tx *db.Tx, s *Stage, units []fts.GramUnit) (absent bool, err error) {
	if len(units) == 0 {
		return true, nil
	}
	if !tx.Reads() || !s.HasTable("memory_grams_data") {
		return false, nil
	}
	terms := map[string]bool{}
	for _, u := range units {
		for _, g := range u.Grams {
			token := fts.IndexToken(g)
			if len(token) > 256 || strings.ContainsFunc(token, func(r rune) bool { return r < '0' || r > '9' && r < 'a' || r > 'z' && r < utf8.RuneSelf }) {
				return false, nil
			}
			terms[fts5.MainTerm+token] = true
		}
	}
	leaves := int64(-1) // that are still to come
	absent = true
	err = tx.Unwatched(func() error {
		return tx.VisitWhere(`memory_grams_data`, `id`, `block`, `id >= ? ORDER BY id LIMIT ?`, []any{fts5.StructureRow, fewGramLeaves + 1}, func(row int64, block []byte) (err error) {
			if row == fts5.StructureRow {
				leaves, err = fts5.CountLeaves(block)
				return err
			}
			leaves--
			return fts5.Terms(block, func(term []byte) bool {
				absent = absent && !terms[string(term)]
				return absent
			})
		})
	})
	absent = absent && leaves == 0
	if errors.Is(err, fts5.ErrIndex) {
		return false, nil // FTS5 knows what is wrong
	}
	return absent && err == nil, err
}

// unindexed calls row for memories whose grams are not written yet: those that wait for Sync, and in a file that has no
// grams all, of either only the newest.
func unindexed(tx *db.Tx, s *Stage, row func(id int64, text string)) error {
	where := ``
	if s.HasTable("memory_grams") && s.HasTable("memory_pending") {
		where = `WHERE m.id IN (SELECT memory_id FROM memory_pending) `
	}
	return tx.Each(`SELECT m.id, `+textsOf("m.title", "m.content", "m.tags", "m.project")+` FROM `+s.Rows()+` m `+where+`ORDER BY m.id DESC LIMIT ?`, []any{maxUnsynced}, func(scan func(...any) error) error {
		var id int64
		var title, content, tags, project string
		err := scan(&id, &title, &content, &tags, &project)
		row(id, title+"\n"+content+"\n"+tags+"\n"+project)
		return err
	})
}

// readGrams looks into the texts of the first memories of a list: a run of three characters or more may have all its
// neighbours in a text without being in it, and what is in the title counts before what is not.
func readGrams(tx *db.Tx, s *Stage, found map[int64]*gramHit, units []fts.GramUnit, ids []int64) error {
	var read []int64
	for _, id := range ids {
		if found[id].share > 0 {
			read = append(read, id)
		}
	}
	if len(read) == 0 {
		return nil
	}
	return eachOf(tx, `SELECT m.id, `+textsOf("m.title", "m.content", "m.tags", "m.project")+` FROM `+s.Rows()+` m WHERE m.id`, read, "", func(scan func(...any) error) error {
		var id int64
		var title, content, tags, project string
		if err := scan(&id, &title, &content, &tags, &project); err != nil {
			return err
		}
		title = fts.FoldGrams(title)
		all := ""
		h := found[id]
		for _, u := range units {
			if !u.Special() {
				continue
			}
			if strings.Contains(title, u.Text) {
				h.inTitle++
				continue
			}
			if u.Kind != fts.RunGram || utf8.RuneCountInString(u.Text) < 3 {
				continue
			}
			if all == "" {
				all = fts.FoldGrams(title + "\n" + content + "\n" + tags + "\n" + project)
			}
			if !strings.Contains(all, u.Text) && u.Share(all) == 1 {
				h.share -= 0.5
			}
		}
		return nil
	})
}
