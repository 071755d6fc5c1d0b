package cli

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"brain/engine"
)

// appHelp is the library's template for `brain help`, without what we do not have.
const appHelp = `brain keeps what an agent and a person know in one file, and answers offline.

Usage: brain COMMAND [ARGUMENTS] [--json]

Commands:{{range .VisibleCommands}}
  {{join .Names ", "}}{{"\t"}}{{.Usage}}{{end}}
  help{{"\t"}}help COMMAND, or help exit-codes, help environment
  completion{{"\t"}}completion bash|zsh|fish: a script for the shell
  man{{"\t"}}the manual page: brain man | man -l -

Start with: brain demo
The file is BRAIN_DB, else ~/brain.db.
`

// commandHelp is the template for `brain help COMMAND`, its examples filled in.
func commandHelp(op *engine.Operation) string {
	var b strings.Builder
	b.WriteString("brain {{.Name}}: {{.Usage}}\n\nUsage: {{.UsageText}}\n{{if .Description}}\n{{.Description}}\n{{end}}")
	if ps := positions(op); len(ps) > 0 {
		b.WriteString("\nArguments:\n")
		for _, p := range ps {
			fmt.Fprintf(&b, "  %s\t%s\n", p.Label(), p.Help)
		}
	}
	b.WriteString("\nFlags:\n")
	for _, p := range slices.Concat(flagsOf(op), commonFlags) {
		fmt.Fprintf(&b, "  %s\t%s\n", flagForm(p), flagHelp(p))
	}
	if len(op.Examples) > 0 {
		b.WriteString("\nExamples:\n")
		for _, e := range op.Examples {
			fmt.Fprintf(&b, "  %s\n      %s\n", e.Command, e.Does)
		}
	}
	return b.String()
}

// usageLine is the form of a call, like `brain import DIR [--no-embed]`.
func usageLine(op *engine.Operation) string {
	line := "brain " + op.Name
	for _, p := range positions(op) {
		if p.Required {
			line += " " + p.Label()
		} else {
			line += " [" + p.Label() + "]"
		}
	}
	for _, p := range flagsOf(op) {
		line += " [" + flagForm(p) + "]"
	}
	return line
}

// flagForm is a flag as typed, with the word that stands for its value.
func flagForm(p engine.Param) string {
	switch {
	case p.Kind == engine.Bool:
		return "--" + p.Name
	case p.Value != "":
		return "--" + p.Name + " " + p.Value
	}
	return "--" + p.Name + " " + strings.ToUpper(p.Name)
}

// flagHelp is what a flag does, what it is by itself, and what it may be.
func flagHelp(p engine.Param) string {
	help := p.Help
	if p.Enum != nil {
		help += " [" + strings.Join(p.Enum, "|") + "]"
	}
	if p.Default != "" {
		help += " (default " + p.Default + ")"
	}
	return help
}

// topics are the pages of help that belong to no command.
var topics = map[string]string{
	"exit-codes": `Exit codes
  0  done, or nothing was found
  1  an error: stderr says problem, cause and fix
  2  wrong usage; or what is to be made is there already
  3  a decision is needed: stderr holds what it takes (reconcile --auto), or the pages that a name may mean
  4  reserved: no such node
  5  done, but some input was skipped and named on stderr
130  stopped by the keyboard
141  whoever read the output went away
`,
	"completion": `brain completion bash|zsh|fish prints a script that completes commands, flags, slugs and uids.
  source <(brain completion bash)
`,
	"man": `brain man prints the manual page in roff, made from the same table as the help.
  brain man | man -l -
  brain man > ~/.local/share/man/man1/brain.1
`,
	"help": `brain help COMMAND explains a command; brain help exit-codes and brain help environment what their names say.
`,
	"environment": `Environment
  BRAIN_DB             the file; else ~/brain.db
  BRAIN_MODEL          the folder of an embedding model, or builtin; else the file's own
  BRAIN_EMBED_BACKEND  what runs the model: native or hugot; else native where it can
  BRAIN_EMBEDDER       for tests: none (words alone) or fnv384 (counted words) in the model's place
  BRAIN_LLM            the command that answers harvest's prompt, else claude -p, and words questions to pages in other ways
  BRAIN_HARVEST        1: set for that command: harvest does nothing then
  BRAIN_MERGE_ENABLED  1: the hook after a tool's use logs unified queries
  BRAIN_DEBUG          1: print how long each stage of a query took; 2: of writes too
  NO_COLOR             no colour
  CLICOLOR_FORCE       colour even without a terminal
  TERM=dumb            neither colour nor progress
  XDG_CONFIG_HOME      where schedule puts systemd's files; else ~/.config
  XDG_CACHE_HOME       where model pull keeps what it loads; else ~/.cache
  HF_TOKEN             model pull's token for the hub
  HF_ENDPOINT          model pull's hub
`,
}

func (a *app) help(words []string) error {
	if len(words) == 0 {
		if a.json {
			return writeJSON(a.term.Out, tableOf(a.operations()))
		}
		urfave.HelpPrinter(a.term.Out, appHelp, a.urfave(a.operations()...))
		return nil
	}
	if text, ok := topics[words[0]]; ok {
		if a.json {
			return writeJSON(a.term.Out, topicJSON{words[0], text})
		}
		_, err := fmt.Fprint(a.term.Out, text)
		return err
	}
	if group := groupOf(words); group != nil {
		return a.groupHelp(words[0], group)
	}
	op, _, err := find(words, a.commands...)
	if err != nil {
		return err
	}
	if a.json {
		return writeJSON(a.term.Out, operationOf(op))
	}
	urfave.HelpPrinter(a.term.Out, commandHelp(op), a.command(op))
	return nil
}

// groupOf gives the commands of two words that begin with the one given, such as all of `graph`, if that word alone is no
// command itself.
func groupOf(words []string) (group []*engine.Operation) {
	if len(words) != 1 || engine.Find(words[0]) != nil {
		return nil
	}
	for _, op := range engine.Operations() {
		if strings.HasPrefix(op.Name, words[0]+" ") {
			group = append(group, op)
		}
	}
	return group
}

func (a *app) groupHelp(name string, group []*engine.Operation) error {
	if a.json {
		return writeJSON(a.term.Out, tableOf(group))
	}
	fmt.Fprintf(a.term.Out, "brain %s:\n", name)
	w := a.term.table()
	for _, op := range group {
		fmt.Fprintf(w, "  %s\t%s\n", op.Name, op.Summary)
	}
	return w.Flush()
}
