package cli

import (
	"errors"
	"fmt"

	"brain/engine"
)

// partial names on stderr what was left out, and ends with the exit code that says so.
func (a *app) partial(result any) error {
	p, ok := result.(engine.Partial)
	if !ok || len(p.Left()) == 0 {
		return nil
	}
	for _, s := range p.Left() {
		a.term.aside("skipped %s: %s", s.Path, s.Reason)
	}
	return errPartial
}

// errPartial has been told already: the skipped files were named.
var errPartial = fmt.Errorf("%w", engine.ErrPartial)

// report prints an error: problem, cause, fix. code is the one that the process ends with.
func (a *app) report(err error, code int) {
	if err == nil || errors.Is(err, errPartial) || errors.Is(err, errNoCommand) || errors.Is(err, engine.ErrAnswered) || errors.Is(err, errPipe) {
		return
	}
	e, failed := engine.Explain(err), engine.Failed(err, code)
	if a.json {
		writeJSON(a.term.Err, failed)
		return
	}
	if e.Packet != nil {
		// Read by agents, as brain-cli gives it: JSON and nothing else.
		writeJSON(a.term.Err, e.Packet)
		return
	}
	if e.Token != "" {
		a.term.aside("%s", e.Token)
	}
	a.term.aside("%s%s", a.term.red("✗ "), failed.Error.Problem)
	if cause := failed.Error.Cause; cause != "" {
		a.term.aside("  cause: %s", cause)
	}
	if e.Fix != "" {
		a.term.aside("  fix:   %s", contents(e.Fix))
	}
	if e.Docs != "" {
		a.term.aside("  see:   %s", e.Docs)
	}
}
