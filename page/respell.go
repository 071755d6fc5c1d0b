package page

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// respell gives the lines of one key with a new value. The spelling of the key,
// comments, quotes and the unchanged items of a list stay.
func (b block) respell(old []docLine, k keySpan, e fieldEdit, line func(string) docLine) ([]docLine, error) {
	texts := textsOf(old)
	whole := strings.Join(texts, "\n")
	node, base := k.value, k.from
	if node == nil {
		node, base = b.valueOf(whole), 0
	}
	s := speller{toml: b.toml, quotes: map[string]yaml.Style{}}
	if node != nil {
		s.style = node.Style & (yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle)
		for _, item := range node.Content {
			s.quotes[item.Value] = item.Style & (yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle)
		}
		if list, ok := e.value.([]any); ok && node.Kind == yaml.SequenceNode {
			if lines := respellItems(old, texts, node, base, list, line); lines != nil {
				return lines, nil
			}
			if text, ok := b.respellFlow(whole, node, list, s); ok {
				return relined(old, texts, text, line), nil
			}
		}
		if text, ok := e.value.(string); ok && node.Kind == yaml.ScalarNode && strings.EqualFold(e.key, "tags") {
			if text, ok := b.respellCommas(whole, node.Value, text); ok {
				return relined(old, texts, text, line), nil
			}
		}
	}
	lines, err := s.property(e.key, e.value)
	if err != nil {
		return nil, err
	}
	body := strings.TrimPrefix(texts[0], b.indent)
	lines[0] = b.withHead(body, lines[0])
	var out []docLine
	if len(old) == 1 {
		lines[0] += b.comment(body)
	} else {
		out = b.commentLines(old, line)
	}
	for _, text := range lines {
		out = append(out, line(b.indent+text))
	}
	out[0].eol = old[0].eol
	return out, nil
}

// relined makes lines of the new text of a property; those that are as they were stay.
func relined(old []docLine, texts []string, text string, line func(string) docLine) []docLine {
	want := strings.Split(text, "\n")
	out := remake(old, texts, want, line)
	for i := range out {
		if len(want) == len(old) {
			out[i].eol = old[i].eol
		}
	}
	return out
}

// headEnd is where the key and the separator of a property end, -1 if it does not begin with a key.
func (b block) headEnd(text string) int {
	key := yamlKey
	if b.toml {
		key = tomlKey
	}
	lead := len(text) - len(strings.TrimLeft(text, " \t"))
	first, _, _ := strings.Cut(text[lead:], "\n")
	if at := key().FindStringIndex(first); at != nil {
		return lead + at[1]
	}
	return -1
}

// respellFlow changes a list in brackets.
func (b block) respellFlow(text string, node *yaml.Node, list []any, s speller) (string, bool) {
	at := b.headEnd(text)
	if at < 0 {
		return "", false
	}
	have := make([]string, len(node.Content))
	style := yaml.Style(0) // that all items have
	for i, item := range node.Content {
		have[i] = valueJSON(item)
		if quotes := item.Style & (yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle); i == 0 {
			style = quotes
		} else if style != quotes {
			style = 0
		}
	}
	s.style = style
	want := make([]string, len(list))
	values := make(map[string]any, len(list))
	for i, v := range list {
		want[i] = string(Object{{Value: v}}.JSON())
		values[want[i]] = v
	}
	edited, ok := editFlow(text, at, b.toml, have, want, func(key string) (string, error) { return s.inline(values[key]) })
	if len(edited) > maxInline && len(text) <= maxInline && !strings.Contains(edited, "\n") {
		return "", false // it grows too long for a line
	}
	return edited, ok
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
	n, err := parseYAMLProperty(property{text: text})
	if err == nil || len(b.anchors) == 0 {
		return n
	}
	// Alone it refers to anchors that are elsewhere.
	anchors := b.indent + "? [&" + strings.Join(b.anchors, " 0, &") + " 0]\n" + b.indent + ": 0\n"
	if root, err := parseYAML(anchors + text); err == nil && root.Kind == yaml.MappingNode && len(root.Content) == 4 {
		return root.Content[3]
	}
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

// respellItems changes a list that has a line for each item; nil if it is none. base is the line before that of its key. Comments
// between the items stay.
func respellItems(old []docLine, texts []string, node *yaml.Node, base int, list []any, line func(string) docLine) []docLine {
	if node.Style&yaml.FlowStyle != 0 || len(node.Content) == 0 {
		return nil
	}
	var items, gaps [][]docLine // each with what is below it
	var have, want []string
	dash, first, commented := "", 0, false
	for i, item := range node.Content {
		from, to := item.Line-1-base, len(old)
		if i+1 < len(node.Content) {
			to = node.Content[i+1].Line - 1 - base
		}
		rest, ok := "", false
		if from > 0 && from < to && to <= len(old) {
			rest, ok = strings.CutPrefix(strings.TrimLeft(texts[from], " \t"), "-")
		}
		if !ok {
			return nil
		}
		if i == 0 {
			dash, first = texts[from][:len(texts[from])-len(strings.TrimLeft(rest, " \t"))], from
		}
		end := to
		for end > from+1 && item.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && isBlankOrComment(texts[end-1]) {
			end--
			commented = commented || !isBlank(texts[end])
		}
		items, gaps, have = append(items, old[from:end]), append(gaps, old[end:to]), append(have, valueJSON(item))
	}
	for _, text := range texts[1:first] {
		commented = commented || !isBlank(text)
	}
	if len(list) == 0 && !commented {
		return nil
	}
	spelled := make(map[string]string, len(list))
	for _, v := range list {
		key := string(Object{{Value: v}}.JSON())
		want, spelled[key] = append(want, key), speller{}.must(v)
	}
	out := append([]docLine{}, old[:first]...)
	match, next := align(have, want), 0
	fill := func(to int) {
		for ; next < to; next++ {
			out = append(out, line(dash+spelled[want[next]]))
		}
	}
	for i := range items {
		if match[i] >= 0 {
			fill(match[i])
			out = append(out, items[i]...)
			next++
		}
		if more := slices.IndexFunc(match[i+1:], func(j int) bool { return j >= 0 }); more < 0 {
			fill(len(want))
		}
		out = append(out, gaps[i]...)
	}
	return out
}

func isBlankOrComment(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return isBlank(line) || line[0] == '#'
}
