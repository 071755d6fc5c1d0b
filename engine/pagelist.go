package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
)

// ListInput are the parameters of list.
type ListInput struct {
	Type         string `json:"type" value:"TYPE" help:"only pages of this type"`
	Tag          string `json:"tag" value:"TAG" help:"only pages with this tag"`
	Prefix       string `json:"slug-prefix" value:"TEXT" help:"only slugs that begin with this, such as people/"`
	UpdatedAfter string `json:"updated-after" value:"TIME" help:"only pages that were changed later"`
	Deleted      bool   `json:"include-deleted" help:"deleted pages too"`
	Sort         string `json:"sort" enum:"updated_desc|updated_asc|created_desc|slug" default:"updated_desc" help:"the order"`
	Limit        int    `json:"limit" default:"50" min:"0" help:"pages to list; 0 is all"`
	Offset       int    `json:"offset" default:"0" min:"0" help:"pages to pass over first"`
}

// ListResult is pages; Total counts them without limit and offset.
type ListResult struct {
	Total int             `json:"total"`
	Pages []page.ListItem `json:"pages"`
}

// List lists pages.
func (e *Engine) List(ctx context.Context, in ListInput) (*ListResult, error) {
	f := page.ListFilter{Type: in.Type, Tag: in.Tag, Under: in.Prefix, Deleted: in.Deleted, Sort: in.Sort, Limit: in.Limit, Offset: in.Offset}
	var err error
	if f.UpdatedAfter, err = optionalTime("updated-after", in.UpdatedAfter); err != nil {
		return nil, err
	}
	out := &ListResult{}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Pages, out.Total, err = page.List(tx, f)
		return err
	})
}

// TagListInput are the parameters of tags.
type TagListInput struct {
	Ref   string `json:"ref" arg:"1" value:"REF" help:"only those of this memory or page"`
	Limit int    `json:"limit" default:"30" min:"-1000000000" help:"tags to list; a negative number lists all"`
}

// TagListResult is the tags of all memories and pages, the most used first. It marshals to the list alone.
type TagListResult []TagUse

// TagUse is a tag and how many memories and pages have it; Pages is how many of them are pages.
type TagUse struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
	Pages int64  `json:"pages"`
}

// RefTags is the tags of one memory or page.
type RefTags struct {
	Ref  string   `json:"ref"`
	Tags []string `json:"tags"`
}

// TagList lists the tags of one memory or page, or those of all: in a file without pages as brain-cli does.
func (e *Engine) TagList(ctx context.Context, in TagListInput) (any, error) {
	if in.Ref != "" {
		return e.tagsOf(ctx, in.Ref)
	}
	pages := map[string]int64{}
	err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		if !s.HasTable("page_tags") {
			return nil
		}
		list, err := page.AllTags(tx)
		for _, t := range list {
			pages[t.Tag] = int64(t.Pages)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(pages) == 0 {
		return e.Tags(ctx, TagsInput{Limit: in.Limit})
	}
	all, err := e.Tags(ctx, TagsInput{Limit: 1 << 30})
	if err != nil {
		return nil, err
	}
	out := TagListResult{}
	for _, t := range all {
		out = append(out, TagUse{t.Name, t.Count + pages[t.Name], pages[t.Name]})
		delete(pages, t.Name)
	}
	for tag, n := range pages {
		out = append(out, TagUse{tag, n, n})
	}
	slices.SortFunc(out, func(a, b TagUse) int { return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name)) })
	return out[:min(rowLimit(in.Limit), len(out))], nil
}

func (e *Engine) tagsOf(ctx context.Context, text string) (*RefTags, error) {
	ref, err := e.likely(ctx, text)
	if err != nil {
		return nil, err
	}
	out := &RefTags{Ref: ref.id, Tags: []string{}}
	switch ref.store {
	case merge.Memory:
		var m *memory.Full
		err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
			m, err = memory.Get(tx, s, ref.id)
			return err
		})
		if err == nil && m.Tags != nil {
			out.Tags = m.Tags
		}
	case merge.GBrain:
		err = e.readPages(ctx, func(tx *db.Tx) (err error) {
			out.Tags, err = page.TagsOf(tx, ref.id)
			return err
		})
	}
	return out, err
}

// TimelineInput are the parameters of timeline.
type TimelineInput struct {
	Ref    string `json:"ref" arg:"1" value:"SLUG" help:"only the timeline of this page: its slug or name, or a citation of it"`
	After  string `json:"after" value:"DATE" help:"from this day, month or year on"`
	Before string `json:"before" value:"DATE" help:"up to this day, month or year"`
	Source string `json:"source" value:"NAME" help:"only what this source says"`
	Limit  int    `json:"limit" default:"100" min:"0" help:"entries to list; 0 is all"`
	Offset int    `json:"offset" default:"0" min:"0" help:"entries to pass over first"`
}

// TimelineResult is dated entries, the latest first.
type TimelineResult struct {
	Entries []page.TimelineEntry `json:"entries"`
}

// Timeline lists dated entries of pages.
func (e *Engine) Timeline(ctx context.Context, in TimelineInput) (*TimelineResult, error) {
	f := page.TimelineFilter{Source: in.Source, Limit: in.Limit, Offset: in.Offset}
	for _, d := range []struct {
		flag, text string
		into       *string
	}{{"after", in.After, &f.After}, {"before", in.Before, &f.Before}} {
		if d.text == "" {
			continue
		}
		var err error
		if *d.into, err = page.CheckDate(d.text); err != nil {
			return nil, usage("use a day, month or year: 2026-05-23, 2026-05 or 2026", "--%s: %q is no date", d.flag, brief(d.text))
		}
	}
	if in.Ref != "" {
		var err error
		if f.Slug, err = e.pageLike(ctx, in.Ref); err != nil {
			return nil, err
		}
	}
	out := &TimelineResult{}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Entries, err = page.Timeline(tx, f)
		return err
	})
}

// HealthInput has no parameters.
type HealthInput struct{}

// HealthResult says how well the pages are kept.
type HealthResult struct{ *page.Health }

// Health looks at all pages.
func (e *Engine) Health(ctx context.Context, _ HealthInput) (*HealthResult, error) {
	out := &HealthResult{}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Health, err = page.CheckHealth(tx)
		return err
	})
}

// OrphansInput are the parameters of orphans.
type OrphansInput struct {
	Limit int `json:"limit" default:"0" min:"0" help:"pages to list; 0 is all"`
}

// OrphansResult is pages without a link to or from another page.
type OrphansResult struct {
	Pages []page.PageRef `json:"pages"`
}

// Orphans lists pages that no link ties to another.
func (e *Engine) Orphans(ctx context.Context, in OrphansInput) (*OrphansResult, error) {
	out := &OrphansResult{}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Pages, err = page.Orphans(tx, in.Limit)
		return err
	})
}

// pageStats counts the pages of a file; nil where it has none of this program's.
func pageStats(tx *db.Tx) (*page.Stats, error) {
	there, err := tx.HasTable("page_versions")
	if err != nil || !there {
		return nil, err
	}
	return page.Count(tx)
}
