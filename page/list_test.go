package page

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestList(t *testing.T) {
	d := openStore(t)
	put(t, d, "people/ada", "---\ntags: [x]\ncreated: 2020-01-01\n---\ntext of ada")
	put(t, d, "people/bob", "---\ntags: [x, y]\n---\ntext of bob")
	put(t, d, "notes/n", "text of n")
	put(t, d, "gone", "text")
	put(t, d, "people/ada", "---\ntags: [x]\ncreated: 2020-01-01\n---\nnew text of ada")
	write(t, d, func(tx *db.Tx) error { return Delete(tx, "gone") })
	after, err := db.ParseTime(get(t, d, "people/bob").UpdatedAt)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		f     ListFilter
		want  []string
		total int
	}{
		{"all", ListFilter{}, []string{"people/ada", "notes/n", "people/bob"}, 3},
		{"type", ListFilter{Type: "person"}, []string{"people/ada", "people/bob"}, 2},
		{"tag", ListFilter{Tag: "y"}, []string{"people/bob"}, 1},
		{"folder", ListFilter{Under: "people/"}, []string{"people/ada", "people/bob"}, 2},
		{"changed since", ListFilter{UpdatedAfter: after}, []string{"people/ada", "notes/n"}, 2},
		{"with deleted", ListFilter{Deleted: true, Sort: "slug"}, []string{"gone", "notes/n", "people/ada", "people/bob"}, 4},
		{"oldest first", ListFilter{Sort: "updated_asc", Limit: 1}, []string{"people/bob"}, 3},
		{"youngest first", ListFilter{Sort: "created_desc"}, []string{"notes/n", "people/bob", "people/ada"}, 3},
		{"second page", ListFilter{Sort: "slug", Limit: 1, Offset: 1}, []string{"people/ada"}, 3},
		{"none", ListFilter{Type: "' OR 1"}, []string{}, 0},
	} {
		read(t, d, func(tx *db.Tx) error {
			pages, total, err := List(tx, tt.f)
			got := []string{}
			for _, p := range pages {
				got = append(got, p.Slug)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || total != tt.total {
				t.Errorf("%s: %d in all (-want +got):\n%s", tt.name, total, diff)
			}
			return err
		})
	}
	read(t, d, func(tx *db.Tx) error {
		if _, _, err := List(tx, ListFilter{Sort: "size"}); !errors.Is(err, ErrInvalid) {
			t.Errorf("an order that there is none: %v", err)
		}
		return nil
	})
}

func TestTimeline(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "text\n\n---\n\n- 2024-01-01: one\n- 2024-02: two\n- 2024-01-01: three\n- **2023** | Board — four\n")
	put(t, d, "b", "text of b\n\n---\n\n- 2024-01-15: five\n")
	for _, tt := range []struct {
		name string
		f    TimelineFilter
		want []string
	}{
		{"all", TimelineFilter{}, []string{"two", "five", "one", "three", "four"}},
		{"of a page", TimelineFilter{Slug: "b"}, []string{"five"}},
		{"after", TimelineFilter{After: "2024-01-15"}, []string{"two", "five"}},
		{"before", TimelineFilter{Before: "2024-01"}, []string{"five", "one", "three", "four"}},
		{"between", TimelineFilter{Slug: "a", After: "2024", Before: "2024-01-31"}, []string{"one", "three"}},
		{"source", TimelineFilter{Source: "Board"}, []string{"four"}},
		{"second page", TimelineFilter{Limit: 2, Offset: 1}, []string{"five", "one"}},
	} {
		read(t, d, func(tx *db.Tx) error {
			list, err := Timeline(tx, tt.f)
			var got []string
			for _, e := range list {
				got = append(got, e.Summary)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
			return err
		})
	}
}

func TestCheckDate(t *testing.T) {
	for date, ok := range map[string]bool{"2024-01-02": true, " 2024-01-02 ": true, "2024-02": true, "2024": true, "1900-01-01": true, "2199-12-31": true,
		"": false, "2024-13-01": false, "2023-02-29": false, "1899-12-31": false, "2200": false, "2024-1-2": false, "2024-01-02T10:00": false, "today": false} {
		if _, err := CheckDate(date); (err == nil) != ok || err != nil && !errors.Is(err, ErrDate) {
			t.Errorf("%q: %v", date, err)
		}
	}
}

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

func TestRawData(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "text")
	write(t, d, func(tx *db.Tx) error {
		for _, data := range []string{`{"n": 1.10}`, `{"n": 1.20, "x": "é"}`} {
			if err := PutRaw(tx, "a", "crunch base", []byte(data)); err != nil {
				return err
			}
		}
		for name, bad := range map[string]error{
			"{": ErrJSON, "": ErrJSON, "{} {}": ErrJSON, "\xff": ErrJSON,
		} {
			if err := PutRaw(tx, "a", "s", []byte(name)); !errors.Is(err, bad) {
				t.Errorf("%q: %v", name, err)
			}
		}
		if err := PutRaw(tx, "b", "s", []byte("1")); !errors.Is(err, ErrNoPage) {
			t.Errorf("no page: %v", err)
		}
		if err := PutRaw(tx, "a", " ", []byte("1")); !errors.Is(err, ErrInvalid) {
			t.Errorf("no source: %v", err)
		}
		return nil
	})
	read(t, d, func(tx *db.Tx) error {
		item, err := GetRaw(tx, "a", "crunch base")
		if err != nil || string(item.Data) != `{"n":1.20,"x":"é"}` {
			t.Errorf("data %s, %v", item.Data, err)
		}
		if _, err := GetRaw(tx, "a", "other"); !errors.Is(err, ErrNoRaw) {
			t.Errorf("another source: %v", err)
		}
		list, err := ListRaw(tx, "a")
		if len(list) != 1 || list[0].Source != "crunch base" {
			t.Errorf("list %+v", list)
		}
		return err
	})
}

func TestIngestLog(t *testing.T) {
	d := openStore(t)
	var at string
	write(t, d, func(tx *db.Tx) error {
		at = db.FormatTime(tx.Now)
		for _, in := range []Ingest{{SourceType: "meeting", SourceRef: "m1", PagesUpdated: []string{"a", "b"}, Summary: "two"}, {SourceType: "article"}} {
			if _, err := LogIngest(tx, in); err != nil {
				return err
			}
		}
		if _, err := LogIngest(tx, Ingest{}); !errors.Is(err, ErrInvalid) {
			t.Errorf("without a type: %v", err)
		}
		return nil
	})
	read(t, d, func(tx *db.Tx) error {
		list, err := Ingests(tx, 0)
		want := []Ingest{{2, "article", "", []string{}, "", at}, {1, "meeting", "m1", []string{"a", "b"}, "two", at}}
		if diff := cmp.Diff(want, list); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		return err
	})
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
