package db_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

const schemaOf = `SELECT group_concat(type || ' ' || name || ' ' || coalesce(sql, ''), char(10)) FROM (SELECT * FROM sqlite_schema ORDER BY type, name)`

func TestMigratingTwiceChangesNothing(t *testing.T) {
	d := fresh(t)
	d.Close()
	first := value(t, d.Path(), schemaOf)
	again := open(t, d.Path(), db.Options{})
	write(t, again, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	again.Close()
	if diff := cmp.Diff(first, value(t, d.Path(), schemaOf)); diff != "" {
		t.Errorf("schema (-first +second):\n%s", diff)
	}
	if got := value(t, d.Path(), `PRAGMA application_id`); got != "1112686921" {
		t.Errorf("application_id %s, want the letters BRAI", got)
	}
}

func TestReadingDoesNotMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	d := open(t, path, db.Options{Create: true})
	err := d.Read(context.Background(), func(*db.Tx) error { t.Error("the closure ran"); return nil })
	if !errors.Is(err, db.ErrEmpty) {
		t.Errorf("error %v, want %v", err, db.ErrEmpty)
	}
	if info, _ := os.Stat(path); info.Size() != 0 {
		t.Errorf("the file has %d bytes", info.Size())
	}
	// Once another handle has migrated the file, the same reader sees it.
	write(t, open(t, path, db.Options{}), func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	if got := meta(t, d, "k"); got != "v" {
		t.Errorf("read %q", got)
	}
}

func TestTwoProcessesMigrateAnEmptyFileAtOnce(t *testing.T) {
	rounds := 5
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		path := filepath.Join(t.TempDir(), "brain.db")
		const processes = 2
		var children [processes]*exec.Cmd
		var starts [processes]io.WriteCloser
		for i := range children {
			c := child(t, "migrate", path)
			stdin, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			children[i], starts[i] = c, stdin
			if line, _ := bufio.NewReader(stdout).ReadString('\n'); line != "ready\n" {
				t.Fatalf("child says %q", line)
			}
		}
		for _, s := range starts {
			io.WriteString(s, "go\n")
		}
		for _, c := range children {
			if err := c.Wait(); err != nil {
				t.Errorf("child: %v", err)
			}
		}
		if got := value(t, path, `SELECT count(*) FROM brain_meta WHERE value = 'was here'`); got != "2" {
			t.Errorf("%s of 2 writes are there", got)
		}
	}
}

func TestABrainCLIFileIsBackedUpBeforeItsFirstWrite(t *testing.T) {
	path := brainCLIFile(t, "4")
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	schema := value(t, path, schemaOf)
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	d := open(t, path, db.Options{Now: func() time.Time { return now }})
	if list, _ := filepath.Glob(path + ".bak*"); len(list) > 0 {
		t.Errorf("backed up before any write: %v", list)
	}
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "w") })
	if d.State() != db.Ours {
		t.Errorf("state %d after the write", d.State())
	}
	d.Close()

	copied := path + ".bak-migrate-20260304-050607"
	if list, _ := filepath.Glob(path + ".bak*"); !cmp.Equal(list, []string{copied}) {
		t.Fatalf("backups: %v", list)
	}
	if diff := cmp.Diff(schema, value(t, copied, schemaOf)); diff != "" {
		t.Errorf("the backup's schema (-before +backup):\n%s", diff)
	}
	if info, _ := os.Stat(copied); info.Mode().Perm() != 0o600 {
		t.Errorf("the backup of a private file is %v", info.Mode())
	}
	for _, file := range []string{path, copied} {
		if got := value(t, file, `SELECT group_concat(m.uid) FROM memories_fts f JOIN memories m ON m.id = f.rowid WHERE memories_fts MATCH 'waiting'`); got != "m5d6e7f8" {
			t.Errorf("%s: search finds %q", file, got)
		}
		if got := value(t, file, `SELECT value FROM stats WHERE key = 'brain_schema_version'`); got != "4" {
			t.Errorf("%s: marker %s", file, got)
		}
	}
}

func TestALateWriterDoesNotBackUpWhatAnotherHasMigrated(t *testing.T) {
	path := brainCLIFile(t, "4")
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	o := db.Options{Now: func() time.Time { return now }}
	first, late := open(t, path, o), open(t, path, o)
	write(t, first, func(tx *db.Tx) error { return tx.SetMeta("first", "v") })
	write(t, late, func(tx *db.Tx) error { return tx.SetMeta("late", "v") })
	// Both writes are of one second, so a second backup would have replaced the first.
	if got := value(t, path+".bak-migrate-20260304-050607", `SELECT count(*) FROM sqlite_schema WHERE name = 'brain_entries'`); got != "0" {
		t.Error("the backup is of the file after its migration")
	}
}

func TestAnIndexThatDoesNotStemIsMadeAnewOnceWithABackup(t *testing.T) {
	sequential(t)
	const unstemmed = `DROP TABLE memories_fts; CREATE VIRTUAL TABLE memories_fts USING fts5(title, content, tags, project, type, content=memories, content_rowid=rowid)`
	found := `SELECT group_concat(m.uid) FROM memories_fts f JOIN memories m ON m.id = f.rowid WHERE memories_fts MATCH 'waits'`
	path := brainCLIFile(t, "4")
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	migrate := func(o db.MigrateOptions) string {
		d := open(t, path, db.Options{Now: func() time.Time { now = now.Add(time.Second); return now }})
		defer d.Close()
		copied, err := d.Migrate(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		return copied
	}
	for _, tc := range []struct {
		name, before string
		noBackup     bool
		backups      int // after it
	}{
		{"brain-cli's file", ``, false, 1},
		{"again", ``, false, 1},
		{"another index", unstemmed, false, 2},
		{"again", ``, false, 2},
		{"another index, without a backup", unstemmed, true, 2},
		{"a trigger of the index lost", `DROP TRIGGER memories_au`, false, 3},
	} {
		if tc.before != "" {
			script(t, path, tc.before)
		}
		list, _ := filepath.Glob(path + ".bak-migrate-*")
		copied := migrate(db.MigrateOptions{NoBackup: tc.noBackup})
		after, _ := filepath.Glob(path + ".bak-migrate-*")
		if len(after) != tc.backups || (copied != "") != (len(after) > len(list)) {
			t.Errorf("%s: backups %v, told of %q", tc.name, after, copied)
		}
		if got := value(t, path, found); got != "m5d6e7f8" {
			t.Errorf("%s: search finds %q", tc.name, got)
		}
	}
}
