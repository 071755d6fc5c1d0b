package extract

import (
	"maps"
	"slices"

	"brain/db"
	"brain/merge"
)

// Saved counts what became of the nodes of a root.
type Saved struct {
	Added, Changed, Unchanged, Removed int
}

// Update is what has to be written so that the file knows of a root what a graph says and no more.
type Update struct {
	Saved
	Files []string // source files of the nodes to write

	graph    *Graph
	contents []string
	groups   map[string]group
	nodes    []int            // indices of the nodes to write
	gone     []string         // ids that the graph lacks
	edges    map[string]group // of the source files whose edges are others than those stored, what is stored; nil is all
}

// Plan compares a graph with what the file has of a root, nil for one that it does not know. Only of the source files whose nodes
// differ are the stored ones read.
func Plan(tx *db.Tx, root *merge.Root, g *Graph, known *Known) (*Update, error) {
	u := &Update{graph: g, contents: g.Contents()}
	u.groups = groupsOf(g, u.contents)
	var files []string // whose nodes differ; nil is all
	nodes := func(string) bool { return true }
	if known != nil && known.groups != nil {
		differs := map[string]bool{}
		files, u.edges = []string{}, map[string]group{}
		for _, file := range mergedKeys(u.groups, known.groups) {
			is, was := u.groups[file], known.groups[file]
			is.first, is.last = was.first, was.last
			if _, ok := u.groups[file]; ok {
				u.groups[file] = is
			}
			if is.nodes != was.nodes {
				files = append(files, file)
				differs[file] = true
			}
			if is.edges != was.edges {
				u.edges[file] = was
			}
		}
		nodes = func(file string) bool { return differs[file] }
	}
	stored := map[string]string{} // prints by own ids
	if root != nil {
		rows, err := nodesOf(tx, *root, files)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			stored[ownID(*root, rows[i].ID)] = fingerprint(&rows[i].Node, rows[i].content)
		}
	}
	touched := map[string]bool{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if !nodes(merge.Clean(n.SourceFile)) {
			continue
		}
		id := merge.Clean(n.ID)
		old, known := stored[id]
		delete(stored, id)
		if known && old == fingerprint(n, u.contents[i]) {
			continue
		}
		if known {
			u.Changed++
		} else {
			u.Added++
		}
		u.nodes = append(u.nodes, i)
		touched[n.SourceFile] = true
	}
	u.Files = sortedKeys(touched)
	u.gone = slices.Sorted(maps.Keys(stored))
	u.Removed = len(u.gone)
	u.Unchanged = len(g.Nodes) - len(u.nodes)
	return u, nil
}

// mergedKeys are the keys of both maps in order.
func mergedKeys[V any](a, b map[string]V) []string {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(keys)
	return slices.Compact(keys)
}
