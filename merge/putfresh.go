package merge

import (
	"slices"

	"brain/db"
	"brain/fts"
)

// What putFresh sets aside: the triggers whose work it does for many rows at once, or which have none (while there is any, SQLite writes all
// rows of a statement into a table of its own first), in the order in which they were made; and the indexes of which storing the first rows
// asks nothing.
var (
	putTriggers = []string{"brain_entries_citation_ai", "brain_entries_counts_ai", "brain_entries_text_ai"}
	putIndexes  = []string{"brain_entries_name", "brain_entries_entity", "brain_entries_unembedded", "spans_entry"}
)

// indexBlock is how many texts one statement adds to the index of words: FTS5 writes out what it has gathered when the next begins.
const indexBlock = 1600

// putFresh stores rows that have no entity, content or citation in common, with each other or with what the file has: what a trigger would
// do for each row is done for many. Where they are the first of the file the keys of its indexes are sorted once.
func putFresh(tx *db.Tx, rows []Row, hashes, citations []string, first bool) error {
	aside := putTriggers
	if first {
		aside = slices.Concat(putIndexes, putTriggers)
	}
	return tx.Unindexed(aside, func() error {
		texts := tx.Many(`INSERT INTO entry_texts(entry_id, tsvector)`, "", 2)
		var words []any
		var since int64 // the first of these rows
		for len(rows) > 0 {
			n := min(len(rows), putBlock)
			id, err := insertFresh(tx, rows[:n], hashes[:n], citations[:n])
			if err != nil {
				return err
			}
			if since == 0 {
				since = id
			}
			for i, r := range rows[:n] {
				packed, tokens := fts.IndexOf(r.Content)
				if err := texts.Add(id+int64(i), []byte(packed)); err != nil {
					return err
				}
				words = append(words, id+int64(i), tokens)
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
		_, err := tx.Exec(`INSERT INTO entry_counts(source, n, embedded) SELECT source, count(*), count(embedding) FROM brain_entries WHERE id >= ? GROUP BY source
			ON CONFLICT(source) DO UPDATE SET n = n + excluded.n, embedded = embedded + excluded.embedded`, since)
		return err
	})
}
