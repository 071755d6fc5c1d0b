package page

import (
	"encoding/json"
	"fmt"

	"brain/db"
)

// The depths of Graph.
const (
	DefaultDepth = 5
	MaxDepth     = 10
)

// Direction says which links are followed.
type Direction string

// The directions of a walk over links.
const (
	Out  Direction = "out"
	In   Direction = "in"
	Both Direction = "both"
)

// GraphQuery says where a walk over links begins and how far it goes.
type GraphQuery struct {
	Slug      string
	Depth     int    // 1 to MaxDepth; 0 is DefaultDepth
	Type      string // only links of this type; "" is all
	Direction Direction
	Brief     bool // of edges only From, To and Type are wanted: an index has them
}

// GraphNode is a page that was reached, over depth links at the least.
type GraphNode struct {
	PageRef
	Depth int `json:"depth"`
}

// Graph is the pages that were reached and the links between them.
type Graph struct {
	Nodes []GraphNode `json:"nodes"` // the nearest first, then by slug
	Edges []LinkRow   `json:"edges"` // that the walk may take, between its nodes
}

// follow finds the ends of the links of pages, a JSON list of ids. other_id is set only between pages that are there.
const follow = `SELECT l.%s FROM json_each(?1) j CROSS JOIN links l ON l.%s = j.value AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)`

var (
	followOut = fmt.Sprintf(follow, "to_page_id", "from_page_id")
	followIn  = fmt.Sprintf(follow, "from_page_id", "to_page_id")
	followBy  = map[Direction][]string{Out: {followOut}, In: {followIn}, Both: {followOut, followIn}}
)

// The shares of all pages, as 1 in so many, from which all is read one after the other: what is said of pages, and the links. An
// index that leads to each of so many takes longer for it.
const (
	manyReached  = 3
	manyFollowed = 8
)

// Neighbourhood walks over links from a page, all pages of a distance at once, each with its least distance. Edges are the links
// between the pages that were found.
func Neighbourhood(tx *db.Tx, q GraphQuery) (*Graph, error) {
	s, err := findLive(tx, q.Slug)
	if err != nil {
		return nil, err
	}
	if q.Depth == 0 {
		q.Depth = DefaultDepth
	}
	if q.Direction == "" {
		q.Direction = Out
	}
	queries, ok := followBy[q.Direction]
	if !ok {
		return nil, fmt.Errorf("walk the graph: no direction %q", q.Direction)
	}
	w := walk{tx: tx, GraphQuery: q}
	if err := tx.QueryRow(`SELECT coalesce(max(id), 0) FROM pages`, nil, &w.pages); err != nil {
		return nil, err
	}
	w.far, w.place = newByID(w.pages), newByID(w.pages)
	w.reach(s.ID, 0)
	for from, depth := 0, 1; from < len(w.reached) && depth <= min(max(q.Depth, 0), MaxDepth); depth++ {
		edge := w.reached[from:]
		from = len(w.reached)
		if w.ties == nil && len(edge) > w.pages/manyFollowed {
			if w.ties, err = readTies(tx, q.Type); err != nil {
				return nil, err
			}
		}
		if w.ties != nil {
			w.across(depth)
			continue
		}
		for _, query := range queries {
			if err := w.step(query, edge, depth); err != nil {
				return nil, err
			}
		}
	}
	return w.graph()
}

// walk is a walk over links.
type walk struct {
	GraphQuery
	tx      *db.Tx
	pages   int     // how many there are, or were
	reached []int64 // pages in the order in which they were
	far     byID    // how far they are, plus 1
	place   byID    // in the list of nodes by slug, plus 1
	ties    *ties   // nil as long as indexes lead to the links
}

// reach notes that links lead to a page.
func (w *walk) reach(id int64, depth int) {
	if w.far.get(id) == 0 {
		w.far.set(id, int32(depth)+1)
		w.reached = append(w.reached, id)
	}
}

func (w *walk) step(query string, from []int64, depth int) error {
	list, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return w.tx.Each(query, []any{string(list), w.Type}, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		w.reach(id, depth)
		return err
	})
}

// across follows the links of all pages of the distance before, in the list of all links.
func (w *walk) across(depth int) {
	for _, l := range w.ties.links {
		from, to := w.far.get(l.from), w.far.get(l.to)
		if w.Direction != In && from == int32(depth) && to == 0 {
			w.reach(l.to, depth)
		}
		if w.Direction != Out && to == int32(depth) && from == 0 {
			w.reach(l.from, depth)
		}
	}
}

// graph reads what is said of the pages and of the links between them. Slugs and titles are read once for each page: there may be
// ten times as many links.
func (w *walk) graph() (*Graph, error) {
	list, err := json.Marshal(w.reached)
	if err != nil {
		return nil, err
	}
	nodes, err := w.nodes(string(list)) // by slug
	if err != nil {
		return nil, err
	}
	edges, err := w.edges(string(list))
	if err != nil {
		return nil, err
	}
	out := &Graph{Nodes: make([]GraphNode, 0, len(nodes)), Edges: make([]LinkRow, len(edges.links))}
	for depth := 0; len(out.Nodes) < len(nodes); depth++ {
		for _, n := range nodes {
			if n.Depth == depth {
				out.Nodes = append(out.Nodes, n)
			}
		}
	}
	for i, e := range edges.links {
		l := &out.Edges[i]
		l.From, l.To, l.Type = nodes[e.from].Slug, nodes[e.to].Slug, edges.kinds.list[e.kind]
		if !w.Brief {
			said := edges.said[e.at]
			l.Source, l.Context, l.Title = said.source, said.context, nodes[e.to].Title
		}
	}
	return out, nil
}
