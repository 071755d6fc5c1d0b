package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/vec"
)

// askedVector is the vector of a question to memories.
type askedVector struct {
	vector []float32 // nil: words alone answer
	model  string
	same   bool // the model is what made vectors of which the file does not say it
}

// questionVector embeds a question to memories, if they have vectors. Without a model words alone answer, which a notice tells;
// with BRAIN_EMBEDDER=none that was asked for.
func (e *Engine) questionVector(ctx context.Context, text string) (askedVector, error) {
	info, err := e.chunkInfo(ctx)
	if err != nil || !info.Any {
		return askedVector{}, err
	}
	return e.askVector(ctx, text, info)
}

// askVector embeds a question whether or not there are vectors yet.
func (e *Engine) askVector(ctx context.Context, text string, info memory.ChunkInfo) (asked askedVector, err error) {
	q := cachedQuery{e: e, text: merge.Clean(text)}
	if e.Encoder == nil {
		if q.choice, err = e.choose(ctx); err != nil {
			return asked, err
		}
		if q.id == info.Model {
			q.dim = info.Dim
		}
		if q.id != "" && !info.Foreign {
			if v := q.find(ctx); v != nil {
				return askedVector{vector: v, model: q.id}, nil
			}
		}
	}
	if db.Joined(ctx) {
		return asked, errAlone
	}
	loaded := e.stage("model load")
	enc, err := e.encoderOf(ctx, q.choice)
	loaded()
	if err != nil {
		return asked, e.withoutVectors(ctx, "ranking by words alone", err)
	}
	if info.Foreign {
		if asked.same, err = e.sameModel(ctx, enc); err != nil {
			return asked, err
		}
	}
	embedded := e.stage("embed query")
	vs, err := enc.EmbedQuery(ctx, []string{windowOf(enc, q.text)})
	embedded()
	if err != nil {
		return asked, e.withoutVectors(ctx, "ranking by words alone", err)
	}
	q.remember(enc.ID(), vs[0])
	asked.vector, asked.model = vs[0], enc.ID()
	return asked, nil
}

func (e *Engine) chunkInfo(ctx context.Context) (info memory.ChunkInfo, err error) {
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		info, err = memory.ReadChunkInfo(tx, s)
		return err
	})
	return info, err
}

// withoutVectors lets work go on without vectors where only the model failed: it tells of it and gives nil, or the error where
// that is another.
func (e *Engine) withoutVectors(ctx context.Context, instead string, err error) error {
	switch {
	case errors.Is(err, errKeywordsOnly):
		return nil
	case ctx.Err() != nil || errors.Is(err, ErrUsage) || db.IsFault(err):
		return err // nothing would be kept
	}
	problem := Explain(err)
	e.Notice(fmt.Sprintf("%s: %s; %s", instead, problem.Error(), problem.Fix))
	return nil
}

// alike is the cosine similarity from which on two vectors of one text are of one model, whatever ran it.
const alike = 0.99

// probes is how many texts of a file are embedded again to find out whose its vectors are.
const probes = 4

// sameModel says whether the model gives a text of the file the vector that is stored for it.
func (e *Engine) sameModel(ctx context.Context, enc Encoder) (same bool, err error) {
	var list []memory.Probe
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		list, err = memory.ProbeChunks(tx, s, probes)
		return err
	})
	for i := 0; err == nil && !same && i < len(list) && len(list[i].Vector) == enc.Dim(); i++ {
		var vs [][]float32
		if vs, err = enc.Embed(ctx, []string{list[i].Text}); err == nil {
			same = 1-vec.CosineDistance(list[i].Vector, vs[0]) >= alike
		}
	}
	return same, err
}

// memoryVectors are the vectors of a memory's chunks. nil stores nothing, and so does one without vectors: the file's are of another model.
type memoryVectors struct {
	e       *Engine
	enc     Encoder
	same    bool // as in askedVector
	texts   []string
	vectors [][]float32
}

