package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

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
	w := walk{tx: tx, kind: q.Type, depth: map[int64]int{s.ID: 0}, reached: []int64{s.ID}}
	for from, depth := 0, 1; from < len(w.reached) && depth <= min(max(q.Depth, 0), MaxDepth); depth++ {
		edge := w.reached[from:]
		from = len(w.reached)
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
	tx      *db.Tx
	kind    string
	depth   map[int64]int // of the pages that were reached
	reached []int64       // in the order in which they were
}

func (w *walk) step(query string, from []int64, depth int) error {
	list, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return w.tx.Each(query, []any{string(list), w.kind}, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		if _, known := w.depth[id]; !known {
			w.depth[id] = depth
			w.reached = append(w.reached, id)
		}
		return err
	})
}

// graph reads what is said of the pages and of the links between them. Slugs and titles are read once for each page: there may be
// ten times as many links.
func (w *walk) graph() (*Graph, error) {
	list, err := json.Marshal(w.reached)
	if err != nil {
		return nil, err
	}
	out := &Graph{Nodes: []GraphNode{}, Edges: []LinkRow{}}
	byID, place := make(map[int64]GraphNode, len(w.reached)), make(map[int64]int, len(w.reached))
	err = w.tx.Each(`SELECT p.id, p.slug, p.type, p.title FROM json_each(?1) j CROSS JOIN pages p ON p.id = j.value ORDER BY p.slug`, []any{string(list)}, func(scan func(...any) error) error {
		var id int64
		var n GraphNode
		err := scan(&id, &n.Slug, &n.Type, &n.Title)
		n.Depth = w.depth[id]
		byID[id], place[id] = n, len(out.Nodes)
		out.Nodes = append(out.Nodes, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(out.Nodes, func(a, b GraphNode) int { return cmp.Compare(a.Depth, b.Depth) })
	type edge struct {
		id, from, to int64
		LinkRow
	}
	var edges []edge
	err = w.tx.Each(`SELECT l.id, l.from_page_id, l.to_page_id, l.link_type, l.link_source, l.context
		FROM json_each(?1) j CROSS JOIN links l ON l.from_page_id = j.value AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)
		WHERE l.to_page_id IN (SELECT value FROM json_each(?1))`, []any{string(list), w.kind}, func(scan func(...any) error) error {
		var e edge
		err := scan(&e.id, &e.from, &e.to, &e.Type, &e.Source, &e.Context)
		edges = append(edges, e)
		return err
	})
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(place[a.from], place[b.from]), cmp.Compare(place[a.to], place[b.to]), cmp.Compare(a.Type, b.Type), cmp.Compare(a.id, b.id))
	})
	for _, e := range edges {
		to := byID[e.to]
		e.From, e.To, e.Title = byID[e.from].Slug, to.Slug, to.Title
		out.Edges = append(out.Edges, e.LinkRow)
	}
	return out, err
}
