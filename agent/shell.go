package agent

import "strings"

// maxNesting is how deep substitutions are followed; what lies deeper is passed over.
const maxNesting = 40

// Commands gives the simple commands of a shell script in the order in which they begin, those inside of substitutions too. A
// command is its words with the quotes taken off; an expansion stays in its word as it was typed. Redirections, comments and
// the texts of here-documents are no words. A script that no shell would take gives what can be made of it.
//
// It is a lexer of its own because mvdan.cc/sh, which parses shells whole, compiles regular expressions at every start of the
// program that links it.
func Commands(script string) [][]string {
	var out [][]string
	for _, c := range commands(script) {
		if len(c.words) > 0 {
			out = append(out, c.typed())
		}
	}
	return out
}

// lexer reads a script once, from the left to the right.
type lexer struct {
	src   string
	pos   int
	found []command
	docs  []heredoc // whose texts begin after the next line break
}

type heredoc struct {
	end    string
	quoted bool // nothing in it is expanded
	tabs   bool // <<- : tabs before the end do not count
	reader int  // the command that reads it; -1: none does on standard input
	read   int  // which of the reader's redirections it is
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
	from := 0   // the command whose output the next one reads
	begin := func() {
		if place < 0 {
			place = len(l.found)
			l.found = append(l.found, command{from: from})
			from = 0
		}
	}
	number := "" // of what is redirected
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
		case c == '|' && l.at(1) != '|':
			l.pos++
			if l.peek() == '&' {
				l.pos++
			}
			from, place = place+1, -1
		case c == ';' || c == '&' || c == '|' || c == '(' || c == ')':
			l.pos++
			from, place = 0, -1
		case c == '<' || c == '>':
			begin()
			l.redirect(end, depth, place, number)
			number = ""
		default:
			// The place is taken before the word is read: a substitution in the word begins later.
			begin()
			word, plain := l.word(end, depth)
			if plain && allDigits(word) && (l.peek() == '<' || l.peek() == '>') {
				number = word
				continue
			}
			now := &l.found[place]
			now.words = append(now.words, word)
			if len(now.words) == 1 && plain && opensCommand(word) {
				now.words = nil // what follows is the command
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
// commands of the script. place is the command that it belongs to, number what is redirected, "" where none is named.
func (l *lexer) redirect(end byte, depth, place int, number string) {
	if l.at(1) == '(' {
		l.pos += 2
		l.inside(')', depth)
		return
	}
	operator := l.pos
	for c := l.peek(); c == '<' || c == '>' || c == '&' || c == '|'; c = l.peek() {
		l.pos++
	}
	kind := l.src[operator:l.pos]
	doc := kind == "<<"
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
	reader, read := -1, 0
	if kind[0] == '<' && (number == "" || number == "0") {
		reader = place
		c := &l.found[place]
		c.stdin, c.fed, c.from, c.reads = "", false, 0, c.reads+1 // it goes before what a pipe brings
		read = c.reads
		if kind == "<<<" {
			c.stdin, c.fed = name+"\n", true
		}
	}
	if doc {
		l.docs = append(l.docs, heredoc{end: strings.ReplaceAll(name, mark, ""), quoted: !plain, tabs: tabs, reader: reader, read: read})
	}
}

// heredocs reads the texts that begin here. Where they are expanded, their substitutions are commands.
func (l *lexer) heredocs(depth int) {
	docs := l.docs
	l.docs = nil
	for _, d := range docs {
		var b strings.Builder
		for l.more() {
			line, rest, ended := strings.Cut(l.src[l.pos:], "\n")
			l.pos = len(l.src) - len(rest)
			if d.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if strings.TrimSuffix(line, "\r") == d.end {
				break
			}
			b.WriteString(line)
			if ended {
				b.WriteByte('\n')
			}
		}
		text := b.String()
		if !d.quoted && depth < maxNesting {
			inner := &lexer{src: text}
			text = inner.expansions(0, depth+1)
			first := len(l.found)
			for _, c := range inner.found {
				if c.from > 0 {
					c.from += first
				}
				l.found = append(l.found, c)
			}
		}
		if d.reader >= 0 && l.found[d.reader].reads == d.read {
			l.found[d.reader].stdin, l.found[d.reader].fed = text, true
		}
	}
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
