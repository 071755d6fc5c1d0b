package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestTheEntryOfAShortMemoryGetsItsVector(t *testing.T) {
	e := counted(t)
	save(t, e, "Short", "one chunk")
	save(t, e, "Long", strings.Repeat("a paragraph of some length that fills a chunk\n\n", 40))
	if got := column(t, e, `SELECT entity_name || ' ' || (embedding IS NOT NULL) FROM brain_entries ORDER BY id`); !cmp.Equal(got, []string{"Short 1", "Long 0"}) {
		t.Errorf("entries with vectors: %v", got)
	}
	if got := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{})); got.Embedded != 1 {
		t.Errorf("embed: %+v", got)
	}
}

// otherModel makes vectors that no text of the file has, and counts of how many texts.
type otherModel struct {
	engine.Encoder
	asked *int
}

func (m otherModel) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	*m.asked += len(texts)
	return m.Encoder.Embed(ctx, texts)
}

func (otherModel) ID() string   { return "another-model" }
func (otherModel) Name() string { return "another" }

func TestVectorsOfAnotherModelAreKeptAndNotSearched(t *testing.T) {
	e := counted(t)
	uid := save(t, e, "Ledger", "runs at night")
	if got := titles(t, e, engine.SearchInput{Text: "nothing of it"}); len(got) != 1 {
		t.Errorf("by meaning: %v", got)
	}
	asked := 0
	changed, notices := heard(t, e.Path, func() (engine.Encoder, error) { return otherModel{countingEncoder(t), &asked}, nil })
	if got := titles(t, changed, engine.SearchInput{Text: "nothing of it"}); len(got) != 0 {
		t.Errorf("by meaning of another model: %v", got)
	}
	second := save(t, changed, "Beacon", "listens")
	if asked > 0 {
		t.Errorf("%d texts were embedded, though their vectors are not kept", asked)
	}
	if len(*notices) != 2 || !strings.Contains((*notices)[0], "another-model") || !strings.Contains((*notices)[1], "brain reindex --full") {
		t.Errorf("notices: %q", *notices)
	}
	if got := column(t, e, `SELECT memory_id FROM memory_chunks`); len(got) != 1 {
		t.Errorf("vectors of memories %v", got)
	}
	if _, err := changed.Reindex(ctx, engine.ReindexInput{}); err == nil || !strings.Contains(engine.Explain(err).Fix, "reindex --full") {
		t.Errorf("reindex: %v", err)
	}
	r := must[*engine.ReindexResult](t)(changed.Reindex(ctx, engine.ReindexInput{Full: true}))
	if r.Memories != 2 || r.Left != 0 || len(titles(t, changed, engine.SearchInput{Text: "nothing of it"})) != 2 {
		t.Errorf("reindex --full: %+v, of %s and %s", r, uid, second)
	}
}

// countingEncoder is what BRAIN_EMBEDDER=fnv384 names.
func countingEncoder(t *testing.T) engine.Encoder {
	t.Helper()
	enc, err := engine.New(engine.Config{}).Encoder()
	if err != nil {
		t.Fatal(err)
	}
	return enc
}

// failing is a model that cannot embed.
type failing struct{ engine.Encoder }

func (failing) Embed(_ context.Context, _ []string) ([][]float32, error) {
	return nil, errors.New("no kernels")
}

func TestAMemoryIsSavedThoughTheModelFails(t *testing.T) {
	e := counted(t)
	broken, notices := heard(t, e.Path, func() (engine.Encoder, error) { return failing{countingEncoder(t)}, nil })
	uid := save(t, broken, "Kept", "all the same")
	if len(*notices) != 1 || !strings.Contains((*notices)[0], "no kernels") {
		t.Errorf("notices: %q", *notices)
	}
	if got := titles(t, e, engine.SearchInput{Text: "kept"}); !cmp.Equal(got, []string{"Kept"}) {
		t.Errorf("%s: %v", uid, got)
	}
}

func TestAnUpdateIsFoundByItsNewMeaning(t *testing.T) {
	e := counted(t)
	uid := save(t, e, "Ledger", "runs at night")
	more := "quokkas run it now"
	must[*engine.UIDResult](t)(e.Update(ctx, engine.UpdateInput{UID: uid, Append: &more, Reason: "moved"}))
	r := must[*engine.SearchResult](t)(e.Search(ctx, engine.SearchInput{Text: "quokkas", Limit: 1, Explain: true}))
	if len(r.Hits) != 1 || r.Hits[0].Explain.Sim == nil || *r.Hits[0].Explain.Sim <= 0 {
		t.Errorf("%s", toJSON(t, r))
	}
	must[*engine.UIDResult](t)(e.Delete(ctx, engine.UIDInput{UID: uid}))
	if got := column(t, e, `SELECT count(*) FROM memory_chunks`); got[0] != "0" {
		t.Errorf("vectors of a deleted memory: %v", got)
	}
	must[*engine.UIDResult](t)(e.Restore(ctx, engine.UIDInput{UID: uid}))
	if got := column(t, e, `SELECT count(*) FROM memory_chunks`); got[0] != "1" {
		t.Errorf("vectors after restore: %v", got)
	}
}
