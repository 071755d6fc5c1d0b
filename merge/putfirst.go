package merge

import (
	"brain/db"
	"brain/fts"
)

// putAside are the indexes that storing the first rows asks nothing, and the triggers whose work putFirst does for many rows at once.
var putAside = []string{"brain_entries_name", "brain_entries_entity", "brain_entries_unembedded", "spans_entry",
	"brain_entries_text_ai", "brain_entries_counts_ai"}

// indexBlock is how many texts one statement adds to the index of words: FTS5 writes out what it has gathered when the next begins.
const indexBlock = 1600

// putFirst stores rows that have no entity, content or citation in common in a file without entries: the keys of its indexes are sorted
// once, and what a trigger would do for each row is done for many.
func putFirst(tx *db.Tx, rows []Row, hashes, citations []string) error {
	return tx.Unindexed(putAside, func() error {
		texts := tx.Many(`INSERT INTO entry_texts(entry_id, tsvector)`, "", 2)
		var words []any
		for len(rows) > 0 {
			n := min(len(rows), putBlock)
			first, err := insertFresh(tx, rows[:n], hashes[:n], citations[:n])
			if err != nil {
				return err
			}
			for i, r := range rows[:n] {
				packed, tokens := fts.IndexOf(r.Content)
				if err := texts.Add(first+int64(i), []byte(packed)); err != nil {
					return err
				}
				words = append(words, first+int64(i), tokens)
			}
			rows, hashes, citations = rows[n:], hashes[n:], citations[n:]
			if k := len(words) / 2; k >= indexBlock || len(rows) == 0 {
				if _, err := tx.Exec(`INSERT INTO entries_fts(rowid, lexemes) VALUES `+tuples(k, `(?, ?)`), words...); err != nil {
					return err
				}
				words = words[:0]
			}
		}
		if err := texts.Flush(); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO entry_counts(source, n, embedded) SELECT source, count(*), count(embedding) FROM brain_entries WHERE true GROUP BY source
			ON CONFLICT(source) DO UPDATE SET n = n + excluded.n, embedded = embedded + excluded.embedded`)
		return err
	})
}
