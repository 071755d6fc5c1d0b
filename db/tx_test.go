package db_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"brain/db"
)

func TestAnErrorInAWriteRollsBack(t *testing.T) {
	d := fresh(t)
	boom := errors.New("boom")
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		if err := tx.SetMeta("k", "v"); err != nil {
			return err
		}
		return boom
	})
	if !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
	if got := meta(t, d, "k"); got != "" {
		t.Errorf("the write stands: %q", got)
	}
}

func TestAPanicInAWriteRollsBackAndGoesOn(t *testing.T) {
	d := fresh(t)
	func() {
		defer func() {
			if p := recover(); p != "boom" {
				t.Errorf("recovered %v", p)
			}
		}()
		d.Write(context.Background(), func(tx *db.Tx) error {
			if err := tx.SetMeta("k", "v"); err != nil {
				t.Error(err)
			}
			panic("boom")
		})
	}()
	if got := meta(t, d, "k"); got != "" {
		t.Errorf("the write stands: %q", got)
	}
	// The write lock is free again.
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "w") })
	if got := meta(t, d, "k"); got != "w" {
		t.Errorf("the next write gives %q", got)
	}
}

func TestAReadSeesOneStateWhileAWriterCommits(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "old") })
	err := d.Read(context.Background(), func(tx *db.Tx) error {
		before, err := tx.Meta("k")
		if err != nil {
			return err
		}
		write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "new") })
		after, err := tx.Meta("k")
		if before != "old" || after != "old" {
			t.Errorf("read %q, then %q", before, after)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := meta(t, d, "k"); got != "new" {
		t.Errorf("the next read sees %q", got)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	d := fresh(t)
	for name, read := range map[string]func(context.Context, func(*db.Tx) error) error{"Read": d.Read, "ReadAny": d.ReadAny} {
		err := read(context.Background(), func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
		if !errors.Is(err, db.ErrReadOnly) {
			t.Errorf("%s: error %v, want %v", name, err, db.ErrReadOnly)
		}
	}
}

func TestSQLOfAUserCannotMakeItsConnectionWritable(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	for _, text := range []string{
		`PRAGMA query_only = 0; DELETE FROM brain_meta`,
		`COMMIT; PRAGMA query_only = 0; DELETE FROM brain_meta`,
		`PRAGMA query_only = 0; PRAGMA user_version = 7`,
		`PRAGMA query_only = 0; ATTACH '` + d.Path() + `' AS again; DELETE FROM again.brain_meta`,
		`COMMIT; VACUUM INTO '` + filepath.Join(t.TempDir(), "copy.db") + `'`,
	} {
		err := d.ReadAny(context.Background(), func(tx *db.Tx) error {
			rows, err := tx.Rows(text)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
			}
			return rows.Err()
		})
		if err == nil {
			t.Errorf("%s: no error", text)
		}
	}
	if got := meta(t, d, "k"); got != "v" {
		t.Errorf("the row is gone: %q", got)
	}
	// Other readers' connections are not those that the user spoke to.
	if err := d.Read(context.Background(), func(tx *db.Tx) error { return tx.SetMeta("k", "w") }); err == nil {
		t.Error("a later read may write")
	}
}

// run runs SQL of a user to its last row.
func run(tx *db.Tx, text string) error {
	rows, err := tx.Rows(text)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
	}
	return rows.Err()
}

func TestSQLOfAUserCannotEndItsTransaction(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	change := `UPDATE brain_meta SET value = 'changed'; `
	for action, texts := range map[string][]string{
		"COMMIT":    {change + `COMMIT; ` + change, change + `END`, change + ` /* */ commit transaction; SELECT 1`, `COMMIT; ` + change + ` BEGIN`},
		"ROLLBACK":  {`ROLLBACK; ` + change},
		"BEGIN":     {change + `BEGIN IMMEDIATE; SELECT 1`},
		"SAVEPOINT": {`SAVEPOINT s; ` + change + `RELEASE s; SELECT 1`, change + `RELEASE s`, `ROLLBACK TO s; ` + change},
		"ATTACH":    {change + `ATTACH ':memory:' AS m`},
	} {
		for _, text := range texts {
			for name, call := range map[string]func(context.Context, func(*db.Tx) error) error{"ReadAny": d.ReadAny, "WriteAny": d.WriteAny} {
				if name == "ReadAny" {
					text = strings.ReplaceAll(text, change, `SELECT 1; `)
				}
				err := call(context.Background(), func(tx *db.Tx) error { return run(tx, text) })
				var refused *db.Refused
				if !errors.As(err, &refused) || refused.Action != action || !strings.HasPrefix(err.Error(), action+" is refused") {
					t.Errorf("%s %s: error %v", name, text, err)
				}
			}
			if got := meta(t, d, "k"); got != "v" {
				t.Fatalf("%s: a part of it stands: %q", text, got)
			}
		}
	}
}

