package engine

import (
	"context"
	"encoding/json"

	"brain/db"
	"brain/fts"
	"brain/merge"
)

// MergeInput are the parameters of merge.
type MergeInput struct {
	Full   bool `json:"full" help:"all four steps: names and vectors are linked across stores too"`
	IfDue  bool `json:"if-due" help:"all four steps, if the last full merge was before the last Sunday 02:00; else nothing"`
	DryRun bool `json:"dry-run" help:"say what would be done, and do nothing"`
}

// MergeResult is what each step did, or would do.
type MergeResult struct {
	Full   bool         `json:"full"`
	DryRun bool         `json:"dry_run"`
	Due    *bool        `json:"due,omitempty"` // with --if-due: whether it was
	Steps  []merge.Step `json:"steps"`
}

// Merge runs steps 1 and 2, or all four.
func (e *Engine) Merge(ctx context.Context, in MergeInput) (*MergeResult, error) {
	out := &MergeResult{Full: in.Full || in.IfDue, DryRun: in.DryRun, Steps: []merge.Step{}}
	if in.IfDue {
		due, err := e.mergeDue(ctx)
		if err != nil {
			return nil, err
		}
		if out.Due = &due; !due {
			return out, nil
		}
	}
	e.Progress("merge", 0, 0)
	run, write := merge.Merge, e.write
	if in.DryRun {
		// What does nothing makes no file either.
		d, err := e.open(ctx, false)
		if err != nil {
			return nil, err
		}
		if err := d.Ready(); err != nil {
			return nil, err
		}
		run, write = merge.Rehearse, d.Rehearse
	} else if err := e.catchUpAll(ctx); err != nil {
		return nil, err
	}
	steps, err := run(func(fn func(*db.Tx) error) error { return write(ctx, fn) }, out.Full)
	if err != nil {
		return nil, err
	}
	out.Steps = steps
	return out, nil
}

func (e *Engine) mergeDue(ctx context.Context) (due bool, err error) {
	err = e.read(ctx, func(tx *db.Tx) error {
		_, full, err := merge.LastMerge(tx)
		due = merge.Due(full, e.Now())
		return err
	})
	return due, err
}

// MergeLinksInput are the parameters of merge links.
type MergeLinksInput struct {
	Type  string  `json:"type" enum:"name_similar|vector_near" help:"only links of this type"`
	Min   float64 `json:"min" min:"0" max:"1" help:"only links at least that similar"`
	Limit int     `json:"limit" default:"50" min:"0" help:"links to give"`
}

// MergeLinksResult is the links for review.
type MergeLinksResult struct {
	Links []LinkRow `json:"links"`
}

// LinkRow is a link with both of its ends.
type LinkRow struct {
	Type       string      `json:"link_type"`
	Similarity json.Number `json:"similarity"`
	From       LinkEnd     `json:"from"`
	To         LinkEnd     `json:"to"`
}

// LinkEnd is an entry at an end of a link.
type LinkEnd struct {
	ID         int64  `json:"id"`
	EntityName string `json:"entity_name"`
	CitationID string `json:"citation_id"`
}

func linkRows(links []merge.Link) []LinkRow {
	out := []LinkRow{}
	for _, l := range links {
		out = append(out, LinkRow{l.Type, *number(fts.FormatFloat4(l.Similarity)),
			LinkEnd{l.From.ID, l.From.EntityName, l.From.CitationID}, LinkEnd{l.To.ID, l.To.EntityName, l.To.CitationID}})
	}
	return out
}

// MergeLinks lists what steps 3 and 4 linked.
func (e *Engine) MergeLinks(ctx context.Context, in MergeLinksInput) (*MergeLinksResult, error) {
	out := &MergeLinksResult{}
	return out, e.read(ctx, func(tx *db.Tx) error {
		links, err := merge.Links(tx, in.Type, in.Min, in.Limit)
		out.Links = linkRows(links)
		return err
	})
}

// MergeTuneInput are the parameters of merge tune.
type MergeTuneInput struct {
	Threshold float64 `json:"threshold" default:"0.6" min:"0" max:"1" help:"the stricter threshold for names"`
	Limit     int     `json:"limit" default:"50" min:"0" help:"links to show"`
}

// MergeTuneResult says what a stricter threshold would do to the name links. Links are the strongest of those dropped.
type MergeTuneResult struct {
	Threshold float64   `json:"threshold"`
	Dropped   int       `json:"dropped"`
	Kept      int       `json:"kept"`
	Links     []LinkRow `json:"links"`
}

