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

// change runs fn in one transaction of a file that must be there: what changes a memory makes no file.
func (e *Engine) change(ctx context.Context, fn func(*db.Tx) error) error {
	d, err := e.open(ctx, false)
	if err != nil {
		return err
	}
	return d.Write(ctx, andSync(fn))
}

// recallWait is how long the record of a recall waits for another writer. Then it is left out: an answer is worth more.
const recallWait = 100 * time.Millisecond

// note writes what may be left out, once an answer is given. A file of brain-cli is not migrated for it.
func (e *Engine) note(ctx context.Context, fn func(*db.Tx) error) {
	d, err := e.open(ctx, false)
	if err == nil && d.State() == db.Ours {
		_ = d.TryWriteFor(ctx, recallWait, fn) // best effort
	}
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