func TestSQLOfAUserMayWriteWhereItIsAsked(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "brain.db"), db.Options{Create: true})
	ctx := context.Background()
	text := `INSERT INTO brain_meta VALUES ('k', 'v'); CREATE TABLE t(a); INSERT INTO t VALUES (1)`
	if err := d.WriteAny(ctx, func(tx *db.Tx) error { return run(tx, text) }); err != nil {
		t.Fatal(err)
	}
	if got := meta(t, d, "k"); got != "v" {
		t.Errorf("read %q", got)
	}
	// An error at the end takes the begin back, and what the SQL set on its connection ends with it.
	text = `PRAGMA foreign_keys = 0; UPDATE brain_meta SET value = 'w'; INSERT OR ROLLBACK INTO brain_meta VALUES ('k', 'x'); UPDATE brain_meta SET value = 'y'`
	if err := d.WriteAny(ctx, func(tx *db.Tx) error { return run(tx, text) }); err == nil {
		t.Error("no error")
	}
	if got := meta(t, d, "k"); got != "v" {
		t.Errorf("a part stands: %q", got)
	}
	write(t, d, func(tx *db.Tx) error {
		if err := run(tx, `SELECT 1`); err == nil {
			t.Error("SQL of a user runs unguarded")
		}
		return tx.SetMeta("k", "z")
	})
}

func TestAFullDiskIsSaidToBeFull(t *testing.T) {
	d := fresh(t)
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		var pages int
		if err := tx.QueryRow(`PRAGMA max_page_count = 1`, nil, &pages); err != nil { // no less than there are
			return err
		}
		return tx.SetMeta("k", strings.Repeat("x", 100_000))
	})
	if !errors.Is(err, db.ErrFull) {
		t.Errorf("error %v, want %v", err, db.ErrFull)
	}
	if got := meta(t, d, "k"); got != "v" {
		t.Errorf("a part stands: %q", got)
	}
}

func TestNowIsOneTimeInATransaction(t *testing.T) {
	clock := time.Date(2026, 1, 2, 3, 4, 5, 678_901_600, time.FixedZone("", 3600))
	d := open(t, filepath.Join(t.TempDir(), "brain.db"), db.Options{Create: true, Now: func() time.Time {
		clock = clock.Add(time.Hour)
		return clock
	}})
	write(t, d, func(tx *db.Tx) error {
		if first, second := tx.Now, tx.Now; first != second || first.Location() != time.UTC || first.Nanosecond() != 678_902_000 {
			t.Errorf("now is %v, then %v", first, second)
		}
		return nil
	})
}

func TestACancelledWriteIsUndone(t *testing.T) {
	d := fresh(t)
	ctx, cancel := context.WithCancel(context.Background())
	err := d.Write(ctx, func(tx *db.Tx) error {
		if err := tx.SetMeta("k", "v"); err != nil {
			return err
		}
		cancel()
		return tx.SetMeta("l", "v")
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got := meta(t, d, "k"); got != "" {
		t.Errorf("the write stands: %q", got)
	}
}

func TestWritersOfManyHandlesLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	const writers, each = 4, 20
	var group sync.WaitGroup
	for w := range writers {
		d := open(t, path, db.Options{Create: true})
		group.Go(func() {
			for i := range each {
				err := d.Write(context.Background(), func(tx *db.Tx) error {
					// Read, then write: the lock must be taken before the read.
					n, err := tx.Meta("sum")
					if err != nil {
						return err
					}
					sum, _ := strconv.Atoi(n)
					return tx.SetMeta("sum", strconv.Itoa(sum+1))
				})
				if err != nil {
					t.Errorf("writer %d, write %d: %v", w, i, err)
				}
			}
		})
	}
	group.Wait()
	if got := meta(t, open(t, path, db.Options{}), "sum"); got != strconv.Itoa(writers*each) {
		t.Errorf("%s of %d writes are there", got, writers*each)
	}
}

func TestAKilledWriterLosesNothingItAcknowledged(t *testing.T) {
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "brain.db")
		c := child(t, "write", path)
		stdout, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		acknowledged := -1
		lines := bufio.NewScanner(stdout)
		for lines.Scan() {
			n, err := strconv.Atoi(lines.Text())
			if err != nil {
				t.Fatalf("child says %q", lines.Text())
			}
			acknowledged = n
			if n == 30+7*round {
				if err := c.Process.Kill(); err != nil { // SIGKILL: nothing is flushed or closed
					t.Fatal(err)
				}
			}
		}
		c.Wait()
		if acknowledged < 30 {
			t.Fatalf("the child stopped by itself after %d", acknowledged)
		}
		d := open(t, path, db.Options{})
		err = d.Read(context.Background(), func(tx *db.Tx) error {
			var check string
			if err := tx.QueryRow(`PRAGMA integrity_check`, nil, &check); err != nil {
				return err
			}
			if check != "ok" {
				t.Errorf("integrity_check: %s", check)
			}
			for n := range acknowledged + 1 {
				if v, err := tx.Meta(fmt.Sprintf("n%d", n)); err != nil || v != "written" {
					return fmt.Errorf("acknowledged write %d of %d is lost (%v)", n, acknowledged, err)
				}
			}
			// A transaction is there whole or not at all.
			var halves int
			err := tx.QueryRow(`SELECT count(*) FROM brain_meta WHERE key LIKE 'filler %' AND NOT EXISTS (
				SELECT 1 FROM brain_meta n WHERE n.key = 'n' || substr(brain_meta.key, 8))`, nil, &halves)
			if halves != 0 {
				t.Errorf("%d transactions are there in part", halves)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		write(t, d, func(tx *db.Tx) error { return tx.SetMeta("after", strings.Repeat("x", 10)) })
	}
}
