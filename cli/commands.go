package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"brain/engine"
)

// Command is a command beside the operations of a brain, which main adds: it is read and explained as they are.
type Command struct {
	*engine.Operation
	Alias string // another name; "" is none
	// Run does it, with its parameters as a JSON object. It writes its output by itself.
	Run func(context.Context, engine.Config, json.RawMessage) error
}

// operations are all that has a name on the command line and is in the help.
func (a *app) operations() []*engine.Operation {
	ops := engine.Operations()
	for _, c := range a.commands {
		ops = append(ops, c.Operation)
	}
	return ops
}

// called is the command that an operation belongs to; nil for one of a brain.
func (a *app) called(op *engine.Operation) *Command {
	i := slices.IndexFunc(a.commands, func(c Command) bool { return c.Operation == op })
	if i < 0 {
		return nil
	}
	return &a.commands[i]
}

// callOperation runs one of the table by its name and a JSON object.
var callOperation = &engine.Operation{
	Name:    "call",
	Summary: "run an operation with parameters in JSON",
	Help: `The parameters are those of the command OP, named as its flags; arguments have the names that brain help OP --json gives them. OP is
as typed or as MCP names it: "raw put" or raw_put. PARAMS of - is read from standard input. The answer is what --json prints,
and exit codes and errors are the same.`,
	Examples: []engine.Example{
		{Command: `brain call query '{"text":"how are citations parsed","unified":true,"limit":5}'`, Does: "five rows of the unified query"},
		{Command: `brain call raw_put - < params.json`, Does: "parameters of any size"},
	},
	Params: []engine.Param{
		{Name: "op", Kind: engine.String, Position: 1, Value: "OP", Required: true, Help: "the operation, such as query or raw_put"},
		{Name: "params", Kind: engine.String, Position: 2, Value: "PARAMS", Help: "a JSON object; - is standard input; else no parameters"},
	},
}

// maxParams is how long parameters may be that come by standard input.
const maxParams = 64 << 20

// call does what callOperation says.
func (a *app) call(ctx context.Context, given json.RawMessage) error {
	var in struct{ Op, Params string }
	if err := json.Unmarshal(given, &in); err != nil {
		return err
	}
	a.json = true
	op, err := engine.Named(in.Op)
	if err != nil {
		return err
	}
	if in.Params != "-" {
		return a.do(ctx, op, json.RawMessage(strings.TrimSpace(in.Params)))
	}
	params, err := io.ReadAll(io.LimitReader(a.term.In, maxParams+1))
	if err == nil && len(params) > maxParams {
		err = errors.New("too long")
	}
	if err != nil {
		return &engine.Error{Problem: "the parameters cannot be read from standard input", Cause: err.Error(), Fix: fmt.Sprintf("give one JSON object of at most %d MB", maxParams>>20), Err: err}
	}
	return a.do(engine.WithoutInput(ctx), op, params)
}
