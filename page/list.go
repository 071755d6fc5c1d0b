package page

import (
	"fmt"
	"time"

	"brain/db"
)

// ListFilter says which pages List gives. Zero values ask for everything.
type ListFilter struct {
	Type         string
	Tag          string
	Under        string    // slugs that begin with this, such as people/
	UpdatedAfter time.Time // later than this
	Deleted      bool      // deleted ones too
	Sort         string    // updated_desc (also ""), updated_asc, created_desc or slug
	Limit        int       // 0 is all
	Offset       int
}

// orders are the sorts of List; pages of one moment go by slug. The time, or the slug alone, is the order of an index.
var orders = map[string]string{
	"": "updated_at DESC, slug", "updated_desc": "updated_at DESC, slug", "updated_asc": "updated_at, slug DESC", "created_desc": "created_at DESC, slug", "slug": "slug",
}

// ListItem is a page in a list.
type ListItem struct {
	PageRef
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
	Deleted   bool   `json:"deleted,omitempty"`
}

// List gives the pages that the filter asks for, and how many there are without limit and offset.
func List(tx *db.Tx, f ListFilter) (pages []ListItem, total int, err error) {
	order, ok := orders[f.Sort]
	if !ok {
		return nil, 0, fmt.Errorf("%w: pages cannot be sorted by %q", ErrInvalid, f.Sort)
	}
	where, args := `1`, []any{}
	and := func(condition string, values ...any) {
		where += " AND " + condition
		args = append(args, values...)
	}
	if !f.Deleted {
		and(`deleted_at IS NULL`)
	}
	if f.Type != "" {
		and(`type = ?`, f.Type)
	}
	if f.Tag != "" {
		and(`id IN (SELECT page_id FROM page_tags WHERE tag = ?)`, f.Tag)
	}
	if f.Under != "" {
		and(`substr(slug, 1, length(?)) = ?`, f.Under, f.Under)
	}
	if !f.UpdatedAfter.IsZero() {
		and(`updated_at > ?`, db.FormatTime(f.UpdatedAfter))
	}
	if err := tx.QueryRow(`SELECT count(*) FROM pages WHERE `+where, args, &total); err != nil {
		return nil, 0, err
	}
	pages = []ListItem{}
	err = tx.Each(`SELECT slug, type, title, created_at, updated_at, deleted_at IS NOT NULL FROM pages WHERE `+where+` ORDER BY `+order+` LIMIT ? OFFSET ?`,
		append(args, limit(f.Limit), f.Offset), func(scan func(...any) error) error {
			var p ListItem
			err := scan(&p.Slug, &p.Type, &p.Title, &p.CreatedAt, &p.UpdatedAt, &p.Deleted)
			pages = append(pages, p)
			return err
		})
	return pages, total, err
}
