package page

import (
	"slices"

	"brain/db"
)

// saveTags makes the rows those of the text. Which of them a command added is kept.
func (w *writer) saveTags() error {
	have := map[string]Origin{}
	if w.Old != nil {
		err := w.tx.Each(`SELECT tag, origin FROM page_tags WHERE page_id = ?`, []any{w.out.ID}, func(scan func(...any) error) error {
			var tag string
			var origin Origin
			err := scan(&tag, &origin)
			have[tag] = origin
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, tag := range w.Page.Tags {
		old := have[tag]
		delete(have, tag)
		origin := w.origin(old, tag)
		if origin == old {
			continue
		}
		_, err := w.tx.Exec(`INSERT INTO page_tags(page_id, tag, origin) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET origin = excluded.origin`, w.out.ID, tag, origin)
		if err != nil {
			return err
		}
	}
	for tag := range have {
		if _, err := w.tx.Exec(`DELETE FROM page_tags WHERE page_id = ? AND tag = ?`, w.out.ID, tag); err != nil {
			return err
		}
	}
	return nil
}

// addTag puts a tag at the end of the page's; false if it has it.
func addTag(p *Page, tag string) bool {
	if slices.Contains(p.Tags, tag) {
		return false
	}
	p.Tags = append(p.Tags, tag)
	return true
}

// TagCount is a tag and how many pages have it.
type TagCount struct {
	Tag   string `json:"tag"`
	Pages int    `json:"pages"`
}

// AllTags counts the tags of all pages, the most frequent first.
func AllTags(tx *db.Tx) ([]TagCount, error) {
	out := []TagCount{}
	err := tx.Each(`SELECT tag, count(*) AS n FROM page_tags WHERE page_id NOT IN (SELECT id FROM pages WHERE deleted_at IS NOT NULL) GROUP BY tag ORDER BY n DESC, tag`, nil, func(scan func(...any) error) error {
		var t TagCount
		err := scan(&t.Tag, &t.Pages)
		out = append(out, t)
		return err
	})
	return out, err
}

// TagsOf lists the tags of a page in byte order.
func TagsOf(tx *db.Tx, slug string) ([]string, error) {
	s, err := findLive(tx, slug)
	if err != nil {
		return nil, err
	}
	return texts(tx, `SELECT tag FROM page_tags WHERE page_id = ? ORDER BY tag`, s.ID)
}
