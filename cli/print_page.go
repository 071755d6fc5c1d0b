package cli

import (
	"fmt"
	"strconv"
	"strings"

	"brain/engine"
)

// printPages prints the results of commands for pages; ok is false for any other result.
func (t *Terminal) printPages(result any) (ok bool, err error) {
	switch r := result.(type) {
	case *engine.PageResult:
		return true, t.printPage(r)
	case *engine.PutResult:
		return true, t.printPut(r)
	case *engine.PageSaved:
		err := t.line("%s %s", r.Status, r.Slug)
		t.printSaveWarnings(r)
		return true, err
	case *engine.PageDone:
		return true, t.line("%s %s", r.Done, r.Slug)
	case *engine.PageLink:
		return true, t.printPageLink(r)
	case *engine.VersionsResult:
		return true, t.printVersions(r)
	case *engine.DiffResult:
		return true, t.printDiff(r)
	case *engine.LinksResult:
		return true, t.printPageLinks(r)
	case *engine.GraphResult:
		return true, t.printGraph(r)
	case *engine.ListResult:
		return true, t.printList(r)
	case engine.TagListResult:
		for _, tag := range r {
			t.line("%5d  %s", tag.Count, tag.Name)
		}
		return true, nil
	case *engine.RefTags:
		return true, t.line("%s", strings.Join(r.Tags, ", "))
	case *engine.TimelineResult:
		return true, t.printTimeline(r)
	case *engine.HealthResult:
		return true, t.printHealth(r)
	case *engine.OrphansResult:
		return true, t.printOrphans(r)
	case *engine.RawPutResult:
		return true, t.line("%s of %s: %s stored", r.Source, r.Slug, bytesText(int64(r.Bytes)))
	case *engine.RawResult:
		_, err := fmt.Fprintln(t.Out, contents(string(r.Data)))
		return true, err
	case *engine.RawListResult:
		return true, t.printRaw(r)
	case *engine.IngestLogResult:
		return true, t.printIngests(r)
	case *engine.IngestAddResult:
		return true, t.line("note %d", r.ID)
	case *engine.ExportResult:
		return true, t.printExport(r)
	case *engine.MaintainResult:
		return true, t.printMaintenance(r)
	case *engine.AskResult:
		return true, t.printAnswers(r)
	case *engine.FoundResult:
		return true, t.printFound(r)
	}
	return false, nil
}

// printPage prints a page as its file. A program gets each byte of it; on a terminal control characters are replaced.
func (t *Terminal) printPage(r *engine.PageResult) error {
	if r.Stale {
		t.aside("%s", t.dim("stale: the timeline knows more than the text"))
	}
	if !t.IsTTY {
		_, err := t.Out.Write(r.Source)
		return err
	}
	return t.line("%s", contents(strings.TrimSuffix(r.Markdown, "\n")))
}

// printPut says what became of a page, and what it names that is not there.
func (t *Terminal) printPut(r *engine.PutResult) error {
	if err := t.line("%s %s", r.Status, r.Slug); err != nil {
		return err
	}
	t.printSaveWarnings(r.PageSaved)
	for _, target := range r.Dangling {
		t.aside("%s", t.dim("no page is called "+target+" yet"))
	}
	return nil
}

// printSaveWarnings tells what is odd in a page that was written.
func (t *Terminal) printSaveWarnings(r *engine.PageSaved) {
	for _, w := range r.Warnings {
		if w.Line == 0 {
			t.aside("%s: %s", r.Slug, w.Text)
		} else {
			t.aside("%s:%d: %s", r.Slug, w.Line, w.Text)
		}
	}
}

func (t *Terminal) printPageLink(r *engine.PageLink) error {
	kind := r.Type
	if kind == "" {
		kind = "*"
	}
	if err := t.line("%s %s --[%s]--> %s", r.Status, r.From, kind, r.To); err != nil {
		return err
	}
	if !r.There {
		t.aside("%s", t.dim("no page is called "+r.To+" yet"))
	}
	return nil
}