// MergeTune shows which name links a stricter threshold would drop. Nothing is changed.
func (e *Engine) MergeTune(ctx context.Context, in MergeTuneInput) (*MergeTuneResult, error) {
	out := &MergeTuneResult{Threshold: in.Threshold}
	return out, e.read(ctx, func(tx *db.Tx) error {
		links, dropped, kept, err := merge.Weaker(tx, in.Threshold, in.Limit)
		out.Dropped, out.Kept, out.Links = dropped, kept, linkRows(links)
		return err
	})
}

// MergeRevisionsInput are the parameters of merge revisions.
type MergeRevisionsInput struct {
	Name  string `json:"name" arg:"1,rest" value:"NAME" help:"an entity_name; without it, all names with more than one revision"`
	Limit int    `json:"limit" default:"50" min:"0" help:"names to give"`
}

// MergeRevisionsResult is step 2: the revisions of each name, oldest first.
type MergeRevisionsResult struct {
	Names []RevisedName `json:"names"`
}

// RevisedName is a name with its revisions.
type RevisedName struct {
	EntityName string        `json:"entity_name"`
	Revisions  []RevisionRow `json:"revisions"`
}

// RevisionRow is one entry of a name. Origin is the oldest, Served the one that answers for the name.
type RevisionRow struct {
	ID         int64  `json:"id"`
	Source     string `json:"source"`
	CitationID string `json:"citation_id"`
	CreatedAt  string `json:"created_at"`
	UpdatedAt  string `json:"updated_at"`
	Origin     bool   `json:"origin"`
	Served     bool   `json:"served"`
}

// MergeRevisions orders the revisions of a name, or of all names that have several.
func (e *Engine) MergeRevisions(ctx context.Context, in MergeRevisionsInput) (*MergeRevisionsResult, error) {
	out := &MergeRevisionsResult{Names: []RevisedName{}}
	return out, e.read(ctx, func(tx *db.Tx) error {
		names := []string{in.Name}
		if in.Name == "" {
			var err error
			if names, err = merge.RevisedNames(tx, in.Limit); err != nil {
				return err
			}
		}
		for _, name := range names {
			list, err := merge.Revisions(tx, name)
			if err != nil {
				return err
			}
			row := RevisedName{EntityName: name, Revisions: []RevisionRow{}}
			for i, r := range list {
				row.Revisions = append(row.Revisions, RevisionRow{r.ID, r.Source, r.CitationID, r.CreatedAt, r.UpdatedAt, i == 0, r.Served})
			}
			if len(list) > 0 {
				out.Names = append(out.Names, row)
			}
		}
		return nil
	})
}

func mergeOperations() []*Operation {
	return []*Operation{
		operation("merge", "link and order what the stores brought in", (*Engine).Merge, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `Step 1 takes staged rows in and drops content that is already there. Step 2 orders the revisions of each name by time;
it adds nothing. With --full, step 3 links code to pages with like names (trigram similarity over 0.4), and step 4 links
rows of different stores whose vectors are nearly the same (cosine distance under 0.08). Each step is one transaction.
Merging what is merged already changes nothing. import, extract and graph import run steps 1 and 2 by themselves.`
			op.Examples = []Example{{"brain merge --full", "all four steps, with what each did"}, {"brain merge --full --dry-run", "the same, changing nothing"}}
		}),
		operation("merge links", "list the links that the merge made, for review", (*Engine).MergeLinks, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain merge links --type vector_near --min 0.95", "texts that say nearly the same in two stores"}}
		}),
		operation("merge tune", "show which name links a stricter threshold would drop", (*Engine).MergeTune, func(op *Operation) {
			op.Effect = Reads
			op.Help = `The strongest of the dropped links come first: if they are right, the threshold is too strict. Nothing is changed.`
			op.Examples = []Example{{"brain merge tune --threshold 0.6", "what a limit of 0.6 would drop"}}
		}),
		operation("merge revisions", "order the entries of a name by time", (*Engine).MergeRevisions, func(op *Operation) {
			op.Effect = Reads
			op.Help = `All entries of one name, whatever their store: the oldest is the origin, the one updated last is served.`
			op.Examples = []Example{{`brain merge revisions "Ledger"`, "one name"}, {"brain merge revisions", "all names with more than one entry"}}
		}),
		operation("schedule", "have the system keep the file in order", (*Engine).Schedule, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Help = `The scheduler starts "brain maintain --if-due" every night at 02:00, on this file (BRAIN_DB): what has no vector is embedded. If
the last full merge was before the last Sunday 02:00 it is done too, so a machine that was off then catches up, and a line in
the ingest-log counts the pages that want care.`
			op.Examples = []Example{{"brain schedule print", "what would be put in"}, {"BRAIN_DB=$PWD/.brain.db brain schedule install --with cron", "for this project's brain"}}
		}),
	}
}
