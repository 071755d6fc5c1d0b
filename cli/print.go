package cli

import (
	"fmt"
	"slices"

	"brain/engine"
)

// print writes a result for a person.
func (t *Terminal) print(result any) error {
	if ok, err := t.printPages(result); ok {
		return err
	}
	switch r := result.(type) {
	case *engine.QueryResult:
		return t.printQuery(r)
	case *engine.CiteResult:
		return t.printCite(r)
	case *engine.SQLResult:
		return t.printSQL(r)
	case *engine.InitResult:
		return t.printInit(r)
	case *engine.VersionResult:
		return t.printVersion(r)
	case *engine.StatsResult:
		return t.printStats(r)
	case *engine.ImportResult:
		return t.printImport(r)
	case *engine.ExtractResult:
		return t.printExtract(r)
	case *engine.GraphImportResult:
		return t.printGraphImport(r)
	case *engine.EntriesImportResult:
		t.printWarnings(r.Warnings)
		return t.line("%s read: %d inserted, %d duplicates, %d with a vector", count(r.Read, "row"), r.Inserted, r.Duplicates, r.Embedded)
	case *engine.EmbedResult:
		return t.line("%s embedded (%s of %s), %d left", count(r.Embedded, "entry"), count(r.Pieces, "word piece"), r.Model, r.Left)
	case *engine.MergeResult:
		return t.printMerge(r)
	case *engine.MergeLinksResult:
		return t.printLinks(r.Links)
	case *engine.MergeTuneResult:
		t.line("over %v: %s would be dropped, %d kept", r.Threshold, count(r.Dropped, "link"), r.Kept)
		return t.printLinks(r.Links)
	case *engine.MergeRevisionsResult:
		return t.printRevisions(r)
	case *engine.ScheduleResult:
		return t.printSchedule(r)
	case *engine.DemoResult:
		return t.printDemo(r)
	case *engine.HookResult:
		return t.printHook(r)
	case *engine.KPIResult:
		return t.printKPI(r)
	case *engine.SetupResult:
		return t.printSetup(r)
	case *engine.ModelListResult:
		return t.printModels(r)
	case *engine.ModelInfoResult:
		return t.printModel(r)
	case *engine.ModelUseResult:
		return t.printModelUse(r)
	case *engine.ModelPullResult:
		return t.line("%s is in %s\nnext: brain model use %s", r.Name, r.Dir, r.Dir)
	case *engine.SaveResult:
		return t.line("%s", r.UID)
	case *engine.UIDResult:
		if r.Done == engine.DoneUpdated {
			return t.line("%s", r.UID) // brain-cli's callers read the uid
		}
		return t.line("%s %s", r.Done, r.UID)
	case *engine.SearchResult:
		return t.printSearch(r)
	case *engine.GetResult:
		return t.printGot(r)
	case *engine.ContextResult:
		return t.printContext(r)
	case *engine.HistoryResult:
		return t.printHistory(r)
	case *engine.LinkResult:
		return t.line("linked %s --[%s]--> %s", r.From, r.Kind, r.To)
	case *engine.InvalidateResult:
		return t.printInvalidated(r)
	case *engine.ReconcileResult:
		return t.printReconcile(r)
	case *engine.ConsolidateResult:
		return t.printConsolidation(r)
	case *engine.HarvestResult:
		return t.printHarvest(r)
	case engine.TagsResult:
		return t.printTags(r)
	case engine.RecentResult:
		return t.printRecent(r)
	case *engine.ReindexResult:
		return t.printReindex(r)
	case *engine.DoctorResult:
		return t.printDoctor(r)
	case *engine.MigrateResult:
		return t.printMigrate(r)
	case *engine.BackupResult:
		return t.line("%s", r.Backup)
	case *engine.FileRestored:
		return t.printFileRestored(r)
	case *engine.VacuumResult:
		return t.printVacuum(r)
	case *engine.Setting:
		return t.line("%s", r.Value)
	case *engine.ConfigListResult:
		return t.printSettings(r)
	case *engine.EvalResult:
		return t.printEval(r)
	case *engine.EvalSetResult:
		return t.printEvalSet(r)
	case *engine.ModelParityResult:
		return t.line("%s of %s: least cosine %.6f, mean %.6f", count(r.Sentences, "sentence"), r.Model, r.Min, r.Mean)
	}
	return writeJSON(t.Out, result)
}

func (t *Terminal) printStats(r *engine.StatsResult) error {
	if r.OnlyMemories() {
		return t.printMemoryStats(r.Memory)
	}
	w := t.table()
	row := func(name string, format string, args ...any) {
		fmt.Fprintf(w, printable(name)+"\t"+format+"\n", safe(args)...)
	}
	row("file", "%s (%s)", r.Path, bytesText(r.Bytes))
	row("entries", "%d valid of %d", r.Entries, r.Rows)
	for _, s := range sortedKeys(r.Stores) {
		row("  "+s, "%d", r.Stores[s])
	}
	row("pages", "%d", r.Pages)
	row("nodes", "%d", r.Nodes)
	row("edges", "%d", r.Edges)
	row("memories", "%d", r.Memories)
	row("links", "%d", r.Links)
	t.pageStats(row, r)
	row("embedded", "%d/%d", r.Embedded, r.Entries)
	row("model", "%s", orDash(r.Model))
	row("last merge", "%s (full: %s)", orDash(r.LastMerge), orDash(r.LastFull))
	return w.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func (t *Terminal) printCite(r *engine.CiteResult) error {
	t.line("%s\n%s", t.bold(r.CitationID), r.EntityName)
	if r.Superseded != "" {
		t.line("a newer revision is served: %s", r.Superseded)
	}
	return t.line("\n%s", contents(r.Content))
}

func sortedKeys(m map[string]int64) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func bytesText(n int64) string {
	switch {
	case n >= 999_950: // which rounds to 1000.0 kB
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}

func (t *Terminal) printDemo(r *engine.DemoResult) error {
	t.line("%s", t.bold("1. pages from docs/"))
	t.printImport(r.Import)
	t.line("\n%s", t.bold("2. code from the Go source"))
	t.printExtract(r.Extract)
	t.line("\n%s", t.bold("3. embedded and merged"))
	t.print(r.Embed)
	t.printMerge(r.Merge)
	for _, q := range r.Queries {
		t.line("\n%s", t.bold("brain query --unified "+fmt.Sprintf("%q", q.Query)))
		if err := t.printQuery(q); err != nil {
			return err
		}
	}
	t.line("%s", t.bold("The brain is "+r.Path))
	return t.line("Next, with the program in your PATH (go install .):\n  export BRAIN_DB=%s\n  brain query --unified \"your question\"\n  brain stats\nFor a brain of your own: brain init, brain import DIR, brain extract DIR, brain merge --full", r.Path)
}
