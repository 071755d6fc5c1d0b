package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"brain/engine"
)

// print writes a result for a person.
func (t *Terminal) print(result any) error {
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
		return t.line("brain %s (%s, %s/%s)", r.Version, r.Go, r.OS, r.Arch)
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
	case *engine.ModelListResult:
		return t.printModels(r)
	case *engine.ModelInfoResult:
		return t.printModel(r)
	case *engine.ModelUseResult:
		return t.printModelUse(r)
	case *engine.ModelPullResult:
		return t.line("%s is in %s\nnext: brain model use %s", r.Name, r.Dir, r.Dir)
	case *engine.ModelParityResult:
		return t.line("%s of %s: least cosine %.6f, mean %.6f", count(r.Sentences, "sentence"), r.Model, r.Min, r.Mean)
	}
	return writeJSON(t.Out, result)
}

// line prints a line. Texts among the arguments come from files and from people: they are made printable here, so that no
// command can forget it, unless they are shown already.
func (t *Terminal) line(format string, args ...any) error {
	_, err := fmt.Fprintf(t.Out, format+"\n", safe(args)...)
	return err
}

// aside prints a line on stderr, as line does on stdout.
func (t *Terminal) aside(format string, args ...any) {
	fmt.Fprintf(t.Err, format+"\n", safe(args)...)
}

// shown is a text that may be written as it is.
type shown string

// safe makes the texts among args printable.
func safe(args []any) []any {
	out := make([]any, len(args))
	for i, v := range args {
		if s, ok := v.(string); ok {
			v = printable(s)
		}
		out[i] = v
	}
	return out
}

