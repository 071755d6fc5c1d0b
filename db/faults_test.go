package db_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func faults(t *testing.T, d *db.DB) (out []string) {
	t.Helper()
	err := d.ReadMemories(context.Background(), func(tx *db.Tx) error {
		list, err := db.Faults(tx)
		for _, f := range list {
			out = append(out, f.String())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// standIns are named like the functions that the schema's triggers and views call: SQLite looks for them when it reads the
// schema anew.
var standIns = []db.Function{standIn("brain_tsvector"), standIn("brain_index_text"), standIn("sha256")}

func standIn(name string) db.Function {
	return db.Function{Name: name, Args: 1, Call: func(args []driver.Value) (driver.Value, error) { return args[0], nil }}
}

// mend is migrate, on a connection of its own.
func mend(t *testing.T, path string) {
	t.Helper()
	d := open(t, path, db.Options{Functions: standIns})
	defer d.Close()
	if _, err := d.Migrate(context.Background(), db.MigrateOptions{NoBackup: true}); err != nil {
		t.Fatal(err)
	}
}

// identifying are the tables by which a file is known.
var identifying = map[string]bool{"brain_entries": true, "brain_meta": true}

func TestEachPartThatIsDroppedIsFoundAndPutBack(t *testing.T) {
	sequential(t)
	d := fresh(t)
	d.Close()
	list := strings.Split(value(t, d.Path(), `SELECT group_concat(type || ' ' || name, char(10)) FROM sqlite_schema
		WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%\_info' ESCAPE '\'`), "\n")
	if len(list) < 100 {
		t.Fatalf("%d parts", len(list))
	}
	whole, err := os.ReadFile(d.Path())
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range list {
		kind, name, _ := strings.Cut(part, " ")
		if identifying[name] || i%3 != 0 && kind != "table" {
			continue
		}
		path := filepath.Join(t.TempDir(), "brain.db")
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		script(t, path, `PRAGMA foreign_keys = OFF; DROP `+kind+` `+name)
		d := open(t, path, db.Options{})
		found := faults(t, d)
		if len(found) == 0 || !strings.Contains(strings.Join(found, ";"), part+" is missing") {
			t.Errorf("%s: found %q", part, found)
		}
		d.Close()
		mend(t, path)
		d = open(t, path, db.Options{})
		if left := faults(t, d); len(left) > 0 {
			t.Errorf("%s: left %q", part, left)
		}
		d.Close()
	}
}

func TestAColumnThatIsDroppedIsFoundAndPutBack(t *testing.T) {
	sequential(t)
	for column, before := range map[string]string{
		"memories.abstract": ``, "memories.content_hash": `DROP INDEX idx_memories_hash;`, "memories.points": ``,
		"tags.created_at": ``, "memory_versions.diff_summary": ``, "alterations.reason": ``, "vector_tables.stamp": ``, "pages.frontmatter": ``,
	} {
		path := fresh(t).Path()
		table, name, _ := strings.Cut(column, ".")
		script(t, path, before+fmt.Sprintf(`ALTER TABLE %s DROP COLUMN %s`, table, name))
		d := open(t, path, db.Options{})
		if found := faults(t, d); !strings.Contains(strings.Join(found, ";"), "column "+column+" is missing") {
			t.Errorf("%s: found %q", column, found)
		}
		mend(t, path)
		if left := faults(t, d); len(left) > 0 {
			t.Errorf("%s: left %q", column, left)
		}
	}
}

func TestPartsOfOtherTextAreFoundAndReplaced(t *testing.T) {
	const older = `DROP TRIGGER memories_au; CREATE TRIGGER memories_au AFTER UPDATE ON memories BEGIN
		INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
		VALUES ('delete', OLD.rowid, OLD.title, OLD.content, OLD.tags, OLD.project, OLD.type);
		INSERT INTO memories_fts(rowid, title, content, tags, project, type)
		VALUES (NEW.rowid, NEW.title, NEW.content, NEW.tags, NEW.project, NEW.type); END;`
	for sql, want := range map[string]string{
		older: "trigger memories_au is another than brain's",
		`DROP INDEX memories_created; CREATE INDEX memories_created ON memories(title)`:                                                                     "index memories_created is another than brain's",
		`DROP TABLE memories_fts; CREATE VIRTUAL TABLE memories_fts USING fts5(title, content, tags, project, type, content=memories, content_rowid=rowid)`: "table memories_fts is another than brain's",
	} {
		path := fresh(t).Path()
		script(t, path, sql+`; INSERT INTO memories(uid, type, title) VALUES ('u', 'note', 'waiting')`)
		d := open(t, path, db.Options{})
		if diff := cmp.Diff([]string{want}, faults(t, d)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		mend(t, path)
		if left := faults(t, d); len(left) > 0 {
			t.Errorf("left %q", left)
		}
		if got := value(t, path, `SELECT count(*) FROM memories_fts WHERE memories_fts MATCH 'waits'`); got != "1" {
			t.Errorf("%s: search finds %s", want, got)
		}
	}
}

func TestAWriteThatMissesAPartNamesTheCommand(t *testing.T) {
	sequential(t)
	for _, drop := range []string{`DROP TABLE memory_pending`, `DROP TABLE memory_counts`, `ALTER TABLE memories DROP COLUMN abstract`, `DROP TABLE memories_fts_config`} {
		d := fresh(t)
		script(t, d.Path(), drop)
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			_, err := tx.Exec(`INSERT INTO memories(uid, type, title, abstract) VALUES ('u', 'note', 't', 'a')`)
			return err
		})
		if !errors.Is(err, db.ErrIncomplete) || !strings.Contains(err.Error(), "brain migrate") {
			t.Errorf("%s: %v", drop, err)
		}
	}
	// What a user asks for need not be ours.
	err := fresh(t).ReadAny(context.Background(), func(tx *db.Tx) error { _, err := tx.Rows(`SELECT * FROM nothing`); return err })
	if err == nil || errors.Is(err, db.ErrIncomplete) {
		t.Errorf("a user's table: %v", err)
	}
}

func TestBrainCLIFilesLackWhatTheirProgramMakes(t *testing.T) {
	path := brainCLIFile(t, "4")
	all := faults(t, open(t, path, db.Options{}))
	script(t, path, `DROP TRIGGER memories_ai`)
	got := faults(t, open(t, path, db.Options{}))
	if len(got) != len(all)+1 || !strings.Contains(strings.Join(got, ";"), "trigger memories_ai is missing") {
		t.Errorf("before %q, after %q", all, got)
	}
	if got := faults(t, open(t, brainCLIFile(t, "3"), db.Options{})); got != nil {
		t.Errorf("schema 3: %q", got)
	}
}

func TestOfManyFirstWritesOneBacksUpTheFileAsItWas(t *testing.T) {
	path := brainCLIFile(t, "4")
	before := dumped(t, path)
	var all []*db.DB
	for range 6 {
		all = append(all, open(t, path, db.Options{}))
	}
	var wait sync.WaitGroup
	for i, d := range all {
		wait.Go(func() {
			if err := d.Write(context.Background(), func(tx *db.Tx) error { return tx.SetMeta(fmt.Sprint("w", i), "x") }); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	list, _ := filepath.Glob(path + ".bak-migrate-*")
	if len(list) != 1 {
		t.Fatalf("backups: %v", list)
	}
	if diff := cmp.Diff(before, dumped(t, list[0])); diff != "" {
		t.Errorf("(-before +backup):\n%s", diff)
	}
	if got := value(t, path, `SELECT count(*) FROM brain_meta WHERE key LIKE 'w_'`); got != "6" {
		t.Errorf("%s writes", got)
	}
}
