package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	urfave "github.com/urfave/cli/v3"

	"brain/engine"
)

// exitInterrupted is the exit code of a run that was stopped by the keyboard, as shells have it (128 + SIGINT).
const exitInterrupted = 130

// Run does what the command line says and gives the exit code. demo is the tree that `brain demo` reads, more are commands beside
// those of the table.
func Run(args []string, t *Terminal, demo fs.FS, more ...Command) int {
	ctx, stop := signal.NotifyContext(context.Background(), ends()...)
	defer stop()
	// The first signal asks the work to end. After it the system's own way is back, so that a second one ends the process.
	context.AfterFunc(ctx, stop)
	out := newOutput(t.Out)
	term := *t
	term.Out, term.Err = out, aside{t.Err, out}
	a := &app{term: &term, demo: demo, commands: more}
	a.commands = append(a.commands, Command{Operation: callOperation, Run: func(ctx context.Context, _ engine.Config, params json.RawMessage) error {
		return a.call(ctx, params)
	}})
	err := a.run(ctx, args[1:])
	if failed := out.flush(); failed != nil {
		err = outputError(failed)
	}
	code := exitCode(ctx, err)
	if code == exitVeto && len(args) > 1 && args[1] == "hook" {
		code = 1
	}
	a.report(err, code)
	return code
}

// ends are the signals that ask the work to end. A terminal that is closed is one of them, since commands that brain has started,
// such as harvest's model, have no terminal and would go on for ever; not so where that is ignored, as nohup has it.
func ends() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// exitVeto is by what the hooks of agents say no to what they hang on, and by what brain tells of wrong usage: a hook that is called
// wrongly must not stop an agent.
const exitVeto = 2

