package page

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"

	"brain/db"
)

// ErrNoVersion says that a page has no version of that number.
var ErrNoVersion = errors.New("no such version")

// snapshot keeps what a page is, before it becomes something else.
func snapshot(tx *db.Tx, pageID int64, why string) error {
	_, err := tx.Exec(`INSERT INTO page_versions(page_id, snapshot_at, updated_at, reason, type, title, source_hash, tags, links, added, frontmatter,
			packing, head_size, truth_size, middle_size, timeline_size, body)
		SELECT p.id, ?2, p.updated_at, ?3, p.type, p.title, p.source_hash,
			(SELECT json_group_array(json_object('tag', tag, 'origin', origin)) FROM (SELECT tag, origin FROM page_tags WHERE page_id = ?1 ORDER BY tag)),
			(SELECT json_group_array(json_object('target', l.target, 'to', o.slug, 'type', l.link_type, 'source', l.link_source, 'incoming', l.incoming,
				'context', l.context, 'origin', l.origin)) FROM (SELECT * FROM links WHERE page_id = ?1 ORDER BY id) l LEFT JOIN pages o ON o.id = l.other_id),
			(SELECT json_group_array(json_object('date', date, 'source', source, 'summary', summary)) FROM timeline_entries WHERE page_id = ?1 AND origin = 'command'),
			p.frontmatter, p.packing, p.head_size, p.truth_size, p.middle_size, p.timeline_size, p.body FROM pages p WHERE p.id = ?1`, pageID, db.FormatTime(tx.Now), why)
	return err
}

// Version is what a page was until it became something else.
type Version struct {
	ID         int64  `json:"id"`
	SnapshotAt string `json:"snapshot_at"` // when it was replaced
	UpdatedAt  string `json:"updated_at"`  // when it was written
	Reason     string `json:"reason"`      // what replaced it: import, put, revert, tag, untag, link, unlink, timeline-add, title, type
	Type       string `json:"type"`
	Title      string `json:"title"`
	Start      string `json:"start"` // the first characters of its truth
}

// History lists the versions of a page, the newest first; a deleted page has them, too.
func History(tx *db.Tx, slug string, max int) ([]Version, error) {
	s, err := Find(tx, slug)
	if err != nil {
		return nil, err
	}
	out := []Version{}
	err = tx.Each(`SELECT v.id, v.snapshot_at, v.updated_at, v.reason, v.type, v.title, substr(t.compiled_truth, 1, 100)
		FROM (SELECT * FROM page_versions WHERE page_id = ? ORDER BY id DESC LIMIT ?) v JOIN page_version_texts t ON t.id = v.id ORDER BY v.id DESC`, []any{s.ID, limit(max)}, func(scan func(...any) error) error {
		var v Version
		err := scan(&v.ID, &v.SnapshotAt, &v.UpdatedAt, &v.Reason, &v.Type, &v.Title, &v.Start)
		v.Start = oneLine(v.Start)
		out = append(out, v)
		return err
	})
	return out, err
}

// Diff is the unified diff from one version of a page to another; 0 is the page as it is. Equal ones have none ("").
func Diff(tx *db.Tx, slug string, from, to int64) (string, error) {
	s, err := Find(tx, slug)
	if err != nil {
		return "", err
	}
	side := func(id int64) (string, []byte, error) {
		if id == 0 {
			src, err := source(tx, s.ID)
			return slug, decodedSource(src), err
		}
		src, err := versionSource(tx, s.ID, id)
		return fmt.Sprintf("%s@%d", slug, id), decodedSource(src), err
	}
	oldName, before, err := side(from)
	if err != nil {
		return "", err
	}
	newName, after, err := side(to)
	if err != nil {
		return "", err
	}
	return string(diff.Diff(oldName, before, newName, after)), nil
}

// decodedSource is a page's text whatever its encoding.
func decodedSource(src []byte) []byte { return []byte(decode(src).text) }

func versionSource(tx *db.Tx, pageID, id int64) (src []byte, err error) {
	err = tx.QueryRow(`SELECT source FROM page_version_texts WHERE page_id = ? AND id = ?`, []any{pageID, id}, &src)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: %d", ErrNoVersion, id)
	}
	return src, err
}

// Revert makes a page again what it was in a version: its text, and with it truth, timeline, title, type, tags and links.
// What it is now becomes a version. Entries and words follow in the same transaction. A deleted page comes back.
func Revert(tx *db.Tx, slug string, version int64, windows Windows) (Saved, error) {
	old, err := Find(tx, slug)
	if err != nil {
		return Saved{}, err
	}
	src, err := versionSource(tx, old.ID, version)
	if err != nil {
		return Saved{}, err
	}
	d := rewrite(old, src, "revert")
	d.exact = true
	out, err := Save(tx, d, windows)
	if err != nil {
		return out, err
	}
	return out, restoreOrigins(tx, old.ID, version)
}

// restoreOrigins gives the rows that a command had added when the version was taken to commands again.
func restoreOrigins(tx *db.Tx, pageID, version int64) error {
	for _, query := range []string{
		`UPDATE page_tags SET origin = 'command' WHERE page_id = ?1 AND tag IN (
			SELECT j.value ->> 'tag' FROM page_versions v, json_each(v.tags) j WHERE v.id = ?2 AND j.value ->> 'origin' = 'command')`,
		`UPDATE links SET origin = 'command' WHERE page_id = ?1 AND (target, link_type, link_source) IN (
			SELECT j.value ->> 'target', j.value ->> 'type', j.value ->> 'source' FROM page_versions v, json_each(v.links) j
			WHERE v.id = ?2 AND j.value ->> 'origin' = 'command')`,
		`UPDATE timeline_entries SET origin = 'command' WHERE page_id = ?1 AND (date, source, summary) IN (
			SELECT j.value ->> 'date', j.value ->> 'source', j.value ->> 'summary' FROM page_versions v, json_each(v.added) j WHERE v.id = ?2)`,
	} {
		if _, err := tx.Exec(query, pageID, version); err != nil {
			return err
		}
	}
	return nil
}

// rewrite is the draft of a page whose text becomes src where the page lies.
func rewrite(old Stored, src []byte, why string) Draft {
	path := old.Path
	if path == "" {
		path = old.Slug + ".md"
	}
	p := Parse(path, src)
	p.Slug = old.Slug
	return Draft{Page: p, Root: old.RootID, Old: &old, Why: why, Origin: FromText}
}
