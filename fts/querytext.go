package fts

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrQuery is wrapped by every error of ParseQuery and ToQuery.
var ErrQuery = errors.New("invalid tsquery")

// maxNesting bounds the parentheses and operators that may be open at once in a written query. PostgreSQL 15 gives up
// at 32 operators, and at some thousands of parentheses.
const maxNesting = 4096

// ParseQuery reads a tsquery as String writes it and as PostgreSQL casts from text ('…'::tsquery): lexemes, taken as
// they are, with their labels and prefix mark ('super':*AB), joined by & | ! <-> <N> and parentheses.
func ParseQuery(s string) (Query, error) {
	return parseQuery(s, func(b *builder, text string, weights uint8, prefix bool) error {
		if len(text) > maxWordBytes {
			return fmt.Errorf("word of %d bytes is longer than %d", len(text), maxWordBytes)
		}
		b.operand(text, weights, prefix)
		return nil
	})
}

// ToQuery is to_tsquery('english', s): the syntax of ParseQuery, but every operand is text whose lexemes take its
// place, as a phrase if there are several. Stop words leave no trace but in the distances of phrases.
func ToQuery(s string) (Query, error) {
	return parseQuery(s, func(b *builder, text string, weights uint8, prefix bool) error {
		b.text(text, phraseNode, weights, prefix)
		return nil
	})
}

func parseQuery(s string, operand func(b *builder, text string, weights uint8, prefix bool) error) (Query, error) {
	var b builder
	if err := readQuery(s, &b, operand); err != nil {
		if len(s) > 100 {
			s = strings.ToValidUTF8(s[:100], "") + "…"
		}
		return Query{}, fmt.Errorf("%w %q: %w", ErrQuery, s, err)
	}
	return b.query(), nil
}

var (
	errSyntax    = errors.New("syntax error")
	errNoOperand = errors.New("no operand")
	errNoEscaped = errors.New("no character after the backslash")
	errNesting   = fmt.Errorf("nested deeper than %d", maxNesting)
	errDistance  = fmt.Errorf("distance of a phrase operator is not between 0 and %d", maxDistance)
)

// readQuery feeds the builder with what is written in s.
func readQuery(s string, b *builder, operand func(b *builder, text string, weights uint8, prefix bool) error) error {
	depth := 0
	wantOperand := true
	for i := 0; ; {
		i += leadingSpace(s[i:])
		if len(b.pending) > maxNesting {
			return errNesting
		}
		switch {
		case i == len(s) && len(b.nodes)+len(b.pending) == 0:
			return nil
		case i == len(s) && wantOperand:
			return errNoOperand
		case i == len(s) && depth > 0:
			return errSyntax
		case i == len(s):
			return nil
		case wantOperand && s[i] == '!':
			b.operator(notNode, 0)
			i++
		case wantOperand && s[i] == '(':
			b.open()
			depth++
			i++
		case wantOperand:
			text, n, err := readOperand(s[i:])
			if err != nil {
				return err
			}
			i += n
			weights, prefix, n := readModifiers(s[i:])
			i += n
			if err := operand(b, text, weights, prefix); err != nil {
				return err
			}
			wantOperand = false
		case s[i] == ')':
			if !b.close() {
				return errSyntax
			}
			depth--
			i++
		default:
			kind, distance, n, err := readOperator(s[i:])
			if err != nil {
				return err
			}
			b.operator(kind, distance)
			i += n
			wantOperand = true
		}
	}
}

// readOperand reads a bare or quoted word from s, which does not begin with a space, and says how long it was.
// A backslash takes the next character as it is.
func readOperand(s string) (text string, n int, err error) {
	var b strings.Builder
	quoted := s[0] == '\''
	if quoted {
		n = 1
	}
	for n < len(s) {
		_, size := utf8.DecodeRuneInString(s[n:])
		switch {
		case s[n] == '\\':
			if n++; n == len(s) {
				return "", 0, errNoEscaped
			}
			_, size = utf8.DecodeRuneInString(s[n:])
		case quoted && strings.HasPrefix(s[n:], "''"):
			n++
		case quoted && s[n] == '\'':
			if b.Len() == 0 {
				return "", 0, errSyntax
			}
			return b.String(), n + 1, nil
		case !quoted && endsWord(s[n:]):
			if b.Len() == 0 {
				return "", 0, errSyntax
			}
			return b.String(), n, nil
		}
		b.WriteString(s[n : n+size])
		n += size
	}
	if quoted {
		return "", 0, errSyntax
	}
	return b.String(), n, nil
}

// endsWord reports whether a bare word cannot go on with what s begins with.
func endsWord(s string) bool {
	return s[0] == ':' || isOperator(s[0]) || spaceAt(s, 0) > 0
}

// leadingSpace is the length of the white space at the beginning of s.
func leadingSpace(s string) int {
	i := 0
	for i < len(s) {
		n := spaceAt(s, i)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// isOperator is ISOPERATOR of ts_utils.h.
func isOperator(c byte) bool {
	switch c {
	case '!', '&', '|', '(', ')', '<':
		return true
	}
	return false
}

// readModifiers reads the labels and the prefix mark after an operand. A colon without any is allowed.
func readModifiers(s string) (weights uint8, prefix bool, n int) {
	if s == "" || s[0] != ':' {
		return 0, false, 0
	}
	for n = 1; n < len(s); n++ {
		switch s[n] {
		case 'a', 'A':
			weights |= 1 << WeightA
		case 'b', 'B':
			weights |= 1 << WeightB
		case 'c', 'C':
			weights |= 1 << WeightC
		case 'd', 'D':
			weights |= 1 << WeightD
		case '*':
			prefix = true
		default:
			return weights, prefix, n
		}
	}
	return weights, prefix, n
}

// readOperator reads & | <-> or <N> from s.
func readOperator(s string) (kind nodeKind, distance, n int, err error) {
	switch {
	case s[0] == '&':
		return andNode, 0, 1, nil
	case s[0] == '|':
		return orNode, 0, 1, nil
	case strings.HasPrefix(s, "<->"):
		return phraseNode, 1, 3, nil
	case s[0] != '<':
		return 0, 0, 0, errSyntax
	}
	for n = 1; n < len(s) && s[n] >= '0' && s[n] <= '9'; n++ {
	}
	if n == 1 {
		return 0, 0, 0, errSyntax
	}
	distance, err = strconv.Atoi(s[1:n])
	if err != nil || distance > maxDistance {
		return 0, 0, 0, errDistance
	}
	if n == len(s) || s[n] != '>' {
		return 0, 0, 0, errSyntax
	}
	return phraseNode, distance, n + 1, nil
}
