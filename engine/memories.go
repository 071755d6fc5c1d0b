package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

// readMemories runs fn on one state of the memories of a file, whichever stage of brain-cli's schema it has.
func (e *Engine) readMemories(ctx context.Context, fn func(*db.Tx, *memory.Stage) error) error {
	d, err := e.open(ctx, false)
	if err != nil {
		return err
	}
	return d.ReadMemories(ctx, func(tx *db.Tx) error {
		s, err := memory.ReadStage(tx)
		if err != nil {
			return err
		}
		return fn(tx, s)
	})
}

// errAlone ends what is done together where that is not done in a moment: a model is needed, or other stores are asked. No transaction
// stays open meanwhile.
var errAlone = errors.New("to be read in transactions of its own")

// together lets all that fn reads of the file be read in one transaction, of which an answer else begins five. Where fn ends with
// errAlone it is run once more, with a transaction for each.
func together[Out any](ctx context.Context, e *Engine, fn func(context.Context) (Out, error)) (out Out, err error) {
	if db.Joined(ctx) {
		return fn(ctx)
	}
	d, err := e.open(ctx, false)
	if err == nil && d.State() == db.Ours && e.Encoder == nil {
		err = d.Read(ctx, func(tx *db.Tx) (err error) {
			out, err = fn(tx.Join(ctx))
			return err
		})
		if !errors.Is(err, errAlone) {
			return out, err
		}
	}
	return fn(ctx)
}

// change runs fn in one transaction of a file that must be there: what changes a memory makes no file.
func (e *Engine) change(ctx context.Context, fn func(*db.Tx) error) error {
	d, err := e.open(ctx, false)
	if err != nil {
		return err
	}
	return e.patiently(ctx, d, andSync(fn))
}

// keep is change that makes the file if need be.
func (e *Engine) keep(ctx context.Context, fn func(*db.Tx) error) error {
	d, err := e.open(ctx, true)
	if err != nil {
		return err
	}
	return e.patiently(ctx, d, andSync(fn))
}

// How long a write waits for another process where giving up would lose what somebody wanted kept, and after how much of that
// it is told.
const (
	keepWait  = time.Minute
	tellAfter = 2 * time.Second
)

// patiently runs fn in a write transaction, and tells of it where that has to wait.
func (e *Engine) patiently(ctx context.Context, d *db.DB, fn func(*db.Tx) error) error {
	began, run, told := time.Now(), false, false
	tell := func() {
		if !told {
			e.Notice("waiting for another process that writes to the file")
		}
		told = true
	}
	for {
		waited := time.Since(began)
		err := d.WriteWithin(ctx, keepWait-waited, max(0, tellAfter-waited), tell, func(tx *db.Tx) error {
			run = true
			return fn(tx)
		})
		if run || !errors.Is(err, db.ErrBusy) || ctx.Err() != nil {
			return err
		}
		if waited = time.Since(began); waited >= keepWait {
			return &Error{Problem: "the file is locked", Cause: fmt.Sprintf("another process has been writing for more than %.0f seconds", waited.Seconds()),
				Fix: "try again when it is done; nothing was changed", Err: err}
		}
		// To bring an old file up to date has a wait of its own, which is shorter.
		tell()
	}
}

// recallWait is how long the record of a recall waits for another writer. Then it is left out: an answer is worth more.
const recallWait = 100 * time.Millisecond

// noteRecall writes down that memories were read, once an answer is given, as far as the file can hold it: one of brain-cli is not
// migrated for it. Those that were asked for by name are counted as well.
func (e *Engine) noteRecall(ctx context.Context, named bool, ids ...int64) {
	d, err := e.open(ctx, false)
	if err != nil {
		return
	}
	_ = d.TryWriteAsIs(ctx, recallWait, func(tx *db.Tx) error { // best effort
		s, err := memory.ReadStage(tx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if named && s.Has("access_count") && s.Has("last_accessed_at") {
				if err := memory.Bump(tx, id); err != nil {
					return err
				}
			}
		}
		if !s.HasTable("recall_log") {
			return nil
		}
		return memory.LogRecall(tx, ids...)
	})
}

// uidOf is the uid that a reference names: itself, or the one in the citation of a memory.
func uidOf(ref string) string {
	ref = strings.TrimSpace(ref)
	if c, err := merge.ParseCitation(ref); err == nil && c.Store == merge.Memory {
		return c.EntityID
	}
	return ref
}

// maxText is how long a text may be that is read from a file.
const maxText = 64 << 20

// textFrom gives the text of a flag, or of the file that stands in its place; "-" is standard input.
func textFrom(ctx context.Context, flag, text, file string) (string, error) {
	switch {
	case file != "" && text != "":
		return "", usage("leave one out", "--%s and --content-file exclude each other", flag)
	case file == "" && text != "-":
		return text, nil
	case file == "" && hasNoInput(ctx):
		return "", noText(flag, true)
	case file == "":
		file = "-"
	}
	in, err := openInput(ctx, file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if err == nil && len(data) > maxText {
		err = &Error{Problem: fmt.Sprintf("the text is longer than %d MB", maxText>>20), Fix: "save it in parts"}
	}
	return string(data), err
}

// isAbsent says that there is no brain yet, or nothing in it.
func isAbsent(err error) bool { return errors.Is(err, db.ErrMissing) || errors.Is(err, db.ErrEmpty) }

// tell passes on what had to be changed in a text.
func (e *Engine) tell(notes []string) {
	for _, n := range notes {
		e.Notice(n)
	}
}
