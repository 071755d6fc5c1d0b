package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"brain/db"
	"brain/merge"
	"brain/page"
)

// evalPages are the documents as pages: a document's ID is the path of its file, so that links between documents are links
// between pages.
type evalPages struct {
	*Engine
	in EvalInput
}

func (e evalPages) fill(ctx context.Context, set *evalSet) (docs map[string]string, err error) {
	enc, err := e.encoder(ctx)
	if errors.Is(err, errKeywordsOnly) {
		enc, err = openNative("")
	}
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(set.docs))
	for i, d := range set.docs {
		paths[i] = d.ID + ".md"
	}
	slugs, _ := page.AssignSlugs(paths, nil)
	docs = map[string]string{}
	for batch := range slices.Chunk(set.docs, importBatch) {
		err := e.write(ctx, func(tx *db.Tx) error {
			root, err := merge.EnsureRoot(tx, merge.PagesRoot, e.Path)
			if err != nil {
				return err
			}
			var drafts []page.Draft
			for _, d := range batch {
				p := page.Parse(d.ID+".md", d.markdown())
				p.Slug = slugs[p.Path]
				docs[p.Slug] = d.ID
				drafts = append(drafts, page.Draft{Page: p, Root: root.ID, Origin: page.FromFile})
			}
			_, err = page.SaveAll(tx, drafts, chunker(enc))
			return err
		})
		if err != nil {
			return nil, err
		}
		e.Progress("save", len(docs), len(set.docs))
	}
	return docs, nil
}

// markdown is the document as the file of a page.
func (d evalDoc) markdown() []byte {
	head := ""
	for _, field := range [][2]string{{"title", d.Title}, {"type", d.Type}} {
		if value, err := json.Marshal(field[1]); err == nil && field[1] != "" {
			head += fmt.Sprintf("%s: %s\n", field[0], value) // a string of JSON is one of YAML
		}
	}
	return []byte("---\n" + head + "---\n\n" + d.Text + "\n")
}

func (e evalPages) embed(ctx context.Context) (model string, err error) {
	r, err := e.Embed(ctx, EmbedInput{Store: merge.GBrain})
	if err != nil {
		return "", err
	}
	return r.Model, nil
}

func (e evalPages) ask(ctx context.Context, text string, limit int) (slugs []string, err error) {
	r, err := e.askPages(ctx, PageQuestion{Text: text, Limit: limit, TextOnly: e.in.NoSemantic, NoExpand: true})
	if err != nil {
		return nil, err
	}
	for _, h := range r.Results {
		slugs = append(slugs, h.Slug)
	}
	return slugs, nil
}
