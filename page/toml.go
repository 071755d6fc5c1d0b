package page

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"go.yaml.in/yaml/v3"
)

var errTOMLValue = errors.New("no value of TOML")

// A tomlTree is a block of TOML as YAML would have it, and where its keys are.
type tomlTree struct {
	root *yaml.Node
	keys []keySpan // in order; to is not set
	end  int       // the line of the first table

	parts map[*yaml.Node]map[string]*yaml.Node // of each mapping
}

// parseTOML reads a whole block: tables, lists of tables and keys with dots in them become mappings in mappings.
func parseTOML(raw string) (t *tomlTree, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("parse TOML: %v", r)
		}
	}()
	// The parser alone takes what TOML forbids, such as a key that is there twice.
	if err := toml.Unmarshal([]byte(raw), &map[string]any{}); err != nil {
		return nil, err
	}
	t = &tomlTree{root: mapping(1), end: -1, parts: map[*yaml.Node]map[string]*yaml.Node{}}
	at := t.root
	line, seen := 0, 0 // lines up to the byte seen
	lineAt := func(offset uint32) int {
		line += strings.Count(raw[seen:offset], "\n")
		seen = int(offset)
		return line
	}
	var p unstable.Parser
	p.Reset([]byte(raw))
	for p.NextExpression() {
		n := p.Expression()
		if n.Kind != unstable.KeyValue && n.Kind != unstable.Table && n.Kind != unstable.ArrayTable {
			continue
		}
		first := n.Key()
		first.Next()
		from := lineAt(first.Node().Raw.Offset)
		key := tomlKeys(n)
		if n.Kind == unstable.KeyValue {
			value, err := t.value(n.Value(), from+1, 0)
			if t.end < 0 {
				t.keys = append(t.keys, keySpan{key: key[0], from: from, apart: len(key) > 1, value: value})
			}
			if err == nil {
				err = t.put(at, key, value, from+1)
			}
			if err != nil {
				return nil, err
			}
			continue
		}
		if t.end < 0 {
			t.end = from
		}
		if at, err = t.table(key, from+1, n.Kind == unstable.ArrayTable); err != nil {
			return nil, err
		}
		t.keys = append(t.keys, keySpan{key: key[0], from: from, apart: true, item: len(key) == 1 && n.Kind == unstable.ArrayTable, value: at})
	}
	if t.end < 0 {
		t.end = strings.Count(raw, "\n")
	}
	return t, p.Error()
}

func tomlKeys(n *unstable.Node) (key []string) {
	for k := n.Key(); k.Next(); {
		key = append(key, string(k.Node().Data))
	}
	return key
}

func mapping(line int) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: line}
}

// table returns the mapping that a header opens.
func (t *tomlTree) table(key []string, line int, list bool) (*yaml.Node, error) {
	last := len(key) - 1
	parent, err := t.within(t.root, key[:last], line)
	if err != nil || !list {
		if err != nil {
			return nil, err
		}
		return t.within(parent, key[last:], line)
	}
	items := t.parts[parent][key[last]]
	if items == nil {
		items = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: line}
		t.add(parent, key[last], items, line)
	}
	item := mapping(line)
	items.Content = append(items.Content, item)
	return item, nil
}

// within follows keys into a mapping and makes the mappings that are not there. In a list of tables the last is meant.
func (t *tomlTree) within(at *yaml.Node, key []string, line int) (*yaml.Node, error) {
	for _, k := range key {
		next := t.parts[at][k]
		if next == nil {
			next = mapping(line)
			t.add(at, k, next, line)
		}
		if next.Kind == yaml.SequenceNode && len(next.Content) > 0 {
			next = next.Content[len(next.Content)-1]
		}
		if next.Kind != yaml.MappingNode {
			return nil, errTOMLValue
		}
		at = next
	}
	return at, nil
}

func (t *tomlTree) put(at *yaml.Node, key []string, value *yaml.Node, line int) error {
	last := len(key) - 1
	at, err := t.within(at, key[:last], line)
	if err == nil {
		t.add(at, key[last], value, line)
	}
	return err
}

func (t *tomlTree) add(at *yaml.Node, key string, value *yaml.Node, line int) {
	at.Content = append(at.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Line: line, Value: key}, value)
	if t.parts[at] == nil {
		t.parts[at] = map[string]*yaml.Node{}
	}
	t.parts[at][key] = value
}

// value makes a node of YAML of one of TOML. Dates and what JSON cannot spell are strings as written.
func (t *tomlTree) value(n *unstable.Node, line, depth int) (*yaml.Node, error) {
	if depth > maxDepth {
		return nil, errTOMLValue
	}
	out := &yaml.Node{Kind: yaml.ScalarNode, Line: line, Value: string(n.Data)}
	switch n.Kind {
	case unstable.String:
		out.Tag, out.Style = "!!str", yaml.DoubleQuotedStyle
	case unstable.Bool:
		out.Tag = "!!bool"
	case unstable.Integer, unstable.Float:
		out.Tag = "!!float"
	case unstable.LocalDate, unstable.LocalTime, unstable.LocalDateTime, unstable.DateTime:
		out.Tag = "!!str"
	case unstable.Array, unstable.InlineTable:
		out.Kind, out.Tag, out.Style, out.Value = yaml.SequenceNode, "!!seq", yaml.FlowStyle, ""
		if n.Kind == unstable.InlineTable {
			out.Kind, out.Tag = yaml.MappingNode, "!!map"
		}
		for i := n.Children(); i.Next(); {
			child := i.Node()
			if child.Kind != unstable.KeyValue {
				item, err := t.value(child, line, depth+1)
				if err != nil {
					return nil, err
				}
				out.Content = append(out.Content, item)
				continue
			}
			item, err := t.value(child.Value(), line, depth+1)
			if err == nil {
				err = t.put(out, tomlKeys(child), item, line)
			}
			if err != nil {
				return nil, err
			}
		}
	default:
		return nil, errTOMLValue
	}
	return out, nil
}

// parseTOMLValue reads one value. What is no TOML is left to YAML, which takes more.
func parseTOMLValue(text string) (*yaml.Node, error) {
	if t, err := parseTOML("v = " + text); err == nil && len(t.root.Content) == 2 {
		return t.root.Content[1], nil
	}
	return parseYAML(text)
}
