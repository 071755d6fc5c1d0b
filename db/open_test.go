package db_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestOpenTellsFilesApart(t *testing.T) {
	sequential(t)
	file := func(text string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	database := func(text string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file.db")
			script(t, path, text)
			return path
		}
	}
	ours := func(then string) func(*testing.T) string {
		return func(t *testing.T) string {
			d := fresh(t)
			d.Close()
			script(t, d.Path(), then)
			return d.Path()
		}
	}
	brainCLI := func(marker string) func(*testing.T) string {
		return func(t *testing.T) string { return brainCLIFile(t, marker) }
	}
	for _, tc := range []struct {
		name  string
		make  func(*testing.T) string
		want  error
		state db.State
	}{
		{"missing", func(t *testing.T) string { return filepath.Join(t.TempDir(), "none") }, db.ErrMissing, 0},
		{"missing folder", func(t *testing.T) string { return filepath.Join(t.TempDir(), "none", "none") }, db.ErrMissing, 0},
		{"empty", file(""), nil, db.Empty},
		{"folder", func(t *testing.T) string { return t.TempDir() }, db.ErrForeign, 0},
		{"one byte", file("S"), db.ErrForeign, 0},
		{"prose", file("a diary that is longer than the sixteen bytes of a header\n"), db.ErrForeign, 0},
		{"header and then garbage", file("SQLite format 3\x00" + strings.Repeat("garbage ", 100)), db.ErrForeign, 0},
		{"no tables", database(`CREATE TABLE t(a); DROP TABLE t`), nil, db.Empty},
		{"another program's tables", database(`CREATE TABLE urls(id)`), db.ErrForeign, 0},
		{"another program's view alone", database(`CREATE VIEW v AS SELECT 1`), db.ErrForeign, 0},
		{"memories without stats", database(`CREATE TABLE memories(id)`), db.ErrForeign, 0},
		{"another program's id", database(`PRAGMA application_id = 252006674; CREATE TABLE t(a)`), db.ErrForeign, 0},
		{"another program's id over memories and stats", database(`PRAGMA application_id = 1; CREATE TABLE memories(id); CREATE TABLE stats(key, value)`), db.ErrForeign, 0},
		{"ours", ours(``), nil, db.Ours},
		{"ours of a later schema", ours(`PRAGMA user_version = 999`), db.ErrNewer, 0},
		{"emptied, its number left", database(`PRAGMA user_version = 7`), nil, db.Empty},
		{"another program's tables with our number", database(`CREATE TABLE urls(id); PRAGMA user_version = 1`), db.ErrForeign, 0},
		{"brain-cli with a number", database(`CREATE TABLE memories(id); CREATE TABLE stats(key, value); PRAGMA user_version = 7`), nil, db.BrainCLI},
		{"memories and another program's stats", database(`CREATE TABLE memories(id); CREATE TABLE stats(a)`), db.ErrForeign, 0},
		{"memories and another program's pages", database(`CREATE TABLE memories(id); CREATE TABLE stats(key, value); CREATE TABLE pages(a)`), db.ErrForeign, 0},
		{"memories and another program's index of our name", database(`CREATE TABLE memories(id); CREATE TABLE stats(key, value); CREATE INDEX pages_type ON memories(id)`), db.ErrForeign, 0},
		{"ours, its number lost", ours(`PRAGMA user_version = 0`), nil, db.Ours},
		{"ours, its number negative", ours(`PRAGMA user_version = -1`), nil, db.Ours},
		{"ours, its marks lost", ours(`PRAGMA user_version = 0; PRAGMA application_id = 0`), nil, db.Ours},
		{"ours, its id lost and its number later", ours(`PRAGMA user_version = 999; PRAGMA application_id = 0`), db.ErrNewer, 0},
		{"ours, a table lost", ours(`DROP TABLE brain_meta`), db.ErrCorrupt, 0},
		{"ours, its number and a table lost", ours(`PRAGMA user_version = 0; DROP TABLE graph_extras`), db.ErrCorrupt, 0},
		{"our marks and no tables", database(`PRAGMA application_id = 1112686921; PRAGMA user_version = 1`), nil, db.Empty},
		{"our marks over brain-cli", database(`CREATE TABLE memories(id); CREATE TABLE stats(key, value); PRAGMA application_id = 1112686921; PRAGMA user_version = 1`), nil, db.BrainCLI},
		{"our marks over another program's tables", database(`CREATE TABLE urls(id); PRAGMA application_id = 1112686921; PRAGMA user_version = 1`), db.ErrCorrupt, 0},
		{"brain-cli before markers", database(`CREATE TABLE memories(id); CREATE TABLE stats(key, value)`), nil, db.BrainCLI},
		{"brain-cli 4", brainCLI("4"), nil, db.BrainCLI},
		{"brain-cli 5", brainCLI("5"), nil, db.BrainCLI},
		{"ours with memories of brain-cli 5", ours(`INSERT INTO stats(key, value) VALUES ('brain_schema_version', '5')`), nil, db.Ours},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := tc.make(t)
			before, _ := os.ReadFile(path)
			d, err := db.Open(context.Background(), path, db.Options{})
			if err == nil {
				defer d.Close()
			}
			if !errors.Is(err, tc.want) {
				t.Fatalf("error %v, want %v", err, tc.want)
			}
			if err == nil {
				if d.State() != tc.state {
					t.Errorf("state %d, want %d", d.State(), tc.state)
				}
				d.Close()
			}
			after, _ := os.ReadFile(path)
			if !bytes.Equal(before, after) {
				t.Errorf("opening changed the file: %d bytes before, %d after", len(before), len(after))
			}
			if list, _ := filepath.Glob(path + "?*"); len(list) > 0 {
				t.Errorf("opening left %v", list)
			}
		})
	}
}

