package merge_test

import (
	"testing"

	"pgregory.net/rapid"

	"brain/db"
	"brain/merge"
)

// The counts that triggers keep are those that counting gives, whoever writes the rows.
func TestCountsAreThoseOfTheRows(t *testing.T) {
	d := open(t)
	rapid.Check(t, func(t *rapid.T) {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			for range rapid.IntRange(1, 6).Draw(t, "steps") {
				store := rapid.SampledFrom([]string{"gbrain", "graphify", "memory"}).Draw(t, "store")
				text := rapid.StringMatching(`[a-d]{1,2}`).Draw(t, "text")
				var err error
				switch rapid.IntRange(0, 5).Draw(t, "what") {
				case 0, 1:
					_, _, err = merge.Ingest(tx, merge.Row{Source: store, EntityID: text, EntityName: text, Content: text})
				case 2:
					_, err = merge.Put(tx, merge.Row{Source: store, EntityID: "e" + store, EntityName: text, Content: text})
				case 3:
					_, err = merge.Retire(tx, store, "e"+store, tx.Now)
				case 4:
					_, err = tx.Exec(`UPDATE brain_entries SET embedding = iif(embedding IS NULL, x'0000803f', NULL) WHERE content = ?`, text)
				default:
					_, err = tx.Exec(`UPDATE brain_entries SET source = ? WHERE content = ?`, store, text)
				}
				if err != nil {
					return err
				}
			}
			for _, store := range []string{"", "gbrain", "graphify", "memory"} {
				var embedded, total int64
				err := tx.QueryRow(`SELECT count(embedding), count(*) FROM brain_entries e WHERE (?1 = '' OR source = ?1)
					AND (NOT EXISTS (SELECT 1 FROM entry_spans s WHERE s.entry_id = e.id AND s.valid_to IS NOT NULL)
					  OR EXISTS (SELECT 1 FROM entry_spans s WHERE s.entry_id = e.id AND s.valid_to IS NULL))`, []any{store}, &embedded, &total)
				if err != nil {
					return err
				}
				gotEmbedded, gotTotal, err := merge.EmbeddedCount(tx, store)
				if err != nil {
					return err
				}
				if gotEmbedded != embedded || gotTotal != total {
					t.Errorf("store %q: %d of %d, want %d of %d", store, gotEmbedded, gotTotal, embedded, total)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
