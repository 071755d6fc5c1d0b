// Command pages measures what brain costs on a tree of markdown: CPU time (user and system) and the most memory held, of the
// import, of an unchanged one, of every command that reads, and of searches, the median of several cold processes; and how
// large the file is, table by table, beside the text.
//
//	go run ./bench/pages -pages 7500
//	BRAIN_VAULTS=~/vault:~/wiki go run ./bench/pages
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"brain/bench"
)

func main() {
	b := measurement{}
	flag.IntVar(&b.pages, "pages", 7500, "pages of the generated tree; BRAIN_VAULTS names real trees in its place, with : between them")
	flag.IntVar(&b.runs, "runs", 7, "processes of each kind")
	flag.StringVar(&b.program, "brain", "", "the program; built from this module if not named")
	flag.StringVar(&b.keep, "keep", "", "where the file shall lie; a temporary one if not named. One that is there is measured as it is, without imports")
	flag.IntVar(&b.embedded, "embedded", 0, "entries that get a vector before searches are measured; 0 is all")
	flag.Parse()
	if err := b.run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// measurement is one run.
type measurement struct {
	pages, runs   int
	program, keep string
	embedded      int
	asked         int // questions

	tmp  string
	file string
	text int64 // bytes of markdown
}

func (b *measurement) run(ctx context.Context) error {
	var err error
	if b.tmp, err = os.MkdirTemp("", "brain-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.tmp)
	b.file = filepath.Join(b.tmp, "brain.db")
	if b.keep != "" {
		b.file = b.keep
	}
	if b.program == "" {
		if b.program, err = bench.Program(ctx, b.tmp); err != nil {
			return err
		}
	}
	trees := filepath.SplitList(os.Getenv("BRAIN_VAULTS"))
	if len(trees) == 0 {
		tree := filepath.Join(b.tmp, "tree")
		if err := generate(tree, b.pages); err != nil {
			return err
		}
		trees = []string{tree}
	}
	for _, tree := range trees {
		files, bytes, err := markdown(tree)
		if err != nil {
			return err
		}
		b.text += bytes
		fmt.Printf("%s: %d files, %.1f MB of markdown\n", tree, files, float64(bytes)/1e6)
	}
	if _, err := os.Stat(b.file); err != nil {
		if err := b.imports(trees); err != nil {
			return err
		}
	}
	if err := b.sizes(ctx); err != nil {
		return err
	}
	if err := b.reads(); err != nil {
		return err
	}
	if err := b.fill(ctx); err != nil {
		return err
	}
	if err := b.searches(); err != nil {
		return err
	}
	return b.served(ctx)
}

// imports measures the import of all trees, and an unchanged one.
func (b *measurement) imports(trees []string) error {
	var first, again spent
	for _, tree := range trees {
		s, err := b.process("import", tree, "--no-embed", "--quiet")
		if err != nil {
			return err
		}
		first = first.add(s)
	}
	for _, tree := range trees {
		s, err := b.process("import", tree, "--no-embed", "--quiet")
		if err != nil {
			return err
		}
		again = again.add(s)
	}
	mb := float64(b.text) / 1e6
	fmt.Printf("%-34s %6.2f s CPU  %6.0f MB   %.2f s a MB of markdown\n", "import --no-embed", first.cpu.Seconds(), first.rss, first.cpu.Seconds()/mb)
	fmt.Printf("%-34s %6.2f s CPU  %6.0f MB\n", "import --no-embed, unchanged", again.cpu.Seconds(), again.rss)
	return nil
}

// reads measures every command that reads, on a page that has links.
func (b *measurement) reads() error {
	slug, err := b.busiest()
	if err != nil {
		return err
	}
	none := []string{"BRAIN_EMBEDDER=none"}
	for _, c := range []struct {
		env  []string
		args []string
	}{
		{none, []string{"version"}},
		{none, []string{"get", slug}}, {none, []string{"get", strings.ToUpper(slug)}}, {none, []string{"list"}}, {none, []string{"tags"}}, {none, []string{"tags", slug}},
		{none, []string{"timeline"}}, {none, []string{"timeline", slug}}, {none, []string{"history", slug}}, {none, []string{"diff", slug}}, {none, []string{"links", slug}},
		{none, []string{"links", "--dangling"}}, {none, []string{"backlinks", slug}}, {none, []string{"graph", slug}}, {none, []string{"graph", slug, "--depth", "2", "--direction", "both"}}, {none, []string{"raw", "list", slug}},
		{none, []string{"ingest-log"}}, {none, []string{"orphans"}}, {none, []string{"health"}}, {none, []string{"stats"}},
	} {
		name := strings.ReplaceAll(strings.Join(c.args, " "), slug, "SLUG")
		name = strings.ReplaceAll(name, strings.ToUpper(slug), "NAME")
		if err := b.report(name, c.env, always(c.args...)); err != nil {
			return err
		}
	}
	return nil
}

// searches measures questions in a file with vectors: each process is cold, and the model is in it or not.
func (b *measurement) searches() error {
	for _, c := range []struct {
		name string
		env  []string
		args func() []string
	}{
		{"ask, words and links alone", []string{"BRAIN_EMBEDDER=none"}, always("ask", question)},
		{"ask, the vector given", nil, always("ask", question, "--vector", vectorText())},
		{"ask, a question asked before", nil, always("ask", question)},
		{"search --in gbrain, asked before", nil, always("search", question, "--in", "gbrain")},
		{"query --unified, asked before", nil, always("query", "--unified", question)},
		{"ask, a new question", nil, func() []string { return []string{"ask", b.fresh()} }},
		{"search --in gbrain, a new question", nil, func() []string { return []string{"search", b.fresh(), "--in", "gbrain"} }},
	} {
		if err := b.report(c.name, c.env, c.args); err != nil {
			return err
		}
	}
	return nil
}

// always is the same command each time.
func always(args ...string) func() []string { return func() []string { return args } }

func (b *measurement) report(name string, env []string, args func() []string) error {
	s, err := b.median(env, args)
	if err == nil {
		fmt.Printf("%-44s %6.1f ms CPU %6.0f MB\n", name, s.cpu.Seconds()*1000, s.rss)
	}
	return err
}

// question has words that are frequent and words that are rare.
const question = "how does a community plugin change the theme of notes"