// embedMemory makes the vectors of a memory that is to be stored, before anything is locked. Without a model there are none,
// which a notice tells.
func (e *Engine) embedMemory(ctx context.Context, title, content string, not bool) (*memoryVectors, error) {
	if not || strings.TrimSpace(title) == "" {
		return nil, nil
	}
	enc, err := e.encoder(ctx)
	if err != nil {
		return nil, e.withoutVectors(ctx, "the memory is kept without vectors", err)
	}
	m := &memoryVectors{e: e, enc: enc, texts: memory.ChunkTexts(strings.TrimSpace(merge.Clean(title)), strings.TrimSpace(merge.Clean(content)))}
	info, err := e.chunkInfo(ctx)
	if isAbsent(err) {
		err = nil
	}
	if err == nil && info.Foreign {
		m.same, err = e.sameModel(ctx, enc)
	}
	if err != nil {
		return nil, err
	}
	if info.Any && !m.same && (info.Foreign || info.Model != enc.ID()) {
		return m, nil // they would not be stored
	}
	if m.vectors, err = enc.Embed(ctx, m.texts); err != nil {
		return nil, e.withoutVectors(ctx, "the memory is kept without vectors", err)
	}
	return m, nil
}

// store gives a memory its vectors, if they are of the text that it has. Where the file's are of another model the memory is
// kept without, which a notice tells.
func (m *memoryVectors) store(tx *db.Tx, uid string) error {
	if m == nil {
		return nil
	}
	s, err := memory.ReadStage(tx)
	if err != nil {
		return err
	}
	now, err := memory.FindLive(tx, s, uid)
	if err != nil {
		return err
	}
	texts := memory.ChunkTexts(now.Title, now.Content)
	if !slices.Equal(texts, m.texts) {
		return nil // changed while it was embedded, or in being saved: reindex finds it
	}
	if m.same {
		if err := memory.AdoptChunks(tx, m.enc.ID()); err != nil && !errors.Is(err, memory.ErrForeignVectors) {
			return err
		}
	}
	var other *merge.VectorsOther
	err = memory.UseChunks(tx, m.enc.Dim(), m.enc.ID())
	if errors.Is(err, memory.ErrForeignVectors) || errors.As(err, &other) {
		m.e.Notice("the memory is kept without vectors: the file's are of another model; `brain reindex --full` makes them anew")
		return nil
	}
	if err != nil {
		return err
	}
	if m.vectors == nil {
		return nil // those of another model are gone by now: reindex finds it
	}
	if err := memory.SetChunks(tx, now.ID, m.vectors); err != nil {
		return err
	}
	return m.storeEntry(tx, now)
}

// storeEntry gives the memory's entry its vector too, where its one chunk is the same text: it need not be embedded again.
func (m *memoryVectors) storeEntry(tx *db.Tx, now memory.Memory) error {
	entry := now.Title
	if now.Content != "" {
		entry += "\n" + now.Content
	}
	if len(m.texts) != 1 || m.texts[0] != entry {
		return nil
	}
	var other *merge.VectorsOther
	err := merge.UseVectors(tx, m.enc.Dim(), m.enc.ID())
	if errors.As(err, &other) {
		return nil // the entries have another model, by their owner's choice
	}
	if err != nil {
		return err
	}
	return merge.SetEmbeddingOf(tx, entry, m.vectors[0])
}

// embedAgain makes the vectors of a memory whose text was changed.
func (e *Engine) embedAgain(ctx context.Context, uid string) error {
	var m memory.Memory
	err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		m, err = memory.FindLive(tx, s, uid)
		return err
	})
	if err != nil {
		return err
	}
	vectors, err := e.embedMemory(ctx, m.Title, m.Content, false)
	if err != nil || vectors == nil {
		return err
	}
	return e.change(ctx, func(tx *db.Tx) error { return vectors.store(tx, uid) })
}
