package merge

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"brain/db"
)

// The kinds of roots: a tree of pages, a tree of source code, a graph.json.
const (
	PagesRoot = "pages"
	CodeRoot  = "code"
	GraphRoot = "graph"
)

// Root is a thing that was read in: a folder or a file. Ids of the first root of pages, and of the first of code or graph,
// are plain; those of later roots carry the root's name, so two trees with the same file names never meet.
type Root struct {
	ID    int64
	Kind  string
	Path  string // absolute
	Name  string // unique among roots of its kind
	First bool
}

// RootAt gives the root of a kind at an absolute path, nil where there is none.
func RootAt(tx *db.Tx, kind, path string) (*Root, error) {
	r := &Root{Kind: kind, Path: path}
	err := tx.QueryRow(`SELECT id, name, first FROM roots WHERE kind = ? AND path = ?`, []any{kind, path}, &r.ID, &r.Name, &r.First)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return r, err
}

// EnsureRoot gives the root for an absolute path, making it the first time.
func EnsureRoot(tx *db.Tx, kind, path string) (Root, error) {
	r := Root{Kind: kind, Path: path}
	switch known, err := RootAt(tx, kind, path); {
	case err != nil:
		return r, err
	case known != nil:
		return *known, nil
	}
	// Code and imported graphs share the ids of nodes, so only one of them all is the first.
	err := tx.QueryRow(`SELECT NOT EXISTS (SELECT 1 FROM roots WHERE (kind = 'pages') = (? = 'pages'))`, []any{kind}, &r.First)
	if err != nil {
		return r, err
	}
	if r.Name, err = freeName(tx, path); err != nil {
		return r, err
	}
	res, err := tx.Exec(`INSERT INTO roots(kind, path, name, first, created_at) VALUES (?, ?, ?, ?, ?)`,
		kind, path, r.Name, r.First, db.FormatTime(tx.Now))
	if err != nil {
		return r, fmt.Errorf("add root %s: %w", path, err)
	}
	r.ID, err = res.LastInsertId()
	return r, err
}

// Roots lists the roots of the given kinds, the oldest first.
func Roots(tx *db.Tx, kinds ...string) (out []Root, err error) {
	list, err := json.Marshal(kinds)
	if err != nil {
		return nil, err
	}
	err = tx.Each(`SELECT id, kind, path, name, first FROM roots WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY id`, []any{string(list)}, func(scan func(...any) error) error {
		var r Root
		err := scan(&r.ID, &r.Kind, &r.Path, &r.Name, &r.First)
		out = append(out, r)
		return err
	})
	return out, err
}

// TakeFirst makes r the first of its kind if other, which becomes a part of it, is that.
func TakeFirst(tx *db.Tx, r *Root, other Root) error {
	if !other.First {
		return nil
	}
	r.First = true
	if _, err := tx.Exec(`UPDATE roots SET first = id = ? WHERE id IN (?1, ?2)`, r.ID, other.ID); err != nil {
		return fmt.Errorf("join root %s: %w", other.Path, err)
	}
	return nil
}

// freeName is the last element of the path, numbered if another root has it.
func freeName(tx *db.Tx, path string) (string, error) {
	base := Clean(filepath.Base(path))
	for n, name := 2, base; ; n++ {
		var taken bool
		if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM roots WHERE name = ?)`, []any{name}, &taken); err != nil || !taken {
			return name, err
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// NodeID is the id under which a node of this root is stored.
func (r Root) NodeID(id string) string {
	if r.First {
		return id
	}
	return r.Name + "::" + id
}