// count is a number with its noun.
func count[N int | int64](n N, noun string) string {
	switch {
	case n == 1:
		return fmt.Sprintf("%d %s", n, noun)
	case strings.HasSuffix(noun, "y"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(noun, "y"))
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// printable replaces control characters, so that a name or a path can neither move the cursor nor forge a line.
func printable(s string) string { return replaceControl(s, "") }

// contents is printable for a text that has lines of its own, which it keeps.
func contents(s string) shown { return shown(replaceControl(s, "\n\t")) }

func replaceControl(s, but string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !strings.ContainsRune(but, r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// oneLine folds white space, so that a text of many lines fits one row.
func oneLine(s string) string { return printable(strings.Join(strings.Fields(s), " ")) }

// cut shortens a text to n runes, on a word's end if there is one near.
func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	head := string(r[:n-1])
	if i := strings.LastIndexByte(head, ' '); i > len(head)*3/4 {
		head = head[:i]
	}
	return head + "…"
}

func (t *Terminal) table() *tabwriter.Writer { return tabwriter.NewWriter(t.Out, 0, 4, 2, ' ', 0) }

func (t *Terminal) printInit(r *engine.InitResult) error {
	if r.Created {
		return t.line("made %s\nnext: brain import DIR, brain extract DIR, then brain query --unified \"…\"", r.Path)
	}
	return t.line("%s is ready", r.Path)
}

func (t *Terminal) printStats(r *engine.StatsResult) error {
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

func (t *Terminal) printImport(r *engine.ImportResult) error {
	t.line("%s in %s: %d added, %d changed, %d unchanged, %d removed", count(r.Files, "file"), r.Root, r.Added, r.Changed, r.Unchanged, r.Removed)
	t.line("%s written, %d embedded", count(r.Entries, "entry"), r.Embedded)
	for _, c := range r.Collisions {
		t.aside("%s: its slug %s is taken, it is %s", c.Path, c.Wanted, c.Slug)
	}
	t.printWarnings(r.Warnings)
	return t.printIgnored(r.Ignored)
}

// warningsShown is how many warnings are named; --json has them all.
const warningsShown = 50

func (t *Terminal) printWarnings(warnings []engine.FileWarning) {
	for i, w := range warnings {
		if i == warningsShown {
			t.aside("… and %s more (--json names all)", count(len(warnings)-i, "warning"))
			break
		}
		t.aside("%s:%d: %s", w.Path, w.Line, w.Text)
	}
}

// ignoredShown is how many ignored paths are named; --json has them all.
const ignoredShown = 5

func (t *Terminal) printIgnored(ignored []engine.Skip) error {
	for i, s := range ignored {
		if i == ignoredShown {
			t.aside("… and %d more left out by rule (--json names all)", len(ignored)-i)
			break
		}
		t.aside("left out %s: %s", s.Path, s.Reason)
	}
	return nil
}

func (t *Terminal) printExtract(r *engine.ExtractResult) error {
	t.line("%s in %s: %s, %s", count(r.Files, "file"), r.Root, count(r.Nodes, "node"), count(r.Edges, "edge"))
	t.line("%d added, %d changed, %d unchanged, %d removed", r.Added, r.Changed, r.Unchanged, r.Removed)
	if r.Unembedded > 0 {
		t.line("%s without a vector: brain embed", count(r.Unembedded, "entry"))
	}
	return t.printIgnored(r.Ignored)
}

func (t *Terminal) printGraphImport(r *engine.GraphImportResult) error {
	t.line("%s, %s from %s: %d added, %d changed, %d unchanged, %d removed", count(r.Nodes, "node"), count(r.Edges, "edge"), r.File,
		r.Added, r.Changed, r.Unchanged, r.Removed)
	for _, w := range r.Warnings {
		t.aside("%s", w)
	}
	if r.Unembedded > 0 {
		return t.line("%s without a vector: brain embed", count(r.Unembedded, "entry"))
	}
	return nil
}

func (t *Terminal) printMerge(r *engine.MergeResult) error {
	if r.Due != nil && !*r.Due {
		return t.line("not due: the last full merge is newer than the last Sunday 02:00")
	}
	if r.DryRun {
		t.line("nothing was changed; this is what would be done:")
	}
	for _, s := range r.Steps {
		detail := ""
		switch s.Step {
		case 1:
			detail = fmt.Sprintf("%d staged, %d added", s.Looked, s.Added)
		case 2:
			detail = fmt.Sprintf("%d names, %d with revisions", s.Looked, s.Revised)
		default:
			detail = fmt.Sprintf("%d pairs, %d new links", s.Looked, s.Added)
		}
		t.line("step %d  %-22s %s", s.Step, s.Name, detail)
	}
	return nil
}

func (t *Terminal) printLinks(links []engine.LinkRow) error {
	w := t.table()
	for _, l := range links {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", l.Similarity, l.Type, linkEnd(l.From), linkEnd(l.To))
	}
	return w.Flush()
}

func linkEnd(e engine.LinkEnd) string {
	return cut(oneLine(e.EntityName), 40) + " " + printable(e.CitationID)
}

func (t *Terminal) printRevisions(r *engine.MergeRevisionsResult) error {
	for _, n := range r.Names {
		t.line("%s", t.bold(oneLine(n.EntityName)))
		for _, v := range n.Revisions {
			mark := ""
			if v.Origin {
				mark += " (origin)"
			}
			if v.Served {
				mark += " (served)"
			}
			t.line("  %s  updated %s%s", v.CitationID, v.UpdatedAt, mark)
		}
	}
	return nil
}

func (t *Terminal) printSchedule(r *engine.ScheduleResult) error {
	switch r.Done {
	case "absent":
		return t.line("nothing of brain's was in %s", r.Scheduler)
	case "removed":
		return t.line("removed from %s", r.Scheduler)
	case "installed":
		return t.line("installed in %s", r.Scheduler)
	}
	for _, f := range r.Files {
		if f.Path != "" {
			t.line("# %s", f.Path)
		}
		fmt.Fprint(t.Out, f.Text)
	}
	return nil
}

func (t *Terminal) printCite(r *engine.CiteResult) error {
	t.line("%s\n%s", t.bold(r.CitationID), r.EntityName)
	if r.Superseded != "" {
		t.line("a newer revision is served: %s", r.Superseded)
	}
	return t.line("\n%s", contents(r.Content))
}

func (t *Terminal) printSQL(r *engine.SQLResult) error {
	if len(r.Columns) == 0 {
		return t.line("%s changed", count(r.Changed, "row"))
	}
	var w io.Writer = t.Out
	if t.IsTTY {
		tw := t.table()
		defer tw.Flush() // its error stays with the output
		w = tw
	}
	names := make([]string, len(r.Columns))
	for i, n := range r.Columns {
		names[i] = t.cell(n, len(names))
	}
	fmt.Fprintln(w, strings.Join(names, "\t"))
	for _, row := range r.Rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = t.cell(v, len(row))
		}
		if _, err := fmt.Fprintln(w, strings.Join(cells, "\t")); err != nil {
			return err
		}
	}
	return nil
}

// tabEscaper keeps a row on its line where the output is read by programs.
var tabEscaper = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`)

func (t *Terminal) cell(v any, columns int) string {
	if v == nil {
		return ""
	}
	s := fmt.Sprint(v)
	if t.IsTTY {
		return cut(oneLine(s), max(20, t.Width/columns))
	}
	return tabEscaper.Replace(s)
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
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f kB", float64(n)/(1<<10))
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
	return t.line("Next:\n  export BRAIN_DB=%s\n  brain query --unified \"your question\"\n  brain stats\nFor a brain of your own: brain init, brain import DIR, brain extract DIR, brain merge --full", r.Path)
}
