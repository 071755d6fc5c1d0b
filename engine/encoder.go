package engine

import (
	"brain/chunk"
	"brain/embed"
)

// Encoder turns texts into vectors and knows how long they are to it.
type Encoder interface {
	embed.Encoder
	// Count is the number of word pieces of a text, without special ones.
	Count(text string) int
}

// builtin is the model inside the binary.
type builtin struct{ *embed.Model }

func (b builtin) Count(text string) int { return b.Tokenizer().Count(text) }

func builtinEncoder() (Encoder, error) {
	m, err := embed.Builtin()
	if err != nil {
		return nil, err
	}
	return builtin{m}, nil
}

// specialPieces are [CLS] and [SEP], which every window has beside its text.
const specialPieces = 2

// minPart is the least room that a part of a page gets, however long its title is.
const minPart = 64

// windower cuts a text into parts that fit the model's window together with what leads each of them.
func windower(enc Encoder) func(text, lead string) []string {
	return func(text, lead string) []string {
		room := enc.Window() - specialPieces - enc.Count(lead)
		return chunk.Windows(text, max(room, minPart), enc.Count)
	}
}
