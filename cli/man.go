package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"

	"brain/engine"
)

// man prints the manual page in roff, made from the table of operations: brain man | man -l -
func (a *app) man(words []string) error {
	if len(words) > 0 {
		return &engine.Error{Problem: "man takes no arguments", Fix: "brain man > brain.1", Kind: engine.ErrUsage}
	}
	page := string(md2man.Render([]byte(manual(a.operations()))))
	if a.json {
		return writeJSON(a.term.Out, struct {
			Page string `json:"page"`
		}{page})
	}
	_, err := fmt.Fprint(a.term.Out, page)
	return err
}

// manual is the manual page in the markdown that md2man reads.
func manual(ops []*engine.Operation) string {
	var b strings.Builder
	b.WriteString("brain 1 \"\" \"brain " + engine.Version + "\" \"User Commands\"\n====\n\n")
	b.WriteString("# NAME\nbrain - one file that keeps what an agent and a person know\n\n")
	b.WriteString("# SYNOPSIS\n**brain** *COMMAND* [*ARGUMENTS*] [**--json**] [**--quiet**] [**--help**]\n\n")
	b.WriteString("# DESCRIPTION\nKeeps memories, pages and a code graph in one SQLite file and answers offline. The file is BRAIN_DB, else ~/brain.db.\n\n")
	b.WriteString("# COMMANDS\n")
	for _, op := range ops {
		fmt.Fprintf(&b, "\n## %s\n%s\n\n", roffSafe(usageLine(op)), roffSafe(op.Sentence()))
		if op.Help != "" {
			b.WriteString(roffSafe(op.Help) + "\n\n")
		}
		// Behind the list of flags md2man would take them for a part of it.
		for _, e := range op.Examples {
			fmt.Fprintf(&b, "```\n%s\n    %s\n```\n\n", e.Command, e.Does)
		}
		for _, p := range slices.Concat(positions(op), flagsOf(op)) {
			form := p.Label()
			if p.Position == 0 {
				form = flagForm(p)
			}
			fmt.Fprintf(&b, "**%s**\n: %s\n\n", roffSafe(form), roffSafe(flagHelp(p)))
		}
	}
	for _, name := range []string{"environment", "exit-codes"} {
		title, text, _ := strings.Cut(topics[name], "\n")
		fmt.Fprintf(&b, "# %s\n```\n%s```\n\n", strings.ToUpper(title), text)
	}
	return b.String()
}

// roffSafe keeps words such as --type_of or *.go from being read as markdown.
func roffSafe(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "]", `\]`, "#", `\#`).Replace(s)
}
