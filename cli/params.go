package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"brain/engine"
)

// params makes the operation's JSON object from what the library read.
func params(c *urfave.Command, op *engine.Operation) (json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	args := c.Args().Slice()
	for _, p := range positions(op) {
		if len(args) == 0 {
			if p.Required {
				return nil, misuse(op, "%s needs %s", op.Name, p.Label())
			}
			break
		}
		if err := put(out, op, p, args[:1]); err != nil {
			return nil, err
		}
		args = args[1:]
	}
	if len(args) > 0 {
		return nil, tooMany(op, c.Args().First(), args[0])
	}
	for _, p := range flagsOf(op) {
		if !c.IsSet(p.Name) {
			continue
		}
		texts := []string{c.String(p.Name)}
		switch p.Kind {
		case engine.Strings:
			texts = c.StringSlice(p.Name)
		case engine.Bool:
			texts = []string{"false"}
			if c.Bool(p.Name) {
				texts[0] = "true"
			}
		}
		if err := put(out, op, p, texts); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}

// tooMany says that an argument is one too many; the first may be the name of a command that was spelled wrong.
func tooMany(op *engine.Operation, first, extra string) error {
	var names []string
	for _, other := range engine.Operations() {
		if name, ok := strings.CutPrefix(other.Name, op.Name+" "); ok {
			names = append(names, name)
		}
	}
	e := misuse(op, "%s does not take %q", op.Name, extra)
	if like := engine.Nearest(first, names); like != "" {
		e.Fix = fmt.Sprintf("did you mean `brain %s %s`?", op.Name, like)
	}
	return e
}

func put(out map[string]json.RawMessage, op *engine.Operation, p engine.Param, texts []string) error {
	raw, err := p.Parse(texts)
	if err != nil {
		return misuse(op, "%s: %v", p.Label(), err)
	}
	out[p.Name] = raw
	return nil
}

// positions are the arguments in order.
func positions(op *engine.Operation) []engine.Param {
	out := slices.DeleteFunc(slices.Clone(op.Params), func(p engine.Param) bool { return p.Position == 0 })
	slices.SortFunc(out, func(a, b engine.Param) int { return a.Position - b.Position })
	return out
}

// misuse is an error about how an operation was called.
func misuse(op *engine.Operation, format string, args ...any) *engine.Error {
	return &engine.Error{Problem: fmt.Sprintf(format, args...), Fix: fmt.Sprintf("see `brain %s --help`", op.Name), Kind: engine.ErrUsage}
}
