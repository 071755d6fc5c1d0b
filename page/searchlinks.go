package page

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"brain/db"
)

// nameKinds are the ways in which a question can be the name of a page, the surest first.
var nameKinds = []string{"slug", "title", "alias", "path", "file name"}

// namesakes finds the pages that have a text for a name, by the kind of it: an index into nameKinds. What stands around the
// text as punctuation does not count, nor does case.
func namesakes(tx *db.Tx, text string) (map[int64]int, error) {
	out := map[int64]int{}
	for _, name := range spellings(text) {
		l := Link{Target: name}
		nameKey, slugKey := keysOf(l)
		folded, slug := fold(name), SlugOf(name)
		err := tx.Each(`SELECT p.id, p.slug, coalesce(p.path, ''), p.title, n.alias FROM page_names n JOIN pages p ON p.id = n.page_id
			WHERE n.key IN (?, ?) AND p.deleted_at IS NULL`, []any{nameKey, slugKey}, func(scan func(...any) error) error {
			var id int64
			var own, file, title, alias string
			if err := scan(&id, &own, &file, &title, &alias); err != nil {
				return err
			}
			file, _ = cutExt(file)
			for kind, is := range []bool{own == slug, fold(title) == folded, alias != "" && fold(alias) == folded, fold(file) == folded,
				path.Base(own) == slug || fold(path.Base(file)) == folded} {
				if known, ok := out[id]; is && (!ok || kind < known) {
					out[id] = kind
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// spellings are a text and, if it is another, what is left of it without punctuation around it.
func spellings(text string) []string {
	text = oneLine(text)
	out := []string{text}
	if bare := strings.Trim(text, " \"'“”‘’.,;:!?…"); bare != text {
		out = append(out, bare)
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" || len(s) > maxAsked })
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

// relatedTo answers a question for a relation: the pages that stand in it to the page that is named, those of the likeliest
// type first, then those with most links. What is named need not be spelled in full: of the pages with all of its words in
// their names the shortest title is meant. Links count in both directions, since a company's page says "led by X" as X's
// page says "leads the company", and their types are read from such words. Pages of other types answer only where there are
// none of those that are asked for.
func relatedTo(tx *db.Tx, a asked) (of string, list []related, err error) {
	seeds, err := seedsOf(tx, a.of)
	if err != nil {
		return "", nil, err
	}
	types, err := json.Marshal(a.types)
	if err != nil {
		return "", nil, err
	}
	answer, err := json.Marshal(a.answer)
	if err != nil {
		return "", nil, err
	}
	for _, seed := range seeds {
		fits := 0 // pages of a type that was asked for
		err := tx.Each(`SELECT p.id, n, t.key IS NOT NULL, (SELECT slug FROM pages WHERE id = ?1) FROM (
			  SELECT other, count(*) AS n FROM (
			    SELECT to_page_id AS other FROM links WHERE from_page_id = ?1 AND link_type IN (SELECT value FROM json_each(?2)) AND other_id IS NOT NULL
			    UNION ALL SELECT from_page_id FROM links WHERE to_page_id = ?1 AND link_type IN (SELECT value FROM json_each(?2)) AND other_id IS NOT NULL)
			  WHERE other <> ?1 GROUP BY other) JOIN pages p ON p.id = other AND p.deleted_at IS NULL LEFT JOIN json_each(?3) t ON t.value = p.type
			ORDER BY t.key NULLS LAST, n DESC, p.id LIMIT ?4`, []any{seed, string(types), string(answer), maxRelated}, func(scan func(...any) error) error {
			var r related
			var ofType bool
			err := scan(&r.page, &r.links, &ofType, &of)
			if ofType {
				fits++
			}
			list = append(list, r)
			return err
		})
		if fits > 0 {
			list = list[:fits]
		}
		if err != nil || len(list) > 0 {
			return of, list, err
		}
	}
	return "", nil, nil
}

// seedsOf are the pages that a name may mean, the likeliest first.
func seedsOf(tx *db.Tx, name string) (seeds []int64, err error) {
	named, err := namesakes(tx, name)
	if err != nil {
		return nil, err
	}
	seeds = slices.SortedFunc(maps.Keys(named), func(a, b int64) int { return cmp.Or(cmp.Compare(named[a], named[b]), cmp.Compare(a, b)) })
	seeds = seeds[:min(len(seeds), maxSeeds)]
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
