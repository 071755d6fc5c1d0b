package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"brain/engine"
)

// newBrain is an engine on a new file in a folder of its own.
func newBrain() (e *engine.Engine, dir string, done func()) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	e = engine.New(engine.Config{Path: filepath.Join(dir, "brain.db")})
	return e, dir, func() { e.Close(); os.RemoveAll(dir) }
}

// A memory is saved; saving it again says that it is there, as exit code 2 does.
func ExampleEngine_Save() {
	e, _, done := newBrain()
	defer done()
	fact := engine.SaveInput{AddInput: engine.AddInput{Type: "decision", Title: "Ship on Fridays", Content: "The release goes out before noon.", NoEmbed: true}}
	saved, err := e.Save(context.Background(), fact)
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	again, err := e.Save(context.Background(), fact)
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	fmt.Println(again.UID == saved.UID, again.Duplicate)
	fmt.Println(engine.ExitCode(again.Verdict()))
	// Output:
	// true true
	// 2
}

// Search finds memories by words, and by meaning where they have vectors.
func ExampleEngine_Search() {
	e, _, done := newBrain()
	defer done()
	ctx := context.Background()
	for _, title := range []string{"The pool keeps dead sockets", "Ship on Fridays"} {
		if _, err := e.Save(ctx, engine.SaveInput{AddInput: engine.AddInput{Type: "learning", Title: title, NoEmbed: true}}); err != nil {
			log.Fatal(engine.Explain(err))
		}
	}
	in := engine.Defaults[engine.SearchInput]()
	in.Text, in.NoSemantic = "sockets", true
	found, err := e.Search(ctx, in)
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	for _, m := range found.Hits {
		fmt.Println(m.Type, "|", m.Title)
	}
	// Output: learning | The pool keeps dead sockets
}

// A folder of notes goes in; a unified query ranks them, and a citation leads back to the text.
func ExampleEngine_Query() {
	e, dir, done := newBrain()
	defer done()
	ctx := context.Background()
	note := "---\ncreated: 2026-01-02\n---\n# Ledger\n\nThe ledger balances every night.\n"
	if err := os.MkdirAll(filepath.Join(dir, "notes"), 0o755); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes", "ledger.md"), []byte(note), 0o644); err != nil {
		log.Fatal(err)
	}
	if _, err := e.Import(ctx, engine.ImportInput{Dir: filepath.Join(dir, "notes"), NoEmbed: true}); err != nil {
		log.Fatal(engine.Explain(err))
	}
	in := engine.Defaults[engine.QueryInput]()
	in.Text, in.Unified, in.TextOnly = "balanced", true, true
	answer, err := e.Query(ctx, in)
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	for _, hit := range answer.Results {
		fmt.Println(hit.Source, "|", hit.EntityName, "|", hit.CitationID)
	}
	cited, err := e.Cite(ctx, engine.CiteInput{Citation: answer.Results[0].CitationID})
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	fmt.Println(cited.EntityID)
	// Output:
	// gbrain | Ledger | [BM:gbrain:ledger:2026-01-02T00:00:00Z]
	// ledger
}

// Each operation of the command line can be called by its name, with its flags as JSON.
func ExampleOperation_Run() {
	e, _, done := newBrain()
	defer done()
	ctx := context.Background()
	if _, err := engine.Find("put").Run(ctx, e, json.RawMessage(`{"slug": "people/ada", "content": "# Ada\n\nShe wrote the first program.\n"}`)); err != nil {
		log.Fatal(engine.Explain(err))
	}
	result, err := engine.Find("get").Run(ctx, e, json.RawMessage(`{"ref": "people/ada"}`))
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	shown, err := json.Marshal(result)
	if err != nil {
		log.Fatal(err)
	}
	var page struct{ Slug, Title string }
	if err := json.Unmarshal(shown, &page); err != nil {
		log.Fatal(err)
	}
	fmt.Println(page.Slug, page.Title)
	_, err = engine.Find("get").Run(ctx, e, json.RawMessage(`{"ref": "people/bob"}`))
	fmt.Println(engine.Explain(err).Fix)
	// Output:
	// people/ada Ada
	// find it with `brain search`, `brain list` or `brain recent`
}
