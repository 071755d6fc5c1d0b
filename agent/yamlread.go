package agent

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

func emptyYAML(text string) bool { return strings.TrimSpace(text) == "" }

// parseYAML reads a file whose root is a mapping, or that holds nothing. at is the mapping's first key of that name with its
// value; both are nil if there is none.
func parseYAML(text, name string) (key, value *yaml.Node, err error) {
	var doc, more yaml.Node
	dec := yaml.NewDecoder(strings.NewReader(text))
	if strings.TrimSpace(text) == "" {
		return nil, nil, nil
	}
	if err := dec.Decode(&doc); err != nil {
		if err.Error() == "EOF" { // comments alone
			return nil, nil, nil
		}
		return nil, nil, yamlFault(err)
	}
	if dec.Decode(&more) == nil {
		return nil, nil, fault(more.Line, "add it by hand", "it holds several documents")
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return nil, nil, nil
	}
	if root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 {
		return nil, nil, fault(root.Line, "write it with a line for each key, or add to it by hand", "its root is no mapping in lines")
	}
	if root.Column != 1 {
		return nil, nil, fault(root.Line, "add to it by hand", "its first key is indented")
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if k := root.Content[i]; k.Value == name {
			if key != nil {
				return nil, nil, fault(k.Line, "take one of them out, then run this again", "%q stands there twice", name)
			}
			key, value = k, root.Content[i+1]
		}
	}
	if end := strings.TrimRight(text, " \t\n"); strings.HasSuffix(end, "\n...") {
		return nil, nil, fault(lineOf(text, len(end)), "take the line out, or add to it by hand", "its document is ended")
	}
	return key, value, nil
}

func yamlFault(err error) *Fault {
	line := 0
	if _, after, ok := strings.Cut(err.Error(), "line "); ok {
		fmt.Sscanf(after, "%d", &line)
	}
	return fault(line, "mend it, then run this again", "it is no YAML (%v)", strings.TrimPrefix(err.Error(), "yaml: "))
}

// plainYAML is the value of a file, for comparison.
func plainYAML(text string) (map[string]any, error) {
	out := map[string]any{}
	if err := yaml.Unmarshal([]byte(text), &out); err != nil {
		return nil, yamlFault(err)
	}
	return out, nil
}

// offsetOf is where a line begins, counted from 1; the end of the text for those beyond it.
func offsetOf(text string, line int) int {
	offset := 0
	for range line - 1 {
		i := strings.IndexByte(text[offset:], '\n')
		if i < 0 {
			return len(text)
		}
		offset += i + 1
	}
	return offset
}

// placeOf is where a node begins in the text; columns count characters.
func placeOf(text string, n *yaml.Node) int {
	offset := offsetOf(text, n.Line)
	column := 1
	for i := range text[offset:] {
		if column == n.Column {
			return offset + i
		}
		column++
	}
	return len(text)
}

// lastLine is the last line that a node reaches into, of one whose scalars are of one line each.
func lastLine(n *yaml.Node) int {
	line := n.Line
	for _, c := range n.Content {
		line = max(line, lastLine(c))
	}
	return line
}

func entryOf(value *yaml.Node, name string) (key, entry *yaml.Node) {
	for i := 0; value != nil && value.Kind == yaml.MappingNode && i+1 < len(value.Content); i += 2 {
		if value.Content[i].Value == name {
			return value.Content[i], value.Content[i+1]
		}
	}
	return nil, nil
}

// isBlank says whether a value is null or an empty mapping.
func isBlank(v *yaml.Node) bool {
	return v.Tag == "!!null" || v.Kind == yaml.MappingNode && len(v.Content) == 0
}

func hasKey(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}
