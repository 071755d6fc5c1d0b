package engine

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"os"
	"strings"
)

// embedderEnv names another source of vectors than a model. It is meant for tests.
const embedderEnv = "BRAIN_EMBEDDER"

// The values of BRAIN_EMBEDDER.
const (
	countingEmbedder = "fnv384" // counted words: see counting
	noEmbedder       = "none"   // words alone: nothing is embedded and nothing is said of it
)

// errKeywordsOnly tells that BRAIN_EMBEDDER=none turned vectors off.
var errKeywordsOnly = errors.New("BRAIN_EMBEDDER=none turns vectors off")

// embedderFromEnv gives what BRAIN_EMBEDDER names; nil is a model, chosen as always.
func embedderFromEnv() func() (Encoder, error) {
	switch name := os.Getenv(embedderEnv); name {
	case "":
		return nil
	case countingEmbedder:
		return func() (Encoder, error) { return counting{}, nil }
	case noEmbedder:
		return func() (Encoder, error) {
			return nil, &Error{Problem: "there is no embedding model", Cause: errKeywordsOnly.Error(), Fix: "unset BRAIN_EMBEDDER", Err: errKeywordsOnly}
		}
	default:
		return func() (Encoder, error) {
			return nil, usage("use fnv384 or none, or leave it out", "BRAIN_EMBEDDER=%s is not known", name)
		}
	}
}

// counting makes a vector of the words of a text: 384 counts, each of the words that FNV-1a 32 puts there, brought to length
// 1. It knows nothing of meaning, but anybody can say beforehand what it gives: brain-cli's behaviour was recorded with it.
type counting struct{}

// countingDim is the dimension of counting's vectors, that of brain-cli's memory_chunks.
const countingDim = 384

func (counting) Name() string { return countingEmbedder }
func (counting) ID() string   { return countingEmbedder }
func (counting) Dim() int     { return countingDim }
func (counting) Window() int  { return 256 }

func (counting) Count(text string) int { return len(countedWords(text)) }

func (c counting) EmbedQuery(ctx context.Context, texts []string) ([][]float32, error) {
	return c.Embed(ctx, texts)
}

func (counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = countWords(text)
	}
	return out, ctx.Err()
}

// countedWords are the runs of a-z and 0-9, capitals of ASCII made small.
func countedWords(text string) []string {
	small := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, text)
	return strings.FieldsFunc(small, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

func countWords(text string) []float32 {
	v := make([]float32, countingDim)
	words := countedWords(text)
	if len(words) == 0 {
		v[0] = 1
		return v
	}
	for _, w := range words {
		h := fnv.New32a()
		h.Write([]byte(w))
		v[h.Sum32()%countingDim]++
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i, x := range v {
		v[i] = float32(float64(x) / math.Sqrt(sum))
	}
	return v
}
