package agent

import (
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// listOf is the value of a list that may be one text.
func listOf(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// quoted is a text as YAML takes it, on one line.
func quoted(s string) string {
	var read any
	plain := strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-") == ""
	if plain && yaml.Unmarshal([]byte(s), &read) == nil && read == any(s) {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(s) + `"`
}

func (e yamlList) add(text string) (string, error) {
	before, err := plainYAML(text)
	if err != nil {
		return text, err
	}
	key, value, err := parseYAML(text, e.key)
	if err != nil || slices.Contains(listOf(before[e.key]), any(e.item)) {
		return text, err
	}
	item := quoted(e.item)
	out := ""
	switch {
	case key == nil:
		out = closed(text) + e.key + ":\n  - " + item + "\n"
	case value.Tag == "!!null" && value.Kind == yaml.ScalarNode && value.Value == "":
		next := offsetOf(text, key.Line+1)
		out = closed(text[:next]) + "  - " + item + "\n" + text[next:]
	case value.Kind == yaml.SequenceNode && value.Style&yaml.FlowStyle != 0:
		place := placeOf(text, value) + 1
		comma := ", "
		if len(value.Content) == 0 {
			comma = ""
		}
		out = text[:place] + item + comma + text[place:]
	case value.Kind == yaml.SequenceNode && len(value.Content) > 0:
		start := offsetOf(text, value.Line)
		out = text[:start] + strings.Repeat(" ", value.Column-1) + "- " + item + "\n" + text[start:]
	case value.Kind == yaml.ScalarNode && value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		place := placeOf(text, value)
		end := place + scalarLength(text[place:], value)
		out = text[:place] + "[" + text[place:end] + ", " + item + "]" + text[end:]
	default:
		return text, fault(key.Line, "write it as a list, or add to it by hand", "%q is no list", e.key)
	}
	after, err := plainYAML(out)
	if err != nil || !slices.Contains(listOf(after[e.key]), any(e.item)) || !reflect.DeepEqual(e.without(after), e.without(before)) {
		return text, fault(key0(key), "add it by hand", "brain does not know how to add to %q without changing it", e.key)
	}
	return out, nil
}

func key0(key *yaml.Node) int {
	if key == nil {
		return 0
	}
	return key.Line
}

// scalarLength is how long a text of one line is in the file, with its quotes.
func scalarLength(s string, n *yaml.Node) int {
	line, _, _ := strings.Cut(s, "\n")
	switch {
	case n.Style&yaml.SingleQuotedStyle != 0, n.Style&yaml.DoubleQuotedStyle != 0:
		quote := line[0]
		for i := 1; i < len(line); i++ {
			switch {
			case line[i] == '\\' && quote == '"':
				i++
			case line[i] == quote && i+1 < len(line) && line[i+1] == quote && quote == '\'':
				i++
			case line[i] == quote:
				return i + 1
			}
		}
	case strings.HasPrefix(line, n.Value):
		return len(n.Value)
	}
	return len(line)
}

// without is a file's value without ours, a text alone as a list.
func (e yamlList) without(v map[string]any) map[string]any {
	out := map[string]any{}
	for name, item := range v {
		out[name] = item
	}
	rest := slices.DeleteFunc(slices.Clone(listOf(out[e.key])), func(v any) bool { return v == any(e.item) })
	if out[e.key] = rest; len(rest) == 0 {
		delete(out, e.key)
	}
	return out
}

func (e yamlList) remove(text, was string) (string, error) {
	before, err := plainYAML(text)
	if err != nil {
		return text, err
	}
	key, value, err := parseYAML(text, e.key)
	if err != nil || value == nil || value.Kind != yaml.SequenceNode {
		return text, err
	}
	i := slices.IndexFunc(value.Content, func(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Value == e.item })
	if i < 0 {
		return text, nil
	}
	place := placeOf(text, value.Content[i])
	end := place + scalarLength(text[place:], value.Content[i])
	out := ""
	old, oldErr := plainYAML(was)
	switch flow := value.Style&yaml.FlowStyle != 0; {
	case len(value.Content) == 1 && (oldErr != nil || !hasKey(old, e.key)):
		out = text[:offsetOf(text, key.Line)] + text[offsetOf(text, lastLine(value)+1):]
	case flow && i+1 < len(value.Content):
		out = text[:place] + text[placeOf(text, value.Content[i+1]):]
	case flow:
		out = strings.TrimRight(strings.TrimRight(text[:place], " \n"), ",") + text[end:]
	default:
		out = text[:offsetOf(text, value.Content[i].Line)] + text[offsetOf(text, value.Content[i].Line+1):]
	}
	after, err := plainYAML(out)
	if err != nil || !reflect.DeepEqual(e.without(after), e.without(before)) {
		return text, fault(key.Line, "take it out by hand", "brain does not know how to take its part out of %q without changing the rest", e.key)
	}
	return out, nil
}
