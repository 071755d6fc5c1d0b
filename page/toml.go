package page

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
	"go.yaml.in/yaml/v3"
)

var errTOMLValue = errors.New("no value of TOML")

// parseTOMLValue reads one value of TOML as YAML would have it. What has no braces is left to YAML, which takes more: it is
// inline tables, {to = "x"}, that YAML reads as something else.
func parseTOMLValue(text string) (root *yaml.Node, err error) {
	if !strings.Contains(text, "{") {
		return parseYAML(text)
	}
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("parse TOML: %v", r)
		}
	}()
	var p unstable.Parser
	p.Reset([]byte("v = " + text))
	if !p.NextExpression() || p.Expression().Kind != unstable.KeyValue {
		return parseYAML(text)
	}
	root, err = tomlNode(p.Expression().Value(), 0)
	if err != nil || p.NextExpression() || p.Error() != nil {
		return parseYAML(text)
	}
	return root, nil
}

// tomlNode makes a node of YAML of one of TOML. Dates and what JSON cannot spell are strings as written.
func tomlNode(n *unstable.Node, depth int) (*yaml.Node, error) {
	if depth > maxDepth {
		return nil, errTOMLValue
	}
	out := &yaml.Node{Kind: yaml.ScalarNode, Line: 1, Value: string(n.Data)}
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
		out.Kind, out.Style, out.Value = yaml.SequenceNode, yaml.FlowStyle, ""
		if n.Kind == unstable.InlineTable {
			out.Kind = yaml.MappingNode
		}
		for i := n.Children(); i.Next(); {
			value := i.Node()
			if value.Kind == unstable.KeyValue {
				var key []string
				for k := value.Key(); k.Next(); {
					key = append(key, string(k.Node().Data))
				}
				out.Content = append(out.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Line: 1, Value: strings.Join(key, ".")})
				value = value.Value()
			}
			item, err := tomlNode(value, depth+1)
			if err != nil {
				return nil, err
			}
			out.Content = append(out.Content, item)
		}
	default:
		return nil, errTOMLValue
	}
	return out, nil
}
