package extract

import (
	"brain/db"
	"brain/merge"
)

// Roots lists the trees of code and the graph files that are stored, in the order in which they came.
func Roots(tx *db.Tx) ([]merge.Root, error) {
	var out []merge.Root
	err := tx.Each(`SELECT id, kind, path, name, first FROM roots WHERE kind IN (?, ?) ORDER BY id`, []any{merge.CodeRoot, merge.GraphRoot},
		func(scan func(...any) error) error {
			var r merge.Root
			err := scan(&r.ID, &r.Kind, &r.Path, &r.Name, &r.First)
			out = append(out, r)
			return err
		})
	return out, err
}
