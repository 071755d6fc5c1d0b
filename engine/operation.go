package engine

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Operation is one entry of the table: what it is called, what it takes, what it says of itself, and what it does.
type Operation struct {
	Name       string // as typed: "query", "graph import"
	Summary    string // one line, no full stop
	Help       string // paragraphs for `brain help NAME`
	Examples   []Example
	Params     []Param
	Effect     Effect // what it does to the file and the system around it
	Idempotent bool   // a second call with the same parameters does nothing more
	World      bool   // it may ask a network or another program's model
	Lines      bool   // its answer is a Stream of a value a line, however many
	Many       bool   // its answer is rows that hold texts: an agent gets those cut to what it can read at a time
	Agent      *Agent // how an agent uses it; nil: it is not on the small surface
	Terminal   string // why it is of use on a terminal only; "" where programs may call it

	Writes      bool // Effect is more than Reads
	Destructive bool // Effect is Destroys

	read  func() // fills in Params, which takes reflection
	input func() any
	out   reflect.Type // what run gives
	run   func(context.Context, *Engine, any) (any, error)
}

// Example is a command line with what it does.
type Example struct {
	Command string
	Does    string
}

// Run calls the operation with its parameters as a JSON object; null is the same as not given. Unknown names and wrong types are
// ErrUsage. The result marshals to the operation's documented JSON.
func (op *Operation) Run(ctx context.Context, e *Engine, params json.RawMessage) (any, error) {
	in := op.input()
	to := reflect.ValueOf(in).Elem()
	setDefaults(op.Params, to)
	given, err := op.given(params)
	if err != nil {
		return nil, err
	}
	if err := op.set(to, given); err != nil {
		return nil, err
	}
	if err := checkParams(op, to); err != nil {
		return nil, err
	}
	return op.run(ctx, e, in)
}

// ToolName is the operation's name as one word, as MCP has it: raw_put, timeline_add.
func (op *Operation) ToolName() string { return strings.ReplaceAll(words(op.Name), " ", "_") }

// Sentence is the summary with a capital letter and a full stop.
func (op *Operation) Sentence() string { return strings.ToUpper(op.Summary[:1]) + op.Summary[1:] + "." }

// words is a name with its parts set apart by spaces, however they were joined.
func words(name string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(name) }

// operation makes an entry from a method on typed parameters. The parameters' names, kinds and help are read from the
// fields of In, so they are said once.
func operation[In, Out any](name, summary string, method func(*Engine, context.Context, In) (Out, error), more func(*Operation)) *Operation {
	op := &Operation{
		Name:    name,
		Summary: summary,
		input:   func() any { return new(In) },
		out:     reflect.TypeFor[Out](),
		run: func(ctx context.Context, e *Engine, in any) (any, error) {
			return method(e, ctx, *in.(*In))
		},
	}
	op.read = sync.OnceFunc(func() { op.Params = paramsOf(reflect.TypeFor[In]()) })
	more(op)
	if op.Effect != "" {
		op.Writes, op.Destructive = op.Effect != Reads, op.Effect == Destroys
	}
	return op
}

// Operations is the table, in the order of the help. The list is the caller's own, the operations are not.
func Operations() []*Operation {
	ops := slices.Clone(operations())
	for _, op := range ops {
		op.read()
	}
	return ops
}

// operations makes the table once, without the parameters: a command needs those of one operation, and all eighty take 0.2 ms.
var operations = sync.OnceValue(func() []*Operation {
	return slices.Concat(setupOperations(), fileOperations(), memoryOperations(), pageOperations(), sourceOperations(), mergeOperations(), askOperations(), modelOperations(), configOperations(), agentOperations())
})

// Find gives the operation of that name, or nil.
func Find(name string) *Operation {
	for _, op := range operations() {
		if op.Name == name {
			op.read()
			return op
		}
	}
	return nil
}

// Named gives the operation of a name as typed or as MCP has it: "raw put", "raw_put" or "raw-put". An unknown one is ErrUsage
// and names the nearest.
func Named(name string) (*Operation, error) {
	var names []string
	for _, op := range operations() {
		if words(op.Name) == words(name) {
			op.read()
			return op, nil
		}
		names = append(names, op.Name)
	}
	fix := "see `brain help`"
	if like := Nearest(words(name), names); like != "" {
		fix = "did you mean " + like + "? All operations: `brain help`"
	}
	return nil, usage(fix, "there is no operation %s", named(name))
}
