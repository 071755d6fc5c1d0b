package page

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"brain/db"
	"brain/merge"
)

// ExportFilter says which pages are exported. Zero values ask for everything.
type ExportFilter struct {
	Type  string
	Under string // slugs that begin with this
}

// RawDir is the folder of an export that holds raw data (RawPath).
const RawDir = rawDir

// ExportFile is a file to be written.
type ExportFile struct {
	Path    string // slash-separated, below the folder of the export
	Data    []byte
	ModTime time.Time // of the page
	Slug    string    // of the page; "" for the meta file
	// Wanted is the path that the page's file would have if it were free, where Path is another.
	Wanted string
	// Known says whether a file with this SHA-256 is one that the page was read from, or exported as, at some time. nil of what
	// is no page.
	Known func(sha256 string) (bool, error)
}

// Export calls file for every live page as a markdown file, for the raw data of each, and in the end for MetaPath. A page
// that nobody has changed since its file was read is that file, byte for byte, at its path; pages of later roots lie in a
// folder of the root's name, and pages of no file where their slug says; where no file can have that name, it is cut short.
func Export(tx *db.Tx, f ExportFilter, file func(ExportFile) error) error {
	e := exporter{tx: tx, file: file, taken: map[string]bool{}, folders: map[string]bool{}}
	rows, err := e.rows(f)
	if err != nil {
		return err
	}
	for _, x := range rows {
		if !x.asked {
			continue
		}
		if err := e.page(x); err != nil {
			return fmt.Errorf("export %s: %w", x.Slug, err)
		}
	}
	meta, err := MarshalMeta(e.meta)
	if err != nil {
		return err
	}
	return file(ExportFile{Path: MetaPath, Data: meta, ModTime: tx.Now})
}

// Places are the paths of all files that an export of all pages writes.
func Places(tx *db.Tx) (map[string]bool, error) {
	e := exporter{tx: tx, taken: map[string]bool{}, folders: map[string]bool{}}
	rows, err := e.rows(ExportFilter{})
	if err != nil {
		return nil, err
	}
	places := map[string]bool{MetaPath: true}
	for _, x := range rows {
		places[x.Path] = true
	}
	err = tx.Each(`SELECT p.slug, r.source FROM raw_data r JOIN pages p ON p.id = r.page_id AND p.deleted_at IS NULL`, nil, func(scan func(...any) error) error {
		var slug, source string
		err := scan(&slug, &source)
		places[RawPath(slug, source)] = true
		return err
	})
	return places, err
}

// Exported lists the pages of other roots of which the metadata of a folder tells: it is an export of this file, and to read it
// in would make each of them twice.
func Exported(tx *db.Tx, root merge.Root, meta map[string]Meta) (slugs []string, err error) {
	for _, m := range meta {
		list, err := texts(tx, `SELECT slug FROM pages WHERE slug = ? AND created_at = ? AND root_id <> ? AND deleted_at IS NULL`, m.Slug, db.FormatTime(m.CreatedAt), root.ID)
		if err != nil {
			return nil, err
		}
		slugs = append(slugs, list...)
	}
	slices.Sort(slugs)
	return slugs, nil
}

// exported is a page on its way out.
type exported struct {
	Meta
	id     int64
	root   string // the folder of a later root
	wanted string // the path that it would have if that were free
	asked  bool
}

type exporter struct {
	tx             *db.Tx
	file           func(ExportFile) error
	taken, folders map[string]bool // of paths in lower case: some file systems take these for one
	meta           []Meta
}

// rows lists the pages with their places. A page lies at one place, whichever others are asked for.
func (e *exporter) rows(f ExportFilter) (rows []exported, err error) {
	// The first root has its paths for itself, whatever comes later.
	err = e.tx.Each(`SELECT p.id, p.slug, coalesce(p.path, ''), coalesce(iif(r.first, '', r.name), ''), p.source_hash, p.created_at, p.updated_at, p.truth_at,
			(?1 = '' OR p.type = ?1) AND substr(p.slug, 1, length(?2)) = ?2
		FROM pages p LEFT JOIN roots r ON r.id = p.root_id WHERE p.deleted_at IS NULL
		ORDER BY coalesce(r.first, 0) DESC, p.path IS NULL, p.slug`, []any{f.Type, f.Under}, func(scan func(...any) error) error {
		var x exported
		var times [3]string
		err := scan(&x.id, &x.Slug, &x.Path, &x.root, &x.SHA256, &times[0], &times[1], &times[2], &x.asked)
		for i, to := range []*time.Time{&x.CreatedAt, &x.UpdatedAt, &x.TruthAt} {
			if err == nil {
				*to, err = db.ParseTime(times[i])
			}
		}
		rows = append(rows, x)
		return err
	})
	for i := range rows {
		rows[i].wanted, rows[i].Path = e.place(rows[i])
	}
	return rows, err
}

