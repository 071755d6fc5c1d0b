package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"brain/db"
)

// mustOpen opens the file at path, making a missing one.
func mustOpen(t *testing.T, path string) *db.DB { return open(t, path, db.Options{Create: true}) }

// put writes n rows into brain_meta.
func put(t *testing.T, d *db.DB, name string, n int) {
	t.Helper()
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		for i := range n {
			if _, err := tx.Exec(`INSERT OR REPLACE INTO brain_meta(key, value) VALUES (?, ?)`, fmt.Sprintf("%s-%d", name, i), name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func rowsLike(t *testing.T, d *db.DB, name string) (n int) {
	t.Helper()
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT count(*) FROM brain_meta WHERE value = ?`, []any{name}, &n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestACopyIsOfOneMomentWhileOthersWrite(t *testing.T) {
	dir := t.TempDir()
	d := mustOpen(t, filepath.Join(dir, "a.db"))
	put(t, d, "first", 500)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				put(t, d, "pair", 2) // both or none
			}
		}
	})
	for i := range 5 {
		dst := filepath.Join(dir, fmt.Sprintf("copy%d ?#%%.db", i))
		if err := d.Copy(context.Background(), dst); err != nil {
			t.Fatal(err)
		}
		c := mustOpen(t, dst)
		if n := rowsLike(t, c, "first"); n != 500 {
			t.Errorf("copy %d has %d of 500 rows", i, n)
		}
		if n := rowsLike(t, c, "pair"); n%2 != 0 {
			t.Errorf("copy %d has half a transaction", i)
		}
		c.Close()
	}
	close(stop)
	wg.Wait()
	left, err := filepath.Glob(filepath.Join(dir, ".copy*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestACopyOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	d := mustOpen(t, filepath.Join(dir, "a.db"))
	put(t, d, "x", 1)
	dst := filepath.Join(dir, "mine")
	if err := os.WriteFile(dst, []byte("keep"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.Copy(context.Background(), dst); !errors.Is(err, db.ErrExists) {
		t.Errorf("got %v", err)
	}
	if b, _ := os.ReadFile(dst); string(b) != "keep" {
		t.Error("it was written over")
	}
}

func TestReplaceIsOneCommitForWhoHasTheFileOpen(t *testing.T) {
	dir := t.TempDir()
	d, other := mustOpen(t, filepath.Join(dir, "a.db")), mustOpen(t, filepath.Join(dir, "a.db"))
	put(t, d, "old", 300)
	copied := filepath.Join(dir, "copy.db")
	if err := d.Copy(context.Background(), copied); err != nil {
		t.Fatal(err)
	}
	put(t, d, "new", 900)
	if n := rowsLike(t, other, "new"); n != 900 {
		t.Fatal(n)
	}
	was, err := d.Replace(context.Background(), copied)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []*db.DB{d, other} {
		if o, n := rowsLike(t, who, "old"), rowsLike(t, who, "new"); o != 300 || n != 0 {
			t.Errorf("old %d, new %d", o, n)
		}
	}
	put(t, other, "after", 2)
	put(t, d, "after it", 2)
	if rowsLike(t, d, "after") != 2 || rowsLike(t, other, "after it") != 2 {
		t.Error("writes after it are lost")
	}
	if w := mustOpen(t, was); rowsLike(t, w, "new") != 900 {
		t.Error("the file as it was is not in the copy")
	}
}

func TestReplaceRefusesWhatIsNoWholeBrain(t *testing.T) {
	dir := t.TempDir()
	d := mustOpen(t, filepath.Join(dir, "a.db"))
	put(t, d, "x", 200)
	whole := filepath.Join(dir, "whole.db")
	if err := d.Copy(context.Background(), whole); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"empty":   {nil, db.ErrEmpty},
		"text":    {[]byte("# no database\n"), db.ErrForeign},
		"cut":     {b[:len(b)/2], db.ErrCorrupt},
		"missing": {nil, db.ErrMissing},
	} {
		path := filepath.Join(dir, name)
		if name != "missing" {
			if err := os.WriteFile(path, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.Replace(context.Background(), path); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := d.Replace(context.Background(), d.Path()); !errors.Is(err, db.ErrExists) {
		t.Errorf("itself: %v", err)
	}
	if rowsLike(t, d, "x") != 200 {
		t.Error("the file was changed")
	}
}

func TestACopyWithPagesOfAnotherSizeCanBePutBack(t *testing.T) {
	d := mustOpen(t, filepath.Join(t.TempDir(), "a.db"))
	put(t, d, "kept", 100)
	other := filepath.Join(t.TempDir(), "other.db")
	q, err := sql.Open("sqlite", d.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	q.SetMaxOpenConns(1)
	for _, step := range []string{`PRAGMA page_size = 1024`, `VACUUM INTO '` + other + `'`} {
		if _, err := q.Exec(step); err != nil {
			t.Fatal(err)
		}
	}
	put(t, d, "later", 10)
	if _, err := d.Replace(context.Background(), other); err != nil {
		t.Fatal(err)
	}
	if kept, later := rowsLike(t, d, "kept"), rowsLike(t, d, "later"); kept != 100 || later != 0 {
		t.Errorf("%d and %d rows, want 100 and 0", kept, later)
	}
	if left, _ := filepath.Glob(d.Path() + "*.restoring*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestVacuumGivesBackWhatWasDeletedAndKeepsTheRest(t *testing.T) {
	d := mustOpen(t, filepath.Join(t.TempDir(), "a.db"))
	put(t, d, "gone", 40000)
	put(t, d, "kept", 100)
	if err := d.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(`DELETE FROM brain_meta WHERE value = 'gone'`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	before, after, err := d.Vacuum(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if after >= before/2 {
		t.Errorf("%d bytes before, %d after", before, after)
	}
	if n := rowsLike(t, d, "kept"); n != 100 {
		t.Errorf("%d of 100 rows are left", n)
	}
}
