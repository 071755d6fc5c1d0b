package page

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// A fieldEdit is one key of the frontmatter that gets another value or goes.
type fieldEdit struct {
	key    string
	value  any
	remove bool
}

// A keySpan is a key and its lines in a block, those of its comments above not
// included.
type keySpan struct {
	key      string
	from, to int
}

// A block is the lines between the fences of a frontmatter.
type block struct {
	toml   bool
	indent string // before each key
	lines  []docLine
	keys   []keySpan
	end    int // where a new key goes
}

// readBlock finds the keys of a block; ok is false if they do not have lines of
// their own ({a: 1, b: 2}).
func readBlock(fm Frontmatter, lines []docLine) (b block, ok bool) {
	b = block{toml: fm.Format == "toml", lines: lines, end: len(lines)}
	if b.toml {
		if loc := tomlTable.FindStringIndex(fm.Raw); loc != nil {
			b.end = strings.Count(fm.Raw[:loc[0]], "\n")
		}
	}
	root, err := parseYAML(fm.Raw)
	switch {
	case b.toml || err != nil || root != nil && (root.Kind != yaml.MappingNode || hasComplexKey(root)):
		key := yamlKey
		if b.toml {
			key = tomlKey
		}
		props, _ := splitProperties(strings.Join(strings.SplitAfter(fm.Raw, "\n")[:b.end], ""), key)
		for _, p := range props {
			b.keys = append(b.keys, keySpan{key: p.key, from: p.line - 2})
		}
	case root != nil:
		for i := 0; i < len(root.Content); i += 2 {
			k := root.Content[i]
			indent := strings.Repeat(" ", k.Column-1)
			if i > 0 && (indent != b.indent || k.Line-1 == b.keys[i/2-1].from) || root.Style&yaml.FlowStyle != 0 {
				return b, false
			}
			b.indent = indent
			b.keys = append(b.keys, keySpan{key: k.Value, from: k.Line - 1})
		}
	}
	for i := range b.keys {
		k := &b.keys[i]
		k.to = b.end
		if i+1 < len(b.keys) {
			k.to = b.keys[i+1].from
		}
		for k.to > k.from+1 && (isBlank(lines[k.to-1].text) || lines[k.to-1].text[0] == '#') {
			k.to--
		}
	}
	return b, true
}

func hasComplexKey(root *yaml.Node) bool {
	for i := 0; i < len(root.Content); i += 2 {
		if root.Content[i].Kind != yaml.ScalarNode {
			return true
		}
	}
	return false
}

// edited gives the lines of the block with its keys changed: lines of other keys
// stay as they are, new keys come behind the last.
func (b block) edited(edits []fieldEdit, line func(string) docLine) ([]docLine, error) {
	todo := make(map[string]fieldEdit, len(edits))
	for _, e := range edits {
		todo[e.key] = e
	}
	last := make(map[string]int, len(b.keys))
	for i, k := range b.keys {
		last[k.key] = i
	}
	var out []docLine
	at := 0
	for i, k := range b.keys {
		e, ok := todo[k.key]
		if !ok || !e.remove && last[k.key] != i {
			continue
		}
		out = append(out, b.lines[at:k.from]...)
		at = k.to
		if e.remove {
			continue
		}
		respelled, err := b.respell(b.lines[k.from:k.to], e, line)
		if err != nil {
			return nil, err
		}
		out = append(out, respelled...)
	}
	out = append(out, b.lines[at:b.end]...)
	for _, e := range edits {
		if _, ok := last[e.key]; ok || e.remove {
			continue
		}
		texts, err := speller{toml: b.toml}.property(e.key, e.value)
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			out = append(out, line(b.indent+text))
		}
	}
	return append(out, b.lines[b.end:]...), nil
}

