package agent

import "strings"

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

// expansion reads what begins with $ or a backquote, and gives it as it was typed, between marks if commands are in it.
func (l *lexer) expansion(depth int) string {
	begin, known := l.pos, len(l.found)
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
	text := l.src[begin:min(l.pos, len(l.src))]
	if len(l.found) > known {
		return mark + text + mark
	}
	return text
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
