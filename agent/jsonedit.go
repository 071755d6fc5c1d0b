package agent

import (
	"reflect"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonEdit puts a value into a JSON file, which may have comments and commas after the last member: those, the order and the
// indentation stay as they are.
type jsonEdit struct {
	path  []string // the names that lead to the value, or to the array that it is an element of
	array bool
	value object
	keep  func(theirs any, ours object) object // ours, with what its user made of theirs
	mine  func(value any) bool                 // tells a value that is ours from one of the same name, or among the elements
	what  string                               // for messages: a server named "brain"
}

func (e jsonEdit) empty(text string) bool {
	v, err := hujson.Parse([]byte(text))
	if err != nil {
		return strings.TrimSpace(text) == ""
	}
	o, ok := v.Value.(*hujson.Object)
	return ok && len(o.Members) == 0 && strings.TrimSpace(string(v.BeforeExtra)+string(o.AfterExtra)+string(v.AfterExtra)) == ""
}

func (e jsonEdit) add(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		text = "{}\n"
	}
	before, err := plainJSON(text)
	if err != nil {
		return text, err
	}
	root, err := parseJSON(text)
	if err != nil {
		return text, err
	}
	ours := e.value
	out := text
	at, depth, err := follow(text, root, e.path)
	switch {
	case err != nil:
		return text, err
	case depth < len(e.path):
		// What is missing of the way is made around the value.
		var value any = e.value
		if e.array {
			value = []any{value}
		}
		for i := len(e.path) - 1; i > depth; i-- {
			value = object{{e.path[i], value}}
		}
		out, err = insert(text, at, e.path[depth], value)
	case !e.array:
		theirs, _ := decode(at)
		if !e.mine(theirs) {
			return text, fault(lineOf(text, at.StartOffset), "rename it or take it out, then run this again", "there is %s already, which is not brain's", e.what)
		}
		ours = e.keep(theirs, e.value)
		out, err = merge(text, at, ours)
	default:
		array, ok := at.Value.(*hujson.Array)
		if !ok {
			return text, fault(lineOf(text, at.StartOffset), "make it one, then run this again", "%q is no array", strings.Join(e.path, "."))
		}
		found := -1
		for i := range array.Elements {
			if theirs, ok := decode(&array.Elements[i]); ok && e.mine(theirs) {
				found, ours = i, e.keep(theirs, e.value)
			}
		}
		if found < 0 {
			out, err = insert(text, at, "", e.value)
		} else {
			out, err = merge(text, &array.Elements[found], ours)
		}
	}
	if err != nil {
		return text, err
	}
	after, err := plainJSON(out)
	if err != nil || !e.holds(after, roundTrip(ours)) || !reflect.DeepEqual(without(after, e), without(before, e)) {
		return text, fault(0, "add it by hand", "brain does not know how to add to this file without changing it")
	}
	return out, nil
}

func (e jsonEdit) remove(text, was string) (string, error) {
	root, err := parseJSON(text)
	if err != nil {
		if strings.TrimSpace(text) == "" {
			return text, nil
		}
		return text, err
	}
	// Containers that were made for ours go with it: all that are empty then, and were not there before.
	kept := 0
	if old, err := parseJSON(was); err == nil {
		_, kept, _ = follow(was, old, e.path)
	}
	before, err := plainJSON(text)
	if err != nil {
		return text, err
	}
	out, n := text, len(e.path)
	at, depth, err := follow(text, root, e.path)
	if err != nil || depth < n {
		return text, err
	}
	if e.array {
		if out = e.cutElements(text, at); out == text {
			return text, nil
		}
		if kept == n || !emptyAt(out, e.path) {
			return checkRemoved(text, out, before, e)
		}
	} else if theirs, _ := decode(at); !e.mine(theirs) {
		return text, nil
	}
	for ; n > 0; n-- {
		if root, err = parseJSON(out); err != nil {
			return text, err
		}
		parent, _, _ := follow(out, root, e.path[:n-1])
		out = cut(out, parent, memberOf(parent, e.path[n-1]))
		if n-1 <= kept || !emptyAt(out, e.path[:n-1]) {
			break
		}
	}
	return checkRemoved(text, out, before, e)
}

// cutElements takes the elements that are ours out of an array.
func (e jsonEdit) cutElements(text string, at *hujson.Value) string {
	array, ok := at.Value.(*hujson.Array)
	if !ok {
		return text
	}
	for i := range array.Elements {
		if theirs, ok := decode(&array.Elements[i]); ok && e.mine(theirs) {
			out := cut(text, at, i)
			if root, err := parseJSON(out); err == nil {
				at, _, _ = follow(out, root, e.path)
				return e.cutElements(out, at)
			}
		}
	}
	return text
}

// emptyAt says whether what names lead to is {} or [], without comments.
func emptyAt(text string, path []string) bool {
	root, err := parseJSON(text)
	if err != nil {
		return false
	}
	at, depth, err := follow(text, root, path)
	if err != nil || depth < len(path) {
		return false
	}
	kids, _, tail := children(at)
	return len(kids) == 0 && strings.TrimSpace(tail) == "" && (text[at.StartOffset] == '{' || text[at.StartOffset] == '[')
}

// checkRemoved makes sure that a removal took ours and nothing else.
func checkRemoved(text, out string, before any, e jsonEdit) (string, error) {
	after, err := plainJSON(out)
	if err != nil || !reflect.DeepEqual(without(after, e), without(before, e)) {
		return text, fault(0, "take it out by hand", "brain does not know how to take its part out without changing the rest")
	}
	return out, nil
}
