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
		if loc := tomlTable().FindStringIndex(fm.Raw); loc != nil {
			b.end = strings.Count(fm.Raw[:loc[0]], "\n")
			for b.end > 0 && isBlank(lines[b.end-1].text) {
				b.end--
			}
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
