package page

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"brain/pattern"
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
	apart    bool       // it is a table of TOML, or has dots: a new value goes elsewhere
	item     bool       // it is a table of a list of tables
	value    *yaml.Node // with the lines of the block, from 1; nil if the block was not read as a whole
}

// A block is the lines between the fences of a frontmatter.
type block struct {
	toml   bool
	indent string // before each key
	lines  []docLine
	keys   []keySpan
	end    int // where a new key goes: in TOML before the first table

	anchors []string // of YAML, that aliases refer to
}

// readBlock finds the keys of a block; ok is false if they do not have lines of
// their own ({a: 1, b: 2}).
func readBlock(fm Frontmatter, lines []docLine) (b block, ok bool) {
	b = block{toml: fm.Format == "toml", lines: lines, end: len(lines)}
	root, err := parseYAML(fm.Raw)
	switch {
	case b.toml:
		b.readTOML(fm.Raw)
	case err != nil || root != nil && (root.Kind != yaml.MappingNode || hasComplexKey(root)):
		b.splitKeys(fm.Raw, yamlKey)
	case root != nil:
		b.anchors = aliased(root, nil)
		for i := 0; i < len(root.Content); i += 2 {
			k := root.Content[i]
			indent := strings.Repeat(" ", k.Column-1)
			if strings.HasPrefix(strings.TrimLeft(lines[k.Line-1].text, " "), "?") {
				return b, false // ? key
			}
			if i > 0 && (indent != b.indent || k.Line-1 == b.keys[i/2-1].from) || root.Style&yaml.FlowStyle != 0 {
				return b, false
			}
			b.indent = indent
			b.keys = append(b.keys, keySpan{key: k.Value, from: k.Line - 1, value: root.Content[i+1]})
		}
	}
	for i := range b.keys {
		k := &b.keys[i]
		switch {
		case i+1 < len(b.keys):
			k.to = b.keys[i+1].from
		case k.from < b.end:
			k.to = b.end
		default:
			k.to = len(lines)
		}
		for k.to > k.from+1 && (isBlank(lines[k.to-1].text) || lines[k.to-1].text[0] == '#') {
			k.to--
		}
	}
	return b, true
}

// aliased lists the anchors that aliases refer to, each once.
func aliased(n *yaml.Node, names []string) []string {
	if n.Kind == yaml.AliasNode && !slices.Contains(names, n.Value) {
		names = append(names, n.Value)
	}
	for _, c := range n.Content {
		names = aliased(c, names)
	}
	return names
}

// readTOML finds the keys of a block of TOML, also of one that is none.
func (b *block) readTOML(raw string) {
	if t, err := parseTOML(raw); err == nil {
		b.keys, b.end = t.keys, t.end
	} else if loc := tomlTable().FindStringIndex(raw); loc != nil {
		b.end = strings.Count(raw[:loc[0]], "\n")
	}
	for b.end > 0 && b.end < len(b.lines) && (isBlank(b.lines[b.end-1].text) || b.lines[b.end-1].text[0] == '#') {
		b.end-- // what stands above a table is about it
	}
	if b.keys == nil {
		b.splitKeys(strings.Join(strings.SplitAfter(raw, "\n")[:b.end], ""), tomlKey)
	}
}

func (b *block) splitKeys(raw string, key pattern.Pattern) {
	props, _ := splitProperties(raw, key)
	for _, p := range props {
		b.keys = append(b.keys, keySpan{key: p.key, from: p.line - 2})
	}
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
	lists := map[string]tables{}
	for _, e := range edits {
		todo[e.key] = e
		if t, ok := b.tablesOf(e); ok {
			lists[e.key] = t
		}
	}
	last := make(map[string]int, len(b.keys))
	for i, k := range b.keys {
		if !k.apart {
			last[k.key] = i
		}
	}
	var out []docLine
	at, done := 0, false
	fresh := func() error {
		done = true
		out, at = append(out, b.lines[at:b.end]...), b.end
		for _, e := range edits {
			_, there := last[e.key]
			if _, listed := lists[e.key]; there || listed || e.remove {
				continue
			}
			texts, err := speller{toml: b.toml}.property(e.key, e.value)
			if err != nil {
				return err
			}
			for _, text := range texts {
				out = append(out, line(b.indent+text))
			}
		}
		return nil
	}
	for i, k := range b.keys {
		if !done && k.from >= b.end {
			if err := fresh(); err != nil {
				return nil, err
			}
		}
		e, ok := todo[k.key]
		if !ok || !e.remove && !k.apart && last[k.key] != i {
			continue
		}
		out = append(out, b.lines[at:k.from]...)
		at = k.to
		old := b.lines[k.from:k.to]
		var fresh []docLine
		var err error
		list, listed := lists[k.key]
		switch {
		case listed:
			fresh, err = list.changed(b, i, line)
		case e.remove || k.apart:
			fresh = b.commentLines(old, line)
		default:
			fresh, err = b.respell(old, k, e, line)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, fresh...)
	}
	if !done {
		if err := fresh(); err != nil {
			return nil, err
		}
	}
	return append(out, b.lines[at:]...), nil
}