func (e *exporter) page(x exported) error {
	src, err := source(e.tx, x.id)
	if err != nil {
		return err
	}
	f := ExportFile{Path: x.Path, Data: src, ModTime: x.UpdatedAt, Slug: x.Slug, Known: func(sha256 string) (known bool, err error) {
		err = e.tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM pages WHERE id = ?1 AND ?2 IN (source_hash, file_hash))
			OR EXISTS (SELECT 1 FROM page_versions WHERE page_id = ?1 AND source_hash = ?2)`, []any{x.id, sha256}, &known)
		return known, err
	}}
	if x.wanted != x.Path {
		f.Wanted = x.wanted
	}
	if err := e.file(f); err != nil {
		return err
	}
	if x.Entries, err = citedAt(e.tx, x.Slug, x.CreatedAt); err != nil {
		return err
	}
	e.meta = append(e.meta, x.Meta)
	return e.tx.Each(`SELECT source, fetched_at, data FROM raw_data WHERE page_id = ? ORDER BY source`, []any{x.id}, func(scan func(...any) error) error {
		var name, fetched string
		var data []byte
		if err := scan(&name, &fetched, &data); err != nil {
			return err
		}
		at, err := db.ParseTime(fetched)
		if err != nil {
			return err
		}
		if data, err = MarshalRaw(data); err != nil {
			return err
		}
		return e.file(ExportFile{Path: RawPath(x.Slug, name), Data: data, ModTime: at, Slug: x.Slug})
	})
}

// place gives a page's file a path that no other has, in upper or lower case, and that is no folder of another, or below a
// file. Beyond the first root it may have to be a path of the slug, which is the page's alone, lengthened until it is free.
func (e *exporter) place(x exported) (wanted, got string) {
	name := placeOf(x.Slug)
	places := []string{x.Slug + ".md", name + ".md"}
	if x.Path != "" {
		places = append([]string{path.Join(x.root, x.Path)}, name+".md")
		if x.root == "" {
			e.take(x.Path)
			return x.Path, x.Path
		}
	}
	wanted = places[0]
	if checkPlace(x.Slug) != nil && x.Path == "" {
		places = places[1:] // no file can have it
	}
	for _, n := range []int{8, 32} {
		places = append(places, name+"-"+pathHash(x.Slug)[:n]+".md")
	}
	places = append(places, e.besideFiles(name)+".md", e.besideFiles(name)+"-"+pathHash(x.Slug)[:32]+".md")
	got = places[len(places)-1]
	for _, p := range places {
		if e.isFree(p) {
			got = p
			break
		}
	}
	e.take(got)
	return wanted, got
}

func (e *exporter) isFree(p string) bool {
	p = strings.ToLower(p)
	if e.taken[p] || e.folders[p] {
		return false
	}
	for p = path.Dir(p); p != "."; p = path.Dir(p) {
		if e.taken[p] {
			return false
		}
	}
	return true
}

func (e *exporter) take(p string) {
	p = strings.ToLower(p)
	e.taken[p] = true
	for p = path.Dir(p); p != "."; p = path.Dir(p) {
		e.folders[p] = true
	}
}

// besideFiles gives the folders of a path that are files of other pages another name: a page a.md/b beside a page a.
func (e *exporter) besideFiles(name string) string {
	segments := strings.Split(name, "/")
	for i := range segments[:len(segments)-1] {
		if folder := strings.Join(segments[:i+1], "/"); e.taken[strings.ToLower(folder)] {
			segments[i] += "-" + pathHash(folder)[:8]
		}
	}
	return strings.Join(segments, "/")
}

// citedAt gives the times in the citations of a page's entries where they are not the page's created_at.
func citedAt(tx *db.Tx, slug string, created time.Time) (map[string]time.Time, error) {
	var out map[string]time.Time
	err := tx.Each(`SELECT s.entity_id, e.citation_id FROM entry_spans s JOIN brain_entries e ON e.id = s.entry_id AND e.source = s.source AND e.entity_id = s.entity_id
		WHERE s.source = ?1 AND (s.entity_id = ?2 OR s.entity_id > ?2 || '#' AND s.entity_id < ?2 || '$') AND s.valid_to IS NULL`, []any{merge.GBrain, slug},
		func(scan func(...any) error) error {
			var id, text string
			if err := scan(&id, &text); err != nil {
				return err
			}
			c, err := merge.ParseCitation(text)
			if err == nil && !c.Time.Equal(created.UTC().Truncate(time.Second)) {
				if out == nil {
					out = map[string]time.Time{}
				}
				out[id] = c.Time
			}
			return nil
		})
	return out, err
}

// ImportRaw stores a file of raw data that an export wrote, unless its page has data of that source already. false says that
// the file is none, or of no page of the root.
func ImportRaw(tx *db.Tx, root merge.Root, f ExportFile) (ok bool, err error) {
	slug, name, ok := ParseRawPath(f.Path)
	if !ok {
		return false, nil
	}
	s, err := findLive(tx, slug)
	if !root.First {
		if own, e := findLive(tx, path.Join(SlugOf(root.Name), slug)); e == nil {
			s, err = own, nil
		}
	}
	if errors.Is(err, ErrNoPage) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var has bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM raw_data WHERE page_id = ? AND source = ?)`, []any{s.ID, name}, &has); err != nil || has {
		return err == nil, err
	}
	err = putRaw(tx, s.ID, name, f.Data, db.FormatTime(f.ModTime))
	if errors.Is(err, ErrJSON) {
		return false, nil
	}
	return err == nil, err
}
