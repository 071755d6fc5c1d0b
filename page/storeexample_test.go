package page_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"brain/db"
	"brain/merge"
	"brain/page"
)

// A page is written, tagged and exported: the file says all of it.
func ExamplePut() {
	dir, err := os.MkdirTemp("", "brain")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(dir, "brain.db"), db.Options{Create: true, Functions: merge.Functions()})
	if err != nil {
		log.Fatal(err)
	}
	defer d.Close()
	whole := func(text, reserve string) []string { return []string{text} }
	err = d.Write(ctx, func(tx *db.Tx) error {
		saved, err := page.Put(tx, page.PutInput{Slug: "people/ada", Source: []byte("# Ada\n\nWrote to [[Charles Babbage]].\n")}, whole)
		if err != nil {
			return err
		}
		fmt.Println(saved.Status, saved.Slug, saved.Dangling)
		if _, err := page.Tag(tx, "people/ada", "math", whole); err != nil {
			return err
		}
		_, err = page.AddEvent(tx, "people/ada", page.Event{Date: "1843-09-01", Summary: "Notes published"}, whole)
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	err = d.Read(ctx, func(tx *db.Tx) error {
		return page.Export(tx, page.ExportFilter{Under: "people/"}, func(f page.ExportFile) error {
			if f.Slug != "" {
				fmt.Printf("%s\n%s", f.Path, f.Data)
			}
			return nil
		})
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// created people/ada [Charles Babbage]
	// people/ada.md
	// ---
	// tags: [math]
	// ---
	//
	// # Ada
	//
	// Wrote to [[Charles Babbage]].
	//
	// <!-- timeline -->
	//
	// - 1843-09-01: Notes published
}
