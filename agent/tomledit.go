package agent

import (
	"errors"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// tomlTable puts a table at the end of a TOML file, between marks: a table's header ends whatever came before it, so the rest is
// not touched.
type tomlTable struct {
	block
	parent, name string
	settings     serverSettings
}

func plainTOML(text string) (map[string]any, error) {
	out := map[string]any{}
	err := toml.Unmarshal([]byte(text), &out)
	var at *toml.DecodeError
	if errors.As(err, &at) {
		line, _ := at.Position()
		return nil, fault(line, "mend it, then run this again", "it is no TOML (%v)", strings.TrimPrefix(at.Error(), "toml: "))
	}
	if err != nil {
		return nil, fault(0, "mend it, then run this again", "it is no TOML (%v)", err)
	}
	return out, nil
}

// entry is the table's value in a file.
func (e tomlTable) entry(v map[string]any) (entry any, there bool) {
	parent, _ := v[e.parent].(map[string]any)
	entry, there = parent[e.name]
	return entry, there
}

func (e tomlTable) add(text string) (string, error) {
	before, err := plainTOML(text)
	if err != nil {
		return text, err
	}
	ours, err := plainTOML(e.body)
	if err != nil {
		return text, err
	}
	want, _ := e.entry(ours)
	have, there := e.entry(before)
	_, _, marked, err := e.find(text)
	switch {
	case err != nil:
		return text, err
	case there && isServer(have):
		out, err := e.patch(text) // with settings of the user's own, perhaps
		if err != nil {
			return text, err
		}
		after, err := plainTOML(out)
		if err != nil || !reflect.DeepEqual(e.without(after), e.without(before)) {
			return text, fault(0, "add it by hand", "brain does not know how to add to this file without changing it")
		}
		return out, nil
	case there && !marked:
		return text, fault(lineOf(text, strings.Index(text, e.parent+"."+e.name)), "rename it or take it out, then run this again", "there is a table %s.%s already, which is not brain's", e.parent, e.name)
	}
	out, err := e.block.add(text)
	if err != nil {
		return text, err
	}
	after, err := plainTOML(out)
	if got, _ := e.entry(after); err != nil || !includes(got, want) || !reflect.DeepEqual(e.without(after), e.without(before)) {
		return text, fault(0, "add it by hand", "brain does not know how to add to this file without changing it")
	}
	return out, nil
}

func (e tomlTable) remove(text, was string) (string, error) {
	before, err := plainTOML(text)
	if err != nil {
		return text, err
	}
	out, err := e.block.remove(text, was)
	if err != nil || out == text {
		return text, err
	}
	after, err := plainTOML(out)
	if err != nil || !reflect.DeepEqual(e.without(after), e.without(before)) {
		return text, fault(0, "take it out by hand", "something else stands between brain's marks")
	}
	return out, nil
}

// without is a file's value without ours, and without its parent if that holds no more.
func (e tomlTable) without(v map[string]any) map[string]any {
	out := map[string]any{}
	for name, item := range v {
		out[name] = item
	}
	parent, _ := out[e.parent].(map[string]any)
	rest := map[string]any{}
	for name, item := range parent {
		if name != e.name {
			rest[name] = item
		}
	}
	if _, ok := out[e.parent].(map[string]any); ok {
		if out[e.parent] = rest; len(rest) == 0 {
			delete(out, e.parent)
		}
	}
	return out
}
