package page

import (
	"cmp"
	"slices"
	"strings"

	"brain/db"
)

// listOrder is a sort of List: by a time, and pages of one moment by slug, or by slug alone.
type listOrder struct {
	column     string // the time; "" is none
	descending bool   // the latest first; else the slugs of one moment descend
}

var orders = map[string]listOrder{"": {"updated_at", true}, "updated_desc": {"updated_at", true}, "updated_asc": {"updated_at", false}, "created_desc": {"created_at", true}, "slug": {}}

// by is SQL's ORDER BY of the time, then of slugs.
func (o listOrder) by() (time, slug string) {
	switch {
	case o.column == "":
		return "", "slug"
	case o.descending:
		return o.column + " DESC", "slug"
	}
	return o.column, "slug DESC"
}

// sql is SQL's whole ORDER BY.
func (o listOrder) sql() string {
	time, slug := o.by()
	if time == "" {
		return slug
	}
	return time + ", " + slug
}

// compare orders two pages as SQL does: times are texts of one width.
func (o listOrder) compare(a, b ListItem) int {
	c := strings.Compare(a.Slug, b.Slug)
	switch {
	case o.column == "":
		return c
	case o.column == "created_at":
		return cmp.Or(strings.Compare(b.CreatedAt, a.CreatedAt), c)
	case o.descending:
		return cmp.Or(strings.Compare(b.UpdatedAt, a.UpdatedAt), c)
	}
	return cmp.Or(strings.Compare(a.UpdatedAt, b.UpdatedAt), -c)
}

// access says by which index the rows of pages are found: that of a filter, that of the order's time, or that of slugs. SQLite leaves
// the other indexes alone where a column has a + before it.
type access int

const (
	byFilter access = iota
	byTimes
	bySlugs
)

// fewListed is up to how many pages are found by the index of a filter and then sorted.
const fewListed = 500

// listing is a list that is being made.
type listing struct {
	tx *db.Tx
	f  ListFilter
	o  listOrder
}

// where is the condition of the filter and its values.
func (l listing) where(gone string, by access) (string, []any) {
	conditions, args := []string{"deleted_at " + gone}, []any{}
	and := func(usesIndex bool, condition string, values ...any) {
		if !usesIndex {
			condition = "+" + condition
		}
		conditions, args = append(conditions, condition), append(args, values...)
	}
	ofTime := by == byFilter || by == byTimes && l.o.column == "updated_at"
	if l.f.Type != "" {
		and(ofTime, `type = ?`, l.f.Type)
	}
	if l.f.Tag != "" {
		and(by == byFilter, `id IN (SELECT page_id FROM page_tags WHERE tag = ?)`, l.f.Tag)
	}
	if l.f.Under != "" {
		and(by != byTimes, `slug >= ?`, l.f.Under)
		and(by != byTimes, `slug < ?`, l.f.Under[:len(l.f.Under)-1]+string([]byte{l.f.Under[len(l.f.Under)-1] + 1}))
		and(true, `substr(slug, 1, length(?)) = ?`, l.f.Under, l.f.Under)
	}
	if !l.f.UpdatedAfter.IsZero() {
		and(ofTime, `updated_at > ?`, db.FormatTime(l.f.UpdatedAfter))
	}
	return strings.Join(conditions, " AND "), args
}

// count counts what is not deleted.
func (l listing) count() (n int, err error) {
	where, args := l.where("IS NULL", byFilter)
	query := `SELECT count(*) FROM pages WHERE ` + where
	if l.f.Tag != "" && l.f.Type == "" && l.f.Under == "" && l.f.UpdatedAfter.IsZero() {
		query, args = `SELECT count(*) FROM page_tags WHERE tag = ? AND page_id NOT IN `+deleted, []any{l.f.Tag}
	}
	return n, l.tx.QueryRow(query, args, &n)
}

// items are the pages that fulfil a condition.
func (l listing) items(where, order string, limit, offset int, args []any) ([]ListItem, error) {
	out := []ListItem{}
	err := l.tx.Each(`SELECT slug, type, title, created_at, updated_at, deleted_at IS NOT NULL FROM pages WHERE `+where+` ORDER BY `+order+` LIMIT ? OFFSET ?`,
		append(args, limit, offset), func(scan func(...any) error) error {
			var p ListItem
			err := scan(&p.Slug, &p.Type, &p.Title, &p.CreatedAt, &p.UpdatedAt, &p.Deleted)
			out = append(out, p)
			return err
		})
	return out, err
}

// gone are the pages that are deleted, in any order.
func (l listing) gone() ([]ListItem, error) {
	where, args := l.where("IS NOT NULL", bySlugs)
	return l.items(where, "deleted_at", -1, 0, args)
}

// window gives so many of the pages that are not deleted, of which there are total; limit 0 is all.
//
// Many pages may be of one moment, that of their import: to sort all these by slug for the first fifty would be to read the rows of all
// with their texts. So the index of times says first up to which moment the window goes.
func (l listing) window(total, most, offset int) ([]ListItem, error) {
	end := offset + most
	if most == 0 || end > total {
		end = total
	}
	if offset >= total {
		return []ListItem{}, nil
	}
	if l.o.column == "" || total <= fewListed || end >= total {
		where, args := l.where("IS NULL", byFilter)
		return l.items(where, l.o.sql(), limit(most), offset, args)
	}
	where, args := l.where("IS NULL", byTimes)
	time, slug := l.o.by()
	var last string
	if err := l.tx.QueryRow(`SELECT `+l.o.column+` FROM pages WHERE `+where+` ORDER BY `+time+` LIMIT 1 OFFSET ?`, append(slices.Clone(args), end-1), &last); err != nil {
		return nil, err
	}
	before := l.o.column + " < ?"
	if l.o.descending {
		before = l.o.column + " > ?"
	}
	args = append(args, last)
	var earlier, ties int
	if err := l.tx.QueryRow(`SELECT count(*) FROM pages WHERE `+where+` AND `+before, args, &earlier); err != nil {
		return nil, err
	}
	if err := l.tx.QueryRow(`SELECT count(*) FROM pages WHERE `+where+` AND `+l.o.column+` = ?`, args, &ties); err != nil {
		return nil, err
	}
	out := []ListItem{}
	if earlier > offset {
		var err error
		if out, err = l.items(where+` AND `+before, l.o.sql(), earlier-offset, offset, args); err != nil {
			return nil, err
		}
	}
	// Of the last moment the first by slug: of many pages some are soon met in the order of slugs, few are sorted.
	from := max(offset-earlier, 0)
	same := l.o.column + " = ?"
	if n := end - earlier; ties > fewListed && ties*ties > total*n {
		where, args = l.where("IS NULL", bySlugs)
		args, same = append(args, last), "+"+same
	}
	rest, err := l.items(where+` AND `+same, slug, end-max(earlier, offset), from, args)
	return append(out, rest...), err
}
