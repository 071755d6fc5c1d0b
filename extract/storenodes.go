package extract

import (
	"fmt"
	"time"

	"brain/db"
	"brain/merge"
)

// nodeGroup is what nodes have in common.
type nodeGroup struct{ file, fileType, kind, container, created, updated string }

// nodeWriter writes the nodes of a root, and notes whose entries are to be made anew.
type nodeWriter struct {
	tx      *db.Tx
	root    merge.Root
	names   *names
	times   func(sourceFile string) time.Time
	written map[time.Time]string // times as they are stored: those of files, which are few

	groups  map[nodeGroup]int64
	looked  map[string]bool // files whose groups are known
	last    int64           // number of a group
	emptied map[int64]bool  // groups that nodes have left
	rows    *db.Many
	newRows *db.Many
	pending pending
}

// saveNodes writes the nodes that differ and takes those away that are gone.
func (u *Update) saveNodes(tx *db.Tx, root merge.Root, n *names, times func(string) time.Time) error {
	w := &nodeWriter{
		tx: tx, root: root, names: n, times: times, written: map[time.Time]string{}, groups: map[nodeGroup]int64{}, looked: map[string]bool{}, emptied: map[int64]bool{},
		newRows: tx.Many(`INSERT INTO node_rows(name, group_id, label, place, signature, doc, description, community, attrs, content)`, ``, 10),
		rows:    tx.Many(`INSERT INTO node_groups(root_id, id, source_file, file_type, kind, container, created_at, updated_at)`, ``, 7, root.ID),
		pending: pending{tx: tx},
	}
	if err := tx.QueryRow(`SELECT coalesce(max(id), 0) FROM node_groups`, nil, &w.last); err != nil {
		return err
	}
	ids := make([]string, 0, len(u.nodes)+len(u.gone))
	for _, i := range u.nodes {
		ids = append(ids, root.NodeID(merge.Clean(u.graph.Nodes[i].ID)))
	}
	for _, id := range u.gone {
		ids = append(ids, root.NodeID(id))
	}
	if err := n.look(ids); err != nil {
		return err
	}
	for k, i := range u.nodes {
		if err := w.save(&u.graph.Nodes[i], ids[k], u.contents[i]); err != nil {
			return fmt.Errorf("save node %s: %w", ids[k], err)
		}
	}
	for _, id := range ids[len(u.nodes):] {
		if err := w.remove(id); err != nil {
			return err
		}
	}
	return w.flush()
}

func (w *nodeWriter) save(n *Node, name, content string) error {
	updated := w.time(w.times(n.SourceFile))
	created := updated
	if n.CapturedAt != "" {
		if t, err := db.ParseTime(n.CapturedAt); err == nil {
			created = w.time(t)
		}
	}
	id, known := w.names.ids[name]
	if known {
		was, err := w.leave(id)
		if err != nil {
			return err
		}
		if was != "" {
			created = was
		}
	}
	group, err := w.group(nodeGroup{merge.Clean(n.SourceFile), merge.Clean(n.FileType), merge.Clean(n.Kind), merge.Clean(n.Container), created, max(created, updated)})
	if err != nil {
		return err
	}
	row := []any{name, group, orNull(merge.Clean(n.Label), ""), place(merge.Clean(n.SourceLocation)), orNull(merge.Clean(n.Signature), ""), orNull(merge.Clean(n.Doc), ""),
		orNull(merge.Clean(n.Description), ""), n.Community, orNull(objectText(n.Attrs), "{}"), orNull(merge.Clean(content), "")}
	if known {
		_, err = w.tx.Exec(`UPDATE node_rows SET name = ?, group_id = ?, label = ?, place = ?, signature = ?, doc = ?, description = ?, community = ?, attrs = ?, content = ?
			WHERE id = ?`, append(row, id)...)
	} else {
		id = w.names.next(name)
		err = w.newRows.Add(row...)
	}
	if err != nil {
		return err
	}
	return w.pending.add(id)
}

// leave takes a node that is stored out of its group, and tells when it was made; "" for one that is no node yet.
func (w *nodeWriter) leave(id int64) (created string, err error) {
	if err := w.newRows.Flush(); err != nil { // an id may stand twice in a graph
		return "", err
	}
	if err := w.rows.Flush(); err != nil {
		return "", err
	}
	err = w.tx.Each(`SELECT g.id, g.created_at FROM node_rows n JOIN node_groups g ON g.id = n.group_id WHERE n.id = ?`, []any{id}, func(scan func(...any) error) error {
		var group int64
		err := scan(&group, &created)
		w.emptied[group] = true
		return err
	})
	return created, err
}

// group is the number of a group, which is made where the file has none such.
func (w *nodeWriter) group(g nodeGroup) (int64, error) {
	if !w.names.empty && !w.looked[g.file] {
		w.looked[g.file] = true
		err := w.tx.Each(`SELECT id, file_type, kind, container, created_at, updated_at FROM node_groups WHERE root_id = ? AND source_file = ?`, []any{w.root.ID, g.file},
			func(scan func(...any) error) error {
				var id int64
				have := nodeGroup{file: g.file}
				err := scan(&id, &have.fileType, &have.kind, &have.container, &have.created, &have.updated)
				w.groups[have] = id
				return err
			})
		if err != nil {
			return 0, err
		}
	}
	id, ok := w.groups[g]
	if ok {
		return id, nil
	}
	w.last++
	w.groups[g] = w.last
	return w.last, w.rows.Add(w.last, g.file, g.fileType, g.kind, g.container, g.created, g.updated)
}

func (w *nodeWriter) time(t time.Time) string {
	s, ok := w.written[t]
	if !ok {
		s = db.FormatTime(t)
		w.written[t] = s
	}
	return s
}

// remove makes of a node a mere name, which its entry has until it is retired.
func (w *nodeWriter) remove(name string) error {
	id, known := w.names.ids[name]
	if !known {
		return nil
	}
	if _, err := w.leave(id); err != nil {
		return err
	}
	if _, err := w.tx.Exec(`UPDATE node_rows SET group_id = NULL, label = NULL, place = NULL, signature = NULL, doc = NULL, description = NULL, community = NULL,
		attrs = NULL, content = NULL WHERE id = ?`, id); err != nil {
		return err
	}
	return w.pending.add(id)
}

func (w *nodeWriter) flush() error {
	for _, m := range []*db.Many{w.newRows, w.rows} {
		if err := m.Flush(); err != nil {
			return fmt.Errorf("save nodes: %w", err)
		}
	}
	for id := range w.emptied {
		if _, err := w.tx.Exec(`DELETE FROM node_groups WHERE id = ? AND NOT EXISTS (SELECT 1 FROM node_rows WHERE group_id = node_groups.id)`, id); err != nil {
			return err
		}
	}
	return w.pending.flush()
}
