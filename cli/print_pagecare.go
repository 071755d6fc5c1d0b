package cli

import (
	"fmt"

	"brain/engine"
)

func (t *Terminal) printHealth(r *engine.HealthResult) error {
	w := t.table()
	fmt.Fprintf(w, "score\t%d of 100\n", r.Score)
	fmt.Fprintf(w, "pages\t%d\n", r.Pages)
	fmt.Fprintf(w, "embedded\t%.0f %% (%s without a vector)\n", r.EmbedCoverage*100, count(r.MissingEmbeddings, "chunk"))
	for _, row := range []struct {
		name, see string
		n         int
	}{
		{"stale", "brain maintain --weekly", r.Stale}, {"orphans", "brain orphans", r.Orphans}, {"dead links", "brain links --dangling", r.DeadLinks},
		{"without timeline", "", r.NoTimeline}, {"without links", "", r.Unlinked},
	} {
		see := ""
		if row.n > 0 && row.see != "" {
			see = ": " + row.see
		}
		fmt.Fprintf(w, "%s\t%d%s\n", row.name, row.n, see)
	}
	return w.Flush()
}

func (t *Terminal) printOrphans(r *engine.OrphansResult) error {
	if len(r.Pages) == 0 {
		return t.line("no orphans")
	}
	w := t.columns()
	for _, p := range r.Pages {
		w.row(printable(p.Slug), printable(p.Type), oneLine(p.Title))
	}
	return w.flush()
}

// careShown is how many pages of a kind are named; --json has them all.
const careShown = 20

func (t *Terminal) printMaintenance(r *engine.MaintainResult) error {
	if d := r.Daily; d != nil {
		t.line("%s and %s embedded, %d left", count(d.Entries, "entry"), count(d.Memories, "memory"), d.Left)
	}
	if r.Merge != nil {
		if err := t.printMerge(r.Merge); err != nil {
			return err
		}
	}
	w := r.Weekly
	if w == nil {
		return nil
	}
	t.care("stale (the timeline knows more than the text)", len(w.Stale), func(i int) string { return w.Stale[i].Slug })
	t.care("orphans (no link to or from another page)", len(w.Orphans), func(i int) string { return w.Orphans[i].Slug })
	t.care("dead links", len(w.DeadLinks), func(i int) string { return w.DeadLinks[i].From + " → " + w.DeadLinks[i].To })
	return t.care("tags that may be one", len(w.Tags), func(i int) string {
		x := w.Tags[i]
		return fmt.Sprintf("%s (%d) and %s (%d): %s", x.Keep.Tag, x.Keep.Pages, x.Other.Tag, x.Other.Pages, x.Why)
	})
}

// care lists what wants care of one kind.
func (t *Terminal) care(what string, n int, name func(int) string) error {
	err := t.line("%s: %d", what, n)
	for i := range min(n, careShown) {
		err = t.line("  %s", name(i))
	}
	if n > careShown {
		err = t.line("  … and %d more (--json names all)", n-careShown)
	}
	return err
}

// pageStats are the rows of stats about pages.
func (t *Terminal) pageStats(row func(name, format string, args ...any), r *engine.StatsResult) {
	p := r.Page
	if p == nil || p.Pages+p.Deleted == 0 {
		return
	}
	row("page links", "%d, %d lead nowhere", p.Links, p.Dangling)
	row("page tags", "%d", p.Tags)
	row("timeline", "%d", p.Timeline)
	row("versions", "%d", p.Versions)
	row("raw data", "%d", p.RawData)
	row("page types", "%d", len(p.ByType))
	for _, kind := range p.ByType {
		row("  "+kind.Type, "%d", kind.Pages)
	}
}

// staleShown is how many files that are no page's are named; --json has them all.
const staleShown = 20

func (t *Terminal) printExport(r *engine.ExportResult) error {
	removed := ""
	if r.Removed > 0 {
		removed = fmt.Sprintf(", %d removed", r.Removed)
	}
	err := t.line("%s and %s in %s: %s written, %d unchanged%s", count(r.Pages, "page"), count(r.RawData, "piece")+" of raw data", r.Dir, count(r.Written, "file"), r.Unchanged, removed)
	for _, e := range r.Elsewhere {
		t.aside("%s is in %s: %s is taken, or no file can be called so", e.Slug, e.Path, e.Wanted)
	}
	left := 0
	for _, s := range r.Stale {
		if s.Removed {
			continue
		}
		if left++; left > staleShown {
			continue
		}
		if s.Changed {
			t.aside("stale: %s is no page's now; it was changed since it was exported and is never removed", s.Path)
		} else {
			t.aside("stale: %s is no page's now; --prune removes it", s.Path)
		}
	}
	if left > staleShown {
		t.aside("… and %d more stale files (--json names all)", left-staleShown)
	}
	return err
}
