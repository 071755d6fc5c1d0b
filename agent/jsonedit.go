package agent

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonEdit puts a value into a JSON file, which may have comments and commas after the last member: those, the order and the
// indentation stay as they are.
type jsonEdit struct {
	path  []string // the names that lead to the value, or to the array that it is an element of
	array bool
	value any
	mine  func(value any) bool // tells a value that is ours from one of the same name, or among the elements
	what  string               // for messages: a server named "brain"
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
	ours := roundTrip(e.value)
	out := text
	at, depth, err := follow(text, root, e.path)
	switch {
	case err != nil:
		return text, err
	case depth < len(e.path):
		// What is missing of the way is made around the value.
		value := e.value
		if e.array {
			value = []any{value}
		}
		for i := len(e.path) - 1; i > depth; i-- {
			value = object{{e.path[i], value}}
		}
		out, err = insert(text, at, e.path[depth], value)
	case !e.array:
		if theirs, _ := decode(at); !e.mine(theirs) {
			return text, fault(lineOf(text, at.StartOffset), "rename it or take it out, then run this again", "there is %s already, which is not brain's", e.what)
		}
		out, err = merge(text, at, e.value)
	default:
		array, ok := at.Value.(*hujson.Array)
		if !ok {
			return text, fault(lineOf(text, at.StartOffset), "make it one, then run this again", "%q is no array", strings.Join(e.path, "."))
		}
		found := -1
		for i := range array.Elements {
			if theirs, ok := decode(&array.Elements[i]); ok && e.mine(theirs) {
				found = i
			}
		}
		if found < 0 {
			out, err = insert(text, at, "", e.value)
		} else {
			out, err = merge(text, &array.Elements[found], e.value)
		}
	}
	if err != nil {
		return text, err
	}
	after, err := plainJSON(out)
	if err != nil || !e.holds(after, ours) || !reflect.DeepEqual(without(after, e), without(before, e)) {
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

// parseJSON reads a file. The fault names the line.
func parseJSON(text string) (*hujson.Value, error) {
	v, err := hujson.Parse([]byte(text))
	if err != nil {
		line := 0
		if _, after, ok := strings.Cut(err.Error(), "line "); ok {
			for _, c := range after {
				if c < '0' || c > '9' {
					break
				}
				line = line*10 + int(c-'0')
			}
		}
		return nil, fault(line, "mend it, then run this again", "it is no JSON (%v)", strings.TrimPrefix(err.Error(), "hujson: "))
	}
	if _, ok := v.Value.(*hujson.Object); !ok {
		return nil, fault(lineOf(text, v.StartOffset), "mend it, then run this again", "it is no JSON object")
	}
	return &v, nil
}

// plainJSON is the file's value.
func plainJSON(text string) (any, error) {
	v, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	out, ok := decode(v)
	if !ok {
		return nil, fault(0, "mend it, then run this again", "it is no JSON")
	}
	return out, nil
}

func decode(v *hujson.Value) (out any, ok bool) {
	c := v.Clone()
	c.Standardize()
	dec := json.NewDecoder(bytes.NewReader(c.Pack()))
	dec.UseNumber()
	return out, dec.Decode(&out) == nil
}

// roundTrip is a value of ours as it is read back from a file.
func roundTrip(v any) (out any) {
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		panic(err) // a fault of the table of clients; a test walks all of it
	}
	return out
}

// follow goes along names as far as there are members of these. depth is how many it found.
func follow(text string, v *hujson.Value, path []string) (at *hujson.Value, depth int, err error) {
	at = v
	for _, name := range path {
		o, ok := at.Value.(*hujson.Object)
		if !ok {
			return at, depth, fault(lineOf(text, at.StartOffset), "mend it, then run this again", "%q is no object", strings.Join(path[:depth], "."))
		}
		found := 0
		for i := range o.Members {
			if nameOf(&o.Members[i]) == name {
				found++
				at = &o.Members[i].Value
			}
		}
		if found > 1 {
			return at, depth, fault(lineOf(text, at.StartOffset), "take one of them out, then run this again", "%q stands there twice", name)
		}
		if found == 0 {
			return at, depth, nil
		}
		depth++
	}
	return at, depth, nil
}

func nameOf(m *hujson.ObjectMember) string {
	l, _ := m.Name.Value.(hujson.Literal)
	return l.String()
}

func memberOf(v *hujson.Value, name string) int {
	for i := range v.Value.(*hujson.Object).Members {
		if nameOf(&v.Value.(*hujson.Object).Members[i]) == name {
			return i
		}
	}
	return -1
}

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
