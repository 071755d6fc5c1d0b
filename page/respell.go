package page

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

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
	body := strings.TrimPrefix(texts[0], b.indent)
	lines[0] = b.withHead(body, lines[0])
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

// withHead gives the line fresh the key, the separator and the white space of the
// line old.
func (b block) withHead(old, fresh string) string {
	key := yamlKey
	if b.toml {
		key = tomlKey
	}
	lead := len(old) - len(strings.TrimLeft(old, " \t"))
	was, is := key().FindStringIndex(old[lead:]), key().FindStringIndex(fresh)
	if was == nil || is == nil {
		return fresh
	}
	value := strings.TrimLeft(fresh[is[1]:], " ")
	head := old[:lead+was[1]]
	head += old[len(head) : len(old)-len(strings.TrimLeft(old[len(head):], " \t"))]
	switch bare := strings.TrimRight(head, " \t"); {
	case value == "":
		return bare
	case bare == head:
		return head + " " + value
	}
	return head + value
}

// valueOf reads the value of one property, nil if it is none.
func (b block) valueOf(text string) *yaml.Node {
	if b.toml {
		if t, err := parseTOML(text); err == nil && len(t.root.Content) == 2 {
			return t.root.Content[1]
		}
		props, _ := splitProperties(text, tomlKey)
		if len(props) != 1 {
			return nil
		}
		n, _ := parseTOMLValue(props[0].value)
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
