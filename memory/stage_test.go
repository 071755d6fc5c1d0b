package memory_test

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

func TestReadingAnyStageGivesItsMemoriesAndChangesNothing(t *testing.T) {
	type seen struct {
		UID, Type, Title, Content, Created string
		Tags                               []string
	}
	for _, name := range stages {
		path := stage(t, name)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		read := func() (out []seen, c memory.Stats) {
			d := openMemories(t, path)
			defer d.Close()
			readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
				list, err := memory.Recent(tx, s, 100)
				if err != nil {
					return err
				}
				for _, m := range list {
					full, err := memory.Get(tx, s, m.UID)
					if err != nil {
						return err
					}
					if name == "stage_v3_0" {
						full.Tags = nil // its migration was broken off; the rest of the tags is in no table yet
					}
					out = append(out, seen{m.UID, m.Type, m.Title, m.Content, m.CreatedAt, full.Tags})
				}
				if _, err := memory.Check(tx, s); err != nil {
					return err
				}
				if _, err := memory.Tags(tx, s, 0); err != nil {
					return err
				}
				if _, err := memory.History(tx, s, "lk2aaaaaaaa2"); err != nil {
					return err
				}
				c, err = memory.CountAll(tx, s)
				return err
			})
			return out, c
		}
		old, oldCount := read()
		if after, _ := os.ReadFile(path); sha256.Sum256(before) != sha256.Sum256(after) {
			t.Errorf("%s: reading changed the file", name)
		}
		if list, _ := filepath.Glob(path + "?*"); len(list) > 0 {
			t.Errorf("%s: reading left %v", name, list)
		}
		migrateFile(t, path)
		now, nowCount := read()
		if len(old) < 8 {
			t.Errorf("%s: %d memories", name, len(old))
		}
		if diff := gocmp.Diff(now, old); diff != "" {
			t.Errorf("%s (-migrated +as it was):\n%s", name, diff)
		}
		oldCount.Marker = nowCount.Marker
		if diff := gocmp.Diff(nowCount, oldCount); diff != "" {
			t.Errorf("%s: counts (-migrated +as it was):\n%s", name, diff)
		}
	}
}

func TestAFileWithoutMemoriesHasNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spine.db")
	d, err := db.Open(context.Background(), path, db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		t.Fatal(err)
	}
	writeTx(t, d, func(tx *db.Tx) error {
		return tx.Script(`DROP TABLE memory_tags; DROP TABLE memory_links; DROP TABLE memory_versions; DROP TABLE task_meta;
		DROP TABLE memories; DROP TABLE stats; DROP TABLE tags; DROP TABLE memory_counts`)
	})
	defer d.Close()
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		list, err := memory.Recent(tx, s, 10)
		if len(list) > 0 || err != nil {
			t.Errorf("recent: %v %v", list, err)
		}
		if _, err := memory.Get(tx, s, "x"); err == nil {
			t.Error("got a memory")
		}
		tags, err := memory.Tags(tx, s, 0)
		if len(tags) > 0 {
			t.Errorf("tags: %v", tags)
		}
		return err
	})
}

func TestATableThatIsNotBrainCLIsIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	sqlOn(t, path, `CREATE TABLE memories(id, what)`, `CREATE TABLE stats(key TEXT PRIMARY KEY, value TEXT)`)
	before := rowsOf(t, path, `SELECT name, sql FROM sqlite_schema`)
	d := openMemories(t, path)
	if err := d.Write(context.Background(), func(*db.Tx) error { return nil }); err == nil {
		t.Error("it was written")
	}
	d.Close()
	if diff := gocmp.Diff(before, rowsOf(t, path, `SELECT name, sql FROM sqlite_schema WHERE name IN ('memories','stats','sqlite_autoindex_stats_1')`)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

func TestGetGivesAllColumnsInTheirOrder(t *testing.T) {
	path := stage(t, "v4_fts_only")
	sqlOn(t, path, `ALTER TABLE memories ADD COLUMN mine TEXT`, `UPDATE memories SET mine = 'x', points = 3 WHERE uid = 'lk2bbbbbbbb2'`)
	d := openMemories(t, path)
	readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
		full, err := memory.Get(tx, s, "lk2bbbbbbbb2")
		if err != nil {
			return err
		}
		want := []memory.Field{
			{"id", int64(2)}, {"uid", "lk2bbbbbbbb2"}, {"type", "fix"}, {"title", "Timezone bug in the invoice footer"},
			{"content", "Footer used local time of the worker; store UTC and render in the customer's zone."}, {"project", "larkspur-pay"}, {"area", nil},
			{"tags", "timezone,invoice"}, {"source_file", nil}, {"status", nil}, {"priority", nil}, {"energy", nil}, {"points", int64(3)}, {"metadata", nil},
			{"created_at", "2024-06-11 08:30:00"}, {"updated_at", "2024-06-11 08:30:00"}, {"completed_at", nil}, {"deleted_at", nil}, {"last_accessed_at", nil},
			{"access_count", int64(0)}, {"version", int64(1)}, {"superseded_by", "lk3aaaaaaaa3"}, {"canonical_type", "bug"}, {"invalid_at", "2026-02-01 10:05:00"},
			{"abstract", nil}, {"mine", "x"}, {"all_tags", "timezone,invoice"},
		}
		if diff := gocmp.Diff(want, full.Fields); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		return nil
	})
}
