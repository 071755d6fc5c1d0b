package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

// live makes a file by setup, and copies it while a process has uncommitted or unfolded changes in what lies beside it:
// after setup, connection runs during, and then the files with these suffixes are copied.
func live(t *testing.T, setup, during string, suffixes ...string) string {
	t.Helper()
	from := filepath.Join(t.TempDir(), "live.db")
	script(t, from, setup)
	return liveFrom(t, from, during, suffixes...)
}

// liveFrom is live on a file that is there already.
func liveFrom(t *testing.T, path, during string, suffixes ...string) string {
	t.Helper()
	q, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	q.SetMaxOpenConns(1)
	if _, err := q.Exec(during); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	for _, suffix := range append([]string{""}, suffixes...) {
		data, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to+suffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

const (
	toWAL = `PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0; `
	// spill writes changed pages to the file before the commit, so that its journal is needed.
	spill = `PRAGMA cache_size = 1; BEGIN; `
	fill  = `INSERT INTO filler WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT randomblob(1000) FROM n; `
)

// everything is the bytes of every file in the folder, but of the -shm, which is only an index that any reader may renew.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(e.Name(), "-shm") {
			data = nil
		}
		out[e.Name()] = string(data)
	}
	return out
}

func TestARefusedFileStaysAsItIsWithAllBesideIt(t *testing.T) {
	const foreign = `CREATE TABLE urls(id); CREATE TABLE filler(x); ` + fill
	ours := func(t *testing.T) string {
		d := fresh(t)
		d.Close()
		return d.Path()
	}
	for _, tc := range []struct {
		name string
		make func(*testing.T) string
		want error
	}{
		{"another program's WAL", func(t *testing.T) string {
			return live(t, foreign, toWAL+`INSERT INTO urls VALUES (1)`, "-wal")
		}, db.ErrForeign},
		{"another program's WAL with its index", func(t *testing.T) string {
			return live(t, foreign, toWAL+`INSERT INTO urls VALUES (1)`, "-wal", "-shm")
		}, db.ErrForeign},
		{"another program's WAL that makes the first table", func(t *testing.T) string {
			return live(t, `CREATE TABLE t(a); DROP TABLE t`, toWAL+`CREATE TABLE urls(id)`, "-wal")
		}, db.ErrForeign},
		{"another program's id in the WAL", func(t *testing.T) string {
			return live(t, ``, toWAL+`PRAGMA application_id = 7`, "-wal")
		}, db.ErrForeign},
		{"another program's file in WAL mode", func(t *testing.T) string { return live(t, toWAL+foreign, ``) }, db.ErrForeign},
		{"another program's hot journal", func(t *testing.T) string {
			return live(t, foreign, spill+fill+`UPDATE filler SET x = 1`, "-journal")
		}, db.ErrForeign},
		{"another program's hot journal over WAL mode", func(t *testing.T) string {
			path := live(t, foreign, spill+fill+`UPDATE filler SET x = 1`, "-journal")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			data[18], data[19] = 2, 2
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}, db.ErrForeign},
		{"another program's journal that is over", func(t *testing.T) string {
			return live(t, foreign, `PRAGMA journal_mode = persist; INSERT INTO urls VALUES (1)`, "-journal")
		}, db.ErrForeign},
		{"a later version in the WAL", func(t *testing.T) string {
			return liveFrom(t, ours(t), toWAL+`PRAGMA user_version = 99`, "-wal")
		}, db.ErrNewer},
		{"a later version in the WAL with its index", func(t *testing.T) string {
			return liveFrom(t, ours(t), toWAL+`PRAGMA user_version = 99`, "-wal", "-shm")
		}, db.ErrNewer},
		{"a later version and something else in the WAL", func(t *testing.T) string {
			path := ours(t)
			script(t, path, `PRAGMA user_version = 99`)
			return liveFrom(t, path, toWAL+`INSERT INTO brain_meta VALUES ('k', 'v')`, "-wal")
		}, db.ErrNewer},
		{"empty beside a WAL", func(t *testing.T) string {
			path := live(t, foreign, toWAL+`INSERT INTO urls VALUES (1)`, "-wal")
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
			return path
		}, db.ErrForeign},
		{"empty beside a journal", func(t *testing.T) string {
			path := live(t, foreign, spill+fill+`UPDATE filler SET x = 1`, "-journal")
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
			return path
		}, db.ErrForeign},
		{"no database beside a WAL", func(t *testing.T) string {
			path := live(t, foreign, toWAL+`INSERT INTO urls VALUES (1)`, "-wal")
			if err := os.WriteFile(path, []byte(strings.Repeat("a diary ", 600)), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}, db.ErrForeign},
	} {
		for _, create := range []bool{false, true} {
			if create && testing.Short() {
				continue
			}
			t.Run(fmt.Sprintf("%s, create %v", tc.name, create), func(t *testing.T) {
				path := tc.make(t)
				before := everything(t, filepath.Dir(path))
				d, err := db.Open(context.Background(), path, db.Options{Create: create})
				if err == nil {
					d.Close()
				}
				if !errors.Is(err, tc.want) {
					t.Errorf("error %v, want %v", err, tc.want)
				}
				if diff := cmp.Diff(before, everything(t, filepath.Dir(path))); diff != "" {
					t.Errorf("opening changed the folder (-before +after):\n%.2000s", diff)
				}
			})
		}
	}
}

func TestABrainIsRecoveredFromWhatLiesBesideIt(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "old") })
	d.Close()
	for name, suffixes := range map[string][]string{"WAL": {"-wal"}, "WAL and index": {"-wal", "-shm"}} {
		path := liveFrom(t, d.Path(), toWAL+`UPDATE brain_meta SET value = 'new'`, suffixes...)
		again := open(t, path, db.Options{})
		if got := meta(t, again, "k"); got != "new" {
			t.Errorf("%s: read %q", name, got)
		}
		again.Close()
		if list, _ := filepath.Glob(path + "-*"); len(list) > 0 {
			t.Errorf("%s: left %v", name, list)
		}
	}
	// brain-cli was killed in a transaction that had emptied its table.
	path := liveFrom(t, brainCLIFile(t, "4"), spill+`CREATE TABLE filler(x); `+fill+`DELETE FROM stats; UPDATE filler SET x = 1`, "-journal")
	again := open(t, path, db.Options{})
	if again.State() != db.BrainCLI {
		t.Errorf("state %d", again.State())
	}
	write(t, again, func(tx *db.Tx) error {
		var marker string
		err := tx.QueryRow(`SELECT value FROM stats WHERE key = 'brain_schema_version'`, nil, &marker)
		if marker != "4" {
			t.Errorf("marker %q", marker)
		}
		return err
	})
}

func TestAFirstWriteThatWasKilledLeavesAnEmptyFile(t *testing.T) {
	path := live(t, ``, spill+`CREATE TABLE filler(x); `+fill, "-journal")
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	d := open(t, path, db.Options{})
	if d.State() != db.Empty {
		t.Errorf("state %d", d.State())
	}
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	d.Close()
	if got := meta(t, open(t, path, db.Options{}), "k"); got != "v" {
		t.Errorf("read %q", got)
	}
}

func TestALinkIsTheFileThatItLeadsTo(t *testing.T) {
	path := live(t, `CREATE TABLE urls(id)`, toWAL+`INSERT INTO urls VALUES (1)`, "-wal")
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err) // Windows lets only administrators make links
	}
	before := everything(t, filepath.Dir(path))
	if _, err := db.Open(context.Background(), link, db.Options{}); !errors.Is(err, db.ErrForeign) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(before, everything(t, filepath.Dir(path))); diff != "" {
		t.Errorf("(-before +after):\n%.2000s", diff)
	}
}
