package agent

import (
	"slices"
	"strings"
)

// maxNesting is how deep substitutions are followed; what lies deeper is passed over.
const maxNesting = 40

// Commands gives the simple commands of a shell script in the order in which they begin, those inside of substitutions too. A
// command is its words with the quotes taken off; an expansion stays in its word as it was typed. Redirections, comments and
// the texts of here-documents are no words. A script that no shell would take gives what can be made of it.
//
// It is a lexer of its own because mvdan.cc/sh, which parses shells whole, compiles regular expressions at every start of the
// program that links it.
func Commands(script string) [][]string {
	l := &lexer{src: script}
	l.list(0, 0)
	return slices.DeleteFunc(l.found, func(words []string) bool { return len(words) == 0 })
}

// lexer reads a script once, from the left to the right.
type lexer struct {
	src   string
	pos   int
	found [][]string
	docs  []heredoc // whose texts begin after the next line break
}

type heredoc struct {
	end    string
	quoted bool // nothing in it is expanded
	tabs   bool // <<- : tabs before the end do not count
}

func (l *lexer) peek() byte { return l.at(0) }

// at gives the byte that stands n after the next one; 0 beyond the end.
func (l *lexer) at(n int) byte {
	if l.pos+n < len(l.src) {
		return l.src[l.pos+n]
	}
	return 0
}

func (l *lexer) more() bool { return l.pos < len(l.src) }

// list reads commands up to the byte end, which closes a substitution, or to the end of the script.
func (l *lexer) list(end byte, depth int) {
	place := -1 // of the command that is being read, among those found
	add := func(word string) {
		if place < 0 {
			place = len(l.found)
			l.found = append(l.found, nil)
		}
		l.found[place] = append(l.found[place], word)
	}
	for l.more() {
		c := l.peek()
		switch {
		case end != 0 && c == end:
			l.pos++
			return
		case c == '\n':
			l.pos++
			l.heredocs(depth)
			place = -1
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
		case c == '\\' && l.at(1) == '\n':
			l.pos += 2
		case c == '#':
			l.comment()
		case c == '&' && l.at(1) == '>':
			l.pos++ // &> redirects, it ends no command
		case c == ';' || c == '&' || c == '|' || c == '(' || c == ')':
			l.pos++
			place = -1
		case c == '<' || c == '>':
			l.redirect(end, depth)
		default:
			// The place is taken before the word is read: a substitution in the word begins later.
			if place < 0 {
				place = len(l.found)
				l.found = append(l.found, nil)
			}
			word, plain := l.word(end, depth)
			if plain && allDigits(word) && (l.peek() == '<' || l.peek() == '>') {
				continue // the number of what is redirected
			}
			add(word)
			if len(l.found[place]) == 1 && plain && opensCommand(word) {
				l.found[place] = nil // what follows is the command
			}
		}
	}
}

// opensCommand says whether a word only leads to a command.
func opensCommand(word string) bool {
	switch word {
	case "if", "then", "elif", "else", "while", "until", "do", "{", "!", "time":
		return true
	}
	return false
}

func (l *lexer) comment() {
	if i := strings.IndexByte(l.src[l.pos:], '\n'); i >= 0 {
		l.pos += i
		return
	}
	l.pos = len(l.src)
}

// redirect reads an operator that begins with < or > and what belongs to it. The commands of a process substitution are
// commands of the script.
func (l *lexer) redirect(end byte, depth int) {
	if l.at(1) == '(' {
		l.pos += 2
		l.inside(')', depth)
		return
	}
	operator := l.pos
	for c := l.peek(); c == '<' || c == '>' || c == '&' || c == '|'; c = l.peek() {
		l.pos++
	}
	doc := l.src[operator:l.pos] == "<<"
	tabs := doc && l.peek() == '-'
	if tabs {
		l.pos++
	}
	for l.peek() == ' ' || l.peek() == '\t' {
		l.pos++
	}
	if !l.more() || strings.IndexByte("\n;&|()<>", l.peek()) >= 0 || l.peek() == end {
		return
	}
	name, plain := l.word(end, depth)
	if doc {
		l.docs = append(l.docs, heredoc{end: name, quoted: !plain, tabs: tabs})
	}
}

// heredocs passes over the texts that begin here. Where they are expanded, their substitutions are commands.
func (l *lexer) heredocs(depth int) {
	docs := l.docs
	l.docs = nil
	for _, d := range docs {
		begin := l.pos
		end := len(l.src)
		for l.more() {
			line, rest, _ := strings.Cut(l.src[l.pos:], "\n")
			start := l.pos
			l.pos = len(l.src) - len(rest)
			if d.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if strings.TrimSuffix(line, "\r") == d.end {
				end = start
				break
			}
		}
		if !d.quoted && depth < maxNesting {
			text := &lexer{src: l.src[begin:end]}
			text.expansions(0, depth+1)
			l.found = append(l.found, text.found...)
		}
	}
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
