package agent

import (
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yamlMap puts an entry into a mapping of a YAML file, as its first: comments, order and forms of the rest stay as they are.
type yamlMap struct {
	key, name string
	lines     string // the entry's own lines, indented by two more than its name
	settings  serverSettings
}

// yamlList puts a text into a list of a YAML file, which may also be one text alone.
type yamlList struct{ key, item string }

func (e yamlMap) empty(text string) bool { return emptyYAML(text) }

func (e yamlList) empty(text string) bool { return emptyYAML(text) }

// block is the entry with its name, indented.
func (e yamlMap) block(indent string) string {
	out := indent + e.name + ":\n"
	for line := range strings.Lines(e.lines) {
		out += indent + "  " + line
	}
	return out
}

func (e yamlMap) add(text string) (string, error) {
	before, err := plainYAML(text)
	if err != nil {
		return text, err
	}
	key, value, err := parseYAML(text, e.key)
	if err != nil {
		return text, err
	}
	ours, err := plainYAML(e.block(""))
	if err != nil {
		return text, err
	}
	if at, _ := entryOf(value, e.name); at != nil {
		theirs, _ := before[e.key].(map[string]any)
		if !isServer(theirs[e.name]) {
			return text, fault(at.Line, "rename it or take it out, then run this again", "there is an entry %q already, which is not brain's", e.name)
		}
		out, err := e.settings.patchYAML(text, func(text string) (*yaml.Node, error) {
			_, value, err := parseYAML(text, e.key)
			_, entry := entryOf(value, e.name)
			return entry, err
		})
		if err != nil {
			return text, err
		}
		after, err := plainYAML(out)
		if err != nil || !reflect.DeepEqual(e.without(after), e.without(before)) {
			return text, fault(at.Line, "change it by hand", "brain does not know how to change its entry without changing the rest")
		}
		return out, nil
	}
	out := ""
	switch {
	case key == nil:
		out = closed(text) + e.key + ":\n" + e.block("  ")
	case value.Kind == yaml.MappingNode && value.Style&yaml.FlowStyle == 0 && len(value.Content) > 0:
		next := offsetOf(text, key.Line+1)
		out = closed(text[:next]) + e.block(strings.Repeat(" ", value.Column-1)) + text[next:]
	case isBlank(value):
		// extensions: {} — what stands for nothing makes room.
		place := placeOf(text, value)
		line, rest, _ := strings.Cut(text[place:], "\n")
		kept := line
		for _, nothing := range []string{"{}", "null", "Null", "NULL", "~"} {
			if after, ok := strings.CutPrefix(line, nothing); ok {
				kept = after
				break
			}
		}
		out = strings.TrimRight(text[:place], " ") + strings.TrimRight(kept, " ") + "\n" + e.block("  ") + rest
	default:
		return text, fault(key.Line, "write it with a line for each key, or add to it by hand", "%q is no mapping in lines", e.key)
	}
	after, err := plainYAML(out)
	if err != nil {
		return text, fault(0, "add it by hand", "brain does not know how to add to this file (%v)", err)
	}
	have, _ := after[e.key].(map[string]any)
	if !includes(have[e.name], ours[e.name]) || !reflect.DeepEqual(e.without(after), e.without(before)) {
		return text, fault(0, "add it by hand", "brain does not know how to add to this file without changing it")
	}
	return out, nil
}

// without is a file's value without ours, and without its mapping if that holds no more.
func (e yamlMap) without(v map[string]any) map[string]any {
	out := map[string]any{}
	for name, item := range v {
		out[name] = item
	}
	if entries, ok := out[e.key].(map[string]any); ok || out[e.key] == nil {
		rest := map[string]any{}
		for name, item := range entries {
			if name != e.name {
				rest[name] = item
			}
		}
		if out[e.key] = rest; len(rest) == 0 {
			delete(out, e.key)
		}
	}
	return out
}

// cutEntry takes the lines of an entry out.
func (e yamlMap) cutEntry(text string, at, entry *yaml.Node) string {
	return text[:offsetOf(text, at.Line)] + text[offsetOf(text, lastLine(entry)+1):]
}

func (e yamlMap) remove(text, was string) (string, error) {
	before, err := plainYAML(text)
	if err != nil {
		return text, err
	}
	key, value, err := parseYAML(text, e.key)
	if err != nil {
		return text, err
	}
	at, entry := entryOf(value, e.name)
	if at == nil {
		return text, nil
	}
	entries, _ := before[e.key].(map[string]any)
	if have, ok := entries[e.name].(map[string]any); !ok || !isServer(have) || value.Style&yaml.FlowStyle != 0 {
		return text, nil
	}
	out := e.cutEntry(text, at, entry)
	if len(value.Content) == 2 {
		line := offsetOf(out, key.Line)
		next := offsetOf(out, key.Line+1)
		if old, err := plainYAML(was); err == nil && hasKey(old, e.key) {
			out = out[:line] + e.key + ": {}\n" + out[next:]
		} else {
			out = out[:line] + out[next:]
		}
	}
	after, err := plainYAML(out)
	if err != nil || !reflect.DeepEqual(e.without(after), e.without(before)) {
		return text, fault(at.Line, "take it out by hand", "brain does not know how to take its part out without changing the rest")
	}
	return out, nil
}
