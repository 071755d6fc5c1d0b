package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/db"
)

// hub is 40 pages: a ring, chords, and a hub that every third page and every link of two types leads over.
func hub() folder {
	tree := folder{"hub.md": "# The hub\n\n[[n-1]] [[n-2]] and [[n-20]]"}
	for i := range 40 {
		text := fmt.Sprintf("# Page %d\n\nfirst [[n-%d]] and again [[n-%d]]", i, (i+1)%40, (i*7)%40)
		if i%3 == 0 {
			text += " then [[hub]]"
		}
		if i%5 == 0 {
			text = fmt.Sprintf("---\nrelated: [n-%d]\n---\n", (i+11)%40) + text
		}
		tree[fmt.Sprintf("n-%d.md", i)] = text
	}
	return tree
}

// plainWalk is Neighbourhood in plain steps over all links.
func plainWalk(t *testing.T, tx *db.Tx, q GraphQuery) *Graph {
	t.Helper()
	links, err := linkRows(tx, `SELECT f.slug, t.slug, l.link_type, l.link_source, l.context, t.title FROM links l JOIN pages f ON f.id = l.from_page_id JOIN pages t ON t.id = l.to_page_id
		WHERE l.other_id IS NOT NULL AND (?1 = '' OR l.link_type = ?1) ORDER BY f.slug, t.slug, l.link_type, l.id`, q.Type)
	if err != nil {
		t.Fatal(err)
	}
	depth := map[string]int{q.Slug: 0}
	for d := 1; d <= q.Depth; d++ {
		for _, l := range links {
			for _, step := range []struct {
				is       Direction
				from, to string
			}{{Out, l.From, l.To}, {In, l.To, l.From}} {
				from, reached := depth[step.from]
				if _, known := depth[step.to]; !known && reached && from == d-1 && (q.Direction == Both || q.Direction == step.is) {
					depth[step.to] = d
				}
			}
		}
	}
	g := &Graph{Edges: []LinkRow{}}
	all, err := pageRefs(tx, `SELECT slug, type, title FROM pages ORDER BY slug`)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if d, ok := depth[p.Slug]; ok {
			g.Nodes = append(g.Nodes, GraphNode{p, d})
		}
	}
	slices.SortStableFunc(g.Nodes, func(a, b GraphNode) int { return cmp.Compare(a.Depth, b.Depth) })
	for _, l := range links {
		_, from := depth[l.From]
		if _, to := depth[l.To]; from && to {
			g.Edges = append(g.Edges, l)
		}
	}
	return g
}

func TestEveryWayToWalkGivesTheSameGraph(t *testing.T) {
	d := openStore(t)
	hub().sync(t, d, "/tree")
	read(t, d, func(tx *db.Tx) error {
		for _, slug := range []string{"hub", "n-4", "n-15"} {
			for _, direction := range []Direction{Out, In, Both} {
				for _, kind := range []string{"", Mentions, "none"} {
					for depth := 1; depth <= 6; depth++ {
						q := GraphQuery{Slug: slug, Depth: depth, Type: kind, Direction: direction}
						want := plainWalk(t, tx, q)
						got, err := Neighbourhood(tx, q)
						if err != nil {
							return err
						}
						if diff := gocmp.Diff(want, got); diff != "" {
							t.Errorf("%+v (-want +got):\n%s", q, diff)
						}
						for i, e := range want.Edges {
							want.Edges[i] = LinkRow{From: e.From, To: e.To, Type: e.Type}
						}
						q.Brief = true
						if got, err = Neighbourhood(tx, q); err != nil {
							return err
						}
						if diff := gocmp.Diff(want, got); diff != "" {
							t.Errorf("%+v (-want +got):\n%s", q, diff)
						}
					}
				}
			}
		}
		return nil
	})
}

func TestListsOfSQLiteAreReadAsJSON(t *testing.T) {
	d := openStore(t)
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOf(rapid.Int64()).Draw(t, "numbers")
		texts := rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z,"\[\]]*`))).Draw(t, "texts")
		for i, s := range texts {
			texts[i] = strings.ReplaceAll(s, "\x00", "")
		}
		var gotNumbers []int64
		var gotTexts []string
		read(t, d, func(tx *db.Tx) error {
			a, _ := json.Marshal(numbers)
			b, _ := json.Marshal(texts)
			var listA, listB string
			if err := tx.QueryRow(`SELECT (SELECT json_group_array(value) FROM json_each(?)), (SELECT json_group_array(value) FROM json_each(?))`, []any{string(a), string(b)}, &listA, &listB); err != nil {
				return err
			}
			rest := jsonNumbers(listA)
			for n, ok := rest.next(); ok; n, ok = rest.next() {
				gotNumbers = append(gotNumbers, n)
			}
			more, err := newJSONTexts(listB)
			for range texts {
				gotTexts = append(gotTexts, more.next())
			}
			return err
		})
		if !slices.Equal(numbers, gotNumbers) || !slices.Equal(texts, gotTexts) {
			t.Fatalf("%v %q, read as %v %q", numbers, texts, gotNumbers, gotTexts)
		}
	})
}

func TestByIDHoldsWhatIsSet(t *testing.T) {
	b := newByID(10)
	for i, id := range []int64{0, 1, 10, 11, -1, 1 << 62} {
		if got := b.get(id); got != 0 {
			t.Errorf("%d: %d before it was set", id, got)
		}
		b.set(id, int32(i)+1)
		if got := b.get(id); got != int32(i)+1 {
			t.Errorf("%d: got %d, want %d", id, got, i+1)
		}
	}
}
