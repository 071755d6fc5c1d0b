package engine

import (
	"context"
	"fmt"

	"brain/db"
	"brain/memory"
)

// repairSchema puts back what the schema lacks, as migrate does, and checks again what is derived: it may have been made anew.
// whole says whether the schema is, now: while it is not, nothing may be deleted as of what is gone.
func (e *Engine) repairSchema(ctx context.Context, h memory.Health, out *DoctorResult) (_ memory.Health, whole bool, err error) {
	if len(out.Checks) == 0 || out.Checks[0].Name != checkSchema {
		return h, true, nil
	}
	lacked := out.Checks[0]
	d, err := e.open(ctx, false)
	copied := ""
	if err == nil {
		copied, err = d.Migrate(ctx, db.MigrateOptions{})
	}
	if err != nil {
		return h, false, e.unrepaired(ctx, out, checkSchema, "the schema was not repaired", err)
	}
	text := "the schema is whole again"
	if copied != "" {
		text += "; the file as it was: " + copied
	}
	again := &DoctorResult{Checks: []Check{}, Fixing: true}
	again.add(lacked.Name, lacked.State, lacked.Count, lacked.Text)
	again.add(checkSchema, CheckFixed, lacked.Count, text)
	h, err = e.examine(ctx, again)
	*out = *again
	return h, true, err
}

// unrepaired tells why something was not repaired; only the end of the whole work is an error.
func (e *Engine) unrepaired(ctx context.Context, out *DoctorResult, check, what string, err error) error {
	if ctx.Err() != nil {
		return err
	}
	problem := Explain(err)
	out.add(check, CheckWarning, 0, what+": "+problem.Error())
	out.Checks[len(out.Checks)-1].Fix = problem.Fix
	return nil
}

// remake makes again what a check found wrong.
type remake struct {
	check, text string
	do          func(*db.Tx) error
}

// remakes are what is made again, in this order.
func remakes() []remake {
	all := []remake{
		{checkWords, "the index of words was made anew", memory.RebuildWords},
		{checkGrams, "the index of symbols was made anew", memory.RebuildGrams},
		{checkVectors, "the tables of vectors were made anew", memory.ResetVectors},
		{checkOrphans, "vectors of what is gone were deleted", func(tx *db.Tx) error { _, err := memory.DropOrphans(tx); return err }},
		{checkCounts, "the counts were made anew", memory.Recount},
	}
	for _, part := range derivedParts() {
		all = append(all, part.remake)
	}
	return all
}

// repair makes again what was found wrong.
func (e *Engine) repair(ctx context.Context, h memory.Health, out *DoctorResult) error {
	bad := map[string]Check{}
	for _, c := range out.Checks {
		if c.State == CheckBad {
			bad[c.Name] = c
		}
	}
	for _, fix := range remakes() {
		if bad[fix.check].Count == 0 || fix.check == checkVectors && !h.VectorsBroken {
			continue
		}
		err := e.change(ctx, fix.do)
		if err != nil {
			if err := e.unrepaired(ctx, out, fix.check, "not repaired: "+fix.check, err); err != nil {
				return err
			}
			continue
		}
		out.add(fix.check, CheckFixed, bad[fix.check].Count, fix.text)
	}
	if m, ok := bad[checkModel]; ok {
		// Vectors are never thrown away unasked.
		out.add(checkModel, CheckWarning, 0, "the vectors are left as they are")
		out.Checks[len(out.Checks)-1].Fix = m.Fix
	}
	if h.Unembedded == 0 {
		return nil
	}
	r, err := e.Reindex(ctx, ReindexInput{})
	if err != nil {
		return e.unrepaired(ctx, out, checkVectors, "no vectors were made", err)
	}
	done := r.Memories
	if h.VectorsBroken {
		done = 0 // the tables were the one problem
		if r.Left > 0 {
			out.add(checkVectors, CheckBad, int(r.Left), fmt.Sprintf("%d memories have no vectors", r.Left))
		}
	}
	out.add(checkVectors, CheckFixed, done, fmt.Sprintf("%d of %d memories were given vectors", r.Memories, h.Unembedded))
	return nil
}
