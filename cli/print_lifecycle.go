package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brain/engine"
)

func (t *Terminal) printInvalidated(r *engine.InvalidateResult) error {
	switch {
	case !r.Invalid:
		return t.line("%s is valid again", r.UID)
	case r.SupersededBy != "":
		return t.line("invalidated %s → superseded by %s", r.UID, r.SupersededBy)
	}
	return t.line("invalidated %s", r.UID)
}

// printReconcile prints the packet, or with --auto the uid that was saved or is there already.
func (t *Terminal) printReconcile(r *engine.ReconcileResult) error {
	switch {
	case !r.Auto:
		return writeJSON(t.Out, r)
	case r.UID == "":
		return nil
	}
	return t.line("%s", r.UID)
}

// printConsolidation prints the clusters with the command that folds each.
func (t *Terminal) printConsolidation(r *engine.ConsolidateResult) error {
	if r.Merged != nil {
		for _, uid := range r.Merged.Skipped {
			t.line("%s is invalid already: left as it is", uid)
		}
		return t.line("merged %d duplicate(s) into %s", len(r.Merged.Merged), r.Merged.Keeper)
	}
	if len(r.Clusters) == 0 {
		return t.line("no memories are near duplicates")
	}
	t.line("\n%d cluster(s) (threshold %v):\n", len(r.Clusters), r.Threshold)
	for _, c := range r.Clusters {
		t.line("≈ %.2f", float64(c.MaxSim))
		var uids []string
		for _, m := range c.Members {
			uids = append(uids, m.UID)
			t.line("    %s  %s%s  %s", m.UID, m.Title, inParens(m.Project), day(m.CreatedAt))
		}
		t.line("    → move what only the others say into the one to keep, then:\n      brain consolidate --merge %s\n", strings.Join(uids, " "))
	}
	return nil
}

func (t *Terminal) printReindex(r *engine.ReindexResult) error {
	return t.line("%s embedded in %s (%s), %d left", count(r.Memories, "memory"), count(r.Chunks, "chunk"), r.Model, r.Left)
}

var marks = map[engine.CheckState]string{engine.CheckGood: "✓", engine.CheckBad: "✗", engine.CheckInfo: "i", engine.CheckFixed: "→", engine.CheckWarning: "⚠"}

func (t *Terminal) printDoctor(r *engine.DoctorResult) error {
	var fixes []string
	was := func(name string, state engine.CheckState) bool {
		return r.Fixing && slices.ContainsFunc(r.Checks, func(c engine.Check) bool { return c.Name == name && c.State == state })
	}
	for _, c := range r.Checks {
		t.line("%s %s", marks[c.State], c.Text)
		switch {
		case c.Fix != "" && c.State != engine.CheckBad && !was(c.Name, engine.CheckBad):
			t.line("  fix: %s", c.Fix)
		case c.Fix != "" && !was(c.Name, engine.CheckFixed):
			fixes = append(fixes, c.Fix)
		case c.State == engine.CheckBad && !r.Fixing:
			fixes = append(fixes, "`brain doctor --fix`")
		}
	}
	slices.Sort(fixes)
	fixes = slices.Compact(fixes)
	switch {
	case r.Problems == 0 && r.Fixed == 0:
		return t.line("\nhealthy")
	case r.Problems == 0:
		return t.line("\nall is repaired")
	case r.Fixing && len(fixes) == 0:
		return t.line("\n%s left", count(r.Problems, "problem"))
	case r.Fixing:
		return t.line("\n%s left: %s", count(r.Problems, "problem"), strings.Join(fixes, "; "))
	}
	return t.line("\n%s: %s", count(r.Problems, "problem"), strings.Join(fixes, "; "))
}

func (t *Terminal) printMigrate(r *engine.MigrateResult) error {
	columns, tables := listOr(r.Columns, "none"), listOr(r.Tables, "none")
	from, to := schemaText(r.From), r.To
	if r.SchemaFrom > 0 {
		// brain-cli's schema has been there since brain's first write.
		from, to = schemaText(strconv.Itoa(r.SchemaFrom)), r.SchemaTo
	}
	if r.DryRun {
		if r.SchemaFrom == r.SchemaTo {
			t.line("%s has schema %d, the newest", r.Path, to)
		} else {
			t.line("%s would be brought from %s to schema %d", r.Path, from, to)
		}
		t.line("  columns to add: %s\n  tables to make: %s\n  words indexed anew: %s\n  copy of the file before: %s", columns, tables, yesNo(r.Reindex), yesNo(r.Backup != ""))
		return t.line("  nothing was written")
	}
	if r.Backup != "" {
		t.line("the file as it was: %s", r.Backup)
	}
	t.line("  columns added: %s\n  tables made: %s\n  words indexed anew: %s", columns, tables, yesNo(r.Reindex))
	t.line("  memories: %d given a hash, %d a type, %d tags linked, %d tasks", r.Hashed, r.Typed, r.TagLinks, r.Tasks)
	if r.SchemaFrom > 0 && r.SchemaFrom < r.SchemaTo {
		return t.line("✓ %s was brought from %s to schema %d", r.Path, from, to)
	}
	return t.line("✓ %s has schema %d", r.Path, to)
}

func schemaText(from string) string {
	if from == "" {
		return "no schema"
	}
	return "schema " + from
}

func listOr(names []string, none string) string {
	if len(names) == 0 {
		return none
	}
	return strings.Join(names, ", ")
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func (t *Terminal) printHarvest(r *engine.HarvestResult) error {
	switch {
	case r.Guarded:
		return nil
	case r.Prompt != "":
		return t.line("%s\n\n%d characters would be sent to %s", contents(r.Prompt), r.Chars, r.Model)
	case r.Waiting != "":
		return t.line("%s", r.Waiting)
	}
	for _, uid := range r.Added {
		t.line("%s", uid)
	}
	queue := ""
	if r.Queued > 0 {
		queue = " (" + r.Queue + ")"
	}
	return t.line("harvest: %d candidate(s) → %d added, %d noop, %d queued for review%s", r.Candidates, len(r.Added), r.Noop, r.Queued, queue)
}

func (t *Terminal) printSettings(r *engine.ConfigListResult) error {
	w := t.table()
	for _, s := range r.Settings {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Key, printable(s.Value), s.Help)
	}
	return w.Flush()
}
