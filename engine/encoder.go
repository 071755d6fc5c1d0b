package engine

import (
	"context"

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

// chunker cuts a page as GBrain does, into parts that fit the model's window together with what leads each of them.
func chunker(enc Encoder) page.Windows {
	return func(text, lead string) []string {
		sizes := chunk.GBrain
		sizes.Window, sizes.Pieces = max(enc.Window()-specialPieces-enc.Count(lead), minPart), enc.Count
		return chunk.Recursive(text, sizes)
	}
}
