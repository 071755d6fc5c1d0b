package agent

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// edit is a change of a file's text that can be taken back. Texts have no byte order mark, and lines that end with a line feed.
type edit interface {
	// add gives the text with ours in it; the text itself where ours is there already.
	add(text string) (string, error)
	// remove gives the text without ours; the text itself where ours is not there. was is what the text was before ours came
	// into it, "" where that is not known: it tells which containers were made for ours.
	remove(text, was string) (string, error)
	// empty says whether a text holds nothing but what a new file begins with.
	empty(text string) bool
}

// Fault says why a file is left as it is.
type Fault struct {
	Path    string
	Line    int // 0 where it is of no line
	Problem string
	Fix     string

	rest bool // what else belongs to the set-up is of use without this part
}

func (f *Fault) Error() string {
	if f.Line > 0 {
		return fmt.Sprintf("%s, line %d: %s", f.Path, f.Line, f.Problem)
	}
	return f.Path + ": " + f.Problem
}

func fault(line int, fix, format string, args ...any) *Fault {
	return &Fault{Line: line, Problem: fmt.Sprintf(format, args...), Fix: fix}
}

const (
	bom = "\xEF\xBB\xBF"
	// maxFile is the largest file that is edited, and maxNested how deep its brackets may lie in one another: the parsers call
	// themselves for each.
	maxFile   = 8 << 20
	maxNested = 2000
)

// text is the content of a file, and how it is written.
type text struct {
	body string
	bom  bool
	crlf bool
}

// readText takes a file's bytes apart; what is no text is a fault.
func readText(b []byte) (text, error) {
	s, marked := strings.CutPrefix(string(b), bom)
	if len(s) > maxFile {
		return text{}, fault(0, "make it smaller, or add to it by hand", "it has %d bytes", len(s))
	}
	if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		line := 1
		for i, r := range s {
			if r == 0 || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
				break
			}
			if r == '\n' {
				line++
			}
		}
		return text{}, fault(line, "save it as UTF-8", "it is no UTF-8 text")
	}
	if line := tooDeep(s); line > 0 {
		return text{}, fault(line, "add to it by hand", "its brackets lie too deep in one another")
	}
	// Lines are written as the file writes all of its own; where it does both, with a line feed.
	crlf := strings.Contains(s, "\r\n") && strings.Count(s, "\r\n") == strings.Count(s, "\n")
	if crlf {
		s = strings.ReplaceAll(s, "\r\n", "\n")
	}
	return text{body: s, bom: marked, crlf: crlf}, nil
}

func tooDeep(s string) (line int) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth > maxNested {
			return lineOf(s, i)
		}
	}
	return 0
}

// bytes puts the content back together.
func (t text) bytes() []byte {
	s := t.body
	if t.crlf {
		s = strings.ReplaceAll(s, "\n", "\r\n")
	}
	if t.bom {
		s = bom + s
	}
	return []byte(s)
}

// lineOf is the line, counted from 1, in which an offset stands.
func lineOf(s string, offset int) int {
	return strings.Count(s[:max(0, min(offset, len(s)))], "\n") + 1
}

// lineStart is where the line begins in which an offset stands.
func lineStart(s string, offset int) int { return strings.LastIndexByte(s[:offset], '\n') + 1 }

// indentOf is the white space that the line of an offset begins with.
func indentOf(s string, offset int) string {
	line := s[lineStart(s, offset):]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// closed is the text with an end to its last line.
func closed(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}
