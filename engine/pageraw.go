package engine

import (
	"context"

	"brain/db"
	"brain/page"
)

// RawPutInput are the parameters of raw put.
type RawPutInput struct {
	Ref         string  `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug, or a citation of it"`
	Source      string  `json:"source" arg:"2" value:"SOURCE" required:"" help:"whence it comes, such as crunchbase"`
	Content     *string `json:"content" value:"JSON" needed:"" help:"the data; - is standard input, as without it"`
	ContentFile string  `json:"content-file" value:"FILE" help:"the file that holds it"`
}

// RawPutResult says what was stored.
type RawPutResult struct {
	Slug   string `json:"slug"`
	Source string `json:"source"`
	Bytes  int    `json:"bytes"`
}

// RawPut stores what another program knows of a page, in place of what it knew before.
func (e *Engine) RawPut(ctx context.Context, in RawPutInput) (*RawPutResult, error) {
	slug, err := e.page(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	data, err := inputText(ctx, "content", in.Content, in.ContentFile)
	if err != nil {
		return nil, err
	}
	return &RawPutResult{slug, in.Source, len(data)}, e.change(ctx, func(tx *db.Tx) error {
		if err := isLive(tx, slug); err != nil {
			return err
		}
		return page.PutRaw(tx, slug, in.Source, data)
	})
}

// RawGetInput are the parameters of raw get.
type RawGetInput struct {
	Ref    string `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug or name, or a citation of it"`
	Source string `json:"source" arg:"2" value:"SOURCE" required:"" help:"whence it comes"`
}

// RawResult is what a source knows of a page.
type RawResult struct{ *page.RawItem }

// RawGet gives what a source knows of a page.
func (e *Engine) RawGet(ctx context.Context, in RawGetInput) (*RawResult, error) {
	slug, err := e.pageLike(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	out := &RawResult{}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.RawItem, err = page.GetRaw(tx, slug, in.Source)
		return err
	})
}

// RawListInput are the parameters of raw list.
type RawListInput struct {
	Ref string `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug or name, or a citation of it"`
}

// RawListResult is what other programs know of a page.
type RawListResult struct {
	Slug string         `json:"slug"`
	Raw  []page.RawItem `json:"raw"`
}

// RawList lists what other programs know of a page.
func (e *Engine) RawList(ctx context.Context, in RawListInput) (*RawListResult, error) {
	slug, err := e.pageLike(ctx, in.Ref)
	if err != nil {
		return nil, err
	}
	out := &RawListResult{Slug: slug}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Raw, err = page.ListRaw(tx, slug)
		return err
	})
}

// IngestLogInput are the parameters of ingest-log.
type IngestLogInput struct {
	Limit int `json:"limit" default:"20" min:"0" help:"notes to list; 0 is all"`
}

// IngestLogResult is what was read in, the latest first.
type IngestLogResult struct {
	Ingests []page.Ingest `json:"ingests"`
}

// IngestLog lists what was read in.
func (e *Engine) IngestLog(ctx context.Context, in IngestLogInput) (*IngestLogResult, error) {
	out := &IngestLogResult{}
	return out, e.readPages(ctx, func(tx *db.Tx) (err error) {
		out.Ingests, err = page.Ingests(tx, in.Limit)
		return err
	})
}

// IngestAddInput are the parameters of ingest-log add.
type IngestAddInput struct {
	Type    string   `json:"type" arg:"1" value:"TYPE" required:"" help:"what was read in, such as meeting or article"`
	From    string   `json:"from" arg:"2" value:"FROM" required:"" help:"whence: a file, an address"`
	Summary string   `json:"summary" value:"TEXT" help:"what was in it"`
	Page    []string `json:"page" value:"SLUG" help:"a page that it changed; may be repeated"`
}

// IngestAddResult is the note's number.
type IngestAddResult struct {
	ID int64 `json:"id"`
}

// IngestAdd notes that something was read in.
func (e *Engine) IngestAdd(ctx context.Context, in IngestAddInput) (*IngestAddResult, error) {
	out := &IngestAddResult{}
	return out, e.change(ctx, func(tx *db.Tx) (err error) {
		out.ID, err = page.LogIngest(tx, page.Ingest{SourceType: in.Type, SourceRef: in.From, PagesUpdated: in.Page, Summary: in.Summary})
		return err
	})
}
