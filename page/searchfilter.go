package page

import (
	"encoding/json"
	"strings"

	"brain/db"
	"brain/merge"
)

// Filter narrows a search before anything is ranked. The zero value leaves all pages that are not deleted.
type Filter struct {
	Types []string // of one of these types
	Tags  []string // with all of these tags
	Roots []string // of one of these roots, by name
}

// A pageSet is the pages that a filter leaves; nil is all that are not deleted.
type pageSet struct {
	ids  map[int64]bool
	list string // the ids as a JSON array
}

func (s *pageSet) has(id int64) bool { return s == nil || s.ids[id] }

// where is a condition on the rowid of an index of pages for the rows of the set. The plus keeps SQLite from asking the index
// for one row after the other.
func (s *pageSet) where() (string, []any) {
	if s == nil {
		return "", nil
	}
	return "AND +rowid IN (SELECT value FROM json_each(?))", []any{s.list}
}

// narrowPages is up to how many pages a set is looked up from its pages; of a larger one enough are among the nearest.
const narrowPages = 1000

// entries are the entries of a small set of pages; nil for a large one.
func (s *pageSet) entries(tx *db.Tx) (map[int64]bool, error) {
	if s == nil || len(s.ids) > narrowPages {
		return nil, nil
	}
	out := map[int64]bool{}
	// No slug holds any of the characters up to '#', so what begins with it and sorts before slug$ is the page and its chunks.
	err := tx.Each(`SELECT s.entry_id FROM json_each(?) j CROSS JOIN pages p ON p.id = j.value
		CROSS JOIN entry_spans s ON s.source = ? AND s.valid_to IS NULL AND s.entity_id >= p.slug AND s.entity_id < p.slug || '$'`,
		[]any{s.list, merge.GBrain}, func(scan func(...any) error) error {
			var id int64
			err := scan(&id)
			out[id] = true
			return err
		})
	return out, err
}

// pagesOfFilter finds the pages that a filter leaves.
func pagesOfFilter(tx *db.Tx, f Filter) (*pageSet, error) {
	if len(f.Types) == 0 && len(f.Tags) == 0 && len(f.Roots) == 0 {
		return nil, nil
	}
	where := []string{"p.deleted_at IS NULL"}
	var args []any
	in := func(column string, values []string) {
		where = append(where, column+" IN (?"+strings.Repeat(", ?", len(values)-1)+")")
		for _, v := range values {
			args = append(args, v)
		}
	}
	if len(f.Types) > 0 {
		in("p.type", f.Types)
	}
	if len(f.Roots) > 0 {
		in("(SELECT r.name FROM roots r WHERE r.id = p.root_id)", f.Roots)
	}
	for _, tag := range f.Tags {
		where = append(where, "p.id IN (SELECT page_id FROM page_tags WHERE tag = ?)")
		args = append(args, tag)
	}
	s := &pageSet{ids: map[int64]bool{}}
	ids := []int64{}
	err := tx.Each(`SELECT p.id FROM pages p WHERE `+strings.Join(where, " AND "), args, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		s.ids[id] = true
		ids = append(ids, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(ids)
	s.list = string(list)
	return s, err
}
