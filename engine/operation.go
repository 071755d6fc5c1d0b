package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Operation is one entry of the table: what it is called, what it takes, what it says of itself, and what it does.
type Operation struct {
	Name        string // as typed: "query", "graph import"
	Summary     string // one line, no full stop
	Help        string // paragraphs for `brain help NAME`
	Examples    []Example
	Params      []Param
	Writes      bool // changes the file, or the system around it
	Destructive bool // may remove what it cannot bring back

	input func() any
	run   func(context.Context, *Engine, any) (any, error)
}

// Example is a command line with what it does.
type Example struct {
	Command string
	Does    string
}

// Run calls the operation with its parameters as a JSON object. Unknown names and wrong types are ErrUsage. The result
// marshals to the operation's documented JSON.
func (op *Operation) Run(ctx context.Context, e *Engine, params json.RawMessage) (any, error) {
	in := op.input()
	setDefaults(op.Params, reflect.ValueOf(in).Elem())
	if len(params) > 0 {
		dec := json.NewDecoder(strings.NewReader(string(params)))
		dec.DisallowUnknownFields()
		if err := dec.Decode(in); err != nil {
			return nil, usage(fmt.Sprintf("see `brain help %s`", op.Name), "bad parameters for %s: %v", op.Name, err)
		}
	}
	if err := checkGiven(op, params); err != nil {
		return nil, err
	}
	if err := checkParams(op, reflect.ValueOf(in).Elem()); err != nil {
		return nil, err
	}
	return op.run(ctx, e, in)
}

// operation makes an entry from a method on typed parameters. The parameters' names, kinds and help are read from the
// fields of In, so they are said once.
func operation[In, Out any](name, summary string, method func(*Engine, context.Context, In) (Out, error), more func(*Operation)) *Operation {
	op := &Operation{
		Name:    name,
		Summary: summary,
		Params:  paramsOf(reflect.TypeFor[In]()),
		input:   func() any { return new(In) },
		run: func(ctx context.Context, e *Engine, in any) (any, error) {
			return method(e, ctx, *in.(*In))
		},
	}
	more(op)
	return op
}

// Operations is the table, in the order of the help. The list is the caller's own, the operations are not.
func Operations() []*Operation { return slices.Clone(operations()) }

// operations makes the table once: a command line asks for it several times, and its parameters are read by reflection.
var operations = sync.OnceValue(func() []*Operation {
	return slices.Concat(setupOperations(), memoryOperations(), pageOperations(), sourceOperations(), mergeOperations(), askOperations(), modelOperations(), configOperations())
})

// Find gives the operation of that name, or nil.
func Find(name string) *Operation {
	for _, op := range operations() {
		if op.Name == name {
			return op
		}
	}
	return nil
}
