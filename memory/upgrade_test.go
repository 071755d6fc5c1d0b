package memory_test

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/memory"
)

func TestEveryStageEndsInTheSameSchema(t *testing.T) {
	made := filepath.Join(t.TempDir(), "new.db")
	migrateFile(t, made)
	want := schemaOf(t, made)
	for _, name := range stages {
		path := stage(t, name)
		migrateFile(t, path)
		if diff := gocmp.Diff(want, schemaOf(t, path)); diff != "" {
			t.Errorf("%s (-new +migrated):\n%s", name, diff)
		}
	}
}

// expected are the tables of dbs/expected.json for a stage.
type expected struct {
	Memories   [][]any
	Tags       [][]any
	MemoryTags [][]any `json:"memory_tags"`
	TaskMeta   [][]any `json:"task_meta"`
	Schema     string
}

func expectations(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "brain-cli", "dbs", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]json.RawMessage
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEveryStageEndsWithWhatBrainCLIMakesOfIt(t *testing.T) {
	all := expectations(t)
	for _, name := range stages[:4] {
		var want expected
		if err := json.Unmarshal(all[name], &want); err != nil {
			t.Fatal(err)
		}
		path := stage(t, name)
		migrateFile(t, path)
		for range 2 {
			got := expected{
				Memories:   rowsOf(t, path, `SELECT uid, type, canonical_type, content_hash, version, access_count, deleted_at, invalid_at, superseded_by, abstract FROM memories ORDER BY id`),
				Tags:       rowsOf(t, path, `SELECT name, use_count FROM tags ORDER BY name`),
				MemoryTags: rowsOf(t, path, `SELECT m.uid, t.name FROM memory_tags x JOIN memories m ON m.id = x.memory_id JOIN tags t ON t.id = x.tag_id ORDER BY 1, 2`),
				TaskMeta:   rowsOf(t, path, `SELECT m.uid, x.status, x.priority, x.energy, x.points, x.completed_at FROM task_meta x JOIN memories m ON m.id = x.memory_id`),
				Schema:     rowsOf(t, path, `SELECT value FROM stats WHERE key = 'brain_schema_version'`)[0][0].(string),
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			if got := rowsOf(t, path, `SELECT m.uid FROM memories_fts f JOIN memories m ON m.id = f.rowid WHERE memories_fts MATCH 'vacuuming'`); !gocmp.Equal(got, [][]any{{"lk2aaaaaaaa2"}}) {
				t.Errorf("%s: stemming finds %v", name, got)
			}
			migrateFile(t, path) // again: nothing may change
		}
	}
}

func TestAFileOfSchema4KeepsItsRows(t *testing.T) {
	all := expectations(t)
	for _, name := range stages[4:] {
		var want struct {
			Counts   map[string]int
			Memories []map[string]any
		}
		if err := json.Unmarshal(all[name], &want); err != nil {
			t.Fatal(err)
		}
		path := stage(t, name)
		migrateFile(t, path)
		for table, n := range want.Counts {
			// SQLite's own, and the blocks in which FTS5 keeps its words.
			if table == "sqlite_sequence" || table == "memories_fts_data" || table == "memories_fts_idx" {
				continue
			}
			if got := rowsOf(t, path, `SELECT count(*) FROM `+table)[0][0]; got != float64(n) {
				t.Errorf("%s: %v rows in %s, want %d", name, got, table, n)
			}
		}
		for _, m := range want.Memories {
			for column, v := range m {
				got := rowsOf(t, path, `SELECT `+column+` FROM memories WHERE id = ?`, m["id"])
				if diff := gocmp.Diff([][]any{{v}}, got); diff != "" {
					t.Errorf("%s: %s of %v (-want +got):\n%s", name, column, m["uid"], diff)
				}
			}
		}
	}
}

func TestAnUpgradeCountsWhatItDid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "base.db")
	sqlOn(t, path, base,
		`INSERT INTO memories(uid,type,title,content,project,tags,status,created_at) VALUES('aaaaaaaaaaaa','lesson','Vacuum','lagged','larkspur-core','Postgres, vacuum','','2024-05-01 10:00:00')`,
		`INSERT INTO memories(uid,type,title,content,tags,status,priority,energy,points,completed_at) VALUES('bbbbbbbbbbbb','task','Renew','Before June','ops','done','P1','high',2,'2024-06-01')`,
		`INSERT INTO memories(uid,type,title,content) VALUES('cccccccccccc','weird',  'Odd type', NULL)`)
	var done memory.Done
	migrate := func() (plan memory.Plan, copied string) {
		d, err := db.Open(context.Background(), path, db.Options{Functions: openFunctions, Upgrades: map[int]db.Upgrade{db.MemorySchema: done.Upgrade}})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		copied, err = d.Migrate(context.Background(), db.MigrateOptions{Plan: func(tx *db.Tx) error {
			plan, err = memory.PlanUpgrade(tx)
			return err
		}})
		if err != nil {
			t.Fatal(err)
		}
		return plan, copied
	}
	plan, copied := migrate()
	if want := "content_hash deleted_at last_accessed_at access_count version superseded_by canonical_type invalid_at abstract"; strings.Join(plan.Columns, " ") != want {
		t.Errorf("columns %q", plan.Columns)
	}
	for _, table := range []string{"tags", "memory_tags", "type_aliases", "task_meta", "memory_links", "memory_versions", "alterations", "recall_log", "memory_vectors", "memory_chunks"} {
		if !slices.Contains(plan.Tables, table) {
			t.Errorf("the plan lacks table %s", table)
		}
	}
	if !plan.Words || !plan.Backup || plan.Marker != "" || copied == "" {
		t.Errorf("plan %+v, copy %q", plan, copied)
	}
	if want := (memory.Done{Aliases: 21, Hashed: 3, Canonical: 3, Tagged: 2, Links: 3, Tasks: 1}); done != want {
		t.Errorf("did %+v, want %+v", done, want)
	}
	plan, copied = migrate()
	if diff := gocmp.Diff(memory.Plan{Marker: "4", Columns: []string{}}, plan); diff != "" || copied != "" {
		t.Errorf("copy %q, plan again (-want +got):\n%s", copied, diff)
	}
	if want := (memory.Done{Tagged: 2}); done != want {
		t.Errorf("did again %+v, want %+v", done, want)
	}
}

