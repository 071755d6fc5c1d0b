package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestASetIsMeasuredAsPagesAndByGroup(t *testing.T) {
	sequential(t)
	e := counted(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"corpus.jsonl": `{"id":"companies/acme","title":"Acme: \"the\" maker","type":"company","text":"Who works at Acme works at Acme, and Acme works."}` + "\n" +
			`{"id":"people/ada","title":"Ada Example","type":"person","text":"Ada works at [Acme](companies/acme)."}` + "\n" +
			`{"id":"a#b?","title":"","text":"Odd identifiers stay apart."}` + "\n" + `{"id":"a b","title":"Odd","text":"Other identifiers."}` + "\n",
		"queries.jsonl": `{"id":"1","text":"Who works at Acme?","group":"links"}` + "\n" + `{"id":"2","text":"odd identifiers apart","group":"words"}` + "\n",
		"qrels.tsv":     "1\tpeople/ada\t1\n2\ta#b?\t1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, words := range []bool{false, true} {
		got, err := e.Eval(ctx, engine.EvalInput{Set: dir, In: "gbrain", NoSemantic: words, Baselines: true})
		if err != nil {
			t.Fatal(err)
		}
		r := got.(*engine.EvalSetResult)
		var groups []any
		for _, g := range r.Groups {
			groups = append(groups, g.Name, g.Queries, len(g.Systems), g.Systems[0].MRR10)
		}
		systems := 6
		if words {
			systems = 3
		}
		want := []any{"links", 1, systems, engine.Decimal(1), "words", 1, systems, engine.Decimal(1)}
		if diff := cmp.Diff(want, groups); diff != "" || r.Systems[0].Recall5 != 1 || len(r.Systems) != systems {
			t.Errorf("words alone %v: %s\n%s", words, toJSON(t, r), diff)
		}
		// By words the company comes before the person.
		if fts := r.Groups[0].Systems[1]; fts.Name != "FTS5" || fts.MRR10 == 1 {
			t.Errorf("%+v", fts)
		}
	}
}
