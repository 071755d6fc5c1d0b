package engine_test

import (
	"testing"

	"brain/engine"
)

func TestOldVectorsWorkUntilTheLastNewOneIsThere(t *testing.T) {
	if testing.Short() {
		t.Skip("embeds hundreds of texts")
	}
	e := brain(t)
	const old = "[1.125,-0.875,-0.5,-1.375,-0.75,-0.75,1.3125,1.1875,1.5625,0.9375,1.3125,0.375,-0.25,0.375,-1.1875,-1.0625]"
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: "../testdata/postgres/merge_staging.jsonl"}))
	ask := func() *engine.QueryResult {
		return must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "ledger", Unified: true, Vector: old, Limit: 5}))
	}
	before := toJSON(t, ask())
	stats := must[*engine.StatsResult](t)(e.Stats(ctx, engine.StatsInput{}))
	if stats.Dimension != 16 {
		t.Fatalf("dimension %d, want the goldens' 16", stats.Dimension)
	}
	first := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{All: true, Pieces: 2000}))
	if first.Embedded == 0 || first.Left == 0 {
		t.Fatalf("half-way: %+v", first)
	}
	if after := toJSON(t, ask()); after != before {
		t.Errorf("half-way the old vectors give\n%s\nbefore it was\n%s", after, before)
	}
	second := must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{All: true}))
	if second.Left != 0 || int64(first.Embedded+second.Embedded) != stats.Entries {
		t.Errorf("the rest: %+v after %+v, of %d entries", second, first, stats.Entries)
	}
	now := must[*engine.StatsResult](t)(e.Stats(ctx, engine.StatsInput{}))
	if now.Dimension != 384 || now.Embedded != now.Entries {
		t.Errorf("after the swap: %+v", now)
	}
	indexed := must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: `SELECT count(*) FROM entries_vec v JOIN brain_entries e ON e.id = v.entry_id AND e.embedding = v.embedding`}))
	if got := indexed.Rows[0][0].(int64); got != now.Embedded {
		t.Errorf("%d vectors are indexed as they stand in brain_entries, want %d", got, now.Embedded)
	}
}