func TestAWriteMakesAWholeBrainOfWhatIsThere(t *testing.T) {
	sequential(t)
	want := fresh(t)
	want.Close()
	// As a dump makes it again: the shadow tables of FTS5 and vec0 come with their table.
	dump := value(t, want.Path(), `SELECT group_concat(sql, ';') FROM (SELECT * FROM sqlite_schema s WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
		AND NOT EXISTS (SELECT 1 FROM sqlite_schema v WHERE v.sql LIKE 'CREATE VIRTUAL%' AND s.name LIKE v.name || '\_%' ESCAPE '\') ORDER BY type = 'trigger', rowid)`)
	names := `SELECT group_concat(name, char(10)) FROM (SELECT type || ' ' || name AS name FROM sqlite_schema ORDER BY 1)`
	marks := `SELECT application_id || ' ' || user_version FROM pragma_application_id, pragma_user_version`
	const base = `CREATE TABLE memories(id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT UNIQUE NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL);
		CREATE TABLE stats(key TEXT PRIMARY KEY, value TEXT); `
	for name, text := range map[string]string{
		"emptied, its number left": `PRAGMA user_version = 7`,
		"our marks and no tables":  `PRAGMA application_id = 1112686921; PRAGMA user_version = 1`,
		"brain-cli with a number":  base + `PRAGMA user_version = 7`,
		"our marks over brain-cli": base + `PRAGMA application_id = 1112686921; PRAGMA user_version = 1`,
		"our tables without marks": dump,
		"our tables with id only":  dump + `; PRAGMA application_id = 1112686921`,
		"our tables, number -1":    dump + `; PRAGMA application_id = 1112686921; PRAGMA user_version = -1`,
	} {
		path := filepath.Join(t.TempDir(), "file.db")
		script(t, path, text)
		d := open(t, path, db.Options{})
		write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
		if got := meta(t, d, "k"); got != "v" {
			t.Errorf("%s: read %q", name, got)
		}
		d.Close()
		if diff := cmp.Diff(value(t, want.Path(), names), value(t, path, names)); diff != "" {
			t.Errorf("%s (-new +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(value(t, want.Path(), marks), value(t, path, marks)); diff != "" {
			t.Errorf("%s: marks (-new +got):\n%s", name, diff)
		}
	}
}

func TestCreateMakesAPrivateFileInANewFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "brain.db")
	d := open(t, path, db.Options{Create: true})
	if d.State() != db.Empty || d.Path() != path {
		t.Errorf("state %d, path %s", d.State(), d.Path())
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v", info.Mode())
	}
}

