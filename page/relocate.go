package page

import "brain/db"

// relocate gives a page the path where its file lies now. The file has the bytes that were read last, so it says nothing new:
// what commands have made of the page since, its text, its deletion, stays.
func relocate(tx *db.Tx, links *linker, d Draft, windows Windows) (Saved, error) {
	old := d.Old
	out := Saved{ID: old.ID, Slug: old.Slug, Entries: old.Chunks, Status: Skipped}
	if old.Path == d.Page.Path {
		return out, nil
	}
	if old.Deleted {
		out.Status = Moved
		_, err := tx.Exec(`UPDATE pages SET path = ? WHERE id = ?`, d.Page.Path, old.ID)
		return out, err
	}
	src, err := source(tx, old.ID)
	if err != nil {
		return out, err
	}
	d.Page = Parse(d.Page.Path, src)
	d.Page.Slug = old.Slug
	d.exact, d.Origin, d.At = true, FromText, old.UpdatedAt
	w := writer{tx: tx, links: links, Draft: d, windows: windows, hash: old.SourceHash}
	w.out.Status = Moved
	err = w.write()
	return w.out, err
}
