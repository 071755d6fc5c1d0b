package extract

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"

	"brain/db"
	"brain/merge"
)

// KnownOf gives what an earlier run kept of a root, nil for nothing. What was kept counts only as long as the graph is the one that was
// written with it.
func KnownOf(tx *db.Tx, root merge.Root) (*Known, error) {
	there, err := tx.HasTable("graph_builds")
	if err != nil || !there {
		return nil, err
	}
	var raw []byte
	err = tx.QueryRow(`SELECT known FROM graph_builds WHERE root_id = ?`, []any{root.ID}, &raw)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	whole, err := counted(tx)
	if err == nil && !whole {
		return &Known{stored: raw}, nil
	}
	return unpackKnown(raw), err
}

// Total is how many nodes and edges the file has.
func Total(tx *db.Tx) (nodes, edges int64, err error) {
	query := `SELECT (SELECT count(*) FROM node_rows) - (SELECT count(*) FROM node_rows WHERE group_id IS NULL), (SELECT count(*) FROM edge_rows)`
	grouped, err := tx.HasTable("node_rows")
	if err != nil {
		return 0, 0, err
	}
	if !grouped { // an older brain's, until something is written
		query = `SELECT (SELECT count(*) FROM graph_nodes), (SELECT count(*) FROM graph_edges)`
	}
	err = tx.QueryRow(query, nil, &nodes, &edges)
	return nodes, edges, err
}

// counted says whether the file has as many nodes and edges as were written.
func counted(tx *db.Tx) (whole bool, err error) {
	nodes, edges, err := Total(tx)
	if err == nil {
		err = tx.QueryRow(`SELECT coalesce(sum(nodes), 0) = ? AND coalesce(sum(edges), 0) = ? FROM graph_builds`, []any{nodes, edges}, &whole)
	}
	return whole, err
}

// Count is how many nodes and edges are stored of a root.
func Count(tx *db.Tx, root merge.Root) (nodes, edges int, err error) {
	built, err := tx.HasTable("graph_builds")
	if err == nil && built {
		built, err = counted(tx)
	}
	if err != nil {
		return 0, 0, err
	}
	query := `SELECT (SELECT count(*) FROM graph_nodes WHERE root_id = ?1), (SELECT count(*) FROM graph_edges WHERE root_id = ?1)`
	if built {
		query = `SELECT coalesce(sum(nodes), 0), coalesce(sum(edges), 0) FROM graph_builds WHERE root_id = ?`
	}
	err = tx.QueryRow(query, []any{root.ID}, &nodes, &edges)
	return nodes, edges, err
}

// stored counts the nodes and edges of a root, one by one.
const stored = `SELECT (SELECT count(*) FROM node_rows WHERE group_id IN (SELECT id FROM node_groups WHERE root_id = ?1)),
	(SELECT count(*) FROM edge_rows WHERE group_id IN (SELECT id FROM edge_groups WHERE root_id = ?1))`

// alone counts those of the only root that there is.
const alone = `SELECT (SELECT count(*) FROM node_rows) - (SELECT count(*) FROM node_rows WHERE group_id IS NULL), (SELECT count(*) FROM edge_rows)
	WHERE NOT EXISTS (SELECT 1 FROM node_groups WHERE root_id <> ?1) AND NOT EXISTS (SELECT 1 FROM edge_groups WHERE root_id <> ?1)`

// Is says whether two Knowns are what stands in the file at one moment.
func (k *Known) Is(other *Known) bool {
	if k == nil || other == nil {
		return k == other
	}
	return bytes.Equal(k.stored, other.stored)
}

// KnownPart gives a part of what was kept of a root, nil where there is none.
func KnownPart(tx *db.Tx, root merge.Root, name string) ([]byte, error) {
	var part []byte
	err := tx.QueryRow(`SELECT part FROM graph_parts WHERE root_id = ? AND name = ?`, []any{root.ID, name}, &part)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return part, err
}

// Keep stores what the next run needs to know of a root: of a build, or nil for a graph file, the graph that u wrote.
func Keep(tx *db.Tx, root merge.Root, u *Update, build *Build) error {
	k := &Known{maker: maker()}
	if build != nil {
		k = build.Known
		if err := build.saveParts(tx, root); err != nil {
			return err
		}
	}
	k.groups = u.groups
	return saveKnown(tx, root, k)
}

// KeepStamps stores a Known again whose graph and parts are in the file already.
func KeepStamps(tx *db.Tx, root merge.Root, k *Known) error {
	known := k.pack()
	_, err := tx.Exec(`UPDATE graph_builds SET known = ?1 WHERE root_id = ?2 AND known <> ?1`, known, root.ID)
	return err
}

func saveKnown(tx *db.Tx, root merge.Root, k *Known) error {
	var nodes, edges int
	err := tx.QueryRow(alone, []any{root.ID}, &nodes, &edges)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.QueryRow(stored, []any{root.ID}, &nodes, &edges)
	}
	if err == nil {
		_, err = tx.Exec(`INSERT INTO graph_builds(root_id, known, nodes, edges) VALUES (?, ?, ?, ?)
			ON CONFLICT(root_id) DO UPDATE SET known = excluded.known, nodes = excluded.nodes, edges = excluded.edges
			WHERE known <> excluded.known OR nodes <> excluded.nodes OR edges <> excluded.edges`, root.ID, k.pack(), nodes, edges)
	}
	if err != nil {
		return fmt.Errorf("keep what is known of %s: %w", root.Name, err)
	}
	return nil
}

// saveParts stores what was read, and forgets files that are gone.
func (b *Build) saveParts(tx *db.Tx, root merge.Root) error {
	var gone []string
	err := tx.Each(`SELECT name FROM graph_parts WHERE root_id = ?`, []any{root.ID}, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		if b.Known.files[name] == nil && name != goPart {
			gone = append(gone, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range gone {
		if _, err := tx.Exec(`DELETE FROM graph_parts WHERE root_id = ? AND name = ?`, root.ID, name); err != nil {
			return err
		}
	}
	for _, name := range sortedKeys(b.parts) {
		_, err := tx.Exec(`INSERT INTO graph_parts(root_id, name, part) VALUES (?, ?, ?) ON CONFLICT(root_id, name) DO UPDATE SET part = excluded.part`,
			root.ID, name, b.parts[name])
		if err != nil {
			return fmt.Errorf("keep what %s says: %w", name, err)
		}
	}
	return nil
}
