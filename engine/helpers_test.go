package engine_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"brain/engine"
)

var ctx = context.Background()

// brain is an engine on a new file. What it says on the side goes to the test's log.
func brain(t *testing.T) *engine.Engine {
	t.Helper()
	return onFile(t, filepath.Join(t.TempDir(), "brain.db"))
}

func onFile(t *testing.T, path string) *engine.Engine {
	t.Helper()
	e := engine.New(engine.Config{Path: path, Notice: func(s string) { t.Log("notice:", s) }})
	t.Cleanup(func() { e.Close() })
	return e
}

// must ends the test if a method fails.
func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// fileTime is the time of all files that tree writes, unless touch says otherwise.
var fileTime = time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)

// tree writes files below dir.
func tree(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		touch(t, path, fileTime)
	}
}

func touch(t *testing.T, path string, at time.Time) {
	t.Helper()
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// digest closes the engine, so that all is in the one file, and gives the digest of its bytes.
func digest(t *testing.T, e *engine.Engine) string {
	t.Helper()
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(e.Path + "-wal"); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the WAL is still there: %v", err)
	}
	data, err := os.ReadFile(e.Path)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))
}

// column runs SQL and gives the first column as text.
func column(t *testing.T, e *engine.Engine, query string) []string {
	t.Helper()
	out := []string{}
	for _, row := range must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: query})).Rows {
		out = append(out, fmt.Sprint(row[0]))
	}
	return out
}

// found asks by text alone and gives the ids of the entities in order.
func found(t *testing.T, e *engine.Engine, text string) []string {
	t.Helper()
	out := []string{}
	for _, r := range must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: text, Unified: true, Limit: 20, TextOnly: true})).Results {
		out = append(out, r.EntityID)
	}
	return out
}

func export(t *testing.T, e *engine.Engine) string {
	t.Helper()
	var b bytes.Buffer
	if err := must[engine.Stream](t)(e.EntriesExport(ctx, engine.EntriesExportInput{}))(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// lines writes a file of entries.
func lines(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "entries.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
