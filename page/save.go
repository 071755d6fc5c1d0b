package page

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"brain/db"
	"brain/merge"
)

// Save writes a page with all that follows from its text: tags, timeline entries, links, names, words, entries and their
// spans. What was there before becomes a version. Tags, links and timeline entries that commands have added and the new text
// lacks are written into it. If nothing is new, nothing is written. Run it in one transaction.
func Save(tx *db.Tx, d Draft, windows Windows) (Saved, error) {
	out, err := SaveAll(tx, []Draft{d}, windows)
	if err != nil {
		return Saved{}, err
	}
	if out[0].Status == Skipped {
		err = tx.QueryRow(`SELECT (SELECT count(*) FROM links WHERE page_id = ?1), (SELECT count(*) FROM timeline_entries WHERE page_id = ?1)`,
			[]any{out[0].ID}, &out[0].Links, &out[0].Events)
	}
	return out[0], err
}

// SaveAll is Save for many pages; where their links lead is found in the end, once.
// Where the index of pages is damaged, it is made anew first.
func SaveAll(tx *db.Tx, drafts []Draft, windows Windows) (out []Saved, err error) {
	if len(drafts) > 1 {
		if err := healBefore(tx); err != nil {
			return nil, err
		}
		out, err = saveAll(tx, drafts, windows)
		return out, db.OrIncomplete(tx, err)
	}
	err = healing(tx, func() (err error) {
		out, err = saveAll(tx, drafts, windows)
		return err
	})
	return out, err
}

func saveAll(tx *db.Tx, drafts []Draft, windows Windows) ([]Saved, error) {
	out := make([]Saved, len(drafts))
	ids := make([]int64, len(drafts))
	var b batch
	for i, d := range drafts {
		var err error
		if out[i], err = save(tx, &b, d, windows); err != nil {
			if strings.Contains(err.Error(), "UNIQUE constraint failed: pages.") {
				err = ErrSlugTaken
			}
			return nil, fmt.Errorf("save page %s: %w", d.Page.Slug, err)
		}
	}
	if err := b.putEntries(tx); err != nil {
		return nil, err
	}
	for _, w := range b.unsaid {
		if err := w.saveWords(); err != nil {
			return nil, fmt.Errorf("save page %s: %w", w.Page.Slug, err)
		}
	}
	if err := b.links.resolve(tx); err != nil {
		return nil, fmt.Errorf("resolve links: %w", err)
	}
	for i := range out {
		ids[i] = out[i].ID
	}
	missing, err := dangling(tx, ids)
	for i := range out {
		out[i].Dangling = missing[out[i].ID]
	}
	return out, err
}

// batch is what the writes of a transaction share.
type batch struct {
	links linker
	pack  packer
	// entries wait to be stored, many at once: each statement that stores some begins a savepoint, for which FTS5 writes out what it
	// has gathered.
	entries []merge.Row
	// unsaid are pages whose words are not in the indexes yet. They come last, for the same reason.
	unsaid []*writer
}

func (b *batch) putEntries(tx *db.Tx) error {
	err := merge.PutAll(tx, b.entries)
	b.entries = b.entries[:0]
	return err
}

func save(tx *db.Tx, b *batch, d Draft, windows Windows) (Saved, error) {
	if d.Page.Binary {
		return Saved{}, errors.New("it is no text")
	}
	fileHash := ""
	if d.Origin == FromFile {
		fileHash = HashSource(d.Page.Source)
	}
	if d.Old != nil {
		// Another process may have changed the page since it was looked up.
		now, err := findID(tx, d.Old.ID)
		if err != nil {
			return Saved{}, err
		}
		d.Old = &now
		if fileHash != "" && fileHash == now.FileHash {
			return relocate(tx, b, d, windows)
		}
	}
	var lost []string
	if d.Old != nil && !d.exact {
		var err error
		if lost, err = carryOver(tx, &d); err != nil {
			return Saved{}, err
		}
	}
	w := writer{tx: tx, batch: b, Draft: d, windows: windows, hash: HashSource(d.Page.Source), fileHash: fileHash}
	if status := w.status(); status != Skipped {
		w.out.Status, w.out.Lost, w.out.Warnings = status, lost, d.notes
		err := w.write()
		return w.out, err
	}
	w.out = Saved{ID: d.Old.ID, Slug: d.Old.Slug, Status: Skipped, Entries: d.Old.Chunks}
	if fileHash == "" || fileHash == d.Old.FileHash {
		return w.out, nil
	}
	// The file says what the page says, such as after an export into the folder that it was read from.
	return w.out, w.giveToFile()
}

