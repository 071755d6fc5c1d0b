package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"brain/engine"
)

// line prints a line. Texts among the arguments come from files and from people: they are made printable here, so that no
// command can forget it, unless they are shown already.
func (t *Terminal) line(format string, args ...any) error {
	_, err := fmt.Fprintf(t.Out, format+"\n", safe(args)...)
	return err
}

// aside prints a line on stderr, as line does on stdout.
func (t *Terminal) aside(format string, args ...any) {
	fmt.Fprintf(t.Err, format+"\n", safe(args)...)
}

// prompt asks on stderr, without ending the line.
func (t *Terminal) prompt(question string) { fmt.Fprint(t.Err, printable(question)) }

// shown is a text that may be written as it is.
type shown string

// safe makes the texts among args printable.
func safe(args []any) []any {
	out := make([]any, len(args))
	for i, v := range args {
		if s, ok := v.(string); ok {
			v = printable(s)
		}
		out[i] = v
	}
	return out
}

// count is a number with its noun.
func count[N int | int64](n N, noun string) string {
	switch {
	case n == 1:
		return fmt.Sprintf("%d %s", n, noun)
	case strings.HasSuffix(noun, "y"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(noun, "y"))
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// printable replaces control characters, so that a name or a path can neither move the cursor nor forge a line or its order.
func printable(s string) string { return replaceControl(s, "") }

// contents is printable for a text that has lines of its own, which it keeps.
func contents(s string) shown { return shown(replaceControl(s, "\n\t")) }

func replaceControl(s, but string) string {
	// Most of what is shown is ASCII without a control character: a sixth of the CPU of a graph of 16,000 lines went to mapping it.
	if isPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if (unicode.IsControl(r) || isOrder(r)) && !strings.ContainsRune(but, r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// isPlain says that a text is of ASCII's visible characters and spaces. It looks at eight bytes at once: one below ' ' makes the
// difference borrow, DEL the sum carry, and what is not ASCII has its highest bit set.
func isPlain(s string) bool {
	const each = 0x0101010101010101
	for ; len(s) >= 8; s = s[8:] {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if (w|(w-' '*each)|(w+each))&(0x80*each) != 0 {
			return false
		}
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// isOrder says whether a character changes the order in which others are shown, or breaks the line: the embeddings, overrides and
// isolates of Unicode's bidirectional algorithm, by which a text shows otherwise than it reads (CVE-2021-42574), and its line and
// paragraph separators. The marks that right-to-left texts need, which only stand for a letter of their script, are none.
func isOrder(r rune) bool {
	return r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// oneLine folds white space, so that a text of many lines fits one row.
func oneLine(s string) string {
	if isPlain(s) && !strings.Contains(s, "  ") && !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ") {
		return s
	}
	return printable(strings.Join(strings.Fields(s), " "))
}

// cut shortens a text to n runes, on a word's end if there is one near.
func cut(s string, n int) string { return engine.Cut(s, n) }

func (t *Terminal) table() *tabwriter.Writer { return tabwriter.NewWriter(t.Out, 0, 4, 2, ' ', 0) }

// columns are rows of cells with tabs between them: aligned for people, as they are for programs.
type columns struct {
	out   io.Writer
	table *tabwriter.Writer // nil for programs
	line  []byte
}

func (t *Terminal) columns() *columns {
	c := &columns{out: t.Out}
	if t.IsTTY {
		c.table = t.table()
		c.out = c.table
	}
	return c
}

// row writes a row. Its cells are printable.
func (c *columns) row(cells ...string) {
	c.line = c.line[:0]
	for i, cell := range cells {
		if i > 0 {
			c.line = append(c.line, '\t')
		}
		c.line = append(c.line, cell...)
	}
	c.out.Write(append(c.line, '\n'))
}

// flush aligns what was written.
func (c *columns) flush() error {
	if c.table == nil {
		return nil
	}
	return c.table.Flush()
}
