package memory_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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

func TestWithoutAnIndexTheTextsAreSearchedInTheSameOrder(t *testing.T) {
	path := stage(t, "v4_fts_only")
	bare := stage(t, "v4_fts_only")
	sqlOn(t, bare, `DROP TABLE memories_fts`)
	search := func(path, text string) (uids []string, reason string) {
		d := openMemories(t, path)
		defer d.Close()
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			a, err := memory.Search(tx, s, memory.Question{Text: text, Limit: 10})
			for _, h := range a.Hits {
				uids = append(uids, fmt.Sprint(h.UID, h.Explain.Words))
			}
			reason = a.Reason
			return err
		})
		return uids, reason
	}
	for _, text := range []string{"vacuuming postgres", "timezone bugs in invoices", "the", "wrap-up footer's zone", "larkspur-pay", "nothing-like-it", `"render" x`} {
		want, reason := search(path, text)
		if reason != "" {
			t.Errorf("%q with an index: %s", text, reason)
		}
		got, reason := search(bare, text)
		if diff := gocmp.Diff(want, got); diff != "" || !strings.Contains(reason, "brain migrate") {
			t.Errorf("%q: %q (-index +texts):\n%s", text, reason, diff)
		}
	}
	if got, _ := search(stage(t, "stage_base_nofts"), "vacuuming"); !gocmp.Equal(got, []string{"lk2aaaaaaaa20"}) {
		t.Errorf("an old file: %v", got)
	}
}

func TestAPlanRefusesWhatAMigrationRefuses(t *testing.T) {
	path := stage(t, "v4_fts_only")
	sqlOn(t, path, `UPDATE stats SET value = '99' WHERE key = 'brain_schema_version'`)
	d := openMemories(t, path)
	err := d.ReadAny(context.Background(), func(tx *db.Tx) error { _, err := memory.PlanUpgrade(tx); return err })
	if !errors.Is(err, db.ErrNewer) {
		t.Errorf("plan: %v", err)
	}
	if _, err := d.Migrate(context.Background(), db.MigrateOptions{}); !errors.Is(err, db.ErrNewer) {
		t.Errorf("migrate: %v", err)
	}
}

func TestWhatLeavesTheTextsDoesNotIndexThem(t *testing.T) {
	path := stage(t, "v4_fts_only")
	migrateFile(t, path)
	d := openMemories(t, path)
	writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 100); return err })
	const indexes = `SELECT (SELECT group_concat(id || hex(block)) FROM memories_fts_data), (SELECT group_concat(id || hex(block)) FROM memory_grams_data), (SELECT count(*) FROM memory_versions)`
	before := rowsOf(t, path, indexes)
	writeTx(t, d, func(tx *db.Tx) error {
		_, err := memory.Update(tx, "lk2aaaaaaaa2", memory.Change{Abstract: ptr("short")})
		return errors.Join(err, memory.Bump(tx, 1), memory.Invalidate(tx, "lk2aaaaaaaa2", "", "old"), memory.Revalidate(tx, "lk2aaaaaaaa2", ""))
	})
	if diff := gocmp.Diff(before, rowsOf(t, path, indexes)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	writeTx(t, d, func(tx *db.Tx) error {
		_, err := memory.Update(tx, "lk2aaaaaaaa2", memory.Change{Replace: ptr("uses c++")})
		return err
	})
	if got := rowsOf(t, path, indexes); got[0][0] == before[0][0] || got[0][1] == before[0][1] || got[0][2] == before[0][2] {
		t.Error("a new text was not indexed")
	}
}

