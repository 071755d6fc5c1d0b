package extract

import (
	"database/sql"
	"fmt"

	"brain/db"
	"brain/merge"
)

// edgeGroup is what edges of one file have in common.
type edgeGroup struct {
	relation, context, confidence string
	score, weight                 sql.NullFloat64
}

// saveEdges replaces the edges of those source files whose edges are others than the stored ones. Those of a file get ids that follow
// each other, by which they are found again.
func (u *Update) saveEdges(tx *db.Tx, root merge.Root, n *names) error {
	if err := u.removeEdges(tx, root, n); err != nil {
		return err
	}
	byFile := map[string][]int{}
	var ends []string
	for i := range u.graph.Edges {
		e := &u.graph.Edges[i]
		file := merge.Clean(e.SourceFile)
		if _, changed := u.edges[file]; changed || u.edges == nil {
			byFile[file] = append(byFile[file], i)
			if !n.empty {
				ends = append(ends, root.NodeID(merge.Clean(e.Source)), root.NodeID(merge.Clean(e.Target)))
			}
		}
	}
	if err := n.look(ends); err != nil {
		return err
	}
	var last, lastGroup int64
	if err := tx.QueryRow(`SELECT (SELECT coalesce(max(id), 0) FROM edge_rows), (SELECT coalesce(max(id), 0) FROM edge_groups)`, nil, &last, &lastGroup); err != nil {
		return err
	}
	stubs := tx.Many(`INSERT INTO node_rows(name)`, ``, 1)
	groups := tx.Many(`INSERT INTO edge_groups(root_id, id, source_file, relation, context, confidence, confidence_score, weight)`, ``, 7, root.ID)
	plain := tx.Many(`INSERT INTO edge_rows(source, target, group_id, place)`, ``, 4)
	var err error
	var lastOwn string // edges of one source follow each other
	var lastEnd int64
	end := func(own string) int64 {
		if own == lastOwn && lastEnd > 0 {
			return lastEnd
		}
		name := root.NodeID(merge.Clean(own))
		id, ok := n.ids[name]
		if !ok && err == nil {
			id, err = n.next(name), stubs.Add(name)
		}
		return id
	}
	for _, file := range sortedKeys(byFile) {
		g := u.groups[file]
		g.first = last + 1
		of := map[edgeGroup]int64{}
		var lastKey edgeGroup
		var group int64
		for _, i := range byFile[file] {
			e := &u.graph.Edges[i]
			key := edgeGroup{e.Relation, e.Context, e.Confidence, number(e.ConfidenceScore), number(e.Weight)}
			ok := group > 0 && key == lastKey
			if !ok {
				group, ok = of[key]
				lastKey = key
			}
			if !ok {
				lastGroup++
				group = lastGroup
				of[key] = group
				if err := groups.Add(group, file, merge.Clean(e.Relation), merge.Clean(e.Context), merge.Clean(e.Confidence), key.score, key.weight); err != nil {
					return fmt.Errorf("save edges of %s: %w", file, err)
				}
			}
			source := end(e.Source)
			lastOwn, lastEnd = e.Source, source
			target := end(e.Target)
			at := place(merge.Clean(e.SourceLocation))
			if err == nil && len(e.Attrs) == 0 {
				err = plain.Add(source, target, group, at)
			} else if err == nil {
				if err = plain.Flush(); err == nil {
					_, err = tx.Exec(`INSERT INTO edge_rows(source, target, group_id, place, attrs) VALUES (?, ?, ?, ?, ?)`, source, target, group, at, orNull(objectText(e.Attrs), "{}"))
				}
			}
			if err != nil {
				return fmt.Errorf("save edges up to %s to %s: %w", e.Source, e.Target, err)
			}
			last++
		}
		g.last = last
		u.groups[file] = g
	}
	for _, m := range []*db.Many{stubs, groups, plain} {
		if err := m.Flush(); err != nil {
			return fmt.Errorf("save edges: %w", err)
		}
	}
	return nil
}

// removeEdges takes away the stored edges that are to be replaced.
func (u *Update) removeEdges(tx *db.Tx, root merge.Root, n *names) error {
	if n.empty {
		return nil
	}
	if u.edges == nil {
		// What belongs to no group, which is nobody's, goes too.
		if _, err := tx.Exec(`DELETE FROM edge_rows WHERE group_id NOT IN (SELECT id FROM edge_groups WHERE root_id <> ?)`, root.ID); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM edge_groups WHERE root_id = ?`, root.ID); err != nil {
			return err
		}
	}
	for _, file := range sortedKeys(u.edges) {
		was := u.edges[file]
		if _, err := tx.Exec(`DELETE FROM edge_rows WHERE id BETWEEN ? AND ? AND group_id IN (SELECT id FROM edge_groups WHERE root_id = ? AND source_file = ?)`,
			was.first, was.last, root.ID, file); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM edge_groups WHERE root_id = ? AND source_file = ?`, root.ID, file); err != nil {
			return err
		}
	}
	return nil
}
