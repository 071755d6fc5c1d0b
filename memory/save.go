package memory

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"brain/db"
)

// New is a memory to be saved.
type New struct {
	Type       string // any word; the file's aliases make a canonical type of it
	Title      string
	Content    string
	Project    string
	Area       string
	Tags       []string // comma lists
	SourceFile string
	Abstract   string // one line; "" leaves it to the head of the content
	Task       Task
}

// Saved says what became of it.
type Saved struct {
	ID  int64
	UID string
	// Duplicate: nothing was saved, UID is that of the memory that says the same.
	Duplicate bool
	// Notes say what was changed in the text so that it could be stored.
	Notes []string
	// SimilarProjects are projects of the file that differ from this new one in case or Unicode form only.
	SimilarProjects []string
}

// Save stores a memory, unless one with the same title and content is there that is not deleted (force stores it
// nevertheless). Both happen in the one write transaction, so of several that save the same at once one wins. The error is
// ErrBlankTitle, or ErrTask.
func Save(tx *db.Tx, n New, force bool) (out Saved, err error) {
	notes, err := healing(tx, func() (err error) {
		return tx.Unwatched(func() error {
			out, err = save(tx, n, force)
			return err
		})
	})
	if err != nil {
		return Saved{}, err
	}
	out.Notes = append(out.Notes, notes...)
	return out, nil
}

func save(tx *db.Tx, n New, force bool) (Saved, error) {
	var c cleaner
	n = n.clean(&c)
	if blank(n.Title) {
		return Saved{}, ErrBlankTitle
	}
	s, err := ReadStage(tx)
	if err != nil {
		return Saved{}, err
	}
	canonical, err := CanonicalType(tx, s, n.Type)
	if err != nil {
		return Saved{}, err
	}
	if canonical == "task" {
		if err := n.Task.check(); err != nil {
			return Saved{}, err
		}
	}
	if !force {
		twin, err := FindTwin(tx, s, n.Title, n.Content)
		if err != nil || twin != nil {
			if twin == nil {
				return Saved{}, err
			}
			return Saved{ID: twin.ID, UID: twin.UID, Duplicate: true, Notes: c.notes}, nil
		}
	}
	out := Saved{}
	if out.SimilarProjects, err = similarProjects(tx, s, n.Project); err != nil {
		return Saved{}, err
	}
	if out.UID, err = freeUID(tx); err != nil {
		return Saved{}, err
	}
	if out.ID, err = insert(tx, out.UID, canonical, n); err != nil {
		return Saved{}, fmt.Errorf("save %s: %w", out.UID, err)
	}
	if _, err := addTags(tx, out.ID, ParseTags(strings.Join(n.Tags, ","))); err != nil {
		return Saved{}, err
	}
	if canonical == "task" {
		if err := n.Task.save(tx, out.ID, &c); err != nil {
			return Saved{}, err
		}
	}
	if err := alter(tx, out.UID, "create", n.Title, ""); err != nil {
		return Saved{}, err
	}
	out.Notes = c.notes
	return out, syncOne(tx, out.ID)
}

func (n New) clean(c *cleaner) New {
	n.Type = lower(c.line("type", n.Type))
	if n.Type == "" {
		n.Type = "note"
	}
	n.Title = c.line("title", n.Title)
	n.Content = c.text("content", n.Content)
	n.Project = c.line("project", n.Project)
	n.Area = c.line("area", n.Area)
	tags := make([]string, len(n.Tags))
	for i, t := range n.Tags {
		tags[i] = c.line("tags", t)
	}
	n.Tags = tags
	n.SourceFile = c.line("source file", n.SourceFile)
	n.Abstract = c.line("abstract", n.Abstract)
	return n
}

func insert(tx *db.Tx, uid, canonical string, n New) (int64, error) {
	now := Stamp(tx.Now)
	id, err := freeID(tx)
	if err != nil {
		return 0, err
	}
	res, err := tx.Exec(`INSERT INTO memories(id, uid, type, title, content, project, area, tags, source_file, created_at, updated_at, content_hash, canonical_type, abstract)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, uid, n.Type, n.Title, n.Content, orNull(n.Project), orNull(n.Area), orNull(strings.Join(n.Tags, ",")), orNull(n.SourceFile),
		now, now, ContentHash(n.Title, n.Content), canonical, orNull(n.Abstract))
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// freeID is the id of a new memory, nil where SQLite gives it. It counts on from the largest there ever was, so that one huge id that
// another program chose would leave none, or none that vectors can have.
func freeID(tx *db.Tx) (any, error) {
	var last int64
	err := tx.QueryRow(`SELECT coalesce(CAST(seq AS INTEGER), 0) FROM sqlite_sequence WHERE name = 'memories'`, nil, &last)
	if errors.Is(err, sql.ErrNoRows) || err == nil && last < slottedIDs-1 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var id int64
	err = tx.QueryRow(`SELECT coalesce((SELECT m.id + 1 FROM memories m WHERE m.id BETWEEN 0 AND ?1 AND NOT EXISTS (SELECT 1 FROM memories n WHERE n.id = m.id + 1)
		ORDER BY m.id DESC LIMIT 1), 1)`, []any{slottedIDs - 2}, &id)
	return id, err
}

// FindTwin gives the oldest memory with that title and content that is not deleted, nil if there is none. An invalid one
// counts: what was found wrong is not to come back unseen.
func FindTwin(tx *db.Tx, s *Stage, title, content string) (*Memory, error) {
	var c cleaner
	title, content = c.line("", title), c.text("", content)
	// Before brain-cli's schema 3 there are no hashes; there the texts themselves are compared.
	where, args := `m.content_hash = ?`, []any{ContentHash(title, content)}
	if !s.Has("content_hash") {
		where, args = `m.title = ? AND coalesce(m.content, '') = ?`, []any{title, content}
	}
	// Mostly there is none, and the statement that reads all of one takes longer to make than this one to run.
	var id int64
	err := tx.QueryRow(`SELECT m.id FROM `+s.Rows()+` m WHERE `+where+` AND m.deleted_at IS NULL ORDER BY m.id LIMIT 1`, args, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var twin *Memory
	err = tx.Each(`SELECT `+rowColumns+` FROM `+s.Rows()+` m WHERE m.id = ?`, []any{id}, func(scan func(...any) error) error {
		m, err := scanRow(scan)
		twin = &m
		return err
	})
	return twin, err
}

// freeUID is a uid that no memory has.
func freeUID(tx *db.Tx) (string, error) {
	for {
		uid := newUID()
		var there int
		err := tx.QueryRow(`SELECT 1 FROM memories WHERE uid = ?`, []any{uid}, &there)
		if errors.Is(err, sql.ErrNoRows) {
			return uid, nil
		}
		if err != nil {
			return "", err
		}
	}
}

// alter writes down what was done to a memory. delta and reason are NULL where they are "", but for a text that was
// replaced by nothing.
func alter(tx *db.Tx, uid, kind, delta, reason string) error {
	var d any = orNull(delta)
	if kind == "replace" {
		d = delta
	}
	_, err := tx.Exec(`INSERT INTO alterations(memory_uid, ts, kind, delta, reason) VALUES (?, ?, ?, ?, ?)`, uid, Stamp(tx.Now), kind, d, orNull(reason))
	return err
}
