package cli

import (
	"fmt"
	"strings"

	"brain/engine"
)

func (t *Terminal) printImport(r *engine.ImportResult) error {
	for _, c := range r.Changes {
		from := ""
		if c.From != "" {
			from = " (from " + c.From + ")"
		}
		t.line("%-6s  %s%s  → %s", c.Action, c.Path, from, c.Slug)
	}
	moved := ""
	if r.Moved > 0 {
		moved = fmt.Sprintf(", %d moved", r.Moved)
	}
	t.line("%s in %s: %d added, %d changed, %d unchanged, %d removed%s", count(r.Files, "file"), r.Root, r.Added, r.Changed, r.Unchanged, r.Removed, moved)
	if r.DryRun {
		t.line("nothing was written")
	} else {
		t.line("%s written, %d embedded", count(r.Entries, "entry"), r.Embedded)
	}
	if r.Unembedded > 0 {
		t.line("%s of pages without a vector: brain embed", count(r.Unembedded, "entry"))
	}
	if r.Apart() && t.Asks {
		t.aside("%s", t.dim("brain search looks into memories alone; into pages too with: brain config set search.in memory,gbrain"))
	}
	for _, c := range r.Collisions {
		t.aside("%s: its slug %s is taken, it is %s", c.Path, c.Wanted, c.Slug)
	}
	t.printWarnings(r.Warnings)
	if r.Explained() {
		return t.printRules(r.Ignored)
	}
	return t.printIgnored(r.Ignored)
}

// printRules names all that was left out, with the rule.
func (t *Terminal) printRules(ignored []engine.Skip) error {
	for _, s := range ignored {
		t.line("left out %s: %s [%s]", s.Path, s.Reason, s.Rule)
	}
	return nil
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
	if r.Read < r.Files && t.Asks {
		t.aside("%s", t.dim(count(r.Read, "file")+" had to be read"))
	}
	if r.Unembedded > 0 {
		t.line("%s without a vector: brain embed", count(r.Unembedded, "entry"))
	}
	var others []engine.Skip
	for _, s := range r.Ignored {
		if s.Rule == engine.RuleCgo {
			t.aside("left out %s: %s", s.Path, s.Reason)
		} else {
			others = append(others, s)
		}
	}
	if len(others) < len(r.Ignored) {
		t.aside("  to read them build brain with cgo: CGO_ENABLED=1 and a C compiler")
	}
	return t.printIgnored(others)
}

func (t *Terminal) printVersion(r *engine.VersionResult) error {
	t.line("brain %s (%s, %s/%s)", r.Version, r.Go, r.OS, r.Arch)
	without := ""
	if !r.TreeSitter {
		without = " (built without cgo: no other languages)"
	}
	return t.line("extract reads %s%s", strings.Join(r.Languages, ", "), without)
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
