package fts

import "strings"

// dictionary is what turns the words of a token type into lexemes.
type dictionary uint8

const (
	noDictionary dictionary = iota // no lexeme and no position
	simple                         // lower case
	englishStem                    // lower case, stop words, stem
)

// dictionaries is PostgreSQL's text search configuration "english".
var dictionaries = [...]dictionary{
	kindASCIIWord:      englishStem,
	kindWord:           englishStem,
	kindNumword:        simple,
	kindASCIIHword:     englishStem,
	kindHword:          englishStem,
	kindNumhword:       simple,
	kindHwordASCIIPart: englishStem,
	kindHwordPart:      englishStem,
	kindHwordNumPart:   simple,
	kindEmail:          simple,
	kindURL:            simple,
	kindHost:           simple,
	kindURLPath:        simple,
	kindFile:           simple,
	kindSfloat:         simple,
	kindFloat:          simple,
	kindInteger:        simple,
	kindUinteger:       simple,
	kindVersion:        simple,
	kindEntity:         noDictionary, // as are blank, tag and protocol
}

// analyzer gives the lexemes of a text, in the order of its words.
type analyzer struct {
	scan    scanner
	tooLong int // words without lexeme and position because they are longer than maxWordBytes

	lexeme string // the current lexeme
	pos    int    // the number of its word, from 1 up; not held at MaxPos
}

func newAnalyzer(text string) analyzer { return analyzer{scan: newScanner(text)} }

// next goes on to the next lexeme, false at the end. A stop word has a number, but no lexeme.
func (a *analyzer) next() bool {
	for t, ok := a.scan.next(); ok; t, ok = a.scan.next() {
		if t.end-t.start > maxWordBytes {
			a.tooLong++
			continue
		}
		word := a.scan.text[t.start:t.end]
		switch dictionaries[t.kind] {
		case simple:
			a.pos++
			a.lexeme = strings.ToLower(word)
			return true
		case englishStem:
			a.pos++
			if a.lexeme, ok = Stem(word); ok {
				return true
			}
		}
	}
	return false
}

// token is one lexeme of a text with the number of the word it comes from.
type token struct {
	lexeme string
	pos    int
}

// analyze is the list of the lexemes of text.
func analyze(text string) []token {
	var toks []token
	for a := newAnalyzer(text); a.next(); {
		toks = append(toks, token{a.lexeme, a.pos})
	}
	return toks
}
