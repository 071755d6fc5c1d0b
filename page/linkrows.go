package page

import (
	"encoding/json"
	"strings"

	"brain/db"
)

// linkKey is what makes two links of a page one.
type linkKey struct {
	target, linkType, kind string
	incoming               bool
}

func (l Link) key() linkKey { return linkKey{l.Target, l.Type, l.Kind, l.Incoming} }

// saveLinks makes the rows those of the text, each once; the linker finds the pages at their other ends. Which of them a
// command added is kept.
func (w *writer) saveLinks() error {
	type row struct {
		id      int64
		context string
		origin  Origin
	}
	have := map[linkKey]row{}
	if w.Old != nil {
		err := w.tx.Each(`SELECT id, target, link_type, link_source, incoming, context, origin FROM links WHERE page_id = ?`, []any{w.out.ID}, func(scan func(...any) error) error {
			var k linkKey
			var r row
			err := scan(&r.id, &k.target, &k.linkType, &k.kind, &k.incoming, &r.context, &r.origin)
			have[k] = r
			return err
		})
		if err != nil {
			return err
		}
	}
	seen, added := map[linkKey]bool{}, false
	for _, l := range Links(w.Page) {
		k := l.key()
		l.Context = shortContext(l)
		if seen[k] {
			continue
		}
		seen[k] = true
		old := have[k]
		delete(have, k)
		origin := w.origin(old.origin, k)
		var err error
		switch {
		case old.id == 0:
			added = true
			err = w.addLink(l, origin)
		case old.context != l.Context || old.origin != origin:
			_, err = w.tx.Exec(`UPDATE links SET context = ?, origin = ? WHERE id = ?`, l.Context, origin, old.id)
		}
		if err != nil {
			return err
		}
	}
	for _, r := range have {
		if _, err := w.tx.Exec(`DELETE FROM links WHERE id = ?`, r.id); err != nil {
			return err
		}
	}
	w.out.Links = len(seen)
	if added || w.astray {
		w.links.pages = append(w.links.pages, w.out.ID)
	}
	return nil
}

// maxContext is how many characters around a link are kept: it is shown in lists, and the text is in the page.
const maxContext = 100

// shortContext is the middle of a link's context, which the link stands in; what a command or a property says is kept whole.
func shortContext(l Link) string {
	r := []rune(l.Context)
	if l.Kind == LinkManual || l.Kind == LinkFrontmatter || len(r) <= maxContext {
		return l.Context
	}
	cut := (len(r) - maxContext) / 2
	return "…" + strings.TrimSpace(string(r[cut:len(r)-cut])) + "…"
}

func (w *writer) addLink(l Link, origin Origin) error {
	nameKey, slugKey := keysOf(l)
	_, err := w.tx.Exec(`INSERT INTO links(page_id, incoming, link_type, link_source, origin, target, name_key, slug_key, folders, context)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, w.out.ID, l.Incoming, l.Type, l.Kind, origin, l.Target, nameKey, slugKey, strings.Join(l.Folders, ","), l.Context)
	return err
}

// dangling lists for each page what its links name that is no page.
func dangling(tx *db.Tx, pages []int64) (map[int64][]string, error) {
	list, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	out := map[int64][]string{}
	err = tx.Each(`SELECT DISTINCT l.page_id, l.target FROM json_each(?1) j CROSS JOIN links l ON l.page_id = j.value AND l.other_id IS NULL ORDER BY l.target`, []any{string(list)},
		func(scan func(...any) error) error {
			var id int64
			var target string
			err := scan(&id, &target)
			out[id] = append(out[id], target)
			return err
		})
	return out, err
}

// commandLinks are the links that commands have added to a page.
func commandLinks(tx *db.Tx, pageID int64) ([]Link, error) {
	var out []Link
	err := tx.Each(`SELECT target, link_type, context FROM links WHERE page_id = ? AND origin = 'command' AND link_source = 'manual' ORDER BY id`, []any{pageID},
		func(scan func(...any) error) error {
			l := Link{Kind: LinkManual}
			err := scan(&l.Target, &l.Type, &l.Context)
			out = append(out, l)
			return err
		})
	return out, err
}
