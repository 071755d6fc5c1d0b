package page

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestLinksFollowThePages(t *testing.T) {
	d := openStore(t)
	steps := []struct {
		name string
		do   func()
		want []string
	}{
		{"nobody is there", func() { put(t, d, "home", "[[Ada Lovelace]] [[ada]] [x](people/ada.md) [[countess]]") },
			[]string{"home mentions ?Ada Lovelace", "home mentions ?ada", "home mentions ?countess", "home mentions ?people/ada"}},
		{"by file name and path", func() { put(t, d, "people/ada", "text") },
			[]string{"home mentions ?Ada Lovelace", "home mentions ?countess", "home mentions people/ada", "home mentions people/ada"}},
		{"by title and alias", func() { put(t, d, "people/ada", "---\ntitle: Ada Lovelace\naliases: [Countess]\n---\ntext") },
			[]string{"home mentions people/ada", "home mentions people/ada", "home mentions people/ada", "home mentions people/ada"}},
		{"a second of that name", func() { put(t, d, "dogs/ada", "text") },
			[]string{"home mentions ?ada", "home mentions people/ada", "home mentions people/ada", "home mentions people/ada"}},
		{"it goes", func() { write(t, d, func(tx *db.Tx) error { return Delete(tx, "dogs/ada") }) },
			[]string{"home mentions people/ada", "home mentions people/ada", "home mentions people/ada", "home mentions people/ada"}},
		{"the title goes", func() { put(t, d, "people/ada", "---\naliases: [Countess]\n---\ntext") },
			[]string{"home mentions ?Ada Lovelace", "home mentions people/ada", "home mentions people/ada", "home mentions people/ada"}},
		{"the page goes", func() { write(t, d, func(tx *db.Tx) error { return Delete(tx, "people/ada") }) },
			[]string{"home mentions ?Ada Lovelace", "home mentions ?ada", "home mentions ?countess", "home mentions ?people/ada"}},
		{"and comes back", func() { do(t, d, func(tx *db.Tx) (Saved, error) { return Restore(tx, "people/ada", wordWindows) }) },
			[]string{"home mentions ?Ada Lovelace", "home mentions people/ada", "home mentions people/ada", "home mentions people/ada"}},
		{"the linking page goes", func() { write(t, d, func(tx *db.Tx) error { return Delete(tx, "home") }) }, []string{}},
		{"and comes back, too", func() { do(t, d, func(tx *db.Tx) (Saved, error) { return Restore(tx, "home", wordWindows) }) },
			[]string{"home mentions ?Ada Lovelace", "home mentions people/ada", "home mentions people/ada", "home mentions people/ada"}},
	}
	for _, step := range steps {
		step.do()
		if diff := cmp.Diff(step.want, edges(t, d)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}

func TestATreeMeansItself(t *testing.T) {
	d := openStore(t)
	folder{"people/ada.md": "first", "a.md": "[x](people/ada.md) [y](people/bob.md) [z](./people/bob.md)"}.sync(t, d, "/one")
	folder{"people/ada.md": "second", "people/bob.md": "text", "a.md": "[x](people/ada.md) [[carl]]"}.sync(t, d, "/two")
	put(t, d, "people/carl", "[x](ada.md)")
	want := []string{"a mentions ?/people/bob", "a mentions two/people/bob", "a mentions people/ada", "people/carl mentions people/ada", "two/a mentions people/carl", "two/a mentions two/people/ada"}
	got := edges(t, d)
	if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

func TestIncomingLinks(t *testing.T) {
	d := openStore(t)
	put(t, d, "meetings/m", "---\nattendees: [Ada, Bob]\n---\ntext")
	put(t, d, "people/ada", "text")
	put(t, d, "dogs/ada", "text")
	var back, from []LinkRow
	read(t, d, func(tx *db.Tx) (err error) {
		if back, err = Backlinks(tx, "meetings/m", "", false); err != nil {
			return err
		}
		if from, err = LinksFrom(tx, "people/ada", "attended"); err != nil {
			return err
		}
		brief, err := Backlinks(tx, "meetings/m", "", true)
		if diff := cmp.Diff([]LinkRow{{From: "people/ada", To: "meetings/m", Type: "attended", Title: "Ada"}}, brief); diff != "" {
			t.Errorf("backlinks, brief (-want +got):\n%s", diff)
		}
		return err
	})
	want := []LinkRow{{"people/ada", "meetings/m", "attended", "frontmatter", "attendees", "Ada"}}
	if diff := cmp.Diff(want, back); diff != "" {
		t.Errorf("backlinks (-want +got):\n%s", diff)
	}
	want[0].Title = "M"
	if diff := cmp.Diff(want, from); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	read(t, d, func(tx *db.Tx) error {
		dead, err := Dangling(tx, "", 0)
		if diff := cmp.Diff([]LinkRow{{"Bob", "meetings/m", "attended", "frontmatter", "attendees", ""}}, dead); diff != "" {
			t.Errorf("dangling (-want +got):\n%s", diff)
		}
		if other, e := Dangling(tx, "knows", 0); e != nil || len(other) > 0 {
			t.Errorf("of another type: %v, %v", other, e)
		}
		return err
	})
}

func TestNeighbourhood(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "[[b]]")
	put(t, d, "b", "[[c]] [[a]]")
	put(t, d, "c", "[[d]] [[c]]")
	put(t, d, "d", "[[e]]")
	put(t, d, "e", "text")
	do(t, d, func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "e", "knows", "", wordWindows) })
	for _, tt := range []struct {
		q     GraphQuery
		nodes []string
		edges int
	}{
		{GraphQuery{Slug: "a"}, []string{"a", "b", "e", "c", "d"}, 7},
		{GraphQuery{Slug: "a", Depth: 1}, []string{"a", "b", "e"}, 3},
		{GraphQuery{Slug: "a", Type: "knows"}, []string{"a", "e"}, 1},
		{GraphQuery{Slug: "e", Direction: In, Depth: 1}, []string{"e", "a", "d"}, 2},
		{GraphQuery{Slug: "c", Direction: Both, Depth: 1}, []string{"c", "b", "d"}, 3},
		{GraphQuery{Slug: "c", Depth: 99}, []string{"c", "d", "e"}, 3},
	} {
		read(t, d, func(tx *db.Tx) error {
			g, err := Neighbourhood(tx, tt.q)
			if err != nil {
				return err
			}
			var nodes []string
			for _, n := range g.Nodes {
				nodes = append(nodes, n.Slug)
			}
			if diff := cmp.Diff(tt.nodes, nodes); diff != "" || len(g.Edges) != tt.edges {
				t.Errorf("%+v: %d edges (-want +got):\n%s", tt.q, len(g.Edges), diff)
			}
			return nil
		})
	}
}

func TestResolve(t *testing.T) {
	d := openStore(t)
	put(t, d, "concepts/do-things-that-dont-scale", "---\ntitle: Do Things That Don't Scale\naliases: [DTTDS]\n---\ntext")
	put(t, d, "concepts/default-alive", "text")
	put(t, d, "concepts/default-broken", "text")
	for name, want := range map[string]string{
		"concepts/default-alive": "concepts/default-alive", "default-alive": "concepts/default-alive", "Default Alive": "concepts/default-alive",
		"dont scale": "concepts/do-things-that-dont-scale", "dttds": "concepts/do-things-that-dont-scale",
		"default": `"default" may mean concepts/default-alive, concepts/default-broken`, "zzz": "no such page: zzz",
	} {
		read(t, d, func(tx *db.Tx) error {
			got, err := Resolve(tx, name)
			if err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%q: %s, want %s", name, got, want)
			}
			return nil
		})
	}
}
