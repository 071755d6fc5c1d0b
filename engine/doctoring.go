package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"brain/db"
	"brain/memory"
)

// DoctorInput are the parameters of doctor.
type DoctorInput struct {
	Fix bool `json:"fix" help:"repair what can be made again from what is stored"`
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
	Fix   string     `json:"fix,omitempty"` // what repairs it, where that is not doctor --fix

	Client string `json:"client,omitempty"` // the agent whose file it is
	Path   string `json:"path,omitempty"`   // that file
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
	r.Checks = append(r.Checks, Check{Name: name, State: state, Count: count, Text: text})
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
	checkSchema  = "schema"
	checkMemory  = "memories"
	checkVectors = "vectors"
	checkModel   = "model"
	checkOrphans = "orphans"
	checkWords   = "words"
	checkGrams   = "grams"
	checkCounts  = "counts"
	checkPending = "pending"
)

// wordsWait is how long the check of the indexes waits for another writer: SQLite lets only a writer do it.
const wordsWait = time.Second

// Doctor checks the file, what is in it and what is derived from that, and with Fix makes the last again; then it looks at what agents
// are told of brain. What cannot be checked or repaired is told and stops nothing else.
func (e *Engine) Doctor(ctx context.Context, in DoctorInput) (*DoctorResult, error) {
	out := &DoctorResult{Checks: []Check{}, Fixing: in.Fix}
	h, err := e.examine(ctx, out)
	if errors.Is(err, db.ErrMissing) {
		said := Explain(err)
		out.add("file", CheckBad, 1, said.Error())
		out.Checks[len(out.Checks)-1].Fix = said.Fix
		e.examineClients(ctx, out) // they may name another one
		return out, nil
	}
	if err == nil && in.Fix && out.Problems > 0 {
		var whole bool
		if h, whole, err = e.repairSchema(ctx, h, out); err == nil && whole {
			err = e.repair(ctx, h, out)
		}
	}
	if err == nil {
		e.examineClients(ctx, out)
	}
	return out, err
}

// examine makes all checks.
func (e *Engine) examine(ctx context.Context, out *DoctorResult) (memory.Health, error) {
	var h memory.Health
	var faults []db.Fault
	var unread error
	err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		if faults, err = db.Faults(tx); err != nil {
			return err
		}
		h, unread = memory.Check(tx, s)
		return nil
	})
	if err != nil {
		return h, err
	}
	if len(faults) > 0 {
		out.add(checkSchema, CheckBad, len(faults), "schema: "+listed(faults))
	}
	if unread != nil {
		if ctx.Err() != nil {
			return h, unread
		}
		out.add(checkMemory, CheckBad, 1, "the memories cannot all be checked: "+Explain(unread).Error())
		return h, nil
	}
	switch {
	case h.VectorsBroken:
		out.add(checkVectors, CheckBad, 1, "vectors: their tables are damaged, so no meaning is searched")
	default:
		out.either(checkVectors, h.Unembedded, fmt.Sprintf("vectors: each of the %d memories has them", h.Total), "%d memories have no vectors: their meaning is not searched")
		if err := e.checkModel(ctx, out); err != nil {
			return h, err
		}
		out.either(checkOrphans, h.OrphanChunks+h.OrphanVectors, "orphans: none", "%d vectors are of memories that are deleted or gone")
	}
	if err := e.checkIndexes(ctx, h, out); err != nil {
		return h, err
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
	if err := e.examineFile(ctx, out); err != nil {
		return h, err
	}
	out.add("file", CheckInfo, 0, fmt.Sprintf("journal_mode=%s schema_version=%s", h.Journal, h.Marker))
	return h, nil
}

// maxListed is how many faults are named.
const maxListed = 8

func listed(faults []db.Fault) string {
	var names []string
	for _, f := range faults[:min(len(faults), maxListed)] {
		names = append(names, f.String())
	}
	if more := len(faults) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// checkIndexes compares the index of words with the memories, and looks whether that of grams is whole. In a file that brain has
// never written the words are only counted.
func (e *Engine) checkIndexes(ctx context.Context, h memory.Health, out *DoctorResult) error {
	d, err := e.open(ctx, false)
	if err != nil {
		return err
	}
	words, grams := h.WordsMissing, h.GramsDamaged
	if h.WordsDamaged {
		words = max(words, 1)
	}
	if d.State() == db.Ours && words == 0 && !grams {
		err := d.RehearseFor(ctx, wordsWait, func(tx *db.Tx) error {
			wrong := memory.CheckWords(tx)
			if errors.Is(wrong, memory.ErrWords) {
				words, wrong = 1, nil
			}
			if wrong == nil {
				wrong = memory.CheckGrams(tx)
			}
			if errors.Is(wrong, memory.ErrGrams) {
				grams, wrong = true, nil
			}
			return wrong
		})
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return err
		case words == 0:
			out.add(checkWords, CheckInfo, 0, "words: each memory is in the index; the words were not compared: "+Explain(err).Problem)
			return nil
		}
	}
	out.either(checkWords, words, "words: the index agrees with the memories", "words: the index does not agree with the memories (%d)")
	if grams {
		out.add(checkGrams, CheckBad, 1, "symbols: their index is damaged")
	}
	return nil
}
