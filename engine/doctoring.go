package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brain/db"
	"brain/memory"
)

// DoctorInput are the parameters of doctor.
type DoctorInput struct {
	Fix bool `json:"fix" help:"repair what can be made again from the memories"`
}

// CheckState is how a check ended.
type CheckState string

// The states of a check.
const (
	CheckGood    CheckState = "good"
	CheckBad     CheckState = "bad"
	CheckInfo    CheckState = "info"
	CheckFixed   CheckState = "fixed"
	CheckWarning CheckState = "warning"
)

// Check is one thing that doctor looked at or did.
type Check struct {
	Name  string     `json:"name"`
	State CheckState `json:"state"`
	Count int        `json:"count"`
	Text  string     `json:"text"`
}

// DoctorResult is what doctor found. Problems are those that are left.
type DoctorResult struct {
	Checks   []Check `json:"checks"`
	Problems int     `json:"problems"`
	Fixed    int     `json:"fixed"`
	Fixing   bool    `json:"fixing"`
}

// Verdict is ErrAnswered where problems are left.
func (r *DoctorResult) Verdict() error {
	if r.Problems == 0 {
		return nil
	}
	return &Error{Problem: fmt.Sprintf("%d problems are left", r.Problems), Kind: ErrAnswered}
}

func (r *DoctorResult) add(name string, state CheckState, count int, text string) {
	r.Checks = append(r.Checks, Check{name, state, count, text})
	switch state {
	case CheckBad:
		r.Problems += count
	case CheckFixed:
		r.Fixed += count
		r.Problems -= count
	}
}

// either adds a check that is good where it counts nothing.
func (r *DoctorResult) either(name string, count int, good, bad string) {
	if count == 0 {
		r.add(name, CheckGood, 0, good)
		return
	}
	r.add(name, CheckBad, count, fmt.Sprintf(bad, count))
}

// The names of doctor's checks.
const (
	checkVectors = "vectors"
	checkOrphans = "orphans"
	checkWords   = "words"
	checkCounts  = "counts"
	checkPending = "pending"
)

// wordsWait is how long the check of the index of words waits for another writer: SQLite lets only a writer do it.
const wordsWait = time.Second

// Doctor checks the memories and what is derived from them, and with Fix makes that again.
func (e *Engine) Doctor(ctx context.Context, in DoctorInput) (*DoctorResult, error) {
	out := &DoctorResult{Checks: []Check{}, Fixing: in.Fix}
	var h memory.Health
	err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		h, err = memory.Check(tx, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	out.either(checkVectors, h.Unembedded, fmt.Sprintf("vectors: each of the %d memories has them", h.Total), "%d memories have no vectors: their meaning is not searched")
	out.either(checkOrphans, h.OrphanChunks+h.OrphanVectors, "orphans: none", "%d vectors are of memories that are deleted or gone")
	if err := e.checkWords(ctx, h, out); err != nil {
		return nil, err
	}
	if h.Miscounted {
		out.add(checkCounts, CheckBad, 1, "the counts of stats are wrong")
	}
	if h.Pending > 0 {
		out.add(checkPending, CheckInfo, h.Pending, fmt.Sprintf("%d memories changed outside of brain: the next write takes them in", h.Pending))
	}
	if h.Shadowed > 0 {
		out.add("shadowed", CheckInfo, h.Shadowed, fmt.Sprintf("%d old vectors have newer ones beside them", h.Shadowed))
	}
	out.add("file", CheckInfo, 0, fmt.Sprintf("journal_mode=%s schema_version=%s", h.Journal, h.Marker))
	if in.Fix && out.Problems > 0 {
		err = e.repair(ctx, h, out)
	}
	return out, err
}

// checkWords compares the index of words with the memories. In a file that brain has never written they are only counted.
func (e *Engine) checkWords(ctx context.Context, h memory.Health, out *DoctorResult) error {
	d, err := e.open(ctx, false)
	if err != nil {
		return err
	}
	wrong := h.WordsMissing
	if d.State() == db.Ours && wrong == 0 {
		err := d.TryWriteFor(ctx, wordsWait, memory.CheckWords)
		switch {
		case errors.Is(err, memory.ErrWords):
			wrong = 1
		case errors.Is(err, db.ErrBusy) || errors.Is(err, db.ErrReadOnly):
			out.add(checkWords, CheckInfo, 0, "words: each memory is in the index; the words were not compared, since the file cannot be written now")
			return nil
		case err != nil:
			return err
		}
	}
	out.either(checkWords, wrong, "words: the index agrees with the memories", "words: the index does not agree with the memories (%d)")
	return nil
}

// repair makes again what was found wrong.
func (e *Engine) repair(ctx context.Context, h memory.Health, out *DoctorResult) error {
	bad := map[string]int{}
	for _, c := range out.Checks {
		if c.State == CheckBad {
			bad[c.Name] = c.Count
		}
	}
	for _, fix := range []struct {
		check, text string
		do          func(*db.Tx) error
	}{
		{checkWords, "the index of words was made anew", memory.RebuildWords},
		{checkOrphans, "vectors of what is gone were deleted", func(tx *db.Tx) error { _, err := memory.DropOrphans(tx); return err }},
		{checkCounts, "the counts were made anew", memory.Recount},
	} {
		if bad[fix.check] == 0 {
			continue
		}
		if err := e.change(ctx, fix.do); err != nil {
			return err
		}
		out.add(fix.check, CheckFixed, bad[fix.check], fix.text)
	}
	if h.Unembedded == 0 {
		return nil
	}
	r, err := e.Reindex(ctx, ReindexInput{})
	if err != nil && ctx.Err() == nil {
		problem := Explain(err)
		out.add(checkVectors, CheckWarning, 0, "no vectors were made: "+problem.Error())
		return nil
	}
	if err == nil {
		out.add(checkVectors, CheckFixed, r.Memories, fmt.Sprintf("%d of %d memories were given vectors", r.Memories, h.Unembedded))
	}
	return err
}
