package memory_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"brain/db"
	"brain/memory"
)

// damages are what may befall what is derived from memories.
var damages = map[string]struct {
	sql    string
	reason string // of a search with a vector, in part
	note   string // of a save
}{
	"grams":      {`DELETE FROM memory_grams_data`, "symbols and of scripts", "symbols"},
	"words":      {`DELETE FROM memories_fts_data`, "index of words is damaged", "words"},
	"word page":  {`UPDATE memories_fts_data SET block = x'00' WHERE id > 10`, "index of words is damaged", ""},
	"row ids":    {`DROP TABLE memory_chunks_rowids`, "vectors of memories are damaged", ""},
	"blocks":     {`DELETE FROM memory_chunks_vector_chunks00`, "vectors of memories are damaged", ""},
	"block list": {`DELETE FROM memory_chunks_chunks`, "vectors of memories are damaged", ""},
}

func TestDamageOfWhatIsDerivedStopsNothing(t *testing.T) {
	for name, c := range damages {
		path := stage(t, "v4_with_vectors")
		migrateFile(t, path)
		sqlOn(t, path, c.sql)
		d := openMemories(t, path)
		vector := make([]float32, 384)
		vector[0] = 1
		q := memory.Question{Text: "vacuum settings c++", Vector: vector, SameModel: true, Limit: 10}
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			a, err := memory.Search(tx, s, q)
			if err != nil || !slices.ContainsFunc(a.Hits, func(h memory.Hit) bool { return h.UID == "lk2aaaaaaaa2" }) || !strings.Contains(a.Reason, c.reason) {
				t.Errorf("%s: search gives %d hits, %q, %v", name, len(a.Hits), a.Reason, err)
			}
			b, err := memory.Context(tx, s, q, 2000)
			if err != nil || len(b.Rows) == 0 || b.Reason != a.Reason {
				t.Errorf("%s: context: %q %v", name, b.Reason, err)
			}
			if p, err := memory.Reconcile(tx, s, memory.New{Title: "Vacuum"}, q); err != nil || p.Note == "" {
				t.Errorf("%s: reconcile: %+v %v", name, p, err)
			}
			if _, err := memory.Clusters(tx, s, memory.Sweep{Threshold: 0.8, Limit: 5}); err != nil {
				t.Errorf("%s: clusters: %v", name, err)
			}
			h, err := memory.Check(tx, s)
			if err != nil || !h.WordsDamaged && !h.GramsDamaged && !h.VectorsBroken {
				t.Errorf("%s: doctor: %+v %v", name, h, err)
			}
			return nil
		})
		saved := save(t, d, memory.New{Title: "After the damage", Content: "uses c++"})
		if !strings.Contains(strings.Join(saved.Notes, ";"), c.note) {
			t.Errorf("%s: notes %q", name, saved.Notes)
		}
		writeTx(t, d, func(tx *db.Tx) error {
			if err := memory.UseChunks(tx, 384, "m"); !errors.Is(err, memory.ErrForeignVectors) {
				t.Errorf("%s: vectors are written: %v", name, err)
			}
			_, err := memory.Update(tx, saved.UID, memory.Change{Append: ptr("more")})
			return errors.Join(err, memory.Invalidate(tx, saved.UID, "", ""), memory.Delete(tx, "lk2cccccccc2"))
		})
		writeTx(t, d, func(tx *db.Tx) error {
			if err := memory.CheckWords(tx); err != nil {
				if err := memory.RebuildWords(tx); err != nil {
					return err
				}
			}
			if err := memory.CheckGrams(tx); err != nil {
				if err := memory.RebuildGrams(tx); err != nil {
					return err
				}
			}
			_, err := memory.Sync(tx, 100)
			return errors.Join(err, memory.ResetVectors(tx), memory.CheckWords(tx), memory.CheckGrams(tx))
		})
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			h, err := memory.Check(tx, s)
			if h.WordsDamaged || h.GramsDamaged || h.VectorsBroken || h.WordsMissing > 0 {
				t.Errorf("%s: after it: %+v", name, h)
			}
			a, err2 := memory.Search(tx, s, memory.Question{Text: "c++", Limit: 5, Filter: memory.Filter{IncludeInvalid: true}})
			if a.Reason != "" || len(a.Hits) != 1 || a.Hits[0].UID != saved.UID {
				t.Errorf("%s: after it search gives %+v", name, a)
			}
			return errors.Join(err, err2)
		})
		d.Close()
	}
}

