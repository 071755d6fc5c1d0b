package cli

import (
	"bufio"
	"strings"

	"brain/engine"
)

// changeWords say what becomes of a file: before it is done, and after.
var changeWords = map[string][2]string{
	"create": {"make", "made"},
	"edit":   {"change", "changed"},
	"remove": {"remove", "removed"},
}

func (t *Terminal) printSetup(r *engine.SetupResult) error {
	changed := false
	for _, f := range r.Files {
		words, ok := changeWords[f.Change]
		if !ok {
			continue
		}
		changed = true
		word := words[0]
		if r.Applied {
			word = words[1]
		}
		leads := ""
		if f.Leads != "" {
			leads = " → " + f.Leads
		}
		t.line("%s %s%s (%s)", word, t.bold(f.Path), leads, strings.Join(f.For, ", "))
		if !r.Applied {
			t.diff(f.Diff)
		} else if f.Backup != "" {
			t.line("  what was there: %s", f.Backup)
		}
	}
	for _, n := range r.Notes {
		t.line("note: %s", n)
	}
	switch {
	case !changed && r.Undo:
		return t.line("nothing to undo: %s has nothing of brain's here", r.Client)
	case !changed && len(r.Skipped) > 0:
		return t.line("the rest is there: %s", r.Client)
	case !changed:
		return t.line("nothing to do: %s is set up", r.Client)
	case r.Applied && !r.Undo:
		return t.line("%s is set up: start it anew to have it read this", r.Client)
	}
	return nil
}

// diff prints a unified diff, its lines coloured as git does.
func (t *Terminal) diff(text string) {
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case strings.HasPrefix(l, "+"):
			t.line("%s", t.style("32", l))
		case strings.HasPrefix(l, "-"):
			t.line("%s", t.style("31", l))
		default:
			t.line("%s", l)
		}
	}
	t.line("")
}

// consent asks before the settings of an agent are changed. Where nobody can answer nothing is written.
func (a *app) consent(r *engine.SetupResult) error {
	if !a.term.Asks || a.json {
		return &engine.Error{Problem: "nothing was written", Cause: "nobody is there to agree to it", Fix: "show this to your user, then run it again with --yes", Kind: engine.ErrDecide}
	}
	if err := a.term.flush(); err != nil {
		return outputError(err)
	}
	a.term.prompt("write this? [y/N] ")
	answer := bufio.NewScanner(a.term.In)
	if !answer.Scan() || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer.Text())), "y") {
		return a.term.line("nothing was written")
	}
	if err := r.Apply(); err != nil {
		return err
	}
	if err := a.term.print(r); err != nil {
		return err
	}
	return a.partial(r)
}
