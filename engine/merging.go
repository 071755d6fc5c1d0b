package engine

import (
	"context"

	"brain/db"
	"brain/merge"
)

// MergeInput are the parameters of merge.
type MergeInput struct {
	Full bool `json:"full" help:"all four steps: names and vectors are linked across stores too"`
}

// MergeResult is what each step did.
type MergeResult struct {
	Full  bool         `json:"full"`
	Steps []merge.Step `json:"steps"`
}

// Merge runs steps 1 and 2, or all four.
func (e *Engine) Merge(ctx context.Context, in MergeInput) (*MergeResult, error) {
	e.Progress("merge", 0, 0)
	steps, err := merge.Merge(func(fn func(*db.Tx) error) error { return e.write(ctx, fn) }, in.Full)
	if err != nil {
		return nil, err
	}
	return &MergeResult{Full: in.Full, Steps: steps}, nil
}

func mergeOperations() []*Operation {
	return []*Operation{
		operation("merge", "link and order what the stores brought in", (*Engine).Merge, func(op *Operation) {
			op.Writes = true
			op.Help = `Step 1 takes staged rows in and drops content that is already there. Step 2 orders the revisions of each name by time;
it adds nothing. With --full, step 3 links code to pages with like names (trigram similarity over 0.4), and step 4 links
rows of different stores whose vectors are nearly the same (cosine distance under 0.08). Each step is one transaction.
Merging what is merged already changes nothing. import, extract and graph import run steps 1 and 2 by themselves.`
			op.Examples = []Example{{"brain merge --full", "all four steps, with what each did"}}
		}),
	}
}
