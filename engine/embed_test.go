package engine_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/embed"
	"brain/engine"
	"brain/merge"
)

// These tests run the built-in model on a few short texts.

func TestImportEmbedsAndTheVectorSideFindsWhatTheWordsDoNot(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{
		"car.md":  "# Car\n\nThe engine of a car burns petrol.",
		"cake.md": "# Cake\n\nMix flour, sugar and eggs, and bake.",
	})
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir}))
	if r.Embedded != 2 || r.Entries != 2 {
		t.Errorf("%+v", r)
	}
	answer := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "automobile fuel", Unified: true, Limit: 20}))
	if !answer.Vector || answer.Total != 2 || answer.Results[0].EntityID != "car" || answer.Results[0].TextRank != nil || *answer.Results[0].VectorRank != 1 {
		t.Errorf("%s", toJSON(t, answer))
	}
	byText := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "automobile fuel", Unified: true, Limit: 20, TextOnly: true}))
	if byText.Vector || byText.Total != 0 {
		t.Errorf("by text alone: %s", toJSON(t, byText))
	}
	before := digest(t, e)
	if r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir})); r.Embedded != 0 {
		t.Errorf("again: %+v", r)
	}
	if digest(t, e) != before {
		t.Error("the second import changed the file's bytes")
	}
}

func TestEmbedGoesOnWhereItStopped(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{"a.md": "# A\n\none quokka", "b.md": "# B\n\ntwo wombats", "c.md": "# C\n\nthree numbats"})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	var notices []string
	e.Notice = func(s string) { notices = append(notices, s) }
	if r := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "automobile", Unified: true, Limit: 20})); r.Total != 0 {
		t.Errorf("found without vectors: %s", toJSON(t, r))
	}
	if diff := cmp.Diff([]string{"3 entries have no vector yet, so only words could find them: see `brain embed`"}, notices); diff != "" {
		t.Errorf("who finds nothing is told (-want +got):\n%s", diff)
	}
	first := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{Pieces: 8}))
	if first.Embedded == 0 || first.Embedded == 3 || first.Left != 3-first.Embedded || first.Pieces > 8 {
		t.Errorf("with a budget: %+v", first)
	}
	rest := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{Stale: true}))
	if rest.Embedded != 3-first.Embedded || rest.Left != 0 {
		t.Errorf("the rest: %+v", rest)
	}
	if again := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{})); again.Embedded != 0 || again.Left != 0 {
		t.Errorf("again: %+v", again)
	}
	old := export(t, e)
	if all := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{All: true})); all.Embedded != 3 {
		t.Errorf("all: %+v", all)
	}
	if diff := cmp.Diff(old, export(t, e)); diff != "" {
		t.Errorf("the same model gives other vectors (-first +again):\n%s", diff)
	}
}

func TestABudgetSmallerThanATextEmbedsThatText(t *testing.T) {
	e, dir := brain(t), t.TempDir()
	tree(t, dir, map[string]string{"a.md": "# A\n\none quokka", "b.md": "# B\n\ntwo wombats"})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	for left := range 2 {
		if r := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{Pieces: 1})); r.Embedded != 1 || r.Left != 1-left {
			t.Errorf("%+v, want one embedded and %d left", r, 1-left)
		}
	}
}

func TestVectorsOfTwoModelsNeverMix(t *testing.T) {
	var notices []string
	e, dir := brain(t), t.TempDir()
	e.Notice = func(s string) { notices = append(notices, s) }
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, threeStores)}))
	_, err := e.Embed(ctx, engine.EmbedInput{})
	var other *merge.VectorsOther
	if got := engine.Explain(err); !errors.As(err, &other) || !strings.Contains(got.Fix, "brain embed --all") {
		t.Errorf("embed: %+v", got)
	}
	tree(t, dir, map[string]string{"a.md": "# A\n\none quokka"})
	r := must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir}))
	if r.Added != 1 || r.Embedded != 0 || len(notices) != 1 || !strings.Contains(notices[0], "brain embed --all") {
		t.Errorf("import: %+v, notices %q", r, notices)
	}
	if diff := cmp.Diff([]string{"3"}, column(t, e, `SELECT count(*) FROM entries_vec`)); diff != "" {
		t.Errorf("vectors (-want +got):\n%s", diff)
	}
	all := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{All: true}))
	stats := must[*engine.StatsResult](t)(e.Stats(ctx, engine.StatsInput{}))
	if all.Embedded != 5 || stats.Embedded != 5 || stats.Entries != 5 || stats.Dimension != 384 || stats.Model != embed.BuiltinID {
		t.Errorf("all: %+v, stats %+v", all, stats)
	}
}

func TestEnginesOfOneFileWorkAtOnce(t *testing.T) {
	e := brain(t)
	dirs := []string{vault(t), vault(t)}
	imported(t, e, dirs[0])
	tree(t, dirs[1], map[string]string{"zeta.md": "# Zeta\n\nThe echidna digs."})
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	var group sync.WaitGroup
	for w, dir := range dirs {
		writer := onFile(t, e.Path)
		group.Go(func() {
			for i := range rounds {
				tree(t, dir, map[string]string{"round.md": "# Round\n\n" + roundWord(w, i)})
				if _, err := writer.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}); err != nil {
					t.Errorf("writer %d, round %d: %v", w, i, err)
				}
			}
		})
		reader := onFile(t, e.Path)
		group.Go(func() {
			for i := range 5 * rounds {
				answer, err := reader.Query(ctx, engine.QueryInput{Text: "quokka", Unified: true, Limit: 5, TextOnly: true})
				if err != nil || answer.Total != 1 {
					t.Errorf("reader %d, round %d: %v, %+v", w, i, err, answer)
				}
			}
		})
	}
	group.Wait()
	if diff := cmp.Diff([]string{"ok"}, column(t, e, `PRAGMA integrity_check`)); diff != "" {
		t.Errorf("integrity (-want +got):\n%s", diff)
	}
	// The last round of each is there; equal notes of both vaults share rows but not spans.
	if diff := cmp.Diff([]string{"9"}, column(t, e, `SELECT count(*) FROM entry_spans WHERE valid_to IS NULL`)); diff != "" {
		t.Errorf("open spans (-want +got):\n%s", diff)
	}
	for w := range dirs {
		if got := found(t, e, roundWord(w, rounds-1)); len(got) != 1 {
			t.Errorf("the last round of writer %d is found as %v", w, got)
		}
	}
}

// roundWord is a word that only one round of one writer writes.
func roundWord(w, i int) string { return "w" + num(w) + "r" + num(i) }