func exitCode(ctx context.Context, err error) int {
	switch {
	case errors.Is(err, errPipe):
		return exitPipe
	case err != nil && ctx.Err() != nil && !errors.Is(err, engine.ErrPartial):
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

	commands []Command
}

func (a *app) run(ctx context.Context, words []string) error {
	// The flag is looked for before anything is checked, so that a usage error is JSON too.
	a.json = asksJSON(words)
	name, rest := split(words)
	if len(name) == 0 {
		if len(rest) > 0 && !isCommon(rest[len(rest)-1]) {
			first := rest[slices.IndexFunc(rest, func(w string) bool { return !isCommon(w) })]
			return &engine.Error{Problem: first + " stands before the command", Fix: "begin with a command: see `brain help`", Kind: engine.ErrUsage}
		}
		if len(words) == 0 {
			return a.noCommand()
		}
		name = []string{"help"}
	}
	for _, op := range []*engine.Operation{helpOperation, completionOperation, manOperation} {
		if name[0] != op.Name {
			continue
		}
		c, err := parse(op, slices.Concat(name[1:], rest))
		if err != nil {
			return err
		}
		a.json = c.says("json")
		switch {
		case op == completionOperation && !c.says("help"):
			return a.completion(ctx, c.args)
		case op == manOperation && !c.says("help"):
			return a.man(c.args)
		}
		return a.help(c.args)
	}
	op, more, err := find(name, a.commands...)
	if err != nil {
		return err
	}
	// The answer to a call is JSON, and so is what is wrong with it.
	a.json = a.json || op == callOperation
	c, err := parse(op, slices.Concat(more, rest))
	if err != nil {
		return err
	}
	a.json = c.says("json") || op == callOperation && !c.says("help")
	if c.says("help") {
		return a.help(strings.Fields(op.Name))
	}
	return a.urfave(op).Run(ctx, c.ordered())
}

// noCommand shows the help to whoever typed nothing: on stderr, since no command was done.
func (a *app) noCommand() error {
	a.term.Out = a.term.Err
	if err := a.help(nil); err != nil {
		return err
	}
	return errNoCommand
}

// errNoCommand has been told already: the help was shown.
var errNoCommand = fmt.Errorf("%w", engine.ErrUsage)

// The commands that are no operations of a brain: they speak of the command line itself.
var (
	helpOperation       = &engine.Operation{Name: "help", Params: []engine.Param{{Name: "command", Kind: engine.String, Position: 1}}}
	completionOperation = &engine.Operation{Name: "completion", Params: []engine.Param{{Name: "shell", Kind: engine.String, Position: 1}}}
	manOperation        = &engine.Operation{Name: "man"}
)

// urfave builds the library's commands from operations. A name of two words is one command: the words were
// put together before the library sees them.
func (a *app) urfave(ops ...*engine.Operation) *urfave.Command {
	root := &urfave.Command{
		Name:            "brain",
		Usage:           "one file that keeps what an agent and a person know",
		HideVersion:     true,
		HideHelpCommand: true,
		Writer:          a.term.Out,
		ErrWriter:       a.term.Err,
		ExitErrHandler:  func(context.Context, *urfave.Command, error) {},
		OnUsageError:    func(_ context.Context, _ *urfave.Command, err error, _ bool) error { return err },
	}
	for _, op := range ops {
		root.Commands = append(root.Commands, a.command(op))
	}
	return root
}

func (a *app) command(op *engine.Operation) *urfave.Command {
	c := &urfave.Command{
		Name:                      op.Name,
		Usage:                     op.Summary,
		UsageText:                 usageLine(op),
		Description:               op.Help,
		DisableSliceFlagSeparator: true,
		OnUsageError:              func(_ context.Context, _ *urfave.Command, err error, _ bool) error { return err },
		Action:                    func(ctx context.Context, c *urfave.Command) error { return a.action(ctx, c, op) },
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
		return &urfave.StringSliceFlag{Name: p.Name, Usage: flagHelp(p)}
	}
	return &urfave.StringFlag{Name: p.Name, Usage: flagHelp(p)}
}

func (a *app) action(ctx context.Context, c *urfave.Command, op *engine.Operation) error {
	params, err := params(c, op)
	if err != nil {
		return err
	}
	a.json, a.quiet = c.Bool("json"), c.Bool("quiet")
	if command := a.called(op); command != nil {
		return command.Run(ctx, engine.Config{Demo: a.demo}, params)
	}
	return a.do(ctx, op, params)
}

// do runs an operation and prints what it gives.
func (a *app) do(ctx context.Context, op *engine.Operation, params json.RawMessage) error {
	bar := &progress{term: a.term, off: a.quiet}
	e := engine.New(engine.Config{Progress: bar.show, Notice: func(s string) {
		bar.clear()
		if !a.quiet {
			a.term.aside("%s", a.term.dim("note: "+s))
		}
	}, Debug: a.debug(), Demo: a.demo, Brief: !a.json})
	defer e.Close()
	result, err := op.Run(ctx, e, params)
	bar.clear()
	if err != nil {
		return err
	}
	if err := a.print(result); err != nil {
		return err
	}
	if r, ok := result.(*engine.InitResult); ok && a.term.Asks && !a.json && !a.quiet {
		return a.guide(ctx, e, r)
	}
	if r, ok := result.(*engine.SetupResult); ok && r.Pending() {
		return a.consent(r)
	}
	later, ok := result.(engine.Afterwards)
	if ok || e.Owes() {
		if err := a.term.flush(); err != nil {
			return outputError(err)
		}
	}
	if ok {
		later.Afterwards(ctx)
	}
	e.Settle(ctx)
	if v, ok := result.(engine.Verdict); ok && v.Verdict() != nil {
		return v.Verdict()
	}
	return a.partial(result)
}

// debug prints the stages of a query on stderr where BRAIN_DEBUG=1 asks for it, and those of writes too where it is 2: brain-cli times
// queries alone.
func (a *app) debug() func(string, time.Duration) {
	level := os.Getenv("BRAIN_DEBUG")
	if level != "1" && level != "2" {
		return nil
	}
	return func(stage string, took time.Duration) {
		if level == "1" && (stage == engine.StageLine || stage == engine.StageWrite) {
			return
		}
		a.term.aside("⏱ %s: %.1fms", stage, float64(took.Microseconds())/1000)
	}
}

func (a *app) print(result any) error {
	if stream, ok := result.(engine.Stream); ok {
		return stream(a.term.Out)
	}
	if a.json {
		return writeJSON(a.term.Out, result)
	}
	return a.term.print(result)
}