// respell gives the lines of one key with a new value. The spelling of the key,
// a comment behind the value, quotes and the unchanged items of a list stay.
func (b block) respell(old []docLine, e fieldEdit, line func(string) docLine) ([]docLine, error) {
	texts := textsOf(old)
	node := b.valueOf(strings.Join(texts, "\n"))
	if list, ok := e.value.([]any); ok && node != nil && len(list) > 0 {
		if lines := respellItems(old, texts, node, list, line); lines != nil {
			return lines, nil
		}
	}
	s := speller{toml: b.toml, quotes: map[string]yaml.Style{}}
	if node != nil {
		s.style = node.Style & (yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle)
		for _, item := range node.Content {
			s.quotes[item.Value] = item.Style & (yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle)
		}
	}
	lines, err := s.property(e.key, e.value)
	if err != nil {
		return nil, err
	}
	pattern := yamlKey
	if b.toml {
		pattern = tomlKey
	}
	body := strings.TrimPrefix(texts[0], b.indent)
	lead := body[:len(body)-len(strings.TrimLeft(body, " \t"))]
	if m := pattern.FindStringIndex(body[len(lead):]); m != nil {
		end := len(lead) + m[1]
		for end < len(body) && (body[end] == ' ' || body[end] == '\t') {
			end++
		}
		head := body[:end]
		if fresh := pattern.FindStringIndex(lines[0]); fresh != nil {
			if value := strings.TrimLeft(lines[0][fresh[1]:], " "); value == "" {
				lines[0] = strings.TrimRight(head, " \t")
			} else if head == strings.TrimRight(head, " \t") {
				lines[0] = head + " " + value
			} else {
				lines[0] = head + value
			}
		}
	}
	if len(old) == 1 {
		lines[0] += b.comment(body)
	}
	out := make([]docLine, len(lines))
	for i, text := range lines {
		out[i] = line(b.indent + text)
	}
	out[0].eol = old[0].eol
	return out, nil
}

// valueOf reads the value of one property, nil if it is no YAML.
func (b block) valueOf(text string) *yaml.Node {
	if b.toml {
		props, _ := splitProperties(text, tomlKey)
		if len(props) != 1 {
			return nil
		}
		n, _ := parseYAML(props[0].value)
		return n
	}
	n, _ := parseYAMLProperty(property{text: text})
	return n
}

// comment is what stands behind the value of a property on one line, with the
// white space before it.
func (b block) comment(line string) string {
	whole := b.valueOf(line)
	for i := 1; whole != nil && i < len(line); i++ {
		if line[i] != '#' || line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		if part := b.valueOf(line[:i]); part != nil && valueJSON(part) == valueJSON(whole) {
			return line[len(strings.TrimRight(line[:i], " \t")):]
		}
	}
	return ""
}

func valueJSON(n *yaml.Node) string {
	c := converter{}
	return string(Object{{Value: c.value(n, 0)}}.JSON())
}

// respellItems changes a list that has a line for each item; nil if it is none.
func respellItems(old []docLine, texts []string, node *yaml.Node, list []any, line func(string) docLine) []docLine {
	if node.Kind != yaml.SequenceNode || node.Style&yaml.FlowStyle != 0 || len(node.Content) == 0 {
		return nil
	}
	var items [][]docLine
	var have, want []string
	dash := ""
	for i, item := range node.Content {
		from, to := item.Line-1, len(old)
		if i+1 < len(node.Content) {
			to = node.Content[i+1].Line - 1
		}
		rest, ok := "", false
		if from > 0 && from < to {
			rest, ok = strings.CutPrefix(strings.TrimLeft(texts[from], " \t"), "-")
		}
		if !ok {
			return nil
		}
		if i == 0 {
			dash = texts[from][:len(texts[from])-len(strings.TrimLeft(rest, " \t"))]
		}
		items, have = append(items, old[from:to]), append(have, valueJSON(item))
	}
	spelled := make(map[string]string, len(list))
	for _, v := range list {
		key := string(Object{{Value: v}}.JSON())
		want, spelled[key] = append(want, key), speller{}.must(v)
	}
	out := append([]docLine{}, old[:node.Content[0].Line-1]...)
	for _, item := range remake(items, have, want, func(key string) []docLine { return []docLine{line(dash + spelled[key])} }) {
		out = append(out, item...)
	}
	return out
}
