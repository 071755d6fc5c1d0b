package cli

import (
	"maps"
	"slices"

	"brain/engine"
)

// tableJSON is the table of operations, for `brain help --json`. Flags are those that every command has.
type tableJSON struct {
	Commands []operationJSON `json:"commands"`
	Flags    []paramJSON     `json:"flags"`
	Topics   []string        `json:"topics"`
}

// operationJSON is one command.
type operationJSON struct {
	Name        string        `json:"name"`
	Summary     string        `json:"summary"`
	Usage       string        `json:"usage"`
	Help        string        `json:"help"`
	Writes      bool          `json:"writes"`
	Destructive bool          `json:"destructive"`
	Params      []paramJSON   `json:"params"`
	Examples    []exampleJSON `json:"examples"`
}

// paramJSON is a parameter: an argument where it has a position, else a flag.
type paramJSON struct {
	Name     string      `json:"name"`
	Kind     engine.Kind `json:"kind"`
	Help     string      `json:"help"`
	Default  string      `json:"default,omitempty"`
	Enum     []string    `json:"enum,omitempty"`
	Min      *float64    `json:"min,omitempty"`
	Max      *float64    `json:"max,omitempty"`
	Position int         `json:"position,omitempty"`
	Rest     bool        `json:"rest,omitempty"`
	Required bool        `json:"required,omitempty"`
}

type exampleJSON struct {
	Command string `json:"command"`
	Does    string `json:"does"`
}

type topicJSON struct {
	Topic string `json:"topic"`
	Text  string `json:"text"`
}

func tableOf(ops []*engine.Operation) tableJSON {
	out := tableJSON{Flags: paramsOf(commonFlags), Topics: slices.Sorted(maps.Keys(topics))}
	for _, op := range ops {
		out.Commands = append(out.Commands, operationOf(op))
	}
	return out
}

func operationOf(op *engine.Operation) operationJSON {
	out := operationJSON{Name: op.Name, Summary: op.Summary, Usage: usageLine(op), Help: op.Help, Writes: op.Writes, Destructive: op.Destructive,
		Params: paramsOf(op.Params), Examples: []exampleJSON{}}
	for _, e := range op.Examples {
		out.Examples = append(out.Examples, exampleJSON(e))
	}
	return out
}

func paramsOf(params []engine.Param) []paramJSON {
	out := []paramJSON{}
	for _, p := range params {
		out = append(out, paramJSON{p.Name, p.Kind, p.Help, p.Default, p.Enum, p.Min, p.Max, p.Position, p.Rest, p.Required})
	}
	return out
}
