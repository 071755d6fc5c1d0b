package extract

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxNeighbours is how many callers or callees a content names. The number of
// those left out is not told, so that the content of a much used function does
// not change with each new caller.
const maxNeighbours = 12

// Contents says what each node is, in the order of g.Nodes, in lines that a
// person can read:
//
//	label
//	kind file:line
//	in container
//	signature
//	doc, description
//	calls: …
//	called by: …
//	implements: …
//	words: …
//	id: …
//
// Lines without content are left out. Lists are sorted and cut at twelve names.
//
// The words line holds the parts of label, container and path: PostgreSQL's
// text search takes pkg/file.go, Class.method and fooBar for one token each,
// and would find none of them by a part.
//
// A rationale that is the doc comment of a declaration only says of which: the
// declaration has the text, and each search would find both.
//
// No two nodes get the same content: the id line is there for nodes that are
// in no file, and for those whose other lines equal another node's.
func (g *Graph) Contents() []string {
	at := g.byID()
	containers := g.containers(at)
	names := make([]string, len(g.Nodes))
	for i := range g.Nodes {
		names[i] = g.Nodes[i].qualifiedName(containers[i])
	}
	var dispatched []dispatch
	callees, callers, interfaces := make([][]string, len(g.Nodes)), make([][]string, len(g.Nodes)), map[int32][]string{}
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.Relation != RelCalls && e.Relation != RelImplements && e.Relation != RelDispatches {
			continue
		}
		from, known := at[e.Source]
		to, both := at[e.Target]
		if !known || !both || names[from] == "" || names[to] == "" {
			continue // a dangling end has no name to tell
		}
		switch e.Relation {
		case RelCalls:
			callees[from] = append(callees[from], names[to])
			callers[to] = append(callers[to], names[from])
		case RelImplements:
			interfaces[from] = append(interfaces[from], names[to])
		default:
			dispatched = append(dispatched, dispatch{from, to})
		}
	}
	reachThrough(dispatched, callees, callers)

	told := g.toldElsewhere(at)
	out := make([]string, len(g.Nodes))
	words := nodeWords{files: map[string][]string{}}
	var c contentWriter
	for i := range g.Nodes {
		n := &g.Nodes[i]
		c.reset()
		of := at[n.ID] // the last of its id
		if to, ok := told[of]; ok {
			c.line("", n.place())
			c.line("of ", names[to])
			out[i] = c.String()
			continue
		}
		c.line("", n.name())
		c.line("", n.place())
		c.line("in ", containers[of])
		c.line("", n.Signature)
		c.line("", n.Doc)
		c.line("", n.Description)
		c.line("", attr(n.Attrs, "rationale"))
		c.line("source: ", attr(n.Attrs, "source_url"))
		c.line("calls: ", neighbours(callees[of]))
		c.line("called by: ", neighbours(callers[of]))
		c.line("implements: ", neighbours(interfaces[of]))
		c.line("words: ", words.of(n, containers[of]))
		if n.SourceFile == "" {
			c.line("id: ", n.ID)
		}
		out[i] = c.String()
	}
	g.tellApart(out)
	return out
}

// byID are the nodes by id; of several the last.
func (g *Graph) byID() map[string]int32 {
	at := make(map[string]int32, len(g.Nodes))
	for i := range g.Nodes {
		at[g.Nodes[i].ID] = int32(i)
	}
	return at
}

// containers gives the container of each node. Graphify's nodes name none: there the type that has a method is its container.
func (g *Graph) containers(at map[string]int32) []string {
	out := make([]string, len(g.Nodes))
	for i := range g.Nodes {
		out[i] = g.Nodes[i].Container
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.Relation != RelMethod {
			continue
		}
		if to, ok := at[e.Target]; ok && out[to] == "" {
			if from, ok := at[e.Source]; ok {
				out[to] = g.Nodes[from].name()
			}
		}
	}
	return out
}

// tellApart appends the id to every content that occurs more than once. One
// round can make a new equal pair only if a content already ended in the line
// that it adds, so the rounds end.
func (g *Graph) tellApart(contents []string) {
	for {
		count := make(map[string]int, len(contents))
		for _, c := range contents {
			count[c]++
		}
		ids := map[string]map[string]bool{}
		for i, c := range contents {
			if count[c] > 1 {
				if ids[c] == nil {
					ids[c] = map[string]bool{}
				}
				ids[c][g.Nodes[i].ID] = true
			}
		}
		changed := false
		for i, c := range contents {
			if len(ids[c]) > 1 {
				contents[i] = c + "\nid: " + g.Nodes[i].ID
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// contentWriter puts lines together, for one node after the other.
type contentWriter struct{ text []byte }

func (c *contentWriter) reset() { c.text = c.text[:0] }

func (c *contentWriter) String() string { return string(c.text) }

func (c *contentWriter) line(prefix, s string) {
	if s = strings.TrimSpace(s); s == "" {
		return
	}
	if len(c.text) > 0 {
		c.text = append(c.text, '\n')
	}
	c.text = append(c.text, prefix...)
	c.text = append(c.text, s...)
}

// name is the label, or the id of a node without one.
func (n *Node) name() string {
	if n.Label != "" {
		return n.Label
	}
	return n.ID
}

// qualifiedName is the name that other nodes' contents use: methods with their
// type, "Type.Name()".
func (n *Node) qualifiedName(container string) string {
	if name := n.name(); strings.HasPrefix(name, ".") && container != "" {
		return container + name
	}
	return strings.TrimPrefix(n.name(), ".")
}

// place is the kind with file and line: "method svc/close.go:2".
func (n *Node) place() string {
	kind := n.Kind
	if kind == "" {
		kind = n.FileType
	}
	if n.SourceFile == "" {
		return kind
	}
	at := n.SourceFile
	if line := strings.TrimPrefix(n.SourceLocation, "L"); line != "" {
		at += ":" + line
	}
	return strings.TrimSpace(kind + " " + at)
}

func neighbours(names []string) string {
	if len(names) == 0 {
		return ""
	}
	names = slices.Clone(names)
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > maxNeighbours {
		names = append(names[:maxNeighbours:maxNeighbours], "…")
	}
	return strings.Join(names, ", ")
}

// attr is a text among a node's other keys, "" when there is none.
func attr(attrs json.RawMessage, key string) string {
	if len(attrs) == 0 {
		return ""
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(attrs, &m) != nil {
		return ""
	}
	s, _ := text(m[key])
	return s
}

// oneLine joins the lines of s and the words in them by single spaces.
func oneLine(s string) string {
	if isOneLine(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// isOneLine says of ASCII without white space but single spaces between words that it is one line; of other text it may not know.
func isOneLine(s string) bool {
	before := byte(' ')
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c < ' ' || c == ' ' && before == ' ' {
			return false
		}
		before = s[i]
	}
	return s == "" || before != ' '
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
