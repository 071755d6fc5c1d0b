package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestDoctorRepairsWhatCanBeMadeAgain(t *testing.T) {
	e := counted(t)
	save(t, e, "Ledger", "runs at night")
	if r := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{})); r.Problems != 0 || r.Verdict() != nil {
		t.Errorf("new: %s", toJSON(t, r))
	}
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `DELETE FROM memory_chunks; INSERT INTO memories_fts(memories_fts) VALUES ('delete-all')`}))
	broken := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{}))
	if broken.Problems < 2 || engine.ExitCode(broken.Verdict()) != 1 {
		t.Errorf("broken: %s", toJSON(t, broken))
	}
	if r := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{Fix: true})); r.Problems != 0 || r.Fixed == 0 {
		t.Errorf("fixed: %s", toJSON(t, r))
	}
	if r := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{})); r.Problems != 0 {
		t.Errorf("after it: %s", toJSON(t, r))
	}
	if got := titles(t, e, engine.SearchInput{Text: "ledger", NoSemantic: true}); len(got) != 1 {
		t.Errorf("by words: %v", got)
	}
}

func TestASetIsMeasuredBesideSimpleSystems(t *testing.T) {
	e := counted(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"corpus.jsonl":  `{"id":"a","title":"Ledger","text":"the ledger runs at night"}` + "\n" + `{"id":"b","title":"","text":"quokkas of the zoo"}` + "\n" + `{"id":"c","title":"Beacon","text":"listens on a port"}` + "\n",
		"queries.jsonl": `{"id":"1","text":"when does the ledger run"}` + "\n" + `{"id":"2","text":"quokkas"}` + "\n" + `{"id":"3","text":"nobody asks"}` + "\n",
		"qrels.tsv":     "query\tdocument\tgrade\n1\ta\t1\n2\tb\t2\n2\tc\t1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := e.Eval(ctx, engine.EvalInput{Set: dir, Baselines: true})
	if err != nil {
		t.Fatal(err)
	}
	r := got.(*engine.EvalSetResult)
	var names []string
	for _, s := range r.Systems {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"brain search", "FTS5", "FTS5 without stop words", "dense", "RRF", "min-max"}, names); diff != "" || r.Documents != 3 || r.Queries != 2 {
		t.Errorf("%s\n%s", toJSON(t, r), diff)
	}
	// By words the second question finds one of its two documents, the better one: (1 + 2/(2+1/log2(3)))/2 = .8801.
	if s := r.Systems[1]; s.MRR10 != 1 || s.Recall5 != 0.75 || s.NDCG10 != 0.8801 {
		t.Errorf("FTS5: %+v", s)
	}
	if _, err := os.Stat(e.Path); err == nil {
		t.Error("the user's file was made")
	}
	for _, in := range []engine.EvalInput{{}, {Set: dir, Golden: "x"}} {
		if _, err := e.Eval(ctx, in); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%+v: %v", in, err)
		}
	}
}