// TestNothingIsMadeThatCannotBeUsed: a file that is made and then refused would be in the way.
func TestNothingIsMadeThatCannotBeUsed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its names have other limits")
	}
	for name, tc := range map[string]struct {
		name  string
		there string // beside it
		want  error
	}{
		"longest name":          {name: strings.Repeat("x", 247)},
		"name too long":         {name: strings.Repeat("x", 248), want: syscall.ENAMETOOLONG},
		"path too long":         {name: strings.Repeat("yyyy/", 101) + "x", want: syscall.ENAMETOOLONG},
		"changes of a lost one": {name: "b.db", there: "b.db-wal", want: db.ErrForeign},
	} {
		dir := t.TempDir()
		if tc.there != "" {
			if err := os.WriteFile(filepath.Join(dir, tc.there), []byte("changes"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d, err := db.Open(t.Context(), filepath.Join(dir, tc.name), db.Options{Create: true})
		if !errors.Is(err, tc.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if err := d.Write(t.Context(), func(*db.Tx) error { return nil }); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			d.Close()
			continue
		}
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 1 || len(left) == 1 && left[0].Name() != tc.there {
			t.Errorf("%s: it left %v, %v", name, left, err)
		}
	}
}

func TestNamesThatLookLikePartsOfAURIAreNames(t *testing.T) {
	sequential(t)
	for _, name := range []string{"a?mode=memory.db", "a#b.db", "a%20b.db", "ü ß.db", "file:x.db"} {
		path := filepath.Join(t.TempDir(), name)
		d := open(t, path, db.Options{Create: true})
		write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", name) })
		d.Close()
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if got := meta(t, open(t, path, db.Options{}), "k"); got != name {
			t.Errorf("%q holds %q", name, got)
		}
	}
}

func TestAFolderThatCannotBeWrittenIsSaidToBeReadOnly(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A path through a regular file cannot be made by anyone, root included.
	_, err := db.Open(context.Background(), filepath.Join(blocked, "brain.db"), db.Options{Create: true})
	if err == nil || errors.Is(err, db.ErrMissing) {
		t.Errorf("error %v", err)
	}
}

func TestADamagedFileIsSaidToBeDamaged(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", strings.Repeat("x", 50_000)) })
	d.Close()
	data, err := os.ReadFile(d.Path())
	if err != nil {
		t.Fatal(err)
	}
	// The header stays; every page after the first is overwritten.
	for i := 4096; i < len(data); i++ {
		data[i] = 0xA5
	}
	if err := os.WriteFile(d.Path(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := db.Open(context.Background(), d.Path(), db.Options{})
	if err == nil {
		defer again.Close()
		err = again.Read(context.Background(), func(tx *db.Tx) error {
			_, err := tx.Meta("k")
			return err
		})
	}
	if !errors.Is(err, db.ErrCorrupt) {
		t.Errorf("error %v, want %v", err, db.ErrCorrupt)
	}
}

func TestDamageThatOnlyAVirtualTableMetIsSaidToBeDamage(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error {
		return tx.Script(`CREATE VIRTUAL TABLE v USING vec0(embedding FLOAT[2]); INSERT INTO v(rowid, embedding) VALUES (1, '[1, 2]')`)
	})
	d.Close()
	page, err := strconv.Atoi(value(t, d.Path(), `SELECT rootpage FROM sqlite_schema WHERE name = 'v_chunks'`))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(d.Path())
	if err != nil {
		t.Fatal(err)
	}
	size, err := strconv.Atoi(value(t, d.Path(), `PRAGMA page_size`))
	if err != nil {
		t.Fatal(err)
	}
	for i := (page - 1) * size; i < page*size; i++ {
		data[i] = 0xA5
	}
	if err := os.WriteFile(d.Path(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	again := open(t, d.Path(), db.Options{})
	for _, text := range []string{`DROP TABLE v`, `DELETE FROM v`, `INSERT INTO v(rowid, embedding) VALUES (2, '[1, 2]')`} {
		err := again.Write(context.Background(), func(tx *db.Tx) error { return tx.Script(text) })
		if !errors.Is(err, db.ErrCorrupt) {
			t.Errorf("%s: error %v, want %v", text, err, db.ErrCorrupt)
		}
	}
	// Another fault is not taken for damage of a file that is whole.
	err = fresh(t).Write(context.Background(), func(tx *db.Tx) error { return tx.Script(`SELECT nothing`) })
	if err == nil || errors.Is(err, db.ErrCorrupt) {
		t.Errorf("a fault in SQL: %v", err)
	}
}

func TestMemoriesOfANewerBrainCLIAreReadAndNotWritten(t *testing.T) {
	newer := func(path string) string {
		script(t, path, `UPDATE stats SET value = '5' WHERE key = 'brain_schema_version'`)
		return path
	}
	ours := brainCLIFile(t, "4")
	d := open(t, ours, db.Options{})
	write(t, d, func(*db.Tx) error { return nil })
	d.Close()
	for name, path := range map[string]string{
		"brain-cli's":             newer(brainCLIFile(t, "4")),
		"ours":                    newer(ours),
		"brain-cli's, in its WAL": liveFrom(t, brainCLIFile(t, "4"), toWAL+`UPDATE stats SET value = '5' WHERE key = 'brain_schema_version'`, "-wal"),
	} {
		before := dumped(t, path)
		d := open(t, path, db.Options{})
		err := d.ReadMemories(context.Background(), func(tx *db.Tx) error {
			var n int
			if err := tx.QueryRow(`SELECT count(*) FROM memories`, nil, &n); n != 2 {
				t.Errorf("%s: read %d memories (%v)", name, n, err)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: read: %v", name, err)
		}
		if err := d.Write(context.Background(), func(tx *db.Tx) error { return tx.SetMeta("k", "v") }); !errors.Is(err, db.ErrNewer) {
			t.Errorf("%s: write: %v", name, err)
		}
		if _, err := d.Migrate(context.Background(), db.MigrateOptions{}); !errors.Is(err, db.ErrNewer) {
			t.Errorf("%s: migrate: %v", name, err)
		}
		d.Close()
		if diff := cmp.Diff(before, dumped(t, path)); diff != "" {
			t.Errorf("%s (-before +after):\n%s", name, diff)
		}
		if list, _ := filepath.Glob(path + ".bak*"); strings.Contains(name, "brain-cli's") && len(list) > 0 {
			t.Errorf("%s: left %v", name, list)
		}
	}
}