// writer is one Save.
type writer struct {
	Draft
	*batch
	tx             *db.Tx
	windows        Windows
	hash, fileHash string
	astray         bool // it lay elsewhere, or nowhere: what its links and links to it mean may be another page
	out            Saved
}

func (w *writer) status() Status {
	old := w.Old
	switch same := old != nil && old.SourceHash == w.hash; {
	case old == nil:
		return Created
	case old.Deleted:
		return Restored
	case same && old.RootID == w.Root && old.Path == w.path():
		return Skipped
	case same && old.Path != "" && old.RootID == w.Root:
		return Moved
	}
	return Updated
}

// path is where the file lies in its root; the path of a page that came from no file only helps to read it.
func (w *writer) path() string {
	if w.Root == 0 {
		return ""
	}
	return w.Page.Path
}

func (w *writer) write() error {
	w.astray = w.Old != nil && (w.Old.Deleted || w.Old.RootID != w.Root || w.Old.Path != w.path())
	created, updated := w.times()
	if w.Old != nil && w.Why != "" && w.Old.SourceHash != w.hash {
		if err := snapshot(w.tx, w.Old.ID, w.Why); err != nil {
			return err
		}
	}
	rows := Entries(w.Page, w.windows)
	if err := w.upsert(created, updated, rows); err != nil {
		return err
	}
	for _, step := range []func() error{w.saveTags, w.saveEvents, w.saveLinks, w.saveNames} {
		if err := step(); err != nil {
			return err
		}
	}
	w.unsaid = append(w.unsaid, w)
	return w.saveEntries(rows, created, updated)
}

// saveEntries gives each chunk its entry and ends those of chunks that are no more.
func (w *writer) saveEntries(rows []EntryText, created, updated time.Time) error {
	for _, r := range rows {
		at := created
		if m := w.Meta; m != nil && w.Old == nil && m.SHA256 == w.hash {
			if cited, ok := m.Entries[r.ID]; ok {
				at = cited
			}
		}
		w.entries = append(w.entries, merge.Row{Source: merge.GBrain, EntityID: r.ID, EntityName: r.Name, Content: r.Content, CreatedAt: at, UpdatedAt: updated})
	}
	if w.Old != nil && !w.Old.Deleted {
		if err := w.putEntries(w.tx); err != nil {
			return err
		}
		return retireChunks(w.tx, w.Page.Slug, len(rows), w.Old.Chunks, updated)
	}
	return nil
}

func (w *writer) saveNames() error {
	p := w.Page
	p.Path = w.path()                                             // that of a page of no file only helped to read it
	renamed := w.astray || w.Old != nil && w.Old.Title != p.Title // keys are only a part of a name
	return w.links.setNames(w.tx, w.out.ID, w.Old == nil, renamed, namesOf(p))
}

// giveToFile notes that the page is its file's now: what is missing there the next time is gone.
func (w *writer) giveToFile() error {
	if _, err := w.tx.Exec(`UPDATE pages SET file_hash = ? WHERE id = ?`, w.fileHash, w.out.ID); err != nil {
		return err
	}
	for _, query := range []string{
		`UPDATE page_tags SET origin = 'text' WHERE page_id = ? AND origin <> 'text'`,
		`UPDATE timeline_entries SET origin = 'text' WHERE page_id = ? AND origin <> 'text'`,
		`UPDATE links SET origin = 'text' WHERE page_id = ? AND origin <> 'text'`,
	} {
		if _, err := w.tx.Exec(query, w.out.ID); err != nil {
			return err
		}
	}
	return nil
}

// retireChunks ends the entries of chunks from up to below to.
func retireChunks(tx *db.Tx, slug string, from, to int, at time.Time) error {
	for i := from; i < to; i++ {
		if _, err := merge.Retire(tx, merge.GBrain, chunkID(slug, i), at); err != nil {
			return err
		}
	}
	return nil
}

// chunkID is the entity id of a page's chunk: the slug alone for the first, slug#2 and on for the others.
func chunkID(slug string, i int) string {
	if i == 0 {
		return slug
	}
	return fmt.Sprintf("%s#%d", slug, i+1)
}
