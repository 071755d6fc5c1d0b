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
	err := tx.Each(x.with+`SELECT id, root_id, source_file, file_type, kind, container FROM node_groups`, nil, func(scan func(...any) error) error {
		var id, of int64
		var file, fileType, kind, container string
		err := scan(&id, &of, &file, &fileType, &kind, &container)
		if x.roots[of] {
			g := &nodeSaying{}
			g.before.text("file_type", fileType)
			g.before.text("source_file", file)
			g.after.some("kind", kind)
			g.after.some("container", container)
			out[id] = g
		}
		return err
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
	var id, name, group, label, place, signature, doc, description, community, attrs any
	row := []any{&id, &name, &group, &label, &place, &signature, &doc, &description, &community, &attrs}
	var o object
	list := objects{w: x.w}
	return tx.Each(x.with+`SELECT id, name, group_id, label, place, signature, doc, description, community, attrs FROM node_rows ORDER BY name`, nil,
		func(scan func(...any) error) error {
			if err := scan(row...); err != nil {
				return err
			}
			number, _ := id.(int64)
			x.ranks[number] = int32(len(x.names))
			own := string(appendJSON(nil, x.id(textOf(name))))
			x.names = append(x.names, own)
			of, _ := group.(int64)
			g := groups[of]
			if g == nil {
				return nil
			}
			o.begin()
			o.raw("id", own)
			o.text("label", textOf(label))
			o.add(&g.before)
			o.location(place)
			o.add(&g.after)
			o.some("signature", textOf(signature))
			o.some("doc", textOf(doc))
			o.some("description", textOf(description))
			if n, ok := community.(int64); ok {
				o.raw("community", strconv.FormatInt(n, 10))
			}
			return list.add(&o, textOf(attrs))
		})
}
