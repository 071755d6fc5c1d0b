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
	called := map[keyNumber]bool{}
	for _, c := range calls {
		called[c.nameKey], called[c.slugKey] = true, true
	}
	rows, err := findNamed(tx, called)
	if err != nil {
		return err
	}
	var near *nearby
	for _, c := range calls {
		if near == nil || near.nameKey != c.nameKey || near.slugKey != c.slugKey || near.space != c.space {
			near = nearbyOf(c, rows)
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

// named is a row of page_names with what links to its page go by.
type named struct {
	Name
	alias, root string // root: the name of a root that is not the first
	id, space   int64
}

// findNamed finds the rows of keys, all at once: an import of 7,500 pages has 12,000 different keys of links.
func findNamed(tx *db.Tx, keys map[keyNumber]bool) (map[keyNumber][]named, error) {
	list, err := json.Marshal(slices.Sorted(maps.Keys(keys)))
	if err != nil {
		return nil, err
	}
	out := map[keyNumber][]named{}
	err = tx.Each(`SELECT n.key, n.alias, p.id, p.slug, coalesce(p.path, ''), p.title, `+space+`, coalesce((SELECT name FROM roots WHERE id = p.root_id AND NOT first), '')
		FROM json_each(?1) j CROSS JOIN page_names n ON n.key = j.value JOIN pages p ON p.id = n.page_id`, []any{string(list)}, func(scan func(...any) error) error {
		var key keyNumber
		var n named
		err := scan(&key, &n.alias, &n.id, &n.Slug, &n.Path, &n.Title, &n.space, &n.root)
		out[key] = append(out[key], n)
		return err
	})
	return out, err
}

// nearbyOf are the pages that the call may mean, of those that have its keys.
func nearbyOf(c call, rows map[keyNumber][]named) *nearby {
	n := &nearby{call: c, ids: map[string]int64{}}
	found, isHome := map[string]*Name{}, map[string]bool{}
	all := rows[c.nameKey]
	if c.slugKey != c.nameKey {
		all = slices.Concat(all, rows[c.slugKey])
	}
	for _, row := range all {
		home := row.space == c.space
		if found[row.Slug] == nil {
			name := row.Name
			if !home && row.root != "" {
				name.Path = path.Join(SlugOf(row.root), name.Path)
			}
			found[row.Slug], isHome[row.Slug], n.ids[row.Slug] = &name, home, row.id
		}
		if row.alias != "" {
			found[row.Slug].Aliases = append(found[row.Slug].Aliases, row.alias)
		}
	}
	var home, abroad []Name
	for _, slug := range slices.Sorted(maps.Keys(found)) {
		if isHome[slug] {
			home = append(home, *found[slug])
		} else {
			abroad = append(abroad, *found[slug])
		}
	}
	n.home, n.abroad = NewNames(home), NewNames(abroad)
	return n
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
	rows, err := findNamed(tx, map[keyNumber]bool{c.nameKey: true, c.slugKey: true})
	if err != nil {
		return 0, err
	}
	return nearbyOf(c, rows).meant(c), nil
}
