package cli

import (
	"fmt"

	"brain/engine"
)

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
			detail = fmt.Sprintf("%s, %d with revisions", count(s.Looked, "name"), s.Revised)
		default:
			detail = fmt.Sprintf("%s, %s", count(s.Looked, "pair"), count(s.Added, "new link"))
		}
		t.line("step %d  %-22s %s", s.Step, s.Name, detail)
	}
	return nil
}

func (t *Terminal) printLinks(links []engine.LinkRow) error {
	if len(links) == 0 {
		return t.line("no links")
	}
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
	if len(r.Names) == 0 {
		return t.line("no revisions")
	}
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
