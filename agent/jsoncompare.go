package agent

import (
	"encoding/json"
	"reflect"
)

// holds says whether a file's value has ours in it.
func (e jsonEdit) holds(v, ours any) bool {
	for _, name := range e.path {
		o, ok := v.(map[string]any)
		if !ok {
			return false
		}
		v = o[name]
	}
	if !e.array {
		return includes(v, ours)
	}
	list, _ := v.([]any)
	for _, item := range list {
		if includes(item, ours) {
			return true
		}
	}
	return false
}

// includes says whether a value has all that ours has; clients add settings of their own to an entry.
func includes(theirs, ours any) bool {
	o, ok := ours.(map[string]any)
	if !ok {
		return reflect.DeepEqual(normal(theirs), normal(ours))
	}
	t, ok := theirs.(map[string]any)
	if !ok {
		return false
	}
	for name, v := range o {
		if !includes(t[name], v) {
			return false
		}
	}
	return true
}

// normal makes numbers comparable.
func normal(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		return v
	}
	var out any
	if json.Unmarshal(b, &out) != nil {
		return v
	}
	return out
}

// without is a file's value without ours and without what is empty on the way to it: what must stay the same.
func without(v any, e jsonEdit) any {
	return withoutPath(v, e.path, e)
}

func withoutPath(v any, path []string, e jsonEdit) any {
	if len(path) == 0 {
		if !e.array {
			return nil
		}
		list, ok := v.([]any)
		if !ok {
			return v
		}
		var out []any
		for _, item := range list {
			if !e.mine(item) {
				out = append(out, item)
			}
		}
		if out == nil {
			return nil
		}
		return out
	}
	o, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	for name, item := range o {
		if name == path[0] {
			if item = withoutPath(item, path[1:], e); item == nil {
				continue
			}
		}
		out[name] = item
	}
	if len(out) == 0 && len(path) < len(e.path) {
		return nil
	}
	return out
}
