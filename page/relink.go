package page

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"brain/db"
)

// space is the names that pages of a root share, as SQL over a page p. The first root shares its own with pages of no root,
// since an export writes them into one folder.
const space = `coalesce((SELECT id FROM roots WHERE id = p.root_id AND NOT first), 0)`

// call is a link that waits for the page that it means.
type call struct {
	id, other        int64 // 0: no page yet
	from             string
	space            int64
	nameKey, slugKey keyNumber
	link             Link
}

// resolve aims all links anew that may lead elsewhere since the linker began.
func (l *linker) resolve(tx *db.Tx) error {
	if len(l.keys) == 0 && len(l.pages) == 0 {
		return nil
	}
	keys, err := json.Marshal(slices.Sorted(maps.Keys(l.keys)))
	if err != nil {
		return err
	}
	pages, err := json.Marshal(l.pages)
	if err != nil {
		return err
	}
	var calls []call
	err = tx.Each(`SELECT l.id, coalesce(l.other_id, 0), coalesce(p.path, p.slug || '.md'), `+space+`, l.name_key, l.slug_key, l.target, l.link_source, l.folders FROM (
			SELECT id FROM links WHERE slug_key IN (SELECT value FROM json_each(?1))
			UNION SELECT id FROM links WHERE name_key IN (SELECT value FROM json_each(?1)) AND name_key <> slug_key
			UNION SELECT id FROM links WHERE page_id IN (SELECT value FROM json_each(?2))
		) x JOIN links l ON l.id = x.id JOIN pages p ON p.id = l.page_id AND p.deleted_at IS NULL
		ORDER BY l.slug_key, l.name_key, 4`, []any{string(keys), string(pages)}, func(scan func(...any) error) error {
		var c call
		var folders string
		err := scan(&c.id, &c.other, &c.from, &c.space, &c.nameKey, &c.slugKey, &c.link.Target, &c.link.Kind, &folders)
		if folders != "" {
			c.link.Folders = strings.Split(folders, ",")
		}
		calls = append(calls, c)
		return err
	})
	if err != nil {
		return err
	}
	var near *nearby
	for _, c := range calls {
		if near == nil || near.nameKey != c.nameKey || near.slugKey != c.slugKey || near.space != c.space {
			if near, err = findNearby(tx, c); err != nil {
				return err
			}
		}
		if other := near.meant(c); other != c.other {
			if _, err := tx.Exec(`UPDATE links SET other_id = nullif(?, 0) WHERE id = ?`, other, c.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// nearby are the pages that links with the same keys from the same space may mean.
type nearby struct {
	call
	ids          map[string]int64 // by slug
	home, abroad *Names
}

func findNearby(tx *db.Tx, c call) (*nearby, error) {
	n := &nearby{call: c, ids: map[string]int64{}}
	found, isHome := map[string]*Name{}, map[string]bool{}
	err := tx.Each(`SELECT n.alias, p.id, p.slug, coalesce(p.path, ''), p.title, `+space+` = ?3, coalesce((SELECT name FROM roots WHERE id = p.root_id AND NOT first), '')
		FROM page_names n JOIN pages p ON p.id = n.page_id WHERE n.key IN (?1, ?2)`, []any{c.nameKey, c.slugKey, c.space}, func(scan func(...any) error) error {
		var name Name
		var id int64
		var alias, root string
		var home bool
		if err := scan(&alias, &id, &name.Slug, &name.Path, &name.Title, &home, &root); err != nil {
			return err
		}
		if !home && root != "" {
			name.Path = path.Join(SlugOf(root), name.Path)
		}
		if found[name.Slug] == nil {
			found[name.Slug], isHome[name.Slug], n.ids[name.Slug] = &name, home, id
		}
		if alias != "" {
			found[name.Slug].Aliases = append(found[name.Slug].Aliases, alias)
		}
		return nil
	})
	var home, abroad []Name
	for _, slug := range slices.Sorted(maps.Keys(found)) {
		if isHome[slug] {
			home = append(home, *found[slug])
		} else {
			abroad = append(abroad, *found[slug])
		}
	}
	n.home, n.abroad = NewNames(home), NewNames(abroad)
	return n, err
}

// meant is the page that a link means; 0 if there is none, or more than one. A tree means itself first, and a path in it
// nothing else.
func (n *nearby) meant(c call) int64 {
	slug, several := n.home.ResolveTarget(c.from, c.link)
	if slug == "" && several == nil && !strings.HasPrefix(c.link.Target, "/") {
		slug, _ = n.abroad.ResolveTarget(c.from, c.link)
	}
	return n.ids[slug]
}

// pageNamed is the page that a link of no page would lead to, 0 if there is none.
func pageNamed(tx *db.Tx, name string) (int64, error) {
	c := call{link: Link{Target: name, Kind: LinkWiki}}
	c.nameKey, c.slugKey = keysOf(c.link)
	near, err := findNearby(tx, c)
	if err != nil {
		return 0, err
	}
	return near.meant(c), nil
}
