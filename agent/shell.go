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

// word reads one word. plain says that nothing of it was quoted or expanded. end closes the list that the word stands in.
func (l *lexer) word(end byte, depth int) (word string, plain bool) {
	var b strings.Builder
	plain = true
	for l.more() {
		c := l.peek()
		if c == end && end != 0 {
			break
		}
		if strings.IndexByte(" \t\r\n;&|()<>", c) >= 0 {
			if c == '(' && strings.HasSuffix(b.String(), "=") {
				l.pos++ // a=(…): an array, whose words are no commands
				l.array(depth)
				continue
			}
			break
		}
		switch c {
		case '\'':
			plain = false
			b.WriteString(l.single())
		case '"':
			plain = false
			l.pos++
			b.WriteString(l.expansions('"', depth))
		case '\\':
			plain = false
			l.pos++
			if l.peek() != '\n' && l.more() {
				b.WriteByte(l.peek())
			}
			l.pos++
		case '$':
			plain = false
			if l.at(1) == '\'' {
				l.pos++
				b.WriteString(l.ansi())
				continue
			}
			if l.at(1) == '"' {
				l.pos++
				continue
			}
			b.WriteString(l.expansion(depth))
		case '`':
			plain = false
			b.WriteString(l.expansion(depth))
		default:
			b.WriteByte(c)
			l.pos++
		}
	}
	l.pos = min(l.pos, len(l.src))
	return b.String(), plain
}

// single reads '…', without the quotes.
func (l *lexer) single() string {
	l.pos++
	text, _, closed := strings.Cut(l.src[l.pos:], "'")
	l.pos += len(text)
	if closed {
		l.pos++
	}
	return text
}

// ansi reads $'…', in which a backslash keeps a quote.
func (l *lexer) ansi() string {
	l.pos++
	var b strings.Builder
	for l.more() {
		c := l.peek()
		l.pos++
		if c == '\'' {
			break
		}
		if c == '\\' && l.more() {
			c = l.peek()
			l.pos++
		}
		b.WriteByte(c)
	}
	return b.String()
}

// expansions reads up to end as between double quotes: only expansions and some backslashes mean something.
func (l *lexer) expansions(end byte, depth int) string {
	var b strings.Builder
	for l.more() {
		c := l.peek()
		switch {
		case end != 0 && c == end:
			l.pos++
			return b.String()
		case c == '\\' && l.pos+1 < len(l.src):
			if next := l.at(1); strings.IndexByte("$`\"\\\n", next) < 0 {
				b.WriteByte('\\')
				b.WriteByte(next)
			} else if next != '\n' {
				b.WriteByte(next)
			}
			l.pos += 2
		case c == '$' || c == '`':
			b.WriteString(l.expansion(depth))
		default:
			b.WriteByte(c)
			l.pos++
		}
	}
	return b.String()
}

// expansion reads what begins with $ or a backquote, and gives it as it was typed.
func (l *lexer) expansion(depth int) string {
	begin := l.pos
	switch {
	case l.peek() == '`':
		l.pos++
		l.inside('`', depth)
	case strings.HasPrefix(l.src[l.pos:], "$(("):
		l.pos += 3
		l.balanced('(', ')', 2, depth)
	case l.at(1) == '(':
		l.pos += 2
		l.inside(')', depth)
	case l.at(1) == '{':
		l.pos += 2
		l.balanced('{', '}', 1, depth)
	default:
		l.pos++
	}
	return l.src[begin:min(l.pos, len(l.src))]
}

// balanced reads to where open brackets are closed again, over quotes and expansions.
func (l *lexer) balanced(opening, closing byte, open, depth int) {
	if depth >= maxNesting {
		l.pos = len(l.src)
		return
	}
	for l.more() && open > 0 {
		switch c := l.peek(); {
		case c == closing:
			open--
			l.pos++
		case c == opening:
			open++
			l.pos++
		case c == '\\':
			l.pos += 2
		case c == '\'':
			l.single()
		case c == '"':
			l.pos++
			l.expansions('"', depth+1)
		case c == '$' || c == '`':
			l.expansion(depth + 1)
		default:
			l.pos++
		}
	}
	l.pos = min(l.pos, len(l.src))
}

// inside reads a list of commands of its own, up to end.
func (l *lexer) inside(end byte, depth int) {
	if depth >= maxNesting {
		l.pos = len(l.src)
		return
	}
	outer := l.docs
	l.docs = nil
	l.list(end, depth+1)
	l.docs = outer
}

// array reads the words of an array; only the substitutions in them are commands.
func (l *lexer) array(depth int) {
	if depth >= maxNesting {
		l.pos = len(l.src)
		return
	}
	for l.more() {
		switch c := l.peek(); {
		case c == ')':
			l.pos++
			return
		case c == '#':
			l.comment()
		case strings.IndexByte(" \t\r\n;&|(<>", c) >= 0:
			l.pos++
		default:
			l.word(')', depth+1)
		}
	}
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
