package llm

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

var (
	// ErrNotFound: there is no command, or its program is not there or cannot be run.
	ErrNotFound = errors.New("no model command")
	// ErrTimeout: the command gave no answer in time and was killed.
	ErrTimeout = errors.New("the model command took too long")
	// ErrTooLong: the answer outgrew MaxAnswer and the command was killed.
	ErrTooLong = errors.New("the model command's answer is too long")
)

// ExitError is a command that ended otherwise than with 0.
type ExitError struct {
	Program string // its path
	Code    int    // -1 if a signal ended it
	State   string // the system's words: "exit status 1", "signal: killed"
	Stderr  string // the end of what it wrote to standard error, cleaned of control characters
}

func (e *ExitError) Error() string {
	text := fmt.Sprintf("run %s: %s", e.Program, e.State)
	if e.Stderr != "" {
		text += ": " + e.Stderr
	}
	return text
}

// clean makes a program's output fit for one line of a message.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}
