package db_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func init() { children["line"] = lineChild }

// nameEnv is what a lineChild writes.
const nameEnv = "BRAIN_DB_TEST_NAME"

// lineChild adds its name to what is written, in its turn. One named "holder" says that it writes and never ends.
func lineChild(path string) int {
	db.SetStandstill(time.Hour)
	d, err := db.Open(context.Background(), path, db.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer d.Close()
	name := os.Getenv(nameEnv)
	err = patiently(d, context.Background(), func(tx *db.Tx) error {
		if name == "holder" {
			fmt.Println("writes")
			time.Sleep(time.Hour) // without cgo the runtime would end a program that only selects
		}
		return appendTo(tx, name)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func appendTo(tx *db.Tx, name string) error {
	served, err := tx.Meta("served")
	if err != nil {
		return err
	}
	return tx.SetMeta("served", served+name+" ")
}

// until waits for what another goroutine or process is about to do.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within five minutes", what)
		}
	}
}

// patiently is Write that waits for as long as the test needs to bring others into the line.
func patiently(d *db.DB, ctx context.Context, fn func(*db.Tx) error) error {
	return d.WriteWithin(ctx, time.Hour, time.Hour, nil, fn)
}

// hold writes until the function that it gives is called, which says how the write ended.
func hold(t *testing.T, d *db.DB) (end func() error) {
	t.Helper()
	writes, free, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- patiently(d, context.Background(), func(*db.Tx) error {
			close(writes)
			<-free
			return nil
		})
	}()
	<-writes
	end = sync.OnceValue(func() error {
		close(free)
		return <-done
	})
	t.Cleanup(func() { end() })
	return end
}

