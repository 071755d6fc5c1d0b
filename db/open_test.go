package db_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/db"
)

func TestOpenTellsFilesApart(t *testing.T) {
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
		{"brain-cli before markers", database(`CREATE TABLE memories(id); CREATE TABLE stats(key, value)`), nil, db.BrainCLI},
		{"brain-cli 4", brainCLI("4"), nil, db.BrainCLI},
		{"brain-cli 5", brainCLI("5"), db.ErrNewer, 0},
		{"ours with memories of brain-cli 5", ours(`CREATE TABLE memories(id); CREATE TABLE stats(key, value); INSERT INTO stats VALUES ('brain_schema_version', '5')`), db.ErrNewer, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := tc.make(t)
			before, _ := os.ReadFile(path)
			d, err := db.Open(context.Background(), path, db.Options{})
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

func TestNamesThatLookLikePartsOfAURIAreNames(t *testing.T) {
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
