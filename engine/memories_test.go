package engine_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"brain/db"
	"brain/engine"
	"brain/merge"
)

// counted is an engine on a new file whose vectors are counted words: no test here needs the model.
func counted(t *testing.T) *engine.Engine {
	t.Helper()
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	t.Setenv("HOME", t.TempDir())
	return brain(t)
}

// cliFile is an engine on a copy of a file that brain-cli wrote.
func cliFile(t *testing.T, name string) *engine.Engine {
	t.Helper()
	e := counted(t)
	data, err := os.ReadFile("../testdata/brain-cli/dbs/" + name + ".db")
	if err == nil {
		err = os.WriteFile(e.Path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func save(t *testing.T, e *engine.Engine, title, content string) string {
	t.Helper()
	return must[*engine.SaveResult](t)(e.Save(ctx, engine.SaveInput{AddInput: engine.AddInput{Type: "note", Title: title, Content: content}})).UID
}

// titles are those of the hits of a search.
func titles(t *testing.T, e *engine.Engine, in engine.SearchInput) []string {
	t.Helper()
	if in.Limit == 0 {
		in.Limit = 10
	}
	out := []string{}
	for _, h := range must[*engine.SearchResult](t)(e.Search(ctx, in)).Hits {
		out = append(out, h.Title)
	}
	return out
}

// heard is an engine on the same file that keeps its notices.
func heard(t *testing.T, path string, enc func() (engine.Encoder, error)) (*engine.Engine, *[]string) {
	t.Helper()
	var notices []string
	e := engine.New(engine.Config{Path: path, Encoder: enc, Notice: func(s string) { notices = append(notices, s) }})
	t.Cleanup(func() { e.Close() })
	return e, &notices
}

func TestReadingABrainCLIFileChangesNothing(t *testing.T) {
	for _, name := range []string{"stage_base_nofts", "stage_base_oldfts", "stage_v3_2", "v4_fts_only", "v4_with_vectors"} {
		e := cliFile(t, name)
		before, err := os.ReadFile(e.Path)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []struct{ op, params string }{
			{"search", `{"query":"vacuum"}`}, {"search", `{"query":""}`}, {"get", `{"ref":"lk2aaaaaaaa2"}`}, {"context", `{"query":"vacuum"}`},
			{"history", `{"ref":"lk2aaaaaaaa2"}`}, {"recent", `{}`}, {"tags", `{}`}, {"stats", `{}`}, {"doctor", `{}`}, {"consolidate", `{}`},
			{"reconcile", `{"title":"Vacuum"}`}, {"query", `{"text":"vacuum"}`}, {"migrate", `{"dry-run":true}`}, {"config list", `{}`},
		} {
			if _, err := engine.Find(call.op).Run(ctx, e, json.RawMessage(call.params)); err != nil {
				t.Errorf("%s: %s %s: %v", name, call.op, call.params, err)
			}
			// What is written after the answer is another test's: TestRecallsAreWrittenIntoABrainCLIFileAsItIs.
		}
		e.Close()
		after, err := os.ReadFile(e.Path)
		if err != nil || string(before) != string(after) {
			t.Errorf("%s was changed, %v", name, err)
		}
	}
}

func TestAnAnswerComesWhileAnotherWrites(t *testing.T) {
	e := counted(t)
	uid := save(t, e, "Ledger", "runs at night")
	other, err := db.Open(ctx, e.Path, db.Options{Functions: merge.Functions()})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	recall := func() {
		t.Helper()
		got, err := e.Get(ctx, engine.GetInput{UID: uid})
		if err != nil {
			t.Fatal(err)
		}
		got.(engine.Afterwards).Afterwards(ctx)
		block := must[*engine.ContextResult](t)(e.Context(ctx, engine.ContextInput{Text: "ledger", Budget: 100, Limit: 20}))
		block.Afterwards(ctx)
		if len(block.Memories) != 1 {
			t.Errorf("context: %+v", block)
		}
	}
	if err := other.Write(ctx, func(*db.Tx) error { recall(); return nil }); err != nil {
		t.Fatal(err)
	}
	if got := column(t, e, `SELECT access_count || ' ' || (SELECT count(*) FROM recall_log) FROM memories`); got[0] != "0 0" {
		t.Errorf("while another wrote: %v", got)
	}
	recall()
	if got := column(t, e, `SELECT access_count || ' ' || (SELECT count(*) FROM recall_log) FROM memories`); got[0] != "1 2" {
		t.Errorf("after it: %v", got)
	}
}

func TestOfManyThatSaveTheSameOneWins(t *testing.T) {
	e := counted(t)
	must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{}))
	var wg sync.WaitGroup
	var mu sync.Mutex
	uids, saved := map[string]bool{}, 0
	for range 8 {
		other := onFile(t, e.Path)
		wg.Go(func() {
			r, err := other.Save(ctx, engine.SaveInput{AddInput: engine.AddInput{Type: "note", Title: "One", Content: "fact"}})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			uids[r.UID] = true
			if !r.Duplicate {
				saved++
			}
		})
	}
	wg.Wait()
	if saved != 1 || len(uids) != 1 {
		t.Errorf("%d saved, uids %v", saved, uids)
	}
}

func TestUnknownUIDsNameTheNearest(t *testing.T) {
	e := cliFile(t, "v4_fts_only")
	for op, params := range map[string]string{"get": `{"ref":"lk2aaaaaaaa3"}`, "delete": `{"ref":"lk2aaaaaaaa3"}`, "invalidate": `{"uid":"lk2aaaaaaaa3"}`,
		"update": `{"uid":"lk2aaaaaaaa3","append":"x"}`, "link": `{"from":"lk2aaaaaaaa3","to":"lk2bbbbbbbb2","kind":"cites"}`} {
		_, err := engine.Find(op).Run(ctx, e, json.RawMessage(params))
		told := engine.Explain(err)
		if err == nil || engine.ExitCode(err) != 1 || !strings.Contains(told.Problem, "lk2aaaaaaaa3") || !strings.Contains(told.Fix, "lk2aaaaaaaa2") {
			t.Errorf("%s: %+v", op, told)
		}
	}
}

func TestAMemoryIsNamedByItsCitationToo(t *testing.T) {
	e := counted(t)
	uid := save(t, e, "Ledger", "runs at night")
	citation := column(t, e, `SELECT citation_id FROM brain_entries`)[0]
	got, err := e.Get(ctx, engine.GetInput{UID: citation})
	if m, ok := got.(*engine.GetResult); err != nil || !ok || m.UID != uid {
		t.Errorf("get %s: %+v, %v", citation, got, err)
	}
	if r := must[*engine.HistoryResult](t)(e.History(ctx, engine.UIDInput{UID: citation})); len(r.Alterations) != 1 {
		t.Errorf("history: %+v", r)
	}
	dir := t.TempDir()
	tree(t, dir, map[string]string{"page.md": "# Page\n\nof words"})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	page := column(t, e, `SELECT citation_id FROM brain_entries WHERE source = 'gbrain'`)[0]
	if got, err := e.Get(ctx, engine.GetInput{UID: page}); err != nil || got.(*engine.CiteResult).EntityName != "Page" {
		t.Errorf("get %s: %+v, %v", page, got, err)
	}
}

func TestReconcileSavesWhatIsNewOnce(t *testing.T) {
	e := counted(t)
	in := engine.ReconcileInput{Type: "learning", Title: "Beacon listens on 9151", Content: "novel", Auto: true}
	first := must[*engine.ReconcileResult](t)(e.Reconcile(ctx, in))
	if first.UID == "" || first.Verdict() != nil {
		t.Errorf("%+v", first)
	}
	again := must[*engine.ReconcileResult](t)(e.Reconcile(ctx, in))
	if again.UID != first.UID || engine.ExitCode(again.Verdict()) != 2 || engine.Explain(again.Verdict()).Packet == nil {
		t.Errorf("%+v: %v", again, again.Verdict())
	}
	in.Content = "novel, and moved"
	near := must[*engine.ReconcileResult](t)(e.Reconcile(ctx, in))
	if near.UID != "" || engine.ExitCode(near.Verdict()) != 3 || near.Packet.Suggestion != "review" || len(near.Packet.Neighbors) != 1 {
		t.Errorf("%s: %v", toJSON(t, near.Packet), near.Verdict())
	}
	if got := column(t, e, `SELECT count(*) FROM memories`); got[0] != "1" {
		t.Errorf("memories: %v", got)
	}
}

func TestSettingsHoldForTheFile(t *testing.T) {
	e := counted(t)
	if s := must[*engine.Setting](t)(e.ConfigSet(ctx, engine.ConfigSetInput{Key: "search.in", Value: "memory, gbrain"})); s.Value != "memory, gbrain" || s.Default != "memory" {
		t.Errorf("set: %+v", s)
	}
	if _, err := e.ConfigSet(ctx, engine.ConfigSetInput{Key: "search.in", Value: "mail"}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("mail: %v", err)
	}
	if _, err := e.ConfigGet(ctx, engine.ConfigGetInput{Key: "search.inn"}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("an unknown key: %v", err)
	}
	other := onFile(t, e.Path)
	if s := must[*engine.Setting](t)(other.ConfigGet(ctx, engine.ConfigGetInput{Key: "search.in"})); s.Value != "memory, gbrain" {
		t.Errorf("another process reads %+v", s)
	}
	if s := must[*engine.Setting](t)(e.ConfigSet(ctx, engine.ConfigSetInput{Key: "search.in"})); s.Value != s.Default {
		t.Errorf("taken back: %+v", s)
	}
	if r := must[*engine.ConfigListResult](t)(e.ConfigList(ctx, engine.ConfigListInput{})); len(r.Settings) != 2 {
		t.Errorf("list: %+v", r)
	}
	if _, err := e.Search(ctx, engine.SearchInput{Text: "x", Rank: "luck"}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("rank luck: %v", err)
	}
}
