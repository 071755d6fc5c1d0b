package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"brain/db"
	"brain/merge"
	"brain/page"
	"brain/vec"
)

// errVerified rolls back what a verification wrote.
var errVerified = errors.New("verified")

// verify makes sure that a new file works: it stores an entry with a vector, finds it by that vector, and rolls it back.
func (e *Engine) verify(ctx context.Context) error {
	err := e.change(ctx, func(tx *db.Tx) error {
		dim, model, there, err := vec.Entries.Info(tx)
		if err != nil {
			return err
		}
		if !there {
			dim = countingDim
		}
		if err := merge.UseVectors(tx, dim, model); err != nil {
			return err
		}
		vector := make([]float32, dim)
		vector[0] = 1
		row := merge.Row{Source: merge.GBrain, EntityID: "verify", EntityName: "verify", Content: "an entry that is rolled back " + db.FormatTime(tx.Now), Embedding: vector, CreatedAt: tx.Now, UpdatedAt: tx.Now}
		put, err := merge.Put(tx, row)
		if err != nil {
			return err
		}
		if err := merge.SetEmbedding(tx, put.EntryID, vector); err != nil {
			return err
		}
		answer, err := merge.Run(tx, merge.Query{Text: "rolled back", Vector: vector, Limit: 1})
		if err != nil {
			return err
		}
		if len(answer.Hits) != 1 || answer.Hits[0].ID != put.EntryID || answer.Hits[0].VectorRank != 1 {
			return fmt.Errorf("verify the file: the entry that was stored is not found by its vector")
		}
		return errVerified
	})
	if errors.Is(err, errVerified) {
		return nil
	}
	return err
}

// demoFolder is where the pages of the demo stand.
const demoFolder = "brain-docs"

// demoPages puts brain's own documentation into the file, as pages of no folder, and says how many they are.
func (e *Engine) demoPages(ctx context.Context) (int, error) {
	if e.Config.Demo == nil {
		return 0, &Error{Problem: "this build carries no demo", Fix: "run it from the program: brain init --demo"}
	}
	windows, err := e.windows(ctx)
	if err != nil {
		return 0, err
	}
	files, err := fs.Glob(e.Config.Demo, "docs/*.md")
	if err != nil {
		return 0, err
	}
	err = e.write(ctx, func(tx *db.Tx) error {
		for _, file := range files {
			text, err := fs.ReadFile(e.Config.Demo, file)
			if err != nil {
				return err
			}
			slug := path.Join(demoFolder, strings.TrimSuffix(path.Base(file), ".md"))
			if _, err := page.Put(tx, page.PutInput{Slug: slug, Source: text}, windows); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if _, err := e.embedPages(ctx); err != nil {
		return len(files), e.withoutVectors(ctx, "the pages are kept without vectors", err)
	}
	return len(files), nil
}
