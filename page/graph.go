package page

import (
	"cmp"
	"database/sql"
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
	nodes := make([]GraphNode, 0, len(w.reached)) // by slug
	place := make(map[int64]int32, len(w.reached))
	err = w.tx.Each(`SELECT p.id, p.slug, p.type, p.title FROM json_each(?1) j CROSS JOIN pages p ON p.id = j.value ORDER BY p.slug`, []any{string(list)}, func(scan func(...any) error) error {
		var id int64
		var n GraphNode
		err := scan(&id, &n.Slug, &n.Type, &n.Title)
		n.Depth = w.depth[id]
		place[id] = int32(len(nodes))
		nodes = append(nodes, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	edges, err := w.edges(string(list), place)
	if err != nil {
		return nil, err
	}
	out := &Graph{Nodes: slices.Clone(nodes), Edges: make([]LinkRow, len(edges))}
	slices.SortStableFunc(out.Nodes, func(a, b GraphNode) int { return cmp.Compare(a.Depth, b.Depth) })
	for i, e := range edges {
		e.row.From, e.row.To, e.row.Title = nodes[e.from].Slug, nodes[e.to].Slug, nodes[e.to].Title
		out.Edges[i] = *e.row
	}
	return out, nil
}

// edge is a link between two pages that were reached, which are said by their places. Few bytes are moved where edges are sorted.
type edge struct {
	from, to int32
	id       int64
	row      *LinkRow
}

// The links between the pages that were reached: those that an index gives of each, or, where there are so many that the index would
// lead to most rows, all rows one after the other, which takes half the time for each.
const (
	edgesOf  = `SELECT l.id, l.from_page_id, l.to_page_id, l.link_type, l.link_source, l.context FROM json_each(?1) j CROSS JOIN links l ON l.from_page_id = j.value AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)`
	edgesAll = `SELECT l.id, l.from_page_id, l.to_page_id, l.link_type, l.link_source, l.context FROM links l NOT INDEXED WHERE ?1 <> '' AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)`
)

// manyReached is the share of all pages, as 1 in so many, from which all links are read.
const manyReached = 3

// edges lists the links that the walk may take between its pages, by the slugs at their ends, then by type.
func (w *walk) edges(list string, place map[int64]int32) ([]edge, error) {
	var pages int
	if err := w.tx.QueryRow(`SELECT coalesce(max(id), 0) FROM pages`, nil, &pages); err != nil {
		return nil, err
	}
	query := edgesOf
	if len(w.reached) >= pages/manyReached {
		query = edgesAll
	}
	var edges []edge
	var kinds names
	err := w.tx.Each(query, []any{list, w.kind}, func(scan func(...any) error) error {
		var from, to int64
		var kind, source, context sql.RawBytes
		var e edge
		if err := scan(&e.id, &from, &to, &kind, &source, &context); err != nil {
			return err
		}
		var known, there bool
		e.from, known = place[from]
		if e.to, there = place[to]; known && there {
			e.row = &LinkRow{Type: kinds.of(kind), Source: kinds.of(source), Context: string(context)}
			edges = append(edges, e)
		}
		return nil
	})
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.row.Type, b.row.Type), cmp.Compare(a.id, b.id))
	})
	return edges, err
}

// names keeps one string of each of a few that come again and again.
type names map[string]string

func (n *names) of(b []byte) string {
	s, ok := (*n)[string(b)]
	if !ok {
		if *n == nil {
			*n = names{}
		}
		s = string(b)
		(*n)[s] = s
	}
	return s
}
