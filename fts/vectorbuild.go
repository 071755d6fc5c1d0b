package fts

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Limits of PostgreSQL 15's to_tsvector.
const (
	maxWordBytes   = 2046    // a longer word is not indexed
	maxPositions   = 255     // of one lexeme; later ones are dropped
	maxVectorBytes = 1048575 // of all lexemes with their positions
)

// longWordNotice is PostgreSQL's message for a word of more than maxWordBytes.
const longWordNotice = "word is too long to be indexed"

// TooLongError says that a vector is larger than PostgreSQL's tsvector can be.
type TooLongError struct {
	Bytes int // what PostgreSQL would need for the lexemes and their positions
}

// Error is PostgreSQL's message.
func (e *TooLongError) Error() string {
	return fmt.Sprintf("string is too long for tsvector (%d bytes, max %d bytes)", e.Bytes, maxVectorBytes)
}

// gatherer is what ToVector works with, which the next text uses again.
type gatherer struct {
	number map[string]int32
	words  []string
	counts []int32
	last   []Pos
	occurs []occurrence

	tooLong int

	numbered []numberedWord // for pack
	places   []Pos
}

type occurrence struct {
	word int32
	pos  Pos
}

var gatherers = sync.Pool{New: func() any { return &gatherer{number: map[string]int32{}} }}

// mostKept is how many words a text may have had whose gatherer is used again: large ones are dropped.
const mostKept = 4096

func (b *gatherer) done() {
	if len(b.words) > mostKept {
		return
	}
	clear(b.number)
	clear(b.words) // they hold the text
	b.words, b.counts, b.last, b.occurs = b.words[:0], b.counts[:0], b.last[:0], b.occurs[:0]
	gatherers.Put(b)
}

// gather finds the words of a text. They are numbered from 0 in order of appearance; each occurrence that PostgreSQL would keep is noted
// once, so that the positions fall into one shared array.
func gather(text string) *gatherer {
	b := gatherers.Get().(*gatherer)
	number, words, counts, last, occurs := b.number, b.words, b.counts, b.last, b.occurs
	a := newAnalyzer(text)
	for a.next() {
		n, seen := number[a.lexeme]
		if !seen {
			n = int32(len(words))
			number[a.lexeme] = n
			words, counts, last = append(words, a.lexeme), append(counts, 0), append(last, 0)
		}
		if counts[n] < maxPositions && last[n] < MaxPos {
			p := NewPos(a.pos, WeightD)
			occurs = append(occurs, occurrence{n, p})
			counts[n]++
			last[n] = p
		}
	}
	b.words, b.counts, b.last, b.occurs, b.tooLong = words, counts, last, occurs, a.tooLong
	return b
}

// ToVector is PostgreSQL 15's to_tsvector('english', text): the lexemes of text and the numbers of their words, all of
// weight D. notices holds PostgreSQL's message for each word that is too long to be indexed.
//
// Where PostgreSQL refuses a text because its vector exceeds 1,048,575 bytes, err is a *TooLongError. The vector is
// complete all the same, and brain searches it: in PostgreSQL one such row makes the whole statement fail, which helps
// nobody who looks for another row.
func ToVector(text string) (v Vector, notices []string, err error) {
	b := gather(text)
	defer b.done()
	words, counts, occurs := b.words, b.counts, b.occurs
	for range b.tooLong {
		notices = append(notices, longWordNotice)
	}

	order := make([]int32, len(words)) // the words by their bytes
	letters := 0
	for n, w := range words {
		order[n] = int32(n)
		letters += len(w)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(words[a], words[b]) })

	// One string for all lexemes: a lexeme that was cut from the text would hold the whole text in memory.
	var arena strings.Builder
	arena.Grow(letters)
	for _, n := range order {
		arena.WriteString(words[n])
	}
	rest, free := arena.String(), make([]Pos, len(occurs))
	v = make(Vector, len(words))
	entry := make([]*Lexeme, len(words))
	bytes := 0
	for i, n := range order {
		size, count := len(words[n]), counts[n]
		v[i] = Lexeme{Text: rest[:size], Pos: free[:0:count]}
		rest, free = rest[size:], free[count:]
		entry[n] = &v[i]
		bytes += size + size%2 + 2 + 2*int(count)
	}
	for _, o := range occurs {
		entry[o.word].Pos = append(entry[o.word].Pos, o.pos)
	}
	if bytes > maxVectorBytes {
		err = &TooLongError{Bytes: bytes}
	}
	return v, notices, err
}
