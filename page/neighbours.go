package page

import (
	"brain/db"
)

// LinkRow is a link between two pages, as lists show it.
type LinkRow struct {
	From    string `json:"from"`
	To      string `json:"to"` // what the text says, where no page is called so
	Type    string `json:"type"`
	Source  string `json:"source"` // markdown, wiki, frontmatter or manual
	Context string `json:"context"`
	Title   string `json:"title"` // of the page at the other end; "" if there is none
}

func linkRows(tx *db.Tx, query string, args ...any) ([]LinkRow, error) {
	out := []LinkRow{}
	err := tx.Each(query, args, func(scan func(...any) error) error {
		var l LinkRow
		err := scan(&l.From, &l.To, &l.Type, &l.Source, &l.Context, &l.Title)
		out = append(out, l)
		return err
	})
	return out, err
}

// Backlinks lists the links that lead to a page; kind "" is all types. If brief, they have no Source and Context: an index has the rest.
func Backlinks(tx *db.Tx, slug, kind string, brief bool) ([]LinkRow, error) {
	s, err := findLive(tx, slug)
	if err != nil {
		return nil, err
	}
	said := `l.link_source, l.context`
	if brief {
		said = `'', ''`
	}
	return linkRows(tx, `SELECT f.slug, ?3, l.link_type, `+said+`, f.title FROM links l JOIN pages f ON f.id = l.from_page_id
		WHERE l.to_page_id = ?1 AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2) ORDER BY f.slug, l.link_type, l.id`, s.ID, kind, s.Slug)
}

// LinksFrom lists the links that lead from a page, with those that lead nowhere yet; kind "" is all types.
func LinksFrom(tx *db.Tx, slug, kind string) ([]LinkRow, error) {
	s, err := findLive(tx, slug)
	if err != nil {
		return nil, err
	}
	return linkRows(tx, `SELECT * FROM (
		SELECT f.slug, t.slug AS other, l.link_type, l.link_source, l.context, t.title FROM links l
			JOIN pages f ON f.id = l.from_page_id JOIN pages t ON t.id = l.to_page_id
			WHERE l.from_page_id = ?1 AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)
		UNION ALL
		SELECT p.slug, l.target, l.link_type, l.link_source, l.context, '' FROM links l JOIN pages p ON p.id = l.page_id
			WHERE l.page_id = ?1 AND l.other_id IS NULL AND NOT l.incoming AND (?2 = '' OR l.link_type = ?2)
		) ORDER BY other, link_type, link_source`, s.ID, kind)
}

// Dangling lists the links of pages to what no page is called, by the page that has them; kind "" is all types.
func Dangling(tx *db.Tx, kind string, max int) ([]LinkRow, error) {
	return linkRows(tx, `SELECT iif(l.incoming, l.target, p.slug), iif(l.incoming, p.slug, l.target), l.link_type, l.link_source, l.context, '' FROM links l
		JOIN pages p ON p.id = l.page_id AND p.deleted_at IS NULL WHERE l.other_id IS NULL AND (?1 = '' OR l.link_type = ?1) ORDER BY p.slug, l.id LIMIT ?2`, kind, limit(max))
}

// PageRef names a page in a list.
type PageRef struct {
	Slug  string `json:"slug"`
	Type  string `json:"type"`
	Title string `json:"title"`
}

func pageRefs(tx *db.Tx, query string, args ...any) ([]PageRef, error) {
	out := []PageRef{}
	err := tx.Each(query, args, func(scan func(...any) error) error {
		var r PageRef
		err := scan(&r.Slug, &r.Type, &r.Title)
		out = append(out, r)
		return err
	})
	return out, err
}

// connected is the condition for a page p to have a link to or from another page.
const connected = `(EXISTS (SELECT 1 FROM links l WHERE l.page_id = p.id AND l.other_id <> p.id)
	OR EXISTS (SELECT 1 FROM links l WHERE l.other_id = p.id AND l.page_id <> p.id))`

// Orphans lists pages without a link to or from another page, by slug.
func Orphans(tx *db.Tx, max int) ([]PageRef, error) {
	return pageRefs(tx, `SELECT slug, type, title FROM pages WHERE id IN (SELECT id FROM pages p INDEXED BY pages_truth WHERE p.deleted_at IS NULL AND NOT `+connected+`) ORDER BY slug LIMIT ?`, limit(max))
}