func TestWhatSomebodyDroppedIsPutBack(t *testing.T) {
	made := stage(t, "v4_fts_only")
	migrateFile(t, made)
	want := schemaOf(t, made)
	sync := func(path string) {
		d := openMemories(t, path)
		writeTx(t, d, func(tx *db.Tx) error { _, err := memory.Sync(tx, 1000); return err })
		d.Close()
	}
	sync(made)
	whole, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, statements ...string) {
		path := filepath.Join(t.TempDir(), "broken.db")
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		sqlOn(t, path, statements...)
		migrateFile(t, path)
		if diff := gocmp.Diff(want, schemaOf(t, path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		got := rowsOf(t, path, `SELECT uid, canonical_type, content_hash FROM memories ORDER BY id`)
		if diff := gocmp.Diff(rowsOf(t, made, `SELECT uid, canonical_type, content_hash FROM memories ORDER BY id`), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		d := openMemories(t, path)
		writeTx(t, d, func(tx *db.Tx) error { return memory.CheckWords(tx) })
		readTx(t, d, func(tx *db.Tx, s *memory.Stage) error {
			h, err := memory.Check(tx, s)
			behind := 0
			if strings.Contains(name, "pending") || strings.Contains(name, "memories_replaced_") || name == "table memory_grams" {
				behind = 10 // nobody knows what Sync has missed
			}
			if h.Miscounted || h.WordsMissing != 0 || h.Pending != behind {
				t.Errorf("%s: %+v", name, h)
			}
			return err
		})
	}
	var virtual []string // what begins with their names are their own tables
	for key, sql := range want {
		if strings.HasPrefix(sql, "create virtual table") {
			virtual = append(virtual, strings.TrimPrefix(key, "table ")+"_")
		}
	}
	for i, key := range slices.Sorted(maps.Keys(want)) {
		kind, name, _ := strings.Cut(key, " ")
		switch {
		case testing.Short() && i%4 != 0:
		case strings.HasPrefix(name, "sqlite_"), slices.ContainsFunc(virtual, func(v string) bool { return strings.HasPrefix(name, v) }):
		case kind == "column":
			// Those that SQLite lets go: no index and no trigger names them.
			if slices.Contains([]string{"abstract", "area", "superseded_by", "metadata", "completed_at"}, name) {
				check(key, `ALTER TABLE memories DROP COLUMN `+name)
			}
		case strings.Contains(key, "memor") && name != "memories" || slices.Contains([]string{"table tags", "table task_meta", "table type_aliases", "table alterations", "table recall_log", "table config", "table stats"}, key):
			check(key, `DROP `+kind+` `+name)
		}
	}
	check("the hashes and their column", `DROP INDEX idx_memories_hash`, `ALTER TABLE memories DROP COLUMN content_hash`)
	check("an index of words that does not stem", `DROP TABLE memories_fts`, `CREATE VIRTUAL TABLE memories_fts USING fts5(title, content, tags, project, type, content=memories, content_rowid=rowid)`)
}
