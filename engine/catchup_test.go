package engine_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/engine"
)

// behind is a file in which another program changed memories.
func behind(t *testing.T) *engine.Engine {
	t.Helper()
	e := counted(t)
	save(t, e, "Ledger", "runs at night")
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `INSERT INTO memories(uid, type, title, content, created_at, updated_at)
		VALUES ('aaaaaaaaaaaa', 'note', 'Wombat', 'digs by day', '2026-01-02 03:04:05', '2026-01-02 03:04:05')`}))
	if n := column(t, e, `SELECT count(*) FROM memory_pending`); n[0] != "1" {
		t.Fatalf("%s memories wait", n)
	}
	return e
}

// TestEntriesAreAskedUpToDate: what other programs changed is taken in before the entries are read.
func TestEntriesAreAskedUpToDate(t *testing.T) {
	for name, ask := range map[string]func(*engine.Engine){
		"query": func(e *engine.Engine) {
			if got := found(t, e, "wombat"); !cmp.Equal(got, []string{"aaaaaaaaaaaa"}) {
				t.Errorf("query: %v", got)
			}
		},
		"export": func(e *engine.Engine) {
			if !strings.Contains(export(t, e), "Wombat") {
				t.Error("export lacks it")
			}
		},
		"embed": func(e *engine.Engine) {
			if r := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{})); r.Embedded != 1 || r.Left != 0 {
				t.Errorf("embed: %+v", r)
			}
		},
		"merge": func(e *engine.Engine) { must[*engine.MergeResult](t)(e.Merge(ctx, engine.MergeInput{})) },
		"cite": func(e *engine.Engine) {
			must[*engine.CiteResult](t)(e.Cite(ctx, engine.CiteInput{Citation: "[BM:memory:aaaaaaaaaaaa:2026-01-02T03:04:05Z]"}))
		},
	} {
		e := behind(t)
		ask(e)
		if n := column(t, e, `SELECT count(*) FROM memory_pending`); n[0] != "0" {
			t.Errorf("%s: %s memories wait still", name, n)
		}
	}
}

// TestAQueryDoesNotWaitToBeUpToDate: while another process writes the answer comes, and says what it lacks.
func TestAQueryDoesNotWaitToBeUpToDate(t *testing.T) {
	path := behind(t).Path
	e, notices := heard(t, path, nil)
	other, err := db.Open(ctx, path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	err = other.Write(ctx, func(*db.Tx) error {
		if got := found(t, e, "ledger"); len(got) != 1 {
			t.Errorf("found %v", got)
		}
		return nil
	})
	if err != nil || len(*notices) != 1 || !strings.HasPrefix((*notices)[0], "1 memories that other programs changed are not taken in yet: another process is writing") {
		t.Errorf("%v, notices %q", err, *notices)
	}
}
