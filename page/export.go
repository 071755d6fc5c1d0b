package page

import (
	"errors"
	"fmt"
	"path"
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
}

// Export calls file for every live page as a markdown file, for the raw data of each, and in the end for MetaPath. A page
// that nobody has changed since its file was read is that file, byte for byte, at its path; pages of later roots lie in a
// folder of the root's name, and pages of no file where their slug says; where no file can have that name, it is cut short.
func Export(tx *db.Tx, f ExportFilter, file func(ExportFile) error) error {
	e := exporter{tx: tx, file: file, taken: map[string]bool{}}
	var rows []exported
	// The first root has its paths for itself, whatever comes later.
	err := tx.Each(`SELECT p.id, p.slug, coalesce(p.path, ''), coalesce(iif(r.first, '', r.name), ''), p.source_hash, p.created_at, p.updated_at, p.truth_at,
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
	if err != nil {
		return err
	}
	for _, x := range rows {
		// A page lies at one place, whichever others are asked for.
		if x.Path = e.place(x); !x.asked {
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

// exported is a page on its way out.
type exported struct {
	Meta
	id    int64
	root  string // the folder of a later root
	asked bool
}

type exporter struct {
	tx    *db.Tx
	file  func(ExportFile) error
	taken map[string]bool
	meta  []Meta
}

func (e *exporter) page(x exported) error {
	src, err := source(e.tx, x.id)
	if err != nil {
		return err
	}
	if err := e.file(ExportFile{x.Path, src, x.UpdatedAt, x.Slug}); err != nil {
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
		return e.file(ExportFile{RawPath(x.Slug, name), data, at, x.Slug})
	})
}

// place gives a page's file a path that no other has, in upper or lower case: some file systems take these for one. Beyond
// the first root it may have to be a path of the slug, which is the page's alone, lengthened until it is free.
func (e *exporter) place(x exported) string {
	name := placeOf(x.Slug)
	places := []string{name + ".md", name + "-" + pathHash(x.Slug)[:8] + ".md", name + "-" + pathHash(x.Slug)[:32] + ".md"}
	if x.Path != "" {
		places = append([]string{path.Join(x.root, x.Path)}, places...)
		if x.root == "" {
			e.taken[strings.ToLower(x.Path)] = true
			return x.Path
		}
	}
	for _, p := range places {
		if key := strings.ToLower(p); !e.taken[key] {
			e.taken[key] = true
			return p
		}
	}
	return places[len(places)-1]
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
