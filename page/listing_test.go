package page

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

// manyPages are 1,500 pages, most of them of a few moments; every seventh is deleted.
func manyPages(t *testing.T) *db.DB {
	t.Helper()
	d := openStore(t)
	write(t, d, func(tx *db.Tx) error {
		_, err := tx.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
			INSERT INTO pages(slug, type, title, created_at, updated_at, truth_at, source_hash, deleted_at)
			SELECT iif(i % 4, 'a/', 'b/') || (i * 7919 % 1500), iif(i % 3, 'note', 'person'), 'page ' || i, printf('2024-01-%02dT00:00:00.000000Z', 1 + i % 2),
				printf('2024-02-%02dT00:00:00.000000Z', 1 + min(i % 40, 9)), '2024-01-01T00:00:00.000000Z', '', iif(i % 7 = 0, '2024-03-01T00:00:00.000000Z', NULL) FROM n`)
		if err == nil {
			_, err = tx.Exec(`INSERT INTO page_tags(page_id, tag, origin) SELECT id, iif(id % 5, 'often', 'seldom'), 'text' FROM pages`)
		}
		return err
	})
	return d
}

func TestAnyWindowOfAListIsAPartOfTheWhole(t *testing.T) {
	day := time.Date(2024, 2, 3, 12, 0, 0, 0, time.UTC)
	d := manyPages(t)
	for _, f := range []ListFilter{
		{}, {Type: "note"}, {Type: "person"}, {Tag: "often"}, {Tag: "seldom"}, {Under: "a/"}, {Under: "b/1"}, {UpdatedAfter: day}, {Deleted: true}, {Type: "note", Deleted: true},
		{Tag: "often", Type: "note", Under: "a/"}, {Tag: "often", UpdatedAfter: day, Deleted: true}, {Under: "é"}, {Under: "\xff"},
	} {
		for sort, o := range orders {
			f.Sort = sort
			read(t, d, func(tx *db.Tx) error {
				whole := wholeList(t, tx, f)
				for _, w := range [][2]int{{0, 7}, {50, 0}, {1, 700}, {300, 290}, {10, len(whole) - 5}, {1 << 40, len(whole) + 5}} {
					f.Limit, f.Offset = w[0], max(w[1], 0)
					want := whole[min(f.Offset, len(whole)):]
					if f.Limit > 0 {
						want = want[:min(f.Limit, len(want))]
					}
					got, total, err := List(tx, f)
					if err != nil {
						return err
					}
					if diff := cmp.Diff(want, got); diff != "" || total != len(whole) {
						t.Errorf("%+v (%s): %d in all, want %d (-want +got):\n%s", f, o.sql(), total, len(whole), diff)
					}
				}
				return nil
			})
		}
	}
}

// wholeList is all that a filter asks for, read and sorted in plain steps.
func wholeList(t *testing.T, tx *db.Tx, f ListFilter) []ListItem {
	t.Helper()
	all := []ListItem{}
	tagged, err := texts(tx, `SELECT slug FROM pages WHERE id IN (SELECT page_id FROM page_tags WHERE tag = ?)`, f.Tag)
	if err != nil {
		t.Fatal(err)
	}
	err = tx.Each(`SELECT slug, type, title, created_at, updated_at, deleted_at IS NOT NULL FROM pages`, nil, func(scan func(...any) error) error {
		var p ListItem
		err := scan(&p.Slug, &p.Type, &p.Title, &p.CreatedAt, &p.UpdatedAt, &p.Deleted)
		if (!p.Deleted || f.Deleted) && (f.Type == "" || f.Type == p.Type) && strings.HasPrefix(p.Slug, f.Under) &&
			(f.Tag == "" || slices.Contains(tagged, p.Slug)) && (f.UpdatedAfter.IsZero() || p.UpdatedAt > db.FormatTime(f.UpdatedAfter)) {
			all = append(all, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	key := func(p ListItem) string {
		switch f.Sort {
		case "slug":
			return ""
		case "created_desc":
			return p.CreatedAt
		}
		return p.UpdatedAt
	}
	slices.SortFunc(all, func(a, b ListItem) int {
		c, slug := strings.Compare(key(b), key(a)), strings.Compare(a.Slug, b.Slug)
		if f.Sort == "updated_asc" {
			c, slug = -c, -slug
		}
		if c == 0 {
			return slug
		}
		return c
	})
	return all
}
