package extract

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
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
	containers := g.containers()
	names := make(map[string]string, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		names[n.ID] = n.qualifiedName(containers[n.ID])
	}
	callees := map[string][]string{}
	callers := map[string][]string{}
	interfaces := map[string][]string{}
	for i := range g.Edges {
		e := &g.Edges[i]
		from, to := names[e.Source], names[e.Target]
		if from == "" || to == "" {
			continue // a dangling end has no name to tell
		}
		switch e.Relation {
		case RelCalls:
			callees[e.Source] = append(callees[e.Source], to)
			callers[e.Target] = append(callers[e.Target], from)
		case RelImplements:
			interfaces[e.Source] = append(interfaces[e.Source], to)
		}
	}

	told := g.toldElsewhere()
	out := make([]string, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		var c contentWriter
		if of, ok := told[n.ID]; ok {
			c.line("", n.place())
			c.line("of ", names[of])
			out[i] = c.String()
			continue
		}
		c.line("", n.name())
		c.line("", n.place())
		c.line("in ", containers[n.ID])
		c.line("", n.Signature)
		c.line("", n.Doc)
		c.line("", n.Description)
		c.line("", attr(n.Attrs, "rationale"))
		c.line("source: ", attr(n.Attrs, "source_url"))
		c.line("calls: ", neighbours(callees[n.ID]))
		c.line("called by: ", neighbours(callers[n.ID]))
		c.line("implements: ", neighbours(interfaces[n.ID]))
		c.line("words: ", strings.Join(n.words(containers[n.ID]), " "))
		if n.SourceFile == "" {
			c.line("id: ", n.ID)
		}
		out[i] = c.String()
	}
	g.tellApart(out)
	return out
}

// containers gives the container of each node by id. Graphify's nodes name none:
// there the type that has a method is its container.
func (g *Graph) containers() map[string]string {
	labels := make(map[string]string, len(g.Nodes))
	out := make(map[string]string, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		labels[n.ID] = n.name()
		out[n.ID] = n.Container
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.Relation == RelMethod && out[e.Target] == "" {
			out[e.Target] = labels[e.Source]
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

type contentWriter struct{ strings.Builder }

func (c *contentWriter) line(prefix, s string) {
	if s = strings.TrimSpace(s); s == "" {
		return
	}
	if c.Len() > 0 {
		c.WriteByte('\n')
	}
	c.WriteString(prefix)
	c.WriteString(s)
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
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
