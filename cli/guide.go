package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"strings"

	"brain/engine"
)

func (t *Terminal) printInit(r *engine.InitResult) error {
	if !r.Created {
		t.line("%s is ready", r.Path)
	} else {
		t.line("made %s\nnext: brain import DIR, brain extract DIR, then brain query --unified \"…\"", r.Path)
	}
	if r.Demo > 0 {
		t.line("%s of brain's own documentation are in\ntry:  brain query \"how are citations parsed\"", count(r.Demo, "page"))
	}
	if t.Asks {
		return nil // the guide offers them
	}
	for _, n := range r.Found {
		t.line("found %s: brain %s %s", foundText(n), commandFor(n), n.Path)
	}
	return nil
}

func foundText(n engine.Nearby) string {
	if n.Kind == engine.NearbyCode {
		return codeText(n.Manifest)
	}
	return "notes (" + count(n.Files, "markdown file") + ")"
}

// codeText says what a folder of code is, by its manifest.
func codeText(manifest string) string {
	switch manifest {
	case "go.mod":
		return "a Go module"
	case "package.json":
		return "a JavaScript project"
	case "Cargo.toml":
		return "a Rust project"
	case "pyproject.toml":
		return "a Python project"
	case "pom.xml":
		return "a Java project"
	}
	return "a repository"
}

func commandFor(n engine.Nearby) string {
	if n.Kind == engine.NearbyCode {
		return "extract"
	}
	return "import"
}

// guide offers what was found nearby, one folder after the other, and to let search look into pages. An empty answer is no.
func (a *app) guide(ctx context.Context, e *engine.Engine, r *engine.InitResult) error {
	answers := bufio.NewScanner(a.term.In)
	ask := func(question string) string {
		if err := a.term.flush(); err != nil {
			return "q"
		}
		a.term.prompt(question)
		if !answers.Scan() {
			return "q"
		}
		return strings.ToLower(strings.TrimSpace(answers.Text()))
	}
	pages := r.Demo > 0
	for _, n := range r.Found {
		answer := ask(commandFor(n) + " " + n.Path + ", " + foundText(n) + "? [y/N/q] ")
		if strings.HasPrefix(answer, "q") {
			break
		}
		if !strings.HasPrefix(answer, "y") {
			continue
		}
		if err := a.step(ctx, e, commandFor(n), map[string]any{"dir": n.Path}); err != nil {
			return err
		}
		pages = pages || n.Kind == engine.NearbyNotes
	}
	if pages && strings.HasPrefix(ask("let brain search look into pages too, beside memories? [y/N] "), "y") {
		return a.step(ctx, e, "config set", map[string]any{"key": "search.in", "value": "memory,gbrain"})
	}
	return nil
}

// step runs a command of the guide as if it had been typed.
func (a *app) step(ctx context.Context, e *engine.Engine, name string, params map[string]any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	result, err := engine.Find(name).Run(ctx, e, raw)
	if err != nil {
		return err
	}
	return a.term.print(result)
}
