package engine

import (
	"context"
	"strings"

	"brain/chunk"
	"brain/embed"
	"brain/page"
)

// Encoder turns texts into vectors and knows how long they are to it.
type Encoder interface {
	embed.Encoder
	// ID tells models apart whatever their names: it is recorded beside the vectors.
	ID() string
	// EmbedQuery is Embed for questions, before which some models want another prefix.
	EmbedQuery(ctx context.Context, texts []string) ([][]float32, error)
	// Count is the number of word pieces of a text, without special ones.
	Count(text string) int
}

// native is a model that runs on our own kernels.
type native struct{ *embed.Model }

func (m native) Count(text string) int { return m.Tokenizer().Count(text) }

// specialPieces are [CLS] and [SEP], which every window has beside its text.
const specialPieces = 2

// minPart is the least room that a part of a page gets, however long its title is.
const minPart = 64

// chunker cuts pages as GBrain does, into parts that fit the model's window together with what leads each of them. It may be
// used by one goroutine at a time.
func chunker(enc Encoder) page.Windows {
	count := enc.Count
	if _, ok := enc.(native); ok {
		count = wordCounter{enc.Count, map[string]int{}}.count
	}
	return func(text, lead string) []string {
		sizes := chunk.GBrain
		sizes.Window, sizes.Pieces = max(enc.Window()-specialPieces-count(lead), minPart), count
		return chunk.Recursive(text, sizes)
	}
}

// wordCounter counts the pieces of texts of which every part is counted several times, on the way to where it is best cut.
// WordPiece ends all pieces at white space, so a text has as many as its words, and most words have been counted before.
type wordCounter struct {
	pieces func(string) int
	known  map[string]int
}

// Bounds of what is kept: longer words seldom come again, and so many are more than a language's common ones.
const (
	maxKnown     = 1 << 16
	maxKnownWord = 32
)

func (c wordCounter) count(text string) (n int) {
	for from := 0; from < len(text); {
		end := from
		for end < len(text) && text[end] != ' ' && text[end] != '\n' {
			end++
		}
		word := text[from:end]
		if from = end + 1; word == "" {
			continue
		}
		pieces, ok := c.known[word]
		if !ok {
			pieces = c.pieces(word)
			if len(word) <= maxKnownWord && len(c.known) < maxKnown {
				c.known[strings.Clone(word)] = pieces
			}
		}
		n += pieces
	}
	return n
}
