package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// program is what docs/library.md shows: it uses brain as a library, from a module of its own.
const program = `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"brain/engine"
)

func main() {
	ctx := context.Background()
	e := engine.New(engine.Config{Path: os.Args[1]})
	defer e.Close()

	saved, err := e.Save(ctx, engine.SaveInput{AddInput: engine.AddInput{
		Type: "decision", Title: "Ship on Fridays", Content: "The release goes out on Friday before noon.", NoEmbed: true}})
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	if _, err := e.Import(ctx, engine.ImportInput{Dir: os.Args[2], NoEmbed: true}); err != nil {
		log.Fatal(engine.Explain(err))
	}
	question := engine.Defaults[engine.QueryInput]()
	question.Text, question.Unified, question.TextOnly = "release", true, true
	answer, err := e.Query(ctx, question)
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	for _, hit := range answer.Results {
		fmt.Println(hit.Source, hit.EntityName)
	}
	fmt.Println(len(saved.UID))

	// Every operation of the command line can also be called by its name, with its flags as JSON.
	result, err := engine.Find("recent").Run(ctx, e, []byte(` + "`" + `{"n": 1}` + "`" + `))
	if err != nil {
		log.Fatal(engine.Explain(err))
	}
	fmt.Println(len(result.(engine.RecentResult)))
}
`

func TestBrainIsALibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	// The versions are those of this module, so that nothing has to be looked up.
	_, requires, _ := strings.Cut(string(mod), "\nrequire ")
	for name, text := range map[string]string{
		"main.go":       program,
		"go.mod":        "module example.com/user\n\ngo 1.26.0\n\nrequire brain v0.0.0\n\nreplace brain => " + strconv.Quote(root) + "\n\nrequire " + requires,
		"go.sum":        string(sums),
		"docs/notes.md": "# Notes\n\nThe release is announced on the board.\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("go", "run", ".", filepath.Join(dir, "brain.db"), filepath.Join(dir, "docs"))
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := "memory Ship on Fridays\ngbrain Notes\n12\n1\n"
	if diff := cmp.Diff(want, string(out)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestTheLibraryPageShowsAProgramThatRuns(t *testing.T) {
	page, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	var indented strings.Builder
	for line := range strings.Lines(program) {
		if line != "\n" {
			indented.WriteString("    ")
		}
		indented.WriteString(strings.ReplaceAll(line, "\t", "    "))
	}
	if !strings.Contains(string(page), indented.String()) {
		t.Error("docs/library.md does not hold the program of TestBrainIsALibrary")
	}
}
