package engine

import (
	"cmp"
	"context"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
)

// TieInput are the parameters of link.
type TieInput struct {
	From    string `json:"from" arg:"1" value:"FROM" required:"blank" help:"the memory or page that the link leads from"`
	To      string `json:"to" arg:"2" value:"TO" required:"blank" help:"the one that it leads to; a page may come later"`
	Kind    string `json:"kind" arg:"3" value:"KIND" help:"of memories: what the first is to the second, such as fixed_by"`
	Type    string `json:"type" value:"TYPE" help:"of pages: what the first is to the second, such as works_at (else mentions)"`
	Context string `json:"context" value:"TEXT" help:"of pages: whence it is known"`
}

// PageLink is a link that was made or taken away.
type PageLink struct {
	From   string      `json:"from"`
	To     string      `json:"to"`
	Type   string      `json:"type"` // "" is all types
	Status page.Status `json:"status"`
	There  bool        `json:"there"` // the page that it leads to
}

// Tie links two memories, or two pages.
func (e *Engine) Tie(ctx context.Context, in TieInput) (any, error) {
	from, err := e.exactly(ctx, in.From)
	if err != nil {
		return nil, err
	}
	switch from.store {
	case merge.Graphify:
		return nil, noNodes("linked")
	case merge.Memory:
		to, err := e.exactly(ctx, in.To)
		if err != nil {
			return nil, err
		}
		if to.store != merge.Memory {
			return nil, usage("link two memories, or two pages", "%s is a memory, %s is %s", brief(in.From), brief(in.To), to.what())
		}
		kind := cmp.Or(in.Kind, in.Type)
		if kind == "" {
			return nil, usage("see `brain help link`", "link needs KIND")
		}
		return e.Link(ctx, LinkInput{From: from.id, To: to.id, Kind: kind})
	}
	if in.Kind != "" && in.Type != "" {
		return nil, usage("leave one out", "KIND and --type say the same of pages")
	}
	kind := page.LinkType(cmp.Or(in.Type, in.Kind, page.Mentions))
	return e.tiePages(ctx, from.id, in.To, kind, func(tx *db.Tx, to string, w page.Windows) (page.Saved, error) {
		return page.AddLink(tx, from.id, to, kind, in.Context, w)
	})
}

// tiePages changes the links between two pages, of which the second need not be there.
func (e *Engine) tiePages(ctx context.Context, from, to, kind string, change func(*db.Tx, string, page.Windows) (page.Saved, error)) (*PageLink, error) {
	out := &PageLink{From: from, To: to, Type: kind}
	var err error
	if out.To, out.There, err = e.target(ctx, to); err != nil {
		return nil, err
	}
	saved, err := e.writePage(ctx, func(tx *db.Tx, w page.Windows) (page.Saved, error) { return change(tx, out.To, w) })
	if err != nil {
		return nil, err
	}
	out.Status = saved.Status
	return out, nil
}

// target is the slug of the page that a link leads to, where there is one: a reference, or whatever a link may call a page.
func (e *Engine) target(ctx context.Context, text string) (slug string, there bool, err error) {
	if c, err := merge.ParseCitation(text); err == nil && c.Store == merge.GBrain {
		ref, err := e.cited(ctx, c)
		if err != nil {
			return "", false, err
		}
		text = ref.id
	}
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		for _, name := range []string{text, slugOf(text)} {
			if s, err := page.Find(tx, name); err == nil && !s.Deleted {
				slug, there = name, true
				return nil
			}
		}
		slug = text
		return nil
	})
	return slug, there, err
}

// UntieInput are the parameters of unlink.
type UntieInput struct {
	From string `json:"from" arg:"1" value:"FROM" required:"" help:"the page that the link leads from"`
	To   string `json:"to" arg:"2" value:"TO" required:"" help:"the page that it leads to"`
	Type string `json:"type" value:"TYPE" help:"only links of this type"`
}

