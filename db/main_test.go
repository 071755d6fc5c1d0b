package db_test

import (
	"bufio"
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"brain/db"
)

// childEnv makes the test binary another process of the kind that it names, working on the file in pathEnv.
const (
	childEnv = "BRAIN_DB_TEST_CHILD"
	pathEnv  = "BRAIN_DB_TEST_PATH"
)

// children are what the other process may be; files for one system add theirs.
var children = map[string]func(path string) int{"migrate": migrateChild, "write": writeChild}

func TestMain(m *testing.M) {
	if kind := os.Getenv(childEnv); kind != "" {
		run := children[kind]
		if run == nil { // running the tests instead would start this child again, without end
			fmt.Fprintln(os.Stderr, "no such child:", kind)
			os.Exit(1)
		}
		os.Exit(run(os.Getenv(pathEnv)))
	}
	os.Exit(m.Run())
}

// migrateChild opens the file, says so, waits for the word on stdin, and makes its first write.
func migrateChild(path string) int {
	d, err := db.Open(context.Background(), path, db.Options{Create: true})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer d.Close()
	fmt.Println("ready")
	bufio.NewReader(os.Stdin).ReadString('\n')
	err = d.Write(context.Background(), func(tx *db.Tx) error {
		return tx.SetMeta(fmt.Sprint(os.Getpid()), "was here")
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// writeChild writes numbers without end and tells of each once its transaction is committed.
func writeChild(path string) int {
	d, err := db.Open(context.Background(), path, db.Options{Create: true})
	for n := 0; err == nil; n++ {
		err = d.Write(context.Background(), func(tx *db.Tx) error {
			// The filler makes transactions of several pages, which a kill can cut in two.
			if err := tx.SetMeta(fmt.Sprintf("filler %d", n), strings.Repeat("x", 9000)); err != nil {
				return err
			}
			return tx.SetMeta(fmt.Sprintf("n%d", n), "written")
		})
		if err == nil {
			_, err = fmt.Println(n)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func child(t *testing.T, kind, path string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childEnv+"="+kind, pathEnv+"="+path)
	c.Stderr = os.Stderr
	return c
}

func open(t *testing.T, path string, o db.Options) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// fresh is a new file that has been migrated.
func fresh(t *testing.T) *db.DB {
	t.Helper()
	d := open(t, filepath.Join(t.TempDir(), "brain.db"), db.Options{Create: true})
	write(t, d, func(*db.Tx) error { return nil })
	return d
}

func write(t *testing.T, d *db.DB, fn func(*db.Tx) error) {
	t.Helper()
	if err := d.Write(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func meta(t *testing.T, d *db.DB, key string) string {
	t.Helper()
	var v string
	err := d.Read(context.Background(), func(tx *db.Tx) (err error) {
		v, err = tx.Meta(key)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// script runs SQL on a file as another program would.
func script(t *testing.T, path, text string) {
	t.Helper()
	q, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if _, err := q.Exec(text); err != nil {
		t.Fatal(err)
	}
}

// value asks a file one question as another program would.
func value(t *testing.T, path, query string) string {
	t.Helper()
	q, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	var v string
	if err := q.QueryRow(query).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

//go:embed testdata/braincli.sql
var brainCLI string

// brainCLIFile makes a file as brain-cli 3.4.0 leaves it, its memories of the given schema.
func brainCLIFile(t *testing.T, marker string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "memories.db")
	script(t, path, brainCLI+`INSERT INTO stats(key, value) VALUES ('brain_schema_version', '`+marker+`');`)
	return path
}

// dumped is the schema and the rows of brain-cli's own tables.
func dumped(t *testing.T, path string) string {
	t.Helper()
	return value(t, path, schemaOf) + value(t, path, `SELECT group_concat(uid || title || content) FROM memories`) +
		value(t, path, `SELECT group_concat(key || value) FROM stats`)
}
