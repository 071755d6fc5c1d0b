package memory

import "brain/db"

// UIDsFrom lists uids that begin with a text, of memories that are not deleted, in their order.
func UIDsFrom(tx *db.Tx, prefix string, limit int) (out []string, err error) {
	err = tx.Each(`SELECT uid FROM memories WHERE uid >= ?1 AND uid < ?1 || char(0x10FFFF) AND deleted_at IS NULL ORDER BY uid LIMIT ?2`,
		[]any{prefix, limit}, func(scan func(...any) error) error {
			var uid string
			err := scan(&uid)
			out = append(out, uid)
			return err
		})
	return out, err
}
