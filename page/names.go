package page

import (
	"hash/fnv"
	"io"
	"path"
	"strings"

	"brain/db"
)

// A key is a name of a page, folded or as a slug. Links find the pages that they may mean by the last part of what they name,
// so that is a key too. Which of them is meant is then decided by Names, as it would be over all pages.

// The kinds of keys.
const (
	bySlug  = iota
	byPath  // without the extension
	byFile  // the last part of any name
	byTitle // whole
	byAlias // whole
)

// A keyNumber is a key as it is stored, as a number (FNV-1a): it only finds the pages that may be meant.
type keyNumber int64

func keyOf(name string) keyNumber {
	h := fnv.New64a()
	io.WriteString(h, name)
	return keyNumber(h.Sum64())
}

// nameRow is a key of a page, with the alias that it stems from if it does.
type nameRow struct {
	key   keyNumber
	kind  int
	alias string
}

// namesOf lists the keys of a page, each once.
func namesOf(p Page) []nameRow {
	var out []nameRow
	seen := map[nameRow]bool{}
	add := func(kind int, alias string, keys ...string) {
		for _, key := range keys {
			if n := (nameRow{keyOf(key), kind, alias}); key != "" && !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	add(bySlug, "", p.Slug)
	add(byFile, "", path.Base(p.Slug))
	places := []string{p.Slug}
	if p.Path != "" {
		file, _ := cutExt(p.Path)
		add(byPath, "", fold(file))
		add(byFile, "", fold(path.Base(file)), path.Base(SlugOf(p.Path)))
		places = append(places, file)
	}
	for _, place := range places {
		// A link to a folder means its index or README.
		if base := fold(path.Base(place)); base == "index" || base == "readme" {
			folder := path.Base(path.Dir(place))
			add(byFile, "", fold(folder), SlugOf(folder))
		}
	}
	whole := func(kind int, alias, name string) {
		add(kind, alias, fold(name))
		if strings.Contains(name, "/") {
			add(byFile, alias, fold(path.Base(name)))
		}
	}
	whole(byTitle, "", p.Title)
	for _, a := range Aliases(p) {
		whole(byAlias, a, a)
	}
	return out
}

// keysOf are the keys that a link finds pages by.
func keysOf(l Link) (nameKey, slugKey keyNumber) {
	target := strings.TrimPrefix(l.Target, "/")
	return keyOf(fold(path.Base(target))), keyOf(path.Base(SlugOf(target)))
}

// linker collects what the writes of a transaction change for links, so that each link is resolved once in the end, however
// many pages came.
type linker struct {
	keys  map[keyNumber]bool // of names that came or went
	pages []int64            // whose own links are to be resolved
}

// setNames gives a page its keys, none for a deleted one. If renamed, links to it are looked at again though its keys may be
// what they were.
func (l *linker) setNames(tx *db.Tx, pageID int64, isNew, renamed bool, names []nameRow) error {
	gone := map[nameRow]bool{}
	if !isNew {
		err := tx.Each(`SELECT key, kind, alias FROM page_names WHERE page_id = ?`, []any{pageID}, func(scan func(...any) error) error {
			var n nameRow
			err := scan(&n.key, &n.kind, &n.alias)
			gone[n] = true
			return err
		})
		if err != nil {
			return err
		}
	}
	changed := func(key keyNumber) {
		if l.keys == nil {
			l.keys = map[keyNumber]bool{}
		}
		l.keys[key] = true
	}
	for _, n := range names {
		if gone[n] {
			delete(gone, n)
			if renamed {
				changed(n.key)
			}
			continue
		}
		changed(n.key)
		if _, err := tx.Exec(`INSERT INTO page_names(key, kind, page_id, alias) VALUES (?, ?, ?, ?)`, n.key, n.kind, pageID, n.alias); err != nil {
			return err
		}
	}
	for n := range gone {
		changed(n.key)
		if _, err := tx.Exec(`DELETE FROM page_names WHERE key = ? AND kind = ? AND page_id = ? AND alias = ?`, n.key, n.kind, pageID, n.alias); err != nil {
			return err
		}
	}
	return nil
}