func TestAMissingPartIsReadWithoutAndNamedByWrites(t *testing.T) {
	template := stage(t, "v4_with_vectors")
	migrateFile(t, template)
	drops := []string{}
	for _, r := range rowsOf(t, template, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT IN ('memories', 'stats', 'brain_entries', 'brain_meta')
		AND (name GLOB 'memor*' OR name IN ('tags', 'task_meta', 'alterations', 'recall_log', 'type_aliases', 'entry_counts', 'entry_spans', 'entry_texts', 'entries_fts', 'vector_tables', 'config', 'harvest_state', 'harvest_marks'))`) {
		drops = append(drops, "DROP TABLE "+r[0].(string))
	}
	for _, column := range []string{"abstract", "points", "metadata"} {
		drops = append(drops, "ALTER TABLE memories DROP COLUMN "+column)
	}
	drops = append(drops, "DROP VIEW memories_words", "DROP TRIGGER memories_words_put")
	for _, column := range []string{"content_hash", "canonical_type", "last_accessed_at", "invalid_at", "deleted_at", "created_at", "tags", "content"} {
		drops = append(drops, "DROP INDEX idx_memories_hash; DROP INDEX idx_memories_accessed; DROP INDEX idx_memories_canonical; DROP INDEX idx_memories_deleted; DROP INDEX memories_filter; DROP INDEX memories_state; DROP INDEX memories_created; "+
			"DROP TRIGGER memories_ai; DROP TRIGGER memories_au; DROP TRIGGER memories_ad; DROP TRIGGER memories_version_on_update; DROP TRIGGER memories_pending_au; DROP TRIGGER memories_texts_pending_au; "+
			"DROP TRIGGER memories_counts_ai; DROP TRIGGER memories_counts_ad; DROP TRIGGER memories_counts_au; DROP TRIGGER memories_replaced_bi; DROP TRIGGER memories_replaced_bu; DROP VIEW memories_words; ALTER TABLE memories DROP COLUMN "+column)
	}
	for _, drop := range drops {
		path := copyFile(t, template)
		sqlOn(t, path, "PRAGMA foreign_keys = OFF; "+drop)
		d := openMemories(t, path)
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			if err := readAll(tx, s); err != nil {
				t.Errorf("%s: %v", drop, err)
			}
			return nil
		})
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			_, err := memory.Save(tx, memory.New{Title: "c++", Tags: []string{"a"}}, true)
			if err == nil {
				_, err = memory.Sync(tx, 10)
			}
			return err
		})
		if err != nil && !errors.Is(err, db.ErrIncomplete) {
			t.Errorf("%s: a save says %v", drop, err)
		}
		d.Close()
		migrateFile(t, path)
		d = openMemories(t, path)
		save(t, d, memory.New{Title: "Mended " + drop, Content: "c++"})
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			list, err := db.Faults(tx)
			if len(list) > 0 || err != nil {
				t.Errorf("%s: left %v, %v", drop, list, err)
			}
			h, err := memory.Check(tx, s)
			if err != nil || h.WordsDamaged || h.GramsDamaged || h.VectorsBroken || h.WordsMissing > 0 || h.Miscounted {
				t.Errorf("%s: after it: %+v %v", drop, h, err)
			}
			return readAll(tx, s)
		})
		writeTx(t, d, memory.CheckWords)
		d.Close()
	}
}
