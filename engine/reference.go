package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
)

// reference is what a word on the command line means.
type reference struct {
	store string // merge.Memory, merge.GBrain or merge.Graphify
	id    string // the memory's uid, the page's slug or the node's id

	unknown bool // nothing is called so, and there is nothing but memories
}

// exactly finds what a reference names that is to be changed: a memory by its uid, a page by its slug, a node by its id, or any
// of them by a citation. Nothing is guessed.
func (e *Engine) exactly(ctx context.Context, text string) (reference, error) {
	return e.refer(ctx, text, exact)
}

// likely finds what a reader means: as exactly, else the page whose name is like the text.
func (e *Engine) likely(ctx context.Context, text string) (reference, error) {
	ref, err := e.refer(ctx, text, similar)
	if err == nil && ref.store == merge.GBrain && ref.id != slugOf(text) {
		e.Notice(fmt.Sprintf("%s is %s", brief(text), brief(ref.id)))
	}
	return ref, err
}

// matching says how far a page's name may be from the text.
type matching bool

const (
	exact   matching = false
	similar matching = true
)

func (e *Engine) refer(ctx context.Context, text string, how matching) (ref reference, err error) {
	text = strings.TrimSpace(text)
	if c, err := merge.ParseCitation(text); err == nil {
		if how == exact {
			return e.cited(ctx, c)
		}
		return refOf(c.Store, c.EntityID), nil
	}
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		ref, err = referIn(tx, s, text, how)
		return err
	})
	return ref, err
}

// referIn looks through the stores. A uid comes first, as brain-cli's callers expect, and in a file that holds nothing but
// memories any text is one: what is unknown there is for memories to tell.
func referIn(tx *db.Tx, s *memory.Stage, text string, how matching) (reference, error) {
	_, unknown := memory.Find(tx, s, text)
	if unknown == nil {
		return reference{store: merge.Memory, id: text}, nil
	}
	if !errors.Is(unknown, memory.ErrUnknown) {
		return reference{}, unknown
	}
	others, err := hasEntities(tx, s)
	if err != nil || !others {
		return reference{store: merge.Memory, id: text, unknown: true}, err
	}
	if text == "" {
		return reference{}, unknownReference(text, nil) // every name is like it
	}
	for _, slug := range []string{text, slugOf(text)} {
		_, err := page.Find(tx, slug)
		if err == nil {
			return reference{store: merge.GBrain, id: slug}, nil
		}
		if !errors.Is(err, page.ErrNoPage) {
			return reference{}, err
		}
	}
	node, err := merge.Current(tx, merge.Graphify, text)
	if err != nil {
		return reference{}, err
	}
	if node != nil {
		return reference{store: merge.Graphify, id: text}, nil
	}
	slug, err := page.Resolve(tx, text)
	var several *page.Ambiguous
	switch {
	case errors.As(err, &several) && how == similar:
		return reference{}, ambiguous(tx, several)
	case errors.As(err, &several):
		return reference{}, unknownReference(text, candidates(tx, several.Candidates))
	case errors.Is(err, page.ErrNoPage):
		return reference{}, unknownReference(text, nil)
	case err != nil:
		return reference{}, err
	case how == similar:
		return reference{store: merge.GBrain, id: slug}, nil
	}
	return reference{}, unknownReference(text, candidates(tx, []page.SlugMatch{{Slug: slug}}))
}

// hasEntities says whether the file holds anything but memories.
func hasEntities(tx *db.Tx, s *memory.Stage) (there bool, err error) {
	if !s.HasTable("page_versions") {
		return false, nil
	}
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM pages) OR EXISTS (SELECT 1 FROM graph_nodes)`, nil, &there)
	return there, err
}

// slugOf is the slug that a text would have as the path of a file.
func slugOf(text string) string {
	if slug, err := page.CheckSlug(text); err == nil {
		return slug
	}
	return text
}

// pageOf is the slug in the id of a page's entry: slug, slug#2 and on.
func pageOf(entityID string) string {
	if i := strings.LastIndexByte(entityID, '#'); i > 0 && i+1 < len(entityID) && strings.Trim(entityID[i+1:], "0123456789") == "" {
		return entityID[:i]
	}
	return entityID
}

// Candidate is something that may have been meant.
type Candidate struct {
	Slug       string  `json:"slug"`
	Title      string  `json:"title"`
	Similarity float32 `json:"similarity"`
}

func candidates(tx *db.Tx, list []page.SlugMatch) []Candidate {
	var out []Candidate
	for _, m := range list {
		c := Candidate{Slug: m.Slug, Similarity: m.Similarity}
		if s, err := page.Find(tx, m.Slug); err == nil {
			c.Title = s.Title
		}
		out = append(out, c)
	}
	return out
}

// choices lists candidates for a person, a line each.
func choices(list []Candidate) string {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "\n  %s  %s", brief(c.Slug), brief(c.Title))
	}
	return b.String()
}

// ambiguous says that a reader has to choose.
func ambiguous(tx *db.Tx, several *page.Ambiguous) error {
	list := candidates(tx, several.Candidates)
	return &Error{Problem: fmt.Sprintf("%q may be one of several pages", brief(several.Name)), Fix: "name one of them by its slug" + choices(list),
		Candidates: list, Kind: ErrDecide, Err: several}
}

// unknownReference says that nothing has the name, and what may have been meant.
func unknownReference(text string, near []Candidate) error {
	e := &Error{Problem: "nothing is called " + named(text), Fix: "find it with `brain search`, `brain list` or `brain recent`", Candidates: near, Err: page.ErrNoPage}
	if len(near) > 0 {
		e.Fix = "did you mean" + choices(near)
	}
	return e
}

// named is a name as an error shows it; one that is empty could not be seen otherwise.
func named(text string) string {
	if text == "" {
		return `""`
	}
	return brief(text)
}

// page finds the page that is to be changed; an error names the store of what is none.
func (e *Engine) page(ctx context.Context, text string) (string, error) {
	ref, err := e.exactly(ctx, text)
	return ref.page(text, err)
}

// pageLike finds the page that a reader means.
func (e *Engine) pageLike(ctx context.Context, text string) (string, error) {
	ref, err := e.likely(ctx, text)
	return ref.page(text, err)
}

func (r reference) page(text string, err error) (string, error) {
	if err == nil && r.unknown {
		return "", unknownReference(text, nil)
	}
	if err == nil && r.store != merge.GBrain {
		err = &Error{Problem: fmt.Sprintf("%s is no page", brief(text)), Cause: "it is " + r.what(), Fix: "name a page by its slug: `brain list`", Kind: ErrUsage}
	}
	return r.id, err
}

// what names the kind of thing that is referred to.
func (r reference) what() string {
	switch r.store {
	case merge.Memory:
		return "a memory"
	case merge.Graphify:
		return "a node of a code graph"
	}
	return "a page"
}