func TestWritersAreServedInTheOrderInWhichTheyCome(t *testing.T) {
	defer db.SetStandstill(time.Hour)()
	d := fresh(t)
	end := hold(t, d)
	const writers = 40 // more than the kernel is asked to wake
	var served, want []int
	var group sync.WaitGroup
	for n := range writers {
		w := d
		if n%2 == 0 {
			w = open(t, d.Path(), db.Options{})
		}
		group.Go(func() {
			err := patiently(w, context.Background(), func(*db.Tx) error {
				served = append(served, n) // one writes at a time
				return nil
			})
			if err != nil {
				t.Errorf("writer %d: %v", n, err)
			}
		})
		until(t, fmt.Sprintf("writer %d stands in line", n), func() bool { return d.InLine(t) == n+2 })
		want = append(want, n)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	group.Wait()
	if diff := cmp.Diff(want, served); diff != "" {
		t.Errorf("served in another order (-came +served):\n%s", diff)
	}
	if n := d.InLine(t); n != 0 {
		t.Errorf("%d are left in line", n)
	}
}

func TestAWriterThatComesAgainAndAgainPassesNobody(t *testing.T) {
	defer db.SetStandstill(time.Hour)()
	d := fresh(t)
	busy, stop := context.WithCancel(context.Background())
	var group sync.WaitGroup
	const greedy = 3
	writes := 0 // of the greedy ones; only who writes looks at it
	for range greedy {
		w := open(t, d.Path(), db.Options{})
		group.Go(func() {
			for busy.Err() == nil {
				if err := patiently(w, context.Background(), func(*db.Tx) error { writes++; return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 20 {
		end := hold(t, d)
		before := writes
		passed := make(chan int, 1)
		go func() {
			if err := patiently(d, context.Background(), func(*db.Tx) error { passed <- writes - before; return nil }); err != nil {
				t.Error(err)
				passed <- 0
			}
		}()
		until(t, "all stand in line", func() bool { return d.InLine(t) == greedy+2 })
		if err := end(); err != nil {
			t.Error(err)
		}
		if n := <-passed; n > greedy {
			t.Errorf("%d writes of %d others came before", n, greedy)
		}
	}
	stop()
	group.Wait()
}

func TestProcessesAreServedInOrderThoughSomeAreKilled(t *testing.T) {
	d := fresh(t)
	start := func(name string) *exec.Cmd {
		c := child(t, "line", d.Path())
		c.Env = append(c.Env, nameEnv+"="+name)
		t.Cleanup(func() {
			c.Process.Kill()
			c.Wait()
		})
		return c
	}
	holder := start("holder")
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "writes\n" {
		t.Fatalf("the holder says %q, %v", line, err)
	}
	var waiting []*exec.Cmd
	for n := range 6 {
		c := start(fmt.Sprint(n))
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		waiting = append(waiting, c)
		until(t, "a process stands in line", func() bool { return d.InLine(t) == n+2 })
	}
	// SIGKILL to two in line, then to the one who writes.
	for _, c := range []*exec.Cmd{waiting[1], waiting[4], holder} {
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		c.Wait()
	}
	for n, c := range waiting {
		if err := c.Wait(); n != 1 && n != 4 && err != nil {
			t.Errorf("process %d: %v", n, err)
		}
	}
	if got := meta(t, d, "served"); got != "0 2 3 5 " {
		t.Errorf("served %q", got)
	}
}

func TestWhoGivesUpLeavesTheLine(t *testing.T) {
	defer db.SetStandstill(time.Hour)()
	d := fresh(t)
	end := hold(t, d)
	ctx, cancel := context.WithCancel(context.Background())
	first, second := make(chan error, 1), make(chan error, 1)
	other := open(t, d.Path(), db.Options{})
	go func() {
		first <- patiently(other, ctx, func(*db.Tx) error { return errors.New("was served") })
	}()
	until(t, "the first stands in line", func() bool { return d.InLine(t) == 2 })
	go func() {
		second <- patiently(d, context.Background(), func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	}()
	until(t, "the second stands in line", func() bool { return d.InLine(t) == 3 })
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if n := d.InLine(t); n != 2 {
		t.Errorf("%d stand in line, want who writes and the second", n)
	}
	// A time that is over is an end as well.
	if err := d.TryWriteFor(context.Background(), time.Millisecond, func(*db.Tx) error { return nil }); !errors.Is(err, db.ErrBusy) {
		t.Errorf("error %v, want %v", err, db.ErrBusy)
	}
	if n := d.InLine(t); n != 2 {
		t.Errorf("%d stand in line after it", n)
	}
	if err := errors.Join(end(), <-second); err != nil {
		t.Error(err)
	}
	if got := meta(t, d, "k"); got != "v" {
		t.Errorf("the second has written %q", got)
	}
}

func TestWhoHearsThatItWaitsKeepsItsPlace(t *testing.T) {
	defer db.SetStandstill(time.Hour)()
	d := fresh(t)
	end := hold(t, d)
	told := make(chan struct{})
	first, second := make(chan error, 1), make(chan error, 1)
	go func() {
		first <- d.WriteWithin(context.Background(), time.Hour, time.Nanosecond, func() { close(told) }, func(tx *db.Tx) error { return appendTo(tx, "first") })
	}()
	until(t, "the first stands in line", func() bool { return d.InLine(t) == 2 })
	go func() {
		second <- patiently(d, context.Background(), func(tx *db.Tx) error { return appendTo(tx, "second") })
	}()
	until(t, "the second stands in line", func() bool { return d.InLine(t) == 3 })
	<-told
	if err := errors.Join(end(), <-first, <-second); err != nil {
		t.Error(err)
	}
	if got := meta(t, d, "served"); got != "first second " {
		t.Errorf("served %q", got)
	}
	untold := func() { t.Error("told of a wait where there was none") }
	if err := d.WriteWithin(context.Background(), time.Hour, time.Minute, untold, func(*db.Tx) error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestOneWhoStandsInLineAndSleepsStopsNobodyForLong(t *testing.T) {
	defer db.SetStandstill(time.Millisecond)()
	d := fresh(t)
	leave := d.HoldPlace(t)
	called := false
	err := d.TryWrite(context.Background(), func(*db.Tx) error { called = true; return nil })
	if !errors.Is(err, db.ErrBusy) || called {
		t.Errorf("a try has passed the one before it: %v", err)
	}
	write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	if got := meta(t, d, "k"); got != "v" {
		t.Errorf("written %q", got)
	}
	leave()
	if err := d.TryWrite(context.Background(), func(*db.Tx) error { return nil }); err != nil {
		t.Errorf("a try after it: %v", err)
	}
}

func TestWhereNoLineCanBeFormedWritersWriteAllTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	var all []*db.DB
	for range 3 {
		all = append(all, open(t, path, db.Options{Create: true}))
		write(t, all[len(all)-1], func(*db.Tx) error { return nil })
	}
	wal := path + "-wal"
	if err := errors.Join(os.Rename(wal, wal+".away"), os.Mkdir(wal, 0o700)); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for n, d := range all {
		group.Go(func() {
			for range 10 {
				if err := d.Write(context.Background(), func(tx *db.Tx) error { return appendTo(tx, fmt.Sprint(n)) }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if err := errors.Join(os.Remove(wal), os.Rename(wal+".away", wal)); err != nil {
		t.Fatal(err)
	}
	if got := len(strings.Fields(meta(t, all[0], "served"))); got != 30 {
		t.Errorf("%d of 30 writes are there", got)
	}
}

func TestAProgramThatKnowsOfNoLineIsWaitedFor(t *testing.T) {
	d := fresh(t)
	q, err := sql.Open("sqlite", d.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	q.SetMaxOpenConns(1)
	if _, err := q.Exec(`BEGIN IMMEDIATE; INSERT INTO brain_meta VALUES ('foreign', 'yes')`); err != nil {
		t.Fatal(err)
	}
	if err := d.TryWrite(context.Background(), func(*db.Tx) error { return nil }); !errors.Is(err, db.ErrBusy) {
		t.Errorf("a try beside it: %v", err)
	}
	done := make(chan error, 1)
	told := make(chan struct{})
	go func() {
		done <- d.WriteWithin(context.Background(), time.Hour, time.Millisecond, func() { close(told) }, func(tx *db.Tx) error {
			v, err := tx.Meta("foreign")
			if v != "yes" {
				t.Errorf("served before the foreign program has committed: %q", v)
			}
			return err
		})
	}()
	<-told
	if _, err := q.Exec(`COMMIT`); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestTheLineLeavesNothingBesideTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "brain.db")
	d := open(t, path, db.Options{Create: true})
	for range 3 {
		write(t, d, func(tx *db.Tx) error { return tx.SetMeta("k", "v") })
	}
	names := func() (out []string) {
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			out = append(out, e.Name())
		}
		return out
	}
	if got := names(); !slices.Equal(got, []string{"brain.db", "brain.db-shm", "brain.db-wal"}) {
		t.Errorf("at work: %q", got)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if got := names(); !slices.Equal(got, []string{"brain.db"}) {
		t.Errorf("closed: %q", got)
	}
}
