package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"brain/db"
	"brain/merge"
	"brain/page"
)

// PageSaved is what a write did to a page.
type PageSaved struct {
	page.Saved
	Embedded int `json:"embedded"` // entries that were given a vector
}

// windows cuts pages as the model in use wants it, or as the built-in one does where there is none: which model reads them is
// asked when they are embedded.
func (e *Engine) windows(ctx context.Context) (page.Windows, error) {
	enc, err := e.encoder(ctx)
	if err != nil && ctx.Err() == nil {
		enc, err = openNative("")
	}
	if err != nil {
		return nil, err
	}
	return chunker(enc), nil
}

// pageChange changes a page in a transaction.
type pageChange func(tx *db.Tx, windows page.Windows) (page.Saved, error)

// writePage runs a change of a page in a file that must be there, and gives its new entries their vectors.
func (e *Engine) writePage(ctx context.Context, change pageChange) (*PageSaved, error) {
	return e.savePage(ctx, e.change, change)
}

func (e *Engine) savePage(ctx context.Context, write func(context.Context, func(*db.Tx) error) error, change pageChange) (*PageSaved, error) {
	windows, err := e.windows(ctx)
	if err != nil {
		return nil, err
	}
	out := &PageSaved{}
	var last int64 // of the entries that were there before
	err = write(ctx, func(tx *db.Tx) (err error) {
		if err := tx.QueryRow(`SELECT coalesce(max(id), 0) FROM brain_entries`, nil, &last); err != nil {
			return err
		}
		out.Saved, err = change(tx, windows)
		return err
	})
	if err != nil {
		return nil, err
	}
	// Lists in JSON are never null.
	if out.Dangling == nil {
		out.Dangling = []string{}
	}
	if out.Lost == nil {
		out.Lost = []string{}
	}
	if out.Warnings == nil {
		out.Warnings = []page.Warning{}
	}
	out.Embedded, err = e.embedAfter(ctx, last)
	return out, err
}

