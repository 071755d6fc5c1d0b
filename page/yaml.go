package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"brain/pattern"
)

const (
	maxAlias = 256 << 10 // bytes that the aliases of one block may expand to
	maxDepth = 100       // nesting that fields keep
)

var errComplexKey = errors.New("a list or mapping as key")

// parseYAML returns the root of the one document in s, nil if s holds only
// comments. Aliases are not expanded. The parser's panics become errors.
func parseYAML(s string) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("parse YAML: %v", r)
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(s))
	var doc yaml.Node
	if err := dec.Decode(&doc); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var more yaml.Node
	if err := dec.Decode(&more); err != io.EOF {
		return nil, errors.New("more than one YAML document")
	}
	return doc.Content[0], nil
}

var yamlErrorLine = pattern.Lazy(`^yaml: (?:line (\d+): )?`)

// yamlError takes the parser's message apart: its line within the text that was
// parsed, 1 if it names none, and what it says.
func yamlError(err error) (line int, text string) {
	text = err.Error()
	line = 1
	if m := yamlErrorLine().FindStringSubmatch(text); m != nil {
		text = text[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	return line, text
}

// A converter turns YAML nodes into values. It counts what aliases add, so that
// a few lines cannot grow into gigabytes, and a node inside itself ends.
type converter struct {
	offset   int // of the parsed text's first line in the file, minus 1
	aliases  int // depth of aliases being expanded
	expanded int // bytes from aliases so far
	warnings []Warning
	err      error // errComplexKey, if one was met
	clipped  bool  // a warning about aliases or depth was given
}

// keptAsWritten ends the warning about values that are not read in full.
const keptAsWritten = "; kept as written"

func (c *converter) clip(n *yaml.Node, why string) {
	if !c.clipped {
		c.clipped = true
		c.warnings = append(c.warnings, Warning{n.Line + c.offset, "frontmatter: " + why + keptAsWritten})
	}
}

func (c *converter) value(n *yaml.Node, depth int) any {
	if c.aliases > 0 {
		c.expanded += len(n.Value) + 1
	}
	if depth > maxDepth {
		c.clip(n, fmt.Sprintf("nested deeper than %d", maxDepth))
		return "…"
	}
	switch n.Kind {
	case yaml.AliasNode:
		if n.Alias == nil || c.expanded > maxAlias {
			c.clip(n, "aliases that grow too large")
			return "*" + n.Value
		}
		c.aliases++
		defer func() { c.aliases-- }()
		return c.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = c.value(item, depth+1)
		}
		return list
	case yaml.MappingNode:
		return c.object(n, depth)
	default:
		return scalar(n)
	}
}

func (c *converter) object(n *yaml.Node, depth int) Object {
	o := make(Object, 0, len(n.Content)/2)
	index := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		if key.Kind == yaml.AliasNode && key.Alias != nil {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			c.err = errComplexKey
			continue
		}
		f := Field{Key: key.Value, Value: c.value(val, depth+1), Line: n.Content[i].Line + c.offset}
		if val.Kind == yaml.ScalarNode {
			f.Text = val.Value
		}
		if o.set(f, index) && c.aliases == 0 {
			c.warnings = append(c.warnings, Warning{f.Line, fmt.Sprintf("frontmatter: %q is there twice; the last one counts", f.Key)})
		}
	}
	return o
}

func scalar(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		switch n.Value {
		case "true", "True", "TRUE":
			return true
		case "false", "False", "FALSE":
			return false
		}
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
	}
	return n.Value
}
