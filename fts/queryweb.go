package fts

import (
	"strings"
	"unicode/utf8"
)

// Plain is plainto_tsquery('english', text): every lexeme of the text must be there, wherever.
func Plain(text string) Query {
	var b builder
	b.text(text, andNode, 0, false)
	return b.query()
}

// Phrase is phraseto_tsquery('english', text): the lexemes of the text must follow one another as they do in it;
// stop words may be any word.
func Phrase(text string) Query {
	var b builder
	b.text(text, phraseNode, 0, false)
	return b.query()
}

// maxPendingNots is the number of open operators at which PostgreSQL 15 fails with "tsquery stack too small". Web has
// no errors, so from there on two NOTs cancel each other, which changes no match.
const maxPendingNots = 32

// Web is websearch_to_tsquery('english', s), the syntax of search engines: words are joined by AND, "or" and quoted
// phrases mean what they say, a minus before either excludes it. Any input gives a query.
func Web(s string) Query {
	var b builder
	wantOperand, first := true, true
	for {
		s = s[leadingSpace(s):]
		switch {
		case s == "":
			if wantOperand && !first {
				b.stop()
			}
			return b.query()
		case wantOperand && s[0] == '-':
			b.webNot()
			s, first = s[1:], false
		case wantOperand && s[0] == '"':
			phrase, rest, _ := strings.Cut(s[1:], `"`)
			b.text(phrase, phraseNode, 0, false)
			s, wantOperand = rest, false
		case isOperator(s[0]):
			s, first = s[1:], false
		case wantOperand:
			n := webWord(s)
			b.text(s[:n], phraseNode, 0, false)
			s, wantOperand = s[n:], false
		case startsWithOr(s):
			b.operator(orNode, 0)
			s, wantOperand, first = s[2:], true, false
		default:
			b.operator(andNode, 0)
			wantOperand, first = true, false
		}
	}
}

func (b *builder) webNot() {
	if n := len(b.pending); n >= maxPendingNots && b.pending[n-1].kind == notNode {
		b.pending = b.pending[:n-1]
		return
	}
	b.operator(notNode, 0)
}

// webWord is the length of the bare word at the beginning of s. Its first character may be a colon.
func webWord(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	for n < len(s) && s[n] != '"' && !endsWord(s[n:]) {
		_, size := utf8.DecodeRuneInString(s[n:])
		n += size
	}
	return n
}

// startsWithOr reports whether s, which follows an operand, begins with the operator "or": no part of a longer word,
// and with something after it that may be an operand.
func startsWithOr(s string) bool {
	if len(s) < 3 || !strings.EqualFold(s[:2], "or") {
		return false
	}
	r, size := utf8.DecodeRuneInString(s[2:])
	if r == '-' || r == '_' || isTrigramRune(r) {
		return false
	}
	rest := s[2+size:]
	return leadingSpace(rest) < len(rest)
}
