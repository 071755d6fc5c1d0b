package page

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestHealth(t *testing.T) {
	d := openStore(t)
	write(t, d, func(tx *db.Tx) error {
		h, err := CheckHealth(tx)
		if diff := cmp.Diff(&Health{}, h); diff != "" {
			t.Errorf("of nothing (-want +got):\n%s", diff)
		}
		return err
	})
	// The truths were written on 1 June 2026, in the last hour before noon.
	vault := folder{
		"fresh.md":   "[[stale]]\n\n---\n\n- 2026-06-01: x\n- 2027-01-01: planned\n",
		"stale.md":   "text\n\n---\n\n- 2024-01-01: x\n",
		"alone.md":   "text of alone [[alone]]",
		"hanging.md": "[[nowhere]] [[nobody]]",
	}
	vault.sync(t, d, "/vault")
	write(t, d, func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE pages SET truth_at = '2023-12-31T00:00:00.000000Z' WHERE slug = 'stale'`)
		return err
	})
	read(t, d, func(tx *db.Tx) error {
		h, err := CheckHealth(tx)
		if err != nil {
			return err
		}
		want := &Health{Pages: 4, MissingEmbeddings: 4, Stale: 1, Orphans: 2, DeadLinks: 2, NoTimeline: 2, Unlinked: 3, Score: 26}
		if diff := cmp.Diff(want, h); diff != "" {
			t.Errorf("health (-want +got):\n%s", diff)
		}
		for name, list := range map[string]struct {
			got  func(*db.Tx, int) ([]PageRef, error)
			want []PageRef
		}{
			"stale":   {StalePages, []PageRef{{"stale", "note", "Stale"}}},
			"orphans": {Orphans, []PageRef{{"alone", "note", "Alone"}, {"hanging", "note", "Hanging"}}},
		} {
			got, err := list.got(tx, 0)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(list.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		s, err := Count(tx)
		if diff := cmp.Diff(&Stats{Pages: 4, Chunks: 4, Links: 2, Dangling: 2, Timeline: 3, ByType: []TypeCount{{"note", 4}}}, s); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
		return err
	})
}

func TestWhatBelongsToDeletedPagesIsNotCounted(t *testing.T) {
	d := openStore(t)
	folder{
		"a.md": "---\ntags: [x, y]\n---\n[[b]] [[nowhere]]\n\n---\n\n- 2024-01-01: x\n- 2024-01-02: y\n",
		"b.md": "---\ntags: [y, z]\n---\n[[a]] [[c]] [[nobody]]\n\n---\n\n- 2024-01-01: x\n",
		"c.md": "---\ntags: [z, u]\ntype: person\n---\n[[a]]",
	}.sync(t, d, "/vault")
	for _, slug := range []string{"b", "c", "a"} {
		write(t, d, func(tx *db.Tx) error { return Delete(tx, slug) })
		read(t, d, func(tx *db.Tx) error {
			got, err := Count(tx)
			if err != nil {
				return err
			}
			var want Stats
			err = tx.QueryRow(`WITH p AS (SELECT * FROM pages WHERE deleted_at IS NULL) SELECT (SELECT count(*) FROM p), (SELECT count(*) FROM links WHERE other_id IS NOT NULL),
				(SELECT count(*) FROM links JOIN p ON p.id = page_id WHERE other_id IS NULL), (SELECT count(DISTINCT tag) FROM page_tags JOIN p ON p.id = page_id),
				(SELECT count(*) FROM timeline_entries JOIN p ON p.id = page_id)`, nil, &want.Pages, &want.Links, &want.Dangling, &want.Tags, &want.Timeline)
			if diff := cmp.Diff([]int{want.Pages, want.Links, want.Dangling, want.Tags, want.Timeline}, []int{got.Pages, got.Links, got.Dangling, got.Tags, got.Timeline}); diff != "" {
				t.Errorf("without %s: pages, links, dangling, tags, timeline (-want +got):\n%s", slug, diff)
			}
			n := 0
			for _, kind := range got.ByType {
				n += kind.Pages
			}
			if n != want.Pages {
				t.Errorf("without %s: %d pages by type, want %d", slug, n, want.Pages)
			}
			return err
		})
	}
}

func TestATruthThatIsRewrittenIsFresh(t *testing.T) {
	d := openStore(t)
	stale := func() bool { return get(t, d, "a").Stale }
	write(t, d, func(tx *db.Tx) error {
		p := Parse("a.md", []byte("old truth"))
		_, err := Save(tx, Draft{Page: p, At: noon.AddDate(-1, 0, 0), Origin: FromText}, wordWindows)
		return err
	})
	do(t, d, func(tx *db.Tx) (Saved, error) {
		return AddEvent(tx, "a", Event{Date: "2026-05-01", Summary: "news"}, wordWindows)
	})
	if !stale() {
		t.Error("an event after the truth does not make it stale")
	}
	put(t, d, "a", "new truth\n\n---\n\n- 2026-05-01: news\n")
	if stale() {
		t.Error("a new truth is stale")
	}
}

func TestTagTwins(t *testing.T) {
	tags := []TagCount{{"startups", 9}, {"machine-learning", 8}, {"Startups", 3}, {"startup", 2}, {"machine_learning", 2}, {"fundraising", 2}, {"fundrasing", 1},
		{"ai", 5}, {"ar", 4}, {"v2024", 1}, {"v2025", 1}, {"company", 1}, {"companies", 1}, {"growth", 1}, {"worth", 1}, {"teh-end", 1}, {"the-end", 2}}
	want := []TagTwins{
		{TagCount{"startups", 9}, TagCount{"Startups", 3}, "case"},
		{TagCount{"startups", 9}, TagCount{"startup", 2}, "plural"},
		{TagCount{"machine-learning", 8}, TagCount{"machine_learning", 2}, "spelling"},
		{TagCount{"Startups", 3}, TagCount{"startup", 2}, "plural"},
		{TagCount{"fundraising", 2}, TagCount{"fundrasing", 1}, "typo"},
		{TagCount{"the-end", 2}, TagCount{"teh-end", 1}, "typo"},
		{TagCount{"companies", 1}, TagCount{"company", 1}, "plural"},
	}
	if diff := cmp.Diff(want, tagTwins(tags)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d := openStore(t)
	put(t, d, "a", "---\ntags: [AI, ml]\n---\ntext")
	put(t, d, "b", "---\ntags: [ai]\n---\ntext")
	read(t, d, func(tx *db.Tx) error {
		got, err := CheckTags(tx)
		if diff := cmp.Diff([]TagTwins{{TagCount{"AI", 1}, TagCount{"ai", 1}, "case"}}, got); diff != "" {
			t.Errorf("of pages (-want +got):\n%s", diff)
		}
		mine, err2 := TagsOf(tx, "a")
		if diff := cmp.Diff([]string{"AI", "ml"}, mine); diff != "" {
			t.Errorf("of a page (-want +got):\n%s", diff)
		}
		return errors.Join(err, err2)
	})
}
