package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/engine"
)

// answered runs what is left to be done once an answer is out.
func answered(t *testing.T, result any) {
	t.Helper()
	later, ok := result.(engine.Afterwards)
	if !ok {
		t.Fatalf("%T leaves nothing to be done", result)
	}
	later.Afterwards(ctx)
}

// TestRecallsAreWrittenIntoABrainCLIFileAsItIs: its own program counts and logs there too, and the file stays its own.
func TestRecallsAreWrittenIntoABrainCLIFileAsItIs(t *testing.T) {
	for name, want := range map[string]struct {
		counted bool
		logged  int
	}{"v4_fts_only": {true, 2}, "v4_with_vectors": {true, 2}, "stage_v3_2": {true, 0}, "stage_base_nofts": {false, 0}} {
		e := cliFile(t, name)
		columns := column(t, e, `SELECT group_concat(name) FROM pragma_table_info('memories')`)
		uid := column(t, e, `SELECT uid FROM memories WHERE title LIKE '%acuum%' ORDER BY id LIMIT 1`)[0]
		count := func() []string {
			if !want.counted {
				return nil
			}
			return column(t, e, `SELECT access_count || ' ' || (last_accessed_at IS NOT NULL) FROM memories WHERE uid = '`+uid+`'`)
		}
		before := count()
		answered(t, must[any](t)(e.Show(ctx, engine.ShowInput{Ref: uid})))
		answered(t, must[*engine.ContextResult](t)(e.Context(ctx, engine.ContextInput{Text: "vacuum", Limit: 1, NoSemantic: true})))
		if got := count(); want.counted && (cmp.Equal(got, before) || !strings.HasSuffix(got[0], " 1")) {
			t.Errorf("%s: counted %q, before %q", name, got, before)
		}
		if want.logged > 0 {
			if got := column(t, e, `SELECT count(*) FROM recall_log WHERE recalled_at > datetime('now', '-1 hour')`); got[0] != "2" {
				t.Errorf("%s: %s recalls", name, got)
			}
		}
		if got := column(t, e, `SELECT count(*) FROM sqlite_schema WHERE name IN ('brain_meta', 'memory_pending')`); got[0] != "0" {
			t.Errorf("%s: it was migrated", name)
		}
		if diff := cmp.Diff(columns, column(t, e, `SELECT group_concat(name) FROM pragma_table_info('memories')`)); diff != "" {
			t.Errorf("%s: columns\n%s", name, diff)
		}
		if copies, _ := filepath.Glob(e.Path + ".bak*"); len(copies) > 0 {
			t.Errorf("%s: copied to %q", name, copies)
		}
		if !want.counted {
			old, err := os.ReadFile("../testdata/brain-cli/dbs/" + name + ".db")
			if now, again := os.ReadFile(e.Path); err != nil || again != nil || string(now) != string(old) {
				t.Errorf("%s: its bytes changed", name)
			}
		}
	}
}

// TestWhatABrainCLIFileRecalledIsNoNews: the guard against echoes works before brain's first write.
func TestWhatABrainCLIFileRecalledIsNoNews(t *testing.T) {
	e := cliFile(t, "v4_with_vectors")
	row := must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: `SELECT uid, title, content FROM memories WHERE deleted_at IS NULL AND invalid_at IS NULL AND length(content) BETWEEN 20 AND 300 ORDER BY id LIMIT 1`})).Rows[0]
	uid, title, content := row[0].(string), row[1].(string), row[2].(string)
	ask := func() *engine.Packet {
		// The same words, so the same vector, and another hash.
		return must[*engine.ReconcileResult](t)(e.Reconcile(ctx, engine.ReconcileInput{Title: title, Content: "( " + content + " )"})).Packet
	}
	if p := ask(); p.Suggestion != "update" || p.Neighbors[0].UID != uid {
		t.Errorf("before it was recalled: %s", toJSON(t, p))
	}
	answered(t, must[*engine.ContextResult](t)(e.Context(ctx, engine.ContextInput{Text: title, Limit: 5, Budget: 2000})))
	if p := ask(); p.Suggestion != "noop" || *p.TargetUID != uid || !p.Neighbors[0].RecalledRecently {
		t.Errorf("after it: %s", toJSON(t, p))
	}
	if column(t, e, `SELECT count(*) FROM sqlite_schema WHERE name = 'brain_meta'`)[0] != "0" {
		t.Error("the file was migrated")
	}
}

// TestTheFirstHarvestComparesByMeaning: what is saved first gives the file its model, and the rest is compared with it.
func TestTheFirstHarvestComparesByMeaning(t *testing.T) {
	sequential(t)
	three := `[{"type":"learning","title":"Ledger export runs hourly","content":"It writes CSV into the bucket."},
		{"type":"decision","title":"Beacon keeps a ledger of probes","content":"One row a minute, thirty days."},
		{"type":"bug","title":"Quokka parser drops trailing ledger commas","content":"Fixed by reading one token further."},
		{"type":"note","title":"Ledger export runs hourly!","content":"It writes CSV into the bucket"}]`
	for name, prepare := range map[string]func(*engine.Engine){
		"no file":       func(*engine.Engine) {},
		"an empty file": func(e *engine.Engine) { must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{})) },
		"only deletions": func(e *engine.Engine) {
			must[*engine.UIDResult](t)(e.Delete(ctx, engine.UIDInput{UID: save(t, e, "Ledger", "gone")}))
		},
	} {
		e := counted(t)
		prepare(e)
		model(t, three)
		r := harvest(t, e, engine.HarvestInput{Path: transcript(t, "what of the ledger?")})
		if len(r.Added) != 3 || r.Queued != 1 || r.Noop != 0 {
			t.Errorf("%s: %d added, %d queued, %d known: %s", name, len(r.Added), r.Queued, r.Noop, toJSON(t, r))
			continue
		}
		queue, err := os.ReadFile(r.Queue)
		if err != nil || !strings.Contains(string(queue), `"suggestion": "update"`) || strings.Contains(string(queue), `"sim": null`) {
			t.Errorf("%s: %v, queue %s", name, err, queue)
		}
	}
}

// TestASaveWaitsForALongWrite: what would be lost waits for a minute, and tells of it.
func TestASaveWaitsForALongWrite(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for two seconds")
	}
	e := counted(t)
	save(t, e, "First", "makes the file")
	other, err := db.Open(ctx, e.Path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	told, locked, done := make(chan string, 9), make(chan struct{}), make(chan error, 1)
	waiting := engine.New(engine.Config{Path: e.Path, Notice: func(s string) { told <- s }})
	defer waiting.Close()
	go func() {
		<-locked
		_, err := waiting.Save(ctx, engine.SaveInput{AddInput: engine.AddInput{Type: "note", Title: "Second"}})
		done <- err
	}()
	err = other.Write(ctx, func(*db.Tx) error {
		close(locked)
		if text := <-told; !strings.Contains(text, "waiting for another process") {
			t.Errorf("told %q", text)
		}
		return nil
	})
	if again := <-done; err != nil || again != nil {
		t.Fatal(err, again)
	}
	if got := column(t, e, `SELECT count(*) FROM memories`); got[0] != "2" || len(told) != 0 {
		t.Errorf("%s memories, told %d times more", got, len(told))
	}
}
