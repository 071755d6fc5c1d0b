package page

import (
	"bytes"
	"slices"
	"time"

	"brain/db"
)

// times are the page's created_at and updated_at. A page was created when its text says so, else when it was known to be
// before, else when its file was written.
func (w *writer) times() (created, updated time.Time) {
	updated = w.At
	if updated.IsZero() {
		updated = w.tx.Now
	}
	created = w.Page.Created
	if m := w.Meta; m != nil && w.Old == nil {
		if created.IsZero() {
			created = m.CreatedAt
		}
		if m.SHA256 == w.hash && !m.UpdatedAt.IsZero() {
			updated = m.UpdatedAt
		}
	}
	switch {
	case !created.IsZero():
	case w.Old != nil:
		created = w.Old.CreatedAt
	default:
		created = updated
	}
	created, updated = db.RoundTime(created), db.RoundTime(updated)
	if updated.Before(created) {
		updated = created
	}
	return created, updated
}

func (w *writer) upsert(created, updated time.Time, rows []EntryText) error {
	p := w.Page
	truth := updated
	if w.Old != nil {
		var same bool
		if err := w.tx.QueryRow(`SELECT compiled_truth = ? FROM page_texts WHERE id = ?`, []any{p.CompiledTruth, w.Old.ID}, &same); err != nil {
			return err
		}
		if same {
			truth = w.Old.TruthAt
		}
	} else if m := w.Meta; m != nil && m.SHA256 == w.hash && !m.TruthAt.IsZero() {
		truth = m.TruthAt
	}
	var root, path, fileHash any
	if w.Root != 0 {
		root, path = w.Root, p.Path
		if w.Old == nil || w.Old.RootID != w.Root || w.Old.Path != p.Path {
			if err := vacate(w.tx, w.Root, p.Path, true); err != nil {
				return err
			}
		}
	}
	if w.fileHash != "" {
		fileHash = w.fileHash
	} else if w.Old != nil && w.Old.FileHash != "" {
		fileHash = w.Old.FileHash
	}
	truthChunks := 0
	for _, r := range rows {
		if r.Truth {
			truthChunks++
		}
	}
	body, sizes := bodyOf(p)
	packing, packed, err := w.pack.pack(w.tx, w.Root, body)
	if err != nil {
		return err
	}
	values := []any{root, path, p.Slug, p.Type, p.Title, db.FormatTime(created), db.FormatTime(updated), db.FormatTime(truth), len(rows), truthChunks,
		w.hash, fileHash, string(p.Frontmatter.Fields.JSON()), packing, packed}
	values = append(values, sizes...)
	w.out.Slug, w.out.Entries = p.Slug, len(rows)
	if w.Old != nil {
		w.out.ID = w.Old.ID
		_, err := w.tx.Exec(`UPDATE pages SET root_id = ?, path = ?, slug = ?, type = ?, title = ?, created_at = ?, updated_at = ?, truth_at = ?,
			chunks = ?, truth_chunks = ?, source_hash = ?, file_hash = ?, frontmatter = ?, packing = ?, body = ?, head_size = ?, truth_size = ?, middle_size = ?, timeline_size = ?, deleted_at = NULL
			WHERE id = ?`, append(values, w.Old.ID)...)
		return err
	}
	r, err := w.tx.Exec(`INSERT INTO pages(root_id, path, slug, type, title, created_at, updated_at, truth_at, chunks, truth_chunks,
		source_hash, file_hash, frontmatter, packing, body, head_size, truth_size, middle_size, timeline_size)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values...)
	if err != nil {
		return err
	}
	w.out.ID, err = r.LastInsertId()
	return err
}

// bodyOf is the body of a page with the sizes by which its texts are found in it (see pages in the schema): the source, or, if
// that does not hold truth and timeline as they are, one after the other, the source with the two behind it.
func bodyOf(p Page) (body []byte, sizes []any) {
	before, rest, ok := bytes.Cut(p.Source, []byte(p.CompiledTruth))
	between, _, ok2 := bytes.Cut(rest, []byte(p.Timeline))
	truth, timeline := len(p.CompiledTruth), len(p.Timeline)
	if !ok || !ok2 {
		return slices.Concat(p.Source, []byte(p.CompiledTruth), []byte(p.Timeline)), []any{len(p.Source), truth, nil, timeline}
	}
	return p.Source, []any{len(before), truth, len(between), timeline}
}
