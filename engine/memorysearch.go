package engine

import (
	"context"
	"fmt"
	"strings"

	"brain/db"
	"brain/memory"
	"brain/rank"
)

// SearchInput are the parameters of search.
type SearchInput struct {
	Text           string   `json:"query" arg:"1" value:"QUERY" required:"blank" help:"words, or a question; an empty one lists the newest"`
	Limit          int      `json:"limit" default:"10" min:"-1000000" help:"hits to give"`
	Type           []string `json:"type" value:"TYPE" help:"only memories of this type; may be repeated"`
	Project        string   `json:"project" value:"NAME" help:"only memories of this project"`
	SinceDays      int      `json:"since-days" value:"N" min:"-1000000" help:"only memories of the last N days; 0 is all"`
	NoSemantic     bool     `json:"no-semantic" help:"rank by words alone"`
	Explain        bool     `json:"explain" help:"show how each score came about"`
	Compact        bool     `json:"compact" help:"a line a hit, without content"`
	IncludeInvalid bool     `json:"include-invalid" help:"also what is not true any more"`
	AsOf           string   `json:"as-of" value:"TIME" help:"what was known and true at that time"`
	Rank           string   `json:"rank" added:"" help:"how to rank (else the setting search.rank)"`
}

// SearchResult is the ranking. It marshals to an array of the hits as brain-cli gives them.
type SearchResult struct {
	Query   string
	Compact bool
	Hits    []MemoryHit
}

// MemoryHit is a memory in a ranking.
type MemoryHit struct {
	UID       string
	Type      string // the canonical one
	Title     string
	Content   string
	Project   *string
	Tags      []string
	CreatedAt string // as brain-cli keeps it: 2006-01-02 15:04:05, UTC
	Score     Decimal
	Explain   *MemoryExplain // nil unless it was asked for
}

// MemoryExplain is how a score came about. Ranks count from 0; they are nil where the memory is not in that list.
type MemoryExplain struct {
	FTSRank      *int     `json:"fts_rank"`
	SemRank      *int     `json:"sem_rank"`
	Sim          *Decimal `json:"sim"`
	RRFFTS       Decimal  `json:"rrf_fts"`
	RRFSem       Decimal  `json:"rrf_sem"`
	RRF          Decimal  `json:"rrf"`
	RecencyBonus Decimal  `json:"recency_bonus"`
	AccessBonus  Decimal  `json:"access_bonus"`
	Final        Decimal  `json:"final"`

	line string
}

// Line is the explanation on one line, as brain-cli prints it.
func (e *MemoryExplain) Line() string { return e.line }

// explain is a score's explanation with the digits that brain-cli shows.
func explain(e rank.Explanation) *MemoryExplain {
	r := e.Rounded()
	out := &MemoryExplain{RRFFTS: Decimal(r.RRFWords), RRFSem: Decimal(r.RRFMeaning), RRF: Decimal(r.RRF), RecencyBonus: Decimal(r.Recency),
		AccessBonus: Decimal(r.Access), Final: Decimal(r.Final), line: e.Line()}
	if r.Words >= 0 {
		out.FTSRank = &r.Words
	}
	if r.Meaning >= 0 {
		sim := Decimal(r.Sim)
		out.SemRank, out.Sim = &r.Meaning, &sim
	}
	return out
}

// snippetRunes is how much of a content JSON gives.
const snippetRunes = 300

// MarshalJSON writes the hits.
func (r *SearchResult) MarshalJSON() ([]byte, error) {
	out := []object{}
	for i := range r.Hits {
		out = append(out, r.Hits[i].object(r.Compact))
	}
	return marshal(out)
}

// object is the hit with the keys and the order that brain-cli gives.
func (h *MemoryHit) object(compact bool) (o object) {
	o.add("uid", h.UID)
	o.add("type", h.Type)
	o.add("title", h.Title)
	score := Decimal(rank.Round(float64(h.Score), 3))
	if compact {
		o.add("created_at", h.CreatedAt)
		o.add("score", score)
	} else {
		o.add("snippet", head(h.Content, snippetRunes))
		o.add("project", h.Project)
		o.add("score", score)
		o.add("created_at", h.CreatedAt)
	}
	if h.Explain != nil {
		o.add("explain", h.Explain)
	}
	return o
}

// Search finds memories, as brain-cli does unless Rank says otherwise.
func (e *Engine) Search(ctx context.Context, in SearchInput) (*SearchResult, error) {
	defer e.stage("total")()
	return together(ctx, e, func(ctx context.Context) (*SearchResult, error) { return e.search(ctx, in) })
}

