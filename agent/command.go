package agent

import "strings"

// commands are those of a script with what is known of their standard input; some have no words.
func commands(script string) []command {
	l := &lexer{src: strings.ReplaceAll(script, mark, "")}
	l.list(0, 0)
	return l.found
}

// command is a simple command.
type command struct {
	words []string // with marks
	stdin string   // the text of its here-document or here-string, with marks
	fed   bool     // it has one
	from  int      // the command whose output it reads, counted from 1; 0: none
	reads int      // how many redirections of its standard input there were: the last one counts
}

// mark stands before and behind an expansion in which commands were found: where a text is read as a script, these were read
// already. A script cannot hold this byte: shells drop it.
const mark = "\x00"

// typed are the words as they were typed.
func (c command) typed() []string {
	out := make([]string, len(c.words))
	for i, w := range c.words {
		out[i] = strings.ReplaceAll(w, mark, "")
	}
	return out
}

// given are the words as the command gets them, as far as that is known: what a substitution prints is not.
func (c command) given() []string {
	out := make([]string, len(c.words))
	for i, w := range c.words {
		out[i] = given(w)
	}
	return out
}

func given(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, mark) {
		if i%2 == 0 {
			b.WriteString(part)
		} else {
			b.WriteString("$()")
		}
	}
	return b.String()
}
