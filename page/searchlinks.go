package page

import (
	"fmt"
	"strings"

	"brain/db"
)

// The kinds of page_names, as an explanation calls them, in the order in which a question is compared with them.
var nameKinds = []struct {
	kind int
	name string
}{{0, "slug"}, {3, "title"}, {4, "alias"}, {1, "path"}, {2, "file name"}}

// pagesNamed finds the pages that have a name, by the kind of it: an index into nameKinds.
func pagesNamed(tx *db.Tx, text string) (map[int64]int, error) {
	names, slug := nameKeys(text)
	out := map[int64]int{}
	for place, k := range nameKinds {
		keys := names
		if k.kind == 0 || k.kind == 2 {
			keys = append(keys[:len(keys):len(keys)], slug)
		}
		for _, key := range keys {
			err := tx.Each(`SELECT page_id FROM page_names WHERE key = ? AND kind = ?`, []any{key, k.kind}, func(scan func(...any) error) error {
				var id int64
				err := scan(&id)
				if _, ok := out[id]; !ok {
					out[id] = place
				}
				return err
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// A related page is one that links lead to.
type related struct {
	page  int64
	links int
}

// maxSeeds is how many pages are tried that may be the one that a question names, and maxRelated how many it leads to.
const (
	maxSeeds   = 20
	maxRelated = 100
)

// relatedTo answers a question for a relation: the pages that stand in it to the page that is named, those of the type that
// is asked for first, then those with most links. What is named need not be spelled in full: of the pages with all of its words
// in their names the shortest title is meant. Links count in both directions, since a company's page says "led by X" as
// X's page says "leads the company", and their types are read from such words.
func relatedTo(tx *db.Tx, a asked) (of string, list []related, err error) {
	seeds, err := seedsOf(tx, a.of)
	if err != nil {
		return "", nil, err
	}
	types := "?" + strings.Repeat(", ?", len(a.types)-1)
	for _, seed := range seeds {
		args := []any{seed}
		for _, t := range a.types {
			args = append(args, t)
		}
		args = append(append(args, args...), a.answer, maxRelated)
		err := tx.Each(fmt.Sprintf(`SELECT p.id, n, (SELECT slug FROM pages WHERE id = %d) FROM (
			  SELECT other, count(*) AS n FROM (
			    SELECT to_page_id AS other FROM links WHERE from_page_id = ? AND link_type IN (%s) AND other_id IS NOT NULL
			    UNION ALL SELECT from_page_id FROM links WHERE to_page_id = ? AND link_type IN (%s) AND other_id IS NOT NULL)
			  GROUP BY other) JOIN pages p ON p.id = other AND p.deleted_at IS NULL
			ORDER BY p.type = ? DESC, n DESC, p.id LIMIT ?`, seed, types, types), args, func(scan func(...any) error) error {
			var r related
			err := scan(&r.page, &r.links, &of)
			if r.page != seed {
				list = append(list, r)
			}
			return err
		})
		if err != nil || len(list) > 0 {
			return of, list, err
		}
	}
	return "", nil, nil
}

// seedsOf are the pages that a name may mean, the likeliest first.
func seedsOf(tx *db.Tx, name string) (seeds []int64, err error) {
	named, err := pagesNamed(tx, name)
	if err != nil {
		return nil, err
	}
	for place := range nameKinds {
		for _, id := range sortedKeys(named) {
			if named[id] == place && len(seeds) < maxSeeds {
				seeds = append(seeds, id)
			}
		}
	}
	match := strings.ReplaceAll(matchAny(strings.FieldsFunc(name, func(r rune) bool { return !isWordRune(r) })), " OR ", " AND ")
	if match == "" {
		return seeds, nil
	}
	err = tx.Each(`SELECT f.rowid FROM pages_fts f CROSS JOIN pages p ON p.id = f.rowid WHERE pages_fts MATCH ?
		ORDER BY length(p.title), p.id LIMIT ?`, []any{"{title aliases} : (" + match + ")", maxSeeds}, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		if _, ok := named[id]; !ok {
			seeds = append(seeds, id)
		}
		return err
	})
	return seeds, err
}