// Unlink takes links off a page that commands made.
func (e *Engine) Unlink(ctx context.Context, in UntieInput) (*PageLink, error) {
	from, err := e.page(ctx, in.From)
	if err != nil {
		return nil, err
	}
	return e.tiePages(ctx, from, in.To, page.LinkType(in.Type), func(tx *db.Tx, to string, w page.Windows) (page.Saved, error) {
		return page.Unlink(tx, from, to, in.Type, w)
	})
}

// BacklinksInput are the parameters of backlinks.
type BacklinksInput struct {
	Ref  string `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug or name, or a citation of it"`
	Type string `json:"type" value:"TYPE" help:"only links of this type"`
}

// LinksResult is links between pages.
type LinksResult struct {
	Slug     string         `json:"slug,omitempty"` // of the page that was asked about
	Back     bool           `json:"-"`              // they lead to it
	Dangling bool           `json:"-"`              // they lead to what no page is called
	Links    []page.LinkRow `json:"links"`
}

// Backlinks lists the links that lead to a page.
func (e *Engine) Backlinks(ctx context.Context, in BacklinksInput) (*LinksResult, error) {
	slug, err := e.pageLike(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	out := &LinksResult{Slug: slug, Back: true}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Links, err = page.Backlinks(tx, slug, page.LinkType(in.Type), e.Brief)
		return err
	})
}

// LinksInput are the parameters of links.
type LinksInput struct {
	Ref      string `json:"ref" arg:"1" value:"SLUG" help:"the page: its slug or name, or a citation of it"`
	Dangling bool   `json:"dangling" help:"the links of all pages to what no page is called"`
	Type     string `json:"type" value:"TYPE" help:"only links of this type"`
	Limit    int    `json:"limit" default:"0" min:"0" help:"with --dangling: links to list; 0 is all"`
}

// Links lists the links that lead from a page, or those of all pages that lead nowhere.
func (e *Engine) Links(ctx context.Context, in LinksInput) (*LinksResult, error) {
	if (in.Ref == "") != in.Dangling {
		return nil, usage("brain links SLUG, or brain links --dangling", "links needs SLUG or --dangling, and not both")
	}
	out := &LinksResult{Dangling: in.Dangling}
	if in.Dangling {
		return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
			out.Links, err = page.Dangling(tx, page.LinkType(in.Type), in.Limit)
			return err
		})
	}
	var err error
	if out.Slug, err = e.pageLike(ctx, in.Ref); err != nil {
		return nil, err
	}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Links, err = page.LinksFrom(tx, out.Slug, page.LinkType(in.Type))
		return err
	})
}

// GraphInput are the parameters of graph.
type GraphInput struct {
	Ref       string `json:"ref" arg:"1" value:"SLUG" needed:"" help:"the page: its slug or name, or a citation of it"`
	Slug      string `json:"slug" value:"SLUG" help:"the same, for a page that is called like a command: graph --slug import"`
	Depth     int    `json:"depth" default:"5" min:"1" max:"10" help:"links to follow in a row"`
	Type      string `json:"type" value:"TYPE" help:"only links of this type"`
	Direction string `json:"direction" enum:"out|in|both" default:"out" help:"the links to follow: those that lead on, those that lead here, or both"`
}

// GraphResult is the pages that links lead to from one.
type GraphResult struct {
	Slug string `json:"slug"`
	*page.Graph
}

// PageGraph walks over the links between pages.
func (e *Engine) PageGraph(ctx context.Context, in GraphInput) (*GraphResult, error) {
	if (in.Ref == "") == (in.Slug == "") {
		return nil, usage("see `brain help graph`", "graph needs SLUG")
	}
	slug, err := e.pageLike(ctx, cmp.Or(in.Ref, in.Slug))
	if err != nil {
		return nil, err
	}
	out := &GraphResult{Slug: slug}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Graph, err = page.Neighbourhood(tx, page.GraphQuery{Slug: slug, Depth: in.Depth, Type: page.LinkType(in.Type), Direction: page.Direction(in.Direction), Brief: e.Brief})
		return err
	})
}
