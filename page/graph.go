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

// reach walks over links. UNION drops a page that was reached in as many steps before, so circles end: a page comes up at most
// once for every depth.
const reach = `WITH RECURSIVE reached(id, depth) AS (
	SELECT ?1, 0
	%s
)
SELECT p.id, p.slug, p.type, p.title, min(r.depth) AS depth FROM reached r JOIN pages p ON p.id = r.id GROUP BY p.id ORDER BY depth, p.slug`

// step goes from page to page over one link; other_id is set only between pages that are there.
const step = `
	UNION SELECT l.%s, r.depth + 1 FROM reached r JOIN links l ON l.%s = r.id AND l.other_id IS NOT NULL AND (?3 = '' OR l.link_type = ?3) WHERE r.depth < ?2`

var (
	stepOut = fmt.Sprintf(step, "to_page_id", "from_page_id")
	stepIn  = fmt.Sprintf(step, "from_page_id", "to_page_id")
	reachBy = map[Direction]string{
		Out: fmt.Sprintf(reach, stepOut), In: fmt.Sprintf(reach, stepIn), Both: fmt.Sprintf(reach, stepOut+stepIn),
	}
)

// Neighbourhood walks over links from a page: a recursive query, each page with its least distance. Edges are the links
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
	query, ok := reachBy[q.Direction]
	if !ok {
		return nil, fmt.Errorf("walk the graph: no direction %q", q.Direction)
	}
	out := &Graph{Nodes: []GraphNode{}}
	var ids []int64
	err = tx.Each(query, []any{s.ID, min(max(q.Depth, 0), MaxDepth), q.Type}, func(scan func(...any) error) error {
		var id int64
		var n GraphNode
		err := scan(&id, &n.Slug, &n.Type, &n.Title, &n.Depth)
		ids, out.Nodes = append(ids, id), append(out.Nodes, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	asJSON, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	out.Edges, err = linkRows(tx, `WITH reached(id) AS MATERIALIZED (SELECT value FROM json_each(?1))
		SELECT f.slug, t.slug, l.link_type, l.link_source, l.context, t.title FROM reached r
		JOIN links l ON l.from_page_id = r.id AND l.other_id IS NOT NULL AND (?2 = '' OR l.link_type = ?2)
		JOIN pages f ON f.id = l.from_page_id JOIN pages t ON t.id = l.to_page_id
		WHERE l.to_page_id IN (SELECT id FROM reached) ORDER BY f.slug, t.slug, l.link_type, l.id`, string(asJSON), q.Type)
	return out, err
}
