//go:build unix

package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	return path
}

// TestAPipeThatSaysNothingCanBeStopped covers both waits: for a writer, and for what it writes.
func TestAPipeThatSaysNothingCanBeStopped(t *testing.T) {
	for name, read := range map[string]func(context.Context, *engine.Engine, string) error{
		"entries import": func(ctx context.Context, e *engine.Engine, file string) error {
			_, err := e.EntriesImport(ctx, engine.EntriesImportInput{File: file})
			return err
		},
		"graph import": func(ctx context.Context, e *engine.Engine, file string) error {
			_, err := e.GraphImport(ctx, engine.GraphImportInput{File: file})
			return err
		},
	} {
		for _, writer := range []bool{false, true} {
			e, pipe := brain(t), fifo(t)
			if writer {
				w, err := os.OpenFile(pipe, os.O_RDWR, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				if _, err := w.WriteString("{"); err != nil {
					t.Fatal(err)
				}
			}
			stopped, cancel := context.WithCancel(ctx)
			time.AfterFunc(50*time.Millisecond, cancel)
			if err := read(stopped, e, pipe); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, with a writer %v: %v", name, writer, err)
			}
		}
	}
}

func TestWaitingForInputLocksNobodyOut(t *testing.T) {
	e, pipe := brain(t), fifo(t)
	w, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	waiting, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() {
		_, err := e.EntriesImport(waiting, engine.EntriesImportInput{File: pipe})
		done <- err
	}()
	var first strings.Builder
	for i := range 1000 {
		first.WriteString(atLeastOne(num(i), ""))
	}
	if _, err := w.WriteString(first.String() + atLeastOne("waits", "")); err != nil {
		t.Fatal(err)
	}
	// Another process writes while this one waits for its next line; what was a whole batch is in the file.
	other := onFile(t, e.Path)
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		r, err := other.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, atLeastOne("other", ""))})
		if err != nil {
			t.Fatal(err)
		}
		if got := column(t, other, `SELECT count(*) FROM brain_entries`); cmp.Equal(got, []string{"1001"}) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the batch is not in: %+v", r)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestAParameterFromAPipeIsRefused(t *testing.T) {
	e := brain(t)
	_, err := e.SQL(ctx, engine.SQLInput{Statement: `SELECT :x`, Param: []string{"x=@" + fifo(t)}})
	if !errors.Is(err, engine.ErrUsage) || !strings.Contains(err.Error(), "is no regular file") {
		t.Errorf("error %v", err)
	}
}
