package cli

import (
	"fmt"
	"slices"
	"strings"

	"brain/engine"
)

// man prints the manual page in roff, made from the table of operations: brain man | man -l -
func (a *app) man(words []string) error {
	if len(words) > 0 {
		return &engine.Error{Problem: "man takes no arguments", Fix: "brain man > brain.1", Kind: engine.ErrUsage}
	}
	page := manual(a.operations())
	if a.json {
		return writeJSON(a.term.Out, struct {
			Page string `json:"page"`
		}{page})
	}
	_, err := fmt.Fprint(a.term.Out, page)
	return err
}

// manual is the manual page in roff, with the macros of man(7). It is written here, since the library that makes roff of markdown
// would cost every command 0.3 ms at its start.
func manual(ops []*engine.Operation) string {
	var b strings.Builder
	b.WriteString(".nh\n.TH brain 1 \"\" \"brain " + engine.Version + "\" \"User Commands\"\n")
	b.WriteString("\n.SH NAME\nbrain \\- one file that keeps what an agent and a person know\n")
	b.WriteString("\n\n.SH SYNOPSIS\n\\fBbrain\\fP \\fICOMMAND\\fP [\\fIARGUMENTS\\fP] [\\fB--json\\fP] [\\fB--quiet\\fP] [\\fB--help\\fP]\n")
	b.WriteString("\n\n.SH DESCRIPTION\nKeeps memories, pages and a code graph in one SQLite file and answers offline. The file is BRAIN_DB, else ~/brain.db.\n")
	b.WriteString("\n\n.SH COMMANDS")
	for _, op := range ops {
		fmt.Fprintf(&b, "\n.SH %s\n%s\n", roff(usageLine(op)), roff(op.Sentence()))
		if op.Help != "" {
			for part := range strings.SplitSeq(op.Help, "\n\n") {
				fmt.Fprintf(&b, "\n.PP\n%s\n", roff(part))
			}
		}
		for _, e := range op.Examples {
			b.WriteString(verbatim(fmt.Sprintf("%s\n    %s\n", e.Command, e.Does)))
		}
		for _, p := range slices.Concat(positions(op), flagsOf(op)) {
			form := p.Label()
			if p.Position == 0 {
				form = flagForm(p)
			}
			fmt.Fprintf(&b, "\n.TP\n\\fB%s\\fP\n%s\n", roff(form), roff(flagHelp(p)))
		}
	}
	for _, name := range []string{"environment", "exit-codes"} {
		title, text, _ := strings.Cut(topics[name], "\n")
		fmt.Fprintf(&b, "\n.SH %s%s", strings.ToUpper(title), verbatim(text))
	}
	return b.String()
}

// verbatim is text whose lines and spaces stay as they are.
func verbatim(text string) string { return "\n.EX\n" + roff(text) + ".EE\n" }

// roff is text that says nothing to roff: its backslashes are shown, and no line of it is a request.
func roff(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, `\`, `\e`), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
