package page

import "brain/db"

// deflateAll deflates the texts of pages and versions that lie there as they are.
func deflateAll(tx *db.Tx) error {
	roots, err := ids(tx, `SELECT root_id FROM pages WHERE packing IS NULL AND root_id IS NOT NULL GROUP BY root_id`)
	if err != nil {
		return err
	}
	for _, root := range roots {
		pages, err := ids(tx, `SELECT id FROM pages WHERE root_id = ? ORDER BY slug`, root)
		if err != nil {
			return err
		}
		err = Learn(tx, root, len(pages), func(i int) ([]byte, error) { return source(tx, pages[i]) })
		if err != nil {
			return err
		}
	}
	var pack packer
	pages, err := ids(tx, `SELECT id FROM pages WHERE packing IS NULL ORDER BY root_id, id`)
	if err != nil {
		return err
	}
	for _, id := range pages {
		s, err := findID(tx, id)
		if err != nil {
			return err
		}
		src, err := source(tx, id)
		if err != nil {
			return err
		}
		// Schema 2 did not know where in the source the texts are.
		body, sizes := bodyOf(rewrite(s, src, "").Page)
		packing, packed, err := pack.pack(tx, s.RootID, body)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE pages SET packing = ?, body = ?, head_size = ?, truth_size = ?, middle_size = ?, timeline_size = ? WHERE id = ?`,
			append(append([]any{packing, packed}, sizes...), id)...)
		if err != nil {
			return err
		}
	}
	return deflateVersions(tx, &pack)
}

func deflateVersions(tx *db.Tx, pack *packer) error {
	versions, err := ids(tx, `SELECT id FROM page_versions WHERE packing IS NULL ORDER BY page_id, id`)
	if err != nil {
		return err
	}
	for _, id := range versions {
		var root int64
		var body []byte
		err := tx.QueryRow(`SELECT coalesce(p.root_id, 0), v.body FROM page_versions v JOIN pages p ON p.id = v.page_id WHERE v.id = ?`, []any{id}, &root, &body)
		if err != nil {
			return err
		}
		packing, packed, err := pack.pack(tx, root, body)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(`UPDATE page_versions SET packing = ?, body = ? WHERE id = ?`, packing, packed, id); err != nil {
			return err
		}
	}
	return nil
}

// ids collects the first column of a query, which is an id.
func ids(tx *db.Tx, query string, args ...any) (out []int64, err error) {
	err = tx.Each(query, args, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		out = append(out, id)
		return err
	})
	return out, err
}
