package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Terminal is all that is known of the terminal: where to write and what may be written there. Data goes to Out,
// everything else to Err.
type Terminal struct {
	In    io.Reader
	Out   io.Writer
	Err   io.Writer
	IsTTY bool // Out is a terminal: tables are aligned, long lines cut to Width
	Live  bool // Err is a terminal: progress may be drawn
	Asks  bool // In, Out and Err are terminals: somebody is there to answer
	Color bool
	Width int
}

// defaultWidth is used where a terminal does not say how wide it is.
const defaultWidth = 100

// System is the process's own terminal. NO_COLOR, CLICOLOR_FORCE and TERM=dumb are honoured (https://no-color.org).
func System() *Terminal {
	t := &Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Width: defaultWidth}
	t.IsTTY = term.IsTerminal(int(os.Stdout.Fd()))
	t.Live = term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	t.Asks = t.IsTTY && t.Live && term.IsTerminal(int(os.Stdin.Fd()))
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		t.Width = w
	}
	t.Color = t.IsTTY && os.Getenv("TERM") != "dumb"
	if os.Getenv("CLICOLOR_FORCE") != "" && os.Getenv("CLICOLOR_FORCE") != "0" {
		t.Color = true
	}
	if os.Getenv("NO_COLOR") != "" {
		t.Color = false
	}
	return t
}

// style makes a text printable and wraps it in an ANSI attribute, where colour is allowed.
func (t *Terminal) style(code, text string) shown {
	text = printable(text)
	if !t.Color || text == "" {
		return shown(text)
	}
	return shown("\x1b[" + code + "m" + text + "\x1b[0m")
}

func (t *Terminal) bold(s string) shown { return t.style("1", s) }
func (t *Terminal) dim(s string) shown  { return t.style("2", s) }
func (t *Terminal) red(s string) shown  { return t.style("31", s) }
