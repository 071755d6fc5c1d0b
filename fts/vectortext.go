package fts

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxStoredPositions is how many positions of one lexeme PostgreSQL reads from text or makes by concatenation: one more than
// to_tsvector keeps.
const maxStoredPositions = 256

// String is the text form of PostgreSQL's tsvector: 'lexeme':1,2B …, with quotes and backslashes in lexemes doubled.
func (v Vector) String() string {
	var b strings.Builder
	for i, lex := range v {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('\'')
		for j := range len(lex.Text) {
			c := lex.Text[j]
			if c == '\'' || c == '\\' {
				b.WriteByte(c)
			}
			b.WriteByte(c)
		}
		b.WriteByte('\'')
		for j, p := range lex.Pos {
			b.WriteByte(":,"[min(j, 1)])
			b.WriteString(strconv.Itoa(p.At()))
			b.WriteString(p.Weight().suffix())
		}
	}
	return b.String()
}

// suffix is the letter of a weight behind a position; D is not written.
func (w Weight) suffix() string { return [...]string{"", "C", "B", "A"}[w&3] }

// ParseVector reads the text form of a tsvector, as PostgreSQL's input function does: words in any order, quoted or not,
// with or without positions ("'a':1A,2B c"). Nothing is normalised; a word that comes twice gets the positions of both.
// The errors are PostgreSQL's. Its limit of 1,048,575 bytes is not kept, so that every vector of ToVector can be read back.
func ParseVector(s string) (Vector, error) {
	p := vectorParser{text: s}
	var v Vector
	for {
		p.skipSpace()
		if p.i == len(s) {
			break
		}
		lex, err := p.lexeme()
		if err != nil {
			return nil, err
		}
		v = append(v, lex)
	}
	slices.SortStableFunc(v, func(a, b Lexeme) int { return strings.Compare(a.Text, b.Text) })
	n := 0
	for _, lex := range v {
		if n > 0 && v[n-1].Text == lex.Text {
			v[n-1].Pos = append(v[n-1].Pos, lex.Pos...)
			continue
		}
		v[n] = lex
		n++
	}
	v = v[:n:n]
	for i := range v {
		v[i].Pos = uniquePositions(v[i].Pos)
	}
	return v, nil
}

// uniquePositions sorts positions and keeps of equal ones the greatest weight. PostgreSQL looks no further than the 256th
// position or MaxPos, unless that is the first: of several at MaxPos behind others the first counts, whatever its weight.
// (Its sort is not stable: which of more than a few is first there is chance.)
func uniquePositions(pos []Pos) []Pos {
	slices.SortStableFunc(pos, func(a, b Pos) int { return a.At() - b.At() })
	n := 0
	for _, p := range pos {
		if n > 0 && pos[n-1].At() == p.At() {
			pos[n-1] = max(pos[n-1], p)
			continue
		}
		pos[n] = p
		if n++; n == maxStoredPositions || n > 1 && p.At() == MaxPos {
			break
		}
	}
	return pos[:n:n]
}

type vectorParser struct {
	text string
	i    int
}

func (p *vectorParser) syntaxError() error {
	return fmt.Errorf("syntax error in tsvector: \"%s\"", p.text)
}

func (p *vectorParser) skipSpace() {
	for p.i < len(p.text) {
		n := spaceAt(p.text, p.i)
		if n == 0 {
			return
		}
		p.i += n
	}
}

// lexeme reads one word and its positions.
func (p *vectorParser) lexeme() (Lexeme, error) {
	word, err := p.word()
	if err != nil {
		return Lexeme{}, err
	}
	lex := Lexeme{Text: word}
	if p.i < len(p.text) && p.text[p.i] == ':' {
		p.i++
		if lex.Pos, err = p.positions(); err != nil {
			return Lexeme{}, err
		}
	}
	if len(word) > maxWordBytes {
		return Lexeme{}, fmt.Errorf("word is too long (%d bytes, max %d bytes)", len(word), maxWordBytes)
	}
	return lex, nil
}

// word reads a word in quotes, or up to a space or colon. A colon can be its first character, and a backslash takes the
// next one as it is.
func (p *vectorParser) word() (string, error) {
	var b strings.Builder
	quoted := p.text[p.i] == '\''
	if quoted {
		p.i++
	}
	for first := true; p.i < len(p.text); first = false {
		c := p.text[p.i]
		switch {
		case c == '\\':
			if p.i++; p.i == len(p.text) {
				return "", fmt.Errorf("there is no escaped character: \"%s\"", p.text)
			}
		case quoted && c == '\'':
			if p.i++; p.i == len(p.text) || p.text[p.i] != '\'' {
				return p.checked(b.String())
			}
		case !quoted && (c == ':' && !first || spaceAt(p.text, p.i) > 0):
			return p.checked(b.String())
		}
		b.WriteByte(p.text[p.i])
		p.i++
	}
	if quoted {
		return "", p.syntaxError()
	}
	return p.checked(b.String())
}

// checked refuses the empty word.
func (p *vectorParser) checked(word string) (string, error) {
	if word == "" {
		return "", p.syntaxError()
	}
	return word, nil
}

// positions reads "1A,2B,3", which ends at a space. "*" is another name of the weight A, and PostgreSQL skips digits
// behind a weight.
func (p *vectorParser) positions() ([]Pos, error) {
	var list []Pos
	for {
		n, err := p.position()
		if err != nil {
			return nil, err
		}
		w := WeightD
		for {
			if p.i == len(p.text) || spaceAt(p.text, p.i) > 0 {
				return append(list, NewPos(n, w)), nil
			}
			c := p.text[p.i]
			p.i++
			if c == ',' {
				break
			}
			label, ok := weightOf(c)
			switch {
			case ok && w == WeightD:
				w = label
			case c < '0' || c > '9':
				return nil, p.syntaxError()
			}
		}
		list = append(list, NewPos(n, w))
	}
}

// position reads a number, at least 1 and held at MaxPos.
func (p *vectorParser) position() (int, error) {
	start := p.i
	for p.i < len(p.text) && '0' <= p.text[p.i] && p.text[p.i] <= '9' {
		p.i++
	}
	n, err := strconv.Atoi(p.text[start:p.i])
	switch {
	case start == p.i:
		return 0, p.syntaxError()
	case errors.Is(err, strconv.ErrRange):
		return MaxPos, nil
	case n == 0:
		return 0, fmt.Errorf("wrong position info in tsvector: \"%s\"", p.text)
	}
	return min(n, MaxPos), nil
}

// weightOf is the weight with the label c, in either case.
func weightOf(c byte) (Weight, bool) {
	switch c {
	case 'a', 'A', '*':
		return WeightA, true
	case 'b', 'B':
		return WeightB, true
	case 'c', 'C':
		return WeightC, true
	case 'd', 'D':
		return WeightD, true
	}
	return WeightD, false
}
