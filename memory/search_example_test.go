package memory_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"brain/db"
	"brain/memory"
)

func ExampleSearch() {
	dir, err := os.MkdirTemp("", "brain")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(dir, "brain.db"), db.Options{Create: true, Functions: openFunctions, Upgrades: map[int]db.Upgrade{db.MemorySchema: memory.Upgrade}})
	if err != nil {
		panic(err)
	}
	defer d.Close()
	err = d.Write(ctx, func(tx *db.Tx) error {
		for _, n := range []memory.New{{Title: "Rotate the webhook secret", Type: "task"}, {Title: "サンドボックス修正"}, {Title: "Never commit .env"}} {
			if _, err := memory.Save(tx, n, false); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	err = d.ReadMemories(ctx, func(tx *db.Tx) error {
		s, err := memory.ReadStage(tx)
		for _, text := range []string{"webhooks", "修正", ".env"} {
			if err == nil {
				var found memory.Found
				found, err = memory.Search(tx, s, memory.Question{Text: text, Limit: 1})
				fmt.Println(found.Hits[0].Title, found.Hits[0].Explain.Line())
			}
		}
		return err
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// Rotate the webhook secret fts=#1 sem=- sim=- rrf=0.500+0.000 rec=+0.050 acc=+0.000 = 0.550
	// サンドボックス修正 fts=#1 sem=- sim=- rrf=0.500+0.000 rec=+0.050 acc=+0.000 = 0.550
	// Never commit .env fts=#1 sem=- sim=- rrf=0.500+0.000 rec=+0.050 acc=+0.000 = 0.550
}