func TestPendingCountsInAFileOfAnyStage(t *testing.T) {
	for _, name := range stages {
		path := stage(t, name)
		d := openMemories(t, path)
		pending := func() (n int) {
			readTx(t, d, func(tx *db.Tx, _ *memory.Stage) (err error) { n, err = memory.Pending(tx); return err })
			return n
		}
		if n := pending(); n != 0 {
			t.Errorf("%s: %d before any write", name, n)
		}
		migrateFile(t, path)
		writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 100); return err })
		sqlOn(t, path, `UPDATE memories SET invalid_at = '2026-01-01 00:00:00' WHERE id < 3`)
		if n := pending(); n != 2 {
			t.Errorf("%s: %d wait", name, n)
		}
	}
}

// odd draws an SQL literal of any type.
func odd(t *rapid.T) string {
	return rapid.SampledFrom([]string{"NULL", "'many'", "''", "x''", "x'00ff80'", "x'e4b8ad'", "7", "-1", "1.5", "9e999", "-9e999", "9223372036854775807",
		"'2026-01-01 00:00:00'", "'中文 c++'", "'a' || char(0) || 'b'", "CAST(x'ff' AS TEXT)", "2460000.5"}).Draw(t, "value")
}

func TestOddValuesStopNoRead(t *testing.T) {
	template := stage(t, "v4_fts_only")
	q := memory.Question{Text: "many vacuum 中文 c++", Limit: 20, Filter: memory.Filter{IncludeInvalid: true}}
	rapid.Check(t, func(rt *rapid.T) {
		path := copyFile(t, template)
		columns := []string{}
		for _, r := range rowsOf(t, path, `SELECT name FROM pragma_table_info('memories') WHERE name <> 'id'`) {
			columns = append(columns, r[0].(string))
		}
		if rapid.Bool().Draw(rt, "loose") {
			// A table that somebody made again without its constraints takes anything.
			sqlOn(t, path, `PRAGMA foreign_keys = OFF; DROP TRIGGER memories_ai; DROP TRIGGER memories_au; DROP TRIGGER memories_ad; DROP TRIGGER memories_version_on_update;
				CREATE TABLE m2(id INTEGER PRIMARY KEY, `+strings.Join(columns, ", ")+`); INSERT INTO m2 SELECT id, `+strings.Join(columns, ", ")+` FROM memories;
				DROP TABLE memories; ALTER TABLE m2 RENAME TO memories`)
		}
		if rapid.Bool().Draw(rt, "ours") {
			migrateFile(t, path)
		}
		for range rapid.IntRange(1, 6).Draw(rt, "odd") {
			column, id := rapid.SampledFrom(columns).Draw(rt, "column"), rapid.IntRange(1, 9).Draw(rt, "id")
			sqlOn(t, path, fmt.Sprintf(`UPDATE OR IGNORE memories SET "%s" = %s WHERE id = %d`, column, odd(rt), id))
		}
		d := openMemories(t, path)
		defer d.Close()
		reads := func() {
			readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
				list, err := memory.Recent(tx, s, 100)
				for _, m := range list {
					if m.UID == "" {
						continue
					}
					if _, err := memory.Get(tx, s, m.UID); err != nil && !errors.Is(err, memory.ErrUnknown) {
						rt.Errorf("get %q: %v", m.UID, err)
					}
				}
				_, err1 := memory.Search(tx, s, q)
				_, err2 := memory.Search(tx, s, memory.Question{Limit: 20})
				_, err3 := memory.Context(tx, s, q, 500)
				_, err4 := memory.Reconcile(tx, s, memory.New{Title: "Vacuum", Content: "many"}, q)
				_, err5 := memory.Check(tx, s)
				_, err6 := memory.Tags(tx, s, 0)
				_, err7 := memory.CountAll(tx, s)
				_, err8 := memory.Clusters(tx, s, memory.Sweep{Threshold: .8, Limit: 9})
				_, err9 := memory.Find(tx, s, "absent")
				if errors.Is(err9, memory.ErrUnknown) {
					err9 = nil
				}
				return errors.Join(err, err1, err2, err3, err4, err5, err6, err7, err8, err9)
			})
		}
		reads()
		writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 100); return err })
		reads()
	})
}
