package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	urfave "github.com/urfave/cli/v2"

	"brain/engine"
)

// exitInterrupted is the exit code of a run that was stopped by the keyboard, as shells have it (128 + SIGINT).
const exitInterrupted = 130

// Run does what the command line says and gives the exit code. demo is the tree that `brain demo` reads.
func Run(args []string, t *Terminal, demo fs.FS) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{term: t, demo: demo}
	err := a.run(ctx, args[1:])
	if err != nil {
		a.report(err)
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return engine.ExitCode(err)
}

// app is one run of the program.
type app struct {
	term  *Terminal
	demo  fs.FS
	json  bool
	quiet bool
}

func (a *app) run(ctx context.Context, words []string) error {
	// The flag is looked for before anything is checked, so that a usage error is JSON too.
	a.json = slices.Contains(words, "--json")
	if len(words) == 0 {
		words = []string{"help"}
	}
	switch words[0] {
	case "help", "--help", "-h":
		return a.help(words[1:])
	case "--version", "-v":
		words[0] = "version"
	case "completion":
		return a.completion(words[1:])
	}
	op, rest, err := find(words)
	if err != nil {
		return err
	}
	c, err := parse(op, rest)
	if err != nil {
		return err
	}
	if c.flags["help"] != nil {
		return a.help(strings.Fields(op.Name))
	}
	return a.urfave().RunContext(ctx, c.ordered())
}

// urfave builds the library's commands from the table of operations. A name of two words is one command: the words were
// put together before the library sees them.
func (a *app) urfave() *urfave.App {
	root := &urfave.App{
		Name:                      "brain",
		Usage:                     "one file that keeps what an agent and a person know",
		HideVersion:               true,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true,
		Writer:                    a.term.Out,
		ErrWriter:                 a.term.Err,
		ExitErrHandler:            func(*urfave.Context, error) {},
		OnUsageError:              func(_ *urfave.Context, err error, _ bool) error { return err },
		CustomAppHelpTemplate:     appHelp,
	}
	for _, op := range engine.Operations() {
		root.Commands = append(root.Commands, a.command(op))
	}
	return root
}

func (a *app) command(op *engine.Operation) *urfave.Command {
	c := &urfave.Command{
		Name:               op.Name,
		HelpName:           "brain " + op.Name,
		Usage:              op.Summary,
		UsageText:          usageLine(op),
		Description:        op.Help,
		CustomHelpTemplate: commandHelp(op),
		OnUsageError:       func(_ *urfave.Context, err error, _ bool) error { return err },
		Action:             func(c *urfave.Context) error { return a.action(c, op) },
	}
	for _, p := range slices.Concat(flagsOf(op), commonFlags[:2]) {
		c.Flags = append(c.Flags, flag(p))
	}
	return c
}

// flag declares a parameter. All values pass as text: the operation's own parameters say what is wrong with one.
func flag(p engine.Param) urfave.Flag {
	switch p.Kind {
	case engine.Bool:
		return &urfave.BoolFlag{Name: p.Name, Usage: flagHelp(p)}
	case engine.Strings:
		return &urfave.StringSliceFlag{Name: p.Name, Usage: flagHelp(p), KeepSpace: true}
	}
	return &urfave.StringFlag{Name: p.Name, Usage: flagHelp(p)}
}

func (a *app) action(c *urfave.Context, op *engine.Operation) error {
	params, err := params(c, op)
	if err != nil {
		return err
	}
	a.json, a.quiet = c.Bool("json"), c.Bool("quiet")
	bar := &progress{term: a.term, off: a.quiet}
	e := engine.New(engine.Config{Progress: bar.show, Notice: func(s string) {
		bar.clear()
		if !a.quiet {
			fmt.Fprintln(a.term.Err, a.term.dim("note: "+s))
		}
	}, Debug: a.debug(), Demo: a.demo})
	defer e.Close()
	result, err := op.Run(c.Context, e, params)
	bar.clear()
	if err != nil {
		return err
	}
	if err := a.print(result); err != nil {
		return err
	}
	return a.partial(result)
}

// debug prints the stages of a query on stderr where BRAIN_DEBUG=1 asks for it.
func (a *app) debug() func(string, time.Duration) {
	if os.Getenv("BRAIN_DEBUG") != "1" {
		return nil
	}
	return func(stage string, took time.Duration) {
		fmt.Fprintf(a.term.Err, "⏱ %s: %.1fms\n", stage, float64(took.Microseconds())/1000)
	}
}

// partial names on stderr what was left out, and ends with the exit code that says so.
func (a *app) partial(result any) error {
	p, ok := result.(engine.Partial)
	if !ok || len(p.Left()) == 0 {
		return nil
	}
	for _, s := range p.Left() {
		fmt.Fprintf(a.term.Err, "skipped %s: %s\n", printable(s.Path), s.Reason)
	}
	return errPartial
}

// errPartial has been told already: the skipped files were named.
var errPartial = fmt.Errorf("%w", engine.ErrPartial)

func (a *app) print(result any) error {
	if stream, ok := result.(engine.Stream); ok {
		return stream(a.term.Out)
	}
	if a.json {
		return writeJSON(a.term.Out, result)
	}
	return a.term.print(result)
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// errorJSON is what --json gives for an error, on stderr.
type errorJSON struct {
	Error struct {
		Problem string `json:"problem"`
		Cause   string `json:"cause,omitempty"`
		Fix     string `json:"fix,omitempty"`
		Docs    string `json:"docs,omitempty"`
		Exit    int    `json:"exit"`
	} `json:"error"`
}

// report prints an error: problem, cause, fix.
func (a *app) report(err error) {
	if errors.Is(err, errPartial) {
		return
	}
	e := engine.Explain(err)
	if a.json {
		var out errorJSON
		out.Error.Problem, out.Error.Cause, out.Error.Fix, out.Error.Docs, out.Error.Exit = e.Problem, e.Cause, e.Fix, e.Docs, engine.ExitCode(err)
		writeJSON(a.term.Err, out)
		return
	}
	fmt.Fprintln(a.term.Err, a.term.red("✗ ")+printable(e.Problem))
	if e.Cause != "" {
		fmt.Fprintln(a.term.Err, "  cause: "+printable(e.Cause))
	}
	if e.Fix != "" {
		fmt.Fprintln(a.term.Err, "  fix:   "+printable(e.Fix))
	}
	if e.Docs != "" {
		fmt.Fprintln(a.term.Err, "  see:   "+e.Docs)
	}
}
