package mcp

import (
	"encoding/json"
	"slices"
	"strconv"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
)

// Surface gives the operations that are tools on a surface, in the order of the table. None is there that is of use on a terminal only.
func Surface(name string) (ops []*engine.Operation) {
	for _, op := range engine.Operations() {
		if op.Terminal == "" && (name == Full || op.Agent != nil) {
			ops = append(ops, op)
		}
	}
	return ops
}

// tool describes an operation. On the small surface it says what an agent needs and no more.
func tool(op *engine.Operation, full bool) *sdk.Tool {
	t := &sdk.Tool{Name: op.ToolName(), InputSchema: schema(op, full), Annotations: annotations(op)}
	if op.Agent != nil && !full {
		t.Description = op.Agent.Use
		return t
	}
	t.Description = op.Sentence()
	if op.Agent != nil {
		t.Description = op.Agent.Use
	}
	if op.Help != "" {
		t.Description += "\n" + op.Help
	}
	return t
}

// annotations are the protocol's hints. By its letter only what adds and leaves all else as it is is not destructive.
func annotations(op *engine.Operation) *sdk.ToolAnnotations {
	reads, world := op.Effect == engine.Reads, op.World
	a := &sdk.ToolAnnotations{ReadOnlyHint: reads, IdempotentHint: op.Idempotent || reads, OpenWorldHint: &world}
	if !reads {
		destructive := op.Effect != engine.Adds
		a.DestructiveHint = &destructive
	}
	return a
}

// object is a JSON Schema of an object.
type object struct {
	Type       string              `json:"type"`
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required,omitempty"`
	Additional *bool               `json:"additionalProperties,omitempty"`
}

// property is the schema of a parameter.
type property struct {
	Type        engine.Kind     `json:"type"`
	Description string          `json:"description"`
	Enum        []string        `json:"enum,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Minimum     *float64        `json:"minimum,omitempty"`
	Maximum     *float64        `json:"maximum,omitempty"`
	Items       *items          `json:"items,omitempty"`
}

// items is the schema of the elements of an array.
type items struct {
	Type engine.Kind `json:"type"`
	Enum []string    `json:"enum,omitempty"`
}

// noBound is how far below zero a bound lies that is there for brain-cli's sake, to which negative numbers meant all.
const noBound = -1_000_000

func schema(op *engine.Operation, full bool) object {
	o := object{Type: "object", Properties: map[string]property{}}
	if full {
		// The small surface leaves parameters out which are taken nevertheless.
		o.Additional = new(bool)
	}
	for _, p := range op.Params {
		if p.Terminal || !full && op.Agent != nil && !slices.Contains(op.Agent.Params, p.Name) {
			continue
		}
		o.Properties[p.Name] = propertyOf(p)
		if p.Required || p.Needed && !full {
			o.Required = append(o.Required, p.Name)
		}
	}
	return o
}

func propertyOf(p engine.Param) property {
	out := property{Type: p.Kind, Description: p.Help, Minimum: p.Min, Maximum: p.Max}
	if out.Minimum != nil && *out.Minimum <= noBound {
		out.Minimum = nil
	}
	switch p.Kind {
	case engine.Strings:
		out.Items = &items{Type: engine.String, Enum: p.Enum}
	default:
		out.Enum = p.Enum
	}
	if p.Default != "" {
		out.Default = json.RawMessage(p.Default)
		if p.Kind == engine.String {
			out.Default = json.RawMessage(strconv.Quote(p.Default))
		}
	}
	return out
}