func (e *Engine) search(ctx context.Context, in SearchInput) (*SearchResult, error) {
	q := memory.Question{Text: in.Text, Limit: in.Limit, Filter: memory.Filter{Types: in.Type, Project: in.Project, SinceDays: in.SinceDays,
		IncludeInvalid: in.IncludeInvalid, AsOf: in.AsOf}}
	q, err := e.ready(ctx, q, in.Rank, in.NoSemantic)
	if err != nil {
		return nil, err
	}
	if asOf := strings.TrimSpace(in.AsOf); asOf != "" {
		if _, err := db.ParseTime(asOf); err != nil {
			e.Notice(fmt.Sprintf("--as-of %q is no time, such as 2026-03-01 or 2026-03-01T12:00:00Z: it is compared as text, as brain-cli does", asOf))
		}
	}
	var answer memory.Found
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		answer, err = memory.Search(tx, s, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	e.tellReason(answer.Reason, answer.Semantic || q.Vector == nil)
	out := &SearchResult{Query: in.Text, Compact: in.Compact, Hits: []MemoryHit{}}
	for _, h := range answer.Hits {
		hit := MemoryHit{UID: h.UID, Type: h.Type, Title: h.Title, Content: h.Content, Project: h.Project, Tags: h.Tags, CreatedAt: h.CreatedAt, Score: Decimal(h.Score)}
		if in.Explain && h.Explain != nil {
			hit.Explain = explain(*h.Explain)
		}
		out.Hits = append(out.Hits, hit)
	}
	return out, nil
}

// ready completes a question: how to rank, as is said there, else as the file's setting says, and its vector.
func (e *Engine) ready(ctx context.Context, q memory.Question, rank string, wordsOnly bool) (memory.Question, error) {
	var err error
	if q.Rank, err = e.ranker(ctx, rank); err != nil {
		return q, err
	}
	if strings.TrimSpace(q.Text) != "" && !wordsOnly {
		asked, err := e.questionVector(ctx, q.Text)
		if err != nil {
			return q, err
		}
		q.Vector, q.Model, q.SameModel = asked.vector, asked.model, asked.same
	}
	q.Stage, q.Cache = e.stage, &e.memories
	return q, nil
}

// tellReason tells what of the file could not be used for a ranking: the vectors, where meaning took no part though it was asked
// for, or an index.
func (e *Engine) tellReason(reason string, asAsked bool) {
	switch {
	case reason == "":
	case asAsked:
		e.Notice(reason)
	default:
		e.Notice("ranking by words alone: " + reason)
	}
}

// ContextInput are the parameters of context.
type ContextInput struct {
	Text       string   `json:"query" arg:"1" value:"QUERY" required:"blank" help:"what the work is about"`
	Budget     int      `json:"budget" default:"2000" value:"TOKENS" min:"-1000000000" help:"how long the block may be; at least 100, four characters a token"`
	Limit      int      `json:"limit" default:"20" min:"-1000000" help:"memories to consider"`
	Type       []string `json:"type" value:"TYPE" help:"only memories of this type; may be repeated"`
	Project    string   `json:"project" value:"NAME" help:"only memories of this project"`
	SinceDays  int      `json:"since-days" value:"N" min:"-1000000" help:"only memories of the last N days; 0 is all"`
	NoSemantic bool     `json:"no-semantic" help:"rank by words alone"`
}

// ContextResult is the block. It marshals to the list of its memories, as brain-cli gives it.
type ContextResult struct {
	Query    string
	Lines    []string // of the block; none where no memory was found
	Memories []ContextMemory
	budget   int // in tokens
	after    func(context.Context)
}

// ContextMemory is a memory in a block.
type ContextMemory struct {
	UID       string  `json:"uid"`
	Type      string  `json:"type"`
	Title     string  `json:"title"`
	Abstract  string  `json:"abstract"`
	Project   *string `json:"project"`
	CreatedAt string  `json:"created_at"`
	Score     Decimal `json:"score"`
}

// MarshalJSON writes the memories.
func (r *ContextResult) MarshalJSON() ([]byte, error) { return marshal(r.Memories) }

// Text is the block.
func (r *ContextResult) Text() string { return strings.Join(r.Lines, "\n") }

// Room is the budget in characters.
func (r *ContextResult) Room() int { return memory.Room(r.budget) }

// Budgeted is met by results that were asked for under a budget: in any form, they may have so many characters.
type Budgeted interface{ Room() int }

// Afterwards notes that the memories were recalled.
func (r *ContextResult) Afterwards(ctx context.Context) { r.after(ctx) }

// Context makes a block for a prompt of the memories that matter.
func (e *Engine) Context(ctx context.Context, in ContextInput) (*ContextResult, error) {
	return together(ctx, e, func(ctx context.Context) (*ContextResult, error) { return e.contextOf(ctx, in) })
}

func (e *Engine) contextOf(ctx context.Context, in ContextInput) (*ContextResult, error) {
	q := memory.Question{Text: in.Text, Limit: in.Limit, Filter: memory.Filter{Types: in.Type, Project: in.Project, SinceDays: in.SinceDays}}
	q, err := e.ready(ctx, q, "", in.NoSemantic)
	if err != nil {
		return nil, err
	}
	var block memory.Block
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		block, err = memory.Context(tx, s, q, in.Budget)
		return err
	})
	if err != nil {
		return nil, err
	}
	e.tellReason(block.Reason, block.Semantic || q.Vector == nil)
	return e.contextResult(in.Text, in.Budget, block), nil
}

// contextResult is a block with what is to be noted once it was shown.
func (e *Engine) contextResult(query string, budget int, block memory.Block) *ContextResult {
	out := &ContextResult{Query: query, budget: budget, Memories: []ContextMemory{}}
	if block.Text != "" {
		out.Lines = strings.Split(block.Text, "\n")
	}
	var ids []int64
	for _, r := range block.Rows {
		ids = append(ids, r.ID)
		out.Memories = append(out.Memories, ContextMemory{r.UID, r.Type, r.Title, r.Abstract, r.Project, r.CreatedAt, Decimal(rank.Round(r.Score, 3))})
	}
	out.after = func(ctx context.Context) {
		if len(ids) > 0 {
			e.noteRecall(ctx, false, ids...)
		}
	}
	return out
}
