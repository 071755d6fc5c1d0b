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
	for date, ok := range map[string]bool{"2024-01-02": true, " 2024-01-02 ": true, "2024-02": true, "2024": true, "1000-01-01": true, "1843-09-01": true, "2999-12-31": true,
		"": false, "2024-13-01": false, "2023-02-29": false, "0999-12-31": false, "3000": false, "2024-1-2": false, "2024-01-02T10:00": false, "today": false} {
		if _, err := CheckDate(date); (err == nil) != ok || err != nil && !errors.Is(err, ErrDate) {
			t.Errorf("%q: %v", date, err)
		}
	}
}
