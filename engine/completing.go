package engine

import (
	"context"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
)

// Names is a kind of name that can be completed.
type Names string

// The kinds of names.
const (
	Slugs     Names = "slug"
	UIDs      Names = "uid"
	Citations Names = "citation"
)

// Complete lists names that begin with a text, at most limit of them, in their order. A file that is not there or holds none has none,
// which is no error.
func (e *Engine) Complete(ctx context.Context, kind Names, prefix string, limit int) (out []string, err error) {
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		switch {
		case kind == UIDs && s.HasTable("memories") && s.Has("deleted_at"):
			out, err = memory.UIDsFrom(tx, prefix, limit)
		case kind == Citations && s.HasTable("brain_entries"):
			out, err = merge.CitationsFrom(tx, prefix, limit)
		case kind == Slugs && s.HasTable("page_versions"):
			var pages []page.ListItem
			pages, _, err = page.List(tx, page.ListFilter{Under: prefix, Sort: "slug", Limit: limit})
			for _, p := range pages {
				out = append(out, p.Slug)
			}
		}
		return err
	})
	if isAbsent(err) {
		err = nil
	}
	return out, err
}
