package page

import (
	"fmt"
	"slices"
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

// ListItem is a page in a list.
type ListItem struct {
	PageRef
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
	Deleted   bool   `json:"deleted,omitempty"`
}

// List gives the pages that the filter asks for, and how many there are without limit and offset.
func List(tx *db.Tx, f ListFilter) (pages []ListItem, total int, err error) {
	o, ok := orders[f.Sort]
	if !ok {
		return nil, 0, fmt.Errorf("%w: pages cannot be sorted by %q", ErrInvalid, f.Sort)
	}
	l := listing{tx, f, o}
	if total, err = l.count(); err != nil {
		return nil, 0, err
	}
	var gone []ListItem
	if f.Deleted {
		if gone, err = l.gone(); err != nil {
			return nil, 0, err
		}
	}
	if len(gone) == 0 {
		pages, err = l.window(total, f.Limit, f.Offset)
		return pages, total, err
	}
	// The indexes that give an order know only what is not deleted.
	want := 0
	if f.Limit > 0 {
		want = f.Limit + f.Offset
	}
	if pages, err = l.window(total, want, 0); err != nil {
		return nil, 0, err
	}
	pages = append(pages, gone...)
	slices.SortFunc(pages, o.compare)
	pages = pages[min(f.Offset, len(pages)):]
	if f.Limit > 0 {
		pages = pages[:min(f.Limit, len(pages))]
	}
	return pages, total + len(gone), nil
}