// embedAfter gives vectors to the entries of pages that came after one. Where that cannot be done the page is kept without,
// which a notice tells.
func (e *Engine) embedAfter(ctx context.Context, last int64) (int, error) {
	list := func(tx *db.Tx, after int64, limit int) ([]merge.Text, error) {
		return merge.Unembedded(tx, merge.GBrain, max(after, last), limit)
	}
	var some []merge.Text
	err := e.read(ctx, func(tx *db.Tx) (err error) {
		some, err = list(tx, 0, 1)
		return err
	})
	if err != nil || len(some) == 0 {
		return 0, err
	}
	const without = "the page is kept without vectors"
	enc, err := e.encoder(ctx)
	if err != nil {
		return 0, e.withoutVectors(ctx, without, err)
	}
	job, err := e.embedJob(ctx, enc, EmbedInput{Store: merge.GBrain})
	var other *merge.VectorsOther
	if errors.As(err, &other) {
		e.Notice(without + ": " + other.Error() + "; `brain embed --all` replaces them")
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	job.list = list
	out := &EmbedResult{}
	if err := e.runEmbed(ctx, enc, job, 0, out); err != nil {
		return out.Embedded, e.withoutVectors(ctx, without, err)
	}
	return out.Embedded, nil
}

// PutInput are the parameters of put.
type PutInput struct {
	Slug        string  `json:"slug" arg:"1" value:"SLUG" required:"" help:"the page, such as people/ada-lovelace"`
	Content     *string `json:"content" value:"TEXT" needed:"" help:"the markdown; - is standard input, as without it"`
	ContentFile string  `json:"content-file" value:"FILE" help:"the file that holds it"`
	AllowEmpty  bool    `json:"allow-empty" help:"the page may become empty"`
}

// PutResult is what put did.
type PutResult struct{ *PageSaved }

// Put writes a page whole.
func (e *Engine) Put(ctx context.Context, in PutInput) (*PutResult, error) {
	if strings.HasPrefix(in.Slug, "[BM:") {
		return nil, usage("write the page by its slug, such as people/ada-lovelace", "%s is a citation, no slug", brief(in.Slug))
	}
	if _, err := page.CheckSlug(in.Slug); err != nil {
		return nil, &Error{Problem: "this cannot be a slug", Cause: err.Error(), Fix: "use a path of names, such as people/ada-lovelace", Kind: ErrUsage, Err: err}
	}
	source, err := inputText(ctx, "content", in.Content, in.ContentFile)
	if err != nil {
		return nil, err
	}
	if p := page.Parse(in.Slug+".md", source); p.Binary {
		return nil, &Error{Problem: "this is no text", Fix: "give markdown: UTF-8, or UTF-16 with a byte order mark"}
	}
	saved, err := e.savePage(ctx, e.write, func(tx *db.Tx, w page.Windows) (page.Saved, error) {
		return page.Put(tx, page.PutInput{Slug: in.Slug, Source: source, AllowEmpty: in.AllowEmpty}, w)
	})
	var taken *page.Taken
	if errors.As(err, &taken) {
		slug := brief(taken.Page.Slug)
		err = &Error{Problem: fmt.Sprintf("%s has the slug of another page", brief(in.Slug)), Cause: "it would replace " + slug + " (" + brief(taken.Page.Title) + ")",
			Fix:        "give yours a slug of letters and digits, or, if that page is meant, write it by its slug: `brain put " + slug + "`",
			Candidates: []Candidate{{slug, taken.Page.Title, 1}}, Kind: ErrDecide, Err: err}
	}
	return &PutResult{saved}, err
}

// inputText gives the bytes of a flag, else of the file that is named, else of standard input.
func inputText(ctx context.Context, flag string, text *string, file string) ([]byte, error) {
	switch {
	case file != "" && text != nil:
		return nil, usage("leave one out", "--%s and --content-file exclude each other", flag)
	case file == "" && text != nil && *text != "-":
		return []byte(*text), nil
	case file == "" && hasNoInput(ctx):
		return nil, noText(flag, text != nil)
	case file == "":
		file = "-"
	}
	in, err := openInput(ctx, file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if err == nil && len(data) > maxText {
		err = &Error{Problem: fmt.Sprintf("the text is longer than %d MB", maxText>>20), Fix: "cut it into several pages"}
	}
	return data, err
}

// TagInput are the parameters of tag and untag.
type TagInput struct {
	Ref string `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug, or a citation of it"`
	Tag string `json:"tag" arg:"2" value:"TAG" required:"" help:"the tag"`
}

// Tag adds a tag to a page.
func (e *Engine) Tag(ctx context.Context, in TagInput) (*PageSaved, error) {
	return e.changePage(ctx, in.Ref, func(tx *db.Tx, slug string, w page.Windows) (page.Saved, error) {
		return page.Tag(tx, slug, in.Tag, w)
	})
}

// Untag takes a tag off a page.
func (e *Engine) Untag(ctx context.Context, in TagInput) (*PageSaved, error) {
	return e.changePage(ctx, in.Ref, func(tx *db.Tx, slug string, w page.Windows) (page.Saved, error) {
		return page.Untag(tx, slug, in.Tag, w)
	})
}

// changePage changes the page of a reference.
func (e *Engine) changePage(ctx context.Context, ref string, change func(*db.Tx, string, page.Windows) (page.Saved, error)) (*PageSaved, error) {
	slug, err := e.page(ctx, ref)
	if err != nil {
		return nil, err
	}
	return e.writePage(ctx, func(tx *db.Tx, w page.Windows) (page.Saved, error) { return change(tx, slug, w) })
}

// TimelineAddInput are the parameters of timeline-add.
type TimelineAddInput struct {
	Ref    string `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug, or a citation of it"`
	Date   string `json:"date" arg:"2" value:"DATE" required:"" help:"the day, month or year: 2026-05-23, 2026-05 or 2026"`
	Text   string `json:"text" arg:"3" value:"TEXT" required:"" help:"what happened, in one line"`
	Source string `json:"source" value:"NAME" help:"who says so"`
	Detail string `json:"detail" value:"MARKDOWN" help:"more about it"`
}

// TimelineAdd adds a dated entry to a page's timeline.
func (e *Engine) TimelineAdd(ctx context.Context, in TimelineAddInput) (*PageSaved, error) {
	return e.changePage(ctx, in.Ref, func(tx *db.Tx, slug string, w page.Windows) (page.Saved, error) {
		return page.AddEvent(tx, slug, page.Event{Date: in.Date, Source: in.Source, Summary: in.Text, Detail: in.Detail}, w)
	})
}

// RevertInput are the parameters of revert.
type RevertInput struct {
	Ref     string `json:"ref" arg:"1" value:"SLUG" required:"" help:"the page: its slug, or a citation of it"`
	Version int    `json:"version" arg:"2" value:"VERSION" required:"" min:"1" help:"the version, as history numbers them"`
}

// Revert makes a page again what it was in a version.
func (e *Engine) Revert(ctx context.Context, in RevertInput) (*PageSaved, error) {
	return e.changePage(ctx, in.Ref, func(tx *db.Tx, slug string, w page.Windows) (page.Saved, error) {
		return page.Revert(tx, slug, int64(in.Version), w)
	})
}
