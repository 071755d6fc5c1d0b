package engine

import (
	"cmp"
	"context"

	"brain/db"
	"brain/merge"
	"brain/page"
)

// embedPage gives vectors to the entries of one page that have none.
func (e *Engine) embedPage(ctx context.Context, ref string) (*EmbedResult, error) {
	slug, err := e.page(ctx, ref)
	if err != nil {
		return nil, err
	}
	enc, err := e.encoder(ctx)
	if err != nil {
		return nil, err
	}
	got, err := e.showPage(ctx, slug, false)
	if err != nil {
		return nil, err
	}
	p := page.Parse(cmp.Or(got.Path, slug+".md"), got.Source)
	p.Slug = slug
	out := &EmbedResult{Model: enc.Name()}
	var texts []string
	for _, entry := range page.Entries(p, chunker(enc)) {
		out.Pieces += enc.Count(entry.Content)
		texts = append(texts, entry.Content)
	}
	vectors, err := enc.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	var before, after, all int64
	err = e.change(ctx, func(tx *db.Tx) error {
		if before, _, err = merge.EmbeddedCount(tx, merge.GBrain); err != nil {
			return err
		}
		if err := merge.UseVectors(tx, enc.Dim(), enc.ID()); err != nil {
			return err
		}
		for i, text := range texts {
			if err := merge.SetEmbeddingOf(tx, text, vectors[i]); err != nil {
				return err
			}
		}
		after, all, err = merge.EmbeddedCount(tx, merge.GBrain)
		return err
	})
	out.Embedded, out.Left = int(after-before), int(all-after)
	return out, otherModelError(err)
}
