package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// given reads a JSON object of parameters. Each name must be one of the operation's, a _ in it stands for -, and null counts as not
// given.
func (op *Operation) given(params json.RawMessage) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if len(params) == 0 {
		return out, op.needs(out)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(params, &object); err != nil || object == nil {
		cause := "null is none"
		if err != nil {
			cause = err.Error()
		}
		return nil, usage("give one JSON object, such as "+op.sample(), "the parameters of %s are no JSON object: %s", op.Name, cause)
	}
	for name, raw := range object {
		p, err := op.param(name)
		if err != nil {
			return nil, err
		}
		if string(raw) == "null" {
			continue
		}
		if _, twice := out[p.Name]; twice {
			return nil, usage("leave one out", "%s is given twice", p.Label())
		}
		out[p.Name] = raw
	}
	return out, op.needs(out)
}

// sample is an object of the parameters that must be given.
func (op *Operation) sample() string {
	var parts []string
	for _, p := range op.Params {
		if p.Required {
			parts = append(parts, fmt.Sprintf("%q:%q", p.Name, "…"))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// aliases are names that are taken for another where the operation has no parameter of their own: what is called one thing by one
// operation is called another by the next.
var aliases = map[string][]string{"slug": {"ref"}, "uid": {"ref"}, "ref": {"uid", "slug", "citation"}, "query": {"text"}, "text": {"query"}}

// param finds a parameter by the name that it has in JSON.
func (op *Operation) param(name string) (Param, error) {
	var names []string
	for _, wanted := range []string{name, strings.ReplaceAll(name, "_", "-")} {
		for _, p := range op.Params {
			if p.Name == wanted {
				return p, nil
			}
			names = append(names, p.Name)
		}
	}
	for _, other := range aliases[name] {
		for _, p := range op.Params {
			if p.Name == other {
				return p, nil
			}
		}
	}
	fix := op.help()
	if like := Nearest(strings.ReplaceAll(name, "_", "-"), names); like != "" {
		fix = "did you mean " + like + "? " + fix
	}
	return Param{}, usage(fix, "%s has no parameter %s", op.Name, named(name))
}

func (op *Operation) help() string { return fmt.Sprintf("see `brain help %s`", op.Name) }

// needs looks for what must be given, though it may be empty.
func (op *Operation) needs(given map[string]json.RawMessage) error {
	for _, p := range op.Params {
		if _, ok := given[p.Name]; p.Blank && !ok {
			return usage(op.help(), "%s needs %s", op.Name, p.Label())
		}
	}
	return nil
}

// set puts what was given into the fields of an input.
func (op *Operation) set(in reflect.Value, given map[string]json.RawMessage) error {
	for _, p := range op.Params {
		raw, ok := given[p.Name]
		if !ok {
			continue
		}
		if p.Kind == Int {
			raw = whole(raw)
		}
		if err := json.Unmarshal(raw, in.FieldByIndex(p.field).Addr().Interface()); err != nil || p.Kind == Strings && slices.Contains(split(raw), "null") {
			return usage(op.help(), "%s: %s is no %s", p.Label(), brief(string(raw)), p.Kind.described())
		}
	}
	return nil
}

// split gives the elements of an array, which would lose a null on its way into texts.
func split(raw json.RawMessage) (out []string) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	for _, e := range list {
		out = append(out, string(e))
	}
	return out
}

// whole writes a whole number without a point or an exponent: JSON knows one kind of number only, and some programs write 5.0.
func whole(raw json.RawMessage) json.RawMessage {
	const exact = 1 << 53 // the greatest number up to which a float holds all whole ones
	if !strings.ContainsAny(string(raw), ".eE") {
		return raw
	}
	x, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > exact {
		return raw
	}
	return strconv.AppendInt(nil, int64(x), 10)
}

// described names a kind as an error does.
func (k Kind) described() string {
	if k == Strings {
		return "array of strings"
	}
	return string(k)
}
