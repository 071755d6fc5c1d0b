package merge

import "brain/db"

// CitationsFrom lists citations that begin with a text, in their order.
func CitationsFrom(tx *db.Tx, prefix string, limit int) (out []string, err error) {
	// The order of UTF-8 is that of code points, so U+10FFFF ends what begins with the text, and the index gives it.
	err = tx.Each(`SELECT citation_id FROM brain_entries WHERE citation_id >= ?1 AND citation_id < ?1 || char(0x10FFFF) ORDER BY citation_id LIMIT ?2`,
		[]any{prefix, limit}, func(scan func(...any) error) error {
			var citation string
			err := scan(&citation)
			out = append(out, citation)
			return err
		})
	return out, err
}
