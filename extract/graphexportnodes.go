package extract

import (
	"strconv"

	"brain/db"
)

// nodeSaying is what the nodes of a group say alike: before their location, and after it.
type nodeSaying struct{ before, after object }

// nodeGroups are the groups of the roots that are exported.
func (x *exporter) nodeGroups(tx *db.Tx) (map[int64]*nodeSaying, error) {
	out := map[int64]*nodeSaying{}
	err := tx.EachRow(x.with+`SELECT id, root_id, source_file, file_type, kind, container FROM node_groups`, func(r *db.Row) error {
		id, _ := r.Int(0)
		if of, _ := r.Int(1); x.roots[of] {
			g := &nodeSaying{}
			g.before.text("file_type", r.Text(3))
			g.before.text("source_file", r.Text(2))
			g.after.some("kind", r.Text(4))
			g.after.some("container", r.Text(5))
			out[id] = g
		}
		return nil
	})
	return out, err
}

// nodes writes the nodes, and takes down the names of all.
func (x *exporter) nodes(tx *db.Tx) error {
	groups, err := x.nodeGroups(tx)
	if err != nil {
		return err
	}
	var last int64
	if err := tx.QueryRow(x.with+`SELECT coalesce(max(id), 0) FROM node_rows`, nil, &last); err != nil {
		return err
	}
	x.ranks = make([]int32, last+1)
	var o object
	list := objects{w: x.w}
	return tx.EachRow(x.with+`SELECT id, name, group_id, label, place, signature, doc, description, community, attrs FROM node_rows ORDER BY name`, func(r *db.Row) error {
		number, _ := r.Int(0)
		x.ranks[number] = int32(len(x.names))
		own := string(appendJSON(nil, x.id(r.Text(1))))
		x.names = append(x.names, own)
		of, _ := r.Int(2)
		g := groups[of]
		if g == nil {
			return nil
		}
		o.begin()
		o.raw("id", own)
		o.text("label", r.Text(3))
		o.add(&g.before)
		if line, ok := r.Int(4); ok {
			o.line(line)
		} else {
			o.some("source_location", r.Text(4))
		}
		o.add(&g.after)
		o.some("signature", r.Text(5))
		o.some("doc", r.Text(6))
		o.some("description", r.Text(7))
		if n, ok := r.Int(8); ok {
			o.raw("community", strconv.FormatInt(n, 10))
		}
		return list.add(&o, r.Text(9))
	})
}