func (t *Terminal) printVersions(r *engine.VersionsResult) error {
	if len(r.Versions) == 0 {
		return t.line("%s was never anything else", r.Slug)
	}
	w := t.columns()
	for _, v := range r.Versions {
		w.row(strconv.FormatInt(v.ID, 10), day(v.SnapshotAt), printable(v.Reason), cut(oneLine(v.Start), 80))
	}
	return w.flush()
}

func (t *Terminal) printDiff(r *engine.DiffResult) error {
	if r.Diff == "" {
		return t.line("no difference")
	}
	_, err := fmt.Fprint(t.Out, contents(r.Diff))
	return err
}

func (t *Terminal) printPageLinks(r *engine.LinksResult) error {
	if len(r.Links) == 0 {
		return t.line("no links")
	}
	w := t.columns()
	for _, l := range r.Links {
		switch {
		case r.Dangling:
			w.row(printable(l.From), printable(l.Type), printable(l.To))
		case r.Back:
			w.row(printable(l.From), printable(l.Type), cut(oneLine(l.Title), 60))
		default:
			title := cut(oneLine(l.Title), 60)
			if title == "" {
				title = "(no such page yet)"
			}
			w.row(printable(l.Type), printable(l.To), title)
		}
	}
	return w.flush()
}

func (t *Terminal) printGraph(r *engine.GraphResult) error {
	w := t.columns()
	for _, n := range r.Nodes {
		w.row(strconv.Itoa(n.Depth), printable(n.Slug), printable(n.Type), cut(oneLine(n.Title), 60))
	}
	var kind, arrow string
	for _, e := range r.Edges {
		if arrow == "" || e.Type != kind {
			kind, arrow = e.Type, "--["+printable(e.Type)+"]-->"
		}
		w.row("", printable(e.From), arrow, printable(e.To))
	}
	return w.flush()
}

// printList prints a line a page, with tabs between the parts for programs.
func (t *Terminal) printList(r *engine.ListResult) error {
	if len(r.Pages) == 0 {
		return t.line("no pages")
	}
	w := t.columns()
	for _, p := range r.Pages {
		title := oneLine(p.Title)
		if t.IsTTY {
			title = cut(title, 60)
		}
		cells := []string{printable(p.Slug), printable(p.Type), day(p.UpdatedAt), title, "(deleted)"}
		if !p.Deleted {
			cells = cells[:4]
		}
		w.row(cells...)
	}
	if err := w.flush(); err != nil {
		return err
	}
	if more := r.Total - len(r.Pages); more > 0 {
		t.aside("%s", t.dim(fmt.Sprintf("%d of %d (--limit, --offset)", len(r.Pages), r.Total)))
	}
	return nil
}

func (t *Terminal) printTimeline(r *engine.TimelineResult) error {
	if len(r.Entries) == 0 {
		return t.line("no entries")
	}
	w := t.columns()
	for _, e := range r.Entries {
		source := ""
		if e.Source != "" {
			source = " [" + oneLine(e.Source) + "]"
		}
		w.row(printable(e.Date), printable(e.Slug), oneLine(e.Summary)+source)
	}
	return w.flush()
}

func (t *Terminal) printRaw(r *engine.RawListResult) error {
	if len(r.Raw) == 0 {
		return t.line("no raw data of %s", r.Slug)
	}
	for _, item := range r.Raw {
		t.line("%s  %s  %s", item.Source, day(item.FetchedAt), bytesText(int64(len(item.Data))))
	}
	return nil
}

func (t *Terminal) printIngests(r *engine.IngestLogResult) error {
	if len(r.Ingests) == 0 {
		return t.line("nothing is noted")
	}
	for _, in := range r.Ingests {
		t.line("%s  %s  %s  %s", day(in.CreatedAt), in.SourceType, in.SourceRef, oneLine(in.Summary))
	}
	return nil
}
