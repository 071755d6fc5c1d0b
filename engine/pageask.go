package engine

import (
	"context"
	"strings"

	"brain/db"
	"brain/page"
	"brain/rank"
)

// PageQuestion is what is asked of the pages.
type PageQuestion struct {
	Text     string
	Limit    int
	Type     []string
	Tag      []string
	Detail   string // low, medium or high
	Vector   string // the question's embedding, if it was made elsewhere
	TextOnly bool
	NoExpand bool
	Explain  bool
}

// AskResult is the pages that answer a question, the best first. Semantic says whether vectors took part; Reason says why not.
type AskResult struct {
	Query      string        `json:"query"`
	Semantic   bool          `json:"semantic"`
	Reason     string        `json:"reason,omitempty"`
	Expansions []string      `json:"expansions"` // other wordings that were asked too
	Results    []PageHit     `json:"results"`
	Removed    []PageRemoved `json:"removed,omitempty"` // with --explain: what the dedup took out
	None       bool          `json:"-"`                 // as many as were asked for
}

// PageHit is a page that was found, by one of its chunks.
type PageHit struct {
	Rank     int          `json:"rank"`
	Slug     string       `json:"slug"`
	Title    string       `json:"title"`
	Type     string       `json:"type"`
	Citation string       `json:"citation_id"`
	Score    Decimal      `json:"score"`
	Snippet  string       `json:"snippet"`
	Chunk    PageChunk    `json:"chunk"`
	Stale    *PageStale   `json:"stale,omitempty"`
	Explain  *PageExplain `json:"explain,omitempty"`
}

// PageChunk is a part of a page.
type PageChunk struct {
	Number   int    `json:"number"` // from 1
	Text     string `json:"text"`
	Timeline bool   `json:"timeline"` // it is of the timeline, not of the compiled truth
}

// PageStale says that a page's truth is older than what its timeline tells.
type PageStale struct {
	TruthAt string `json:"truth_at"`
	Newest  string `json:"newest"`
}

// PageExplain is how a score came about. A rank counts from 1 and is 0 where the page is not in that list.
type PageExplain struct {
	Tier     Decimal       `json:"tier"`            // 2 for a name that was asked for, 1 for the answer to a question of links
	Exact    string        `json:"exact,omitempty"` // what the question equals: slug, title, alias …
	Relation *PageRelation `json:"relation,omitempty"`
	Fused    Decimal       `json:"fused"`
	Keyword  PageArm       `json:"keyword"`
	Vector   PageArm       `json:"vector"`
	RRF      Decimal       `json:"rrf"`
	Capped   bool          `json:"capped"` // the type cap put it behind pages of other types
	Folded   []PageFolded  `json:"folded"` // what says nearly the same and was left out for it
}

// PageArm is a page's place in one list.
type PageArm struct {
	Rank  int     `json:"rank"`
	Score Decimal `json:"score"`
}

// PageRelation says which links led to a page.
type PageRelation struct {
	Types []string `json:"types"`
	Of    string   `json:"of"`
	Links int      `json:"links"`
}

// PageFolded is a chunk that was left out.
type PageFolded struct {
	Slug   string  `json:"slug"`
	Chunk  int     `json:"chunk"`
	Cosine Decimal `json:"cosine"`
}

// PageRemoved is a chunk that the dedup took out, by its layer, and what it gave way to.
type PageRemoved struct {
	Layer  string  `json:"layer"`
	Slug   string  `json:"slug"`
	Chunk  int     `json:"chunk"`
	For    string  `json:"for"` // "" of the type cap
	Cosine Decimal `json:"cosine"`
}

var details = map[string]page.Detail{"low": page.Low, "medium": page.Medium, "high": page.High}

// askPages answers a question over the pages.
func (e *Engine) askPages(ctx context.Context, in PageQuestion) (*AskResult, error) {
	defer e.stage("total")()
	out := &AskResult{Query: in.Text, Expansions: []string{}, Results: []PageHit{}, None: in.Limit == 0}
	if in.Limit < 1 {
		return out, nil
	}
	q := page.Question{Text: in.Text, Limit: in.Limit, Filter: page.Filter{Types: in.Type, Tags: in.Tag}, Detail: details[in.Detail], Cache: &e.cache, Stage: e.stage}
	var err error
	if q.Vector, out.Reason, err = e.queryVector(ctx, QueryInput{Text: in.Text, Vector: in.Vector, TextOnly: in.TextOnly}); err != nil {
		return nil, err
	}
	if !in.NoExpand {
		if q.Expansions, err = e.expand(ctx, in.Text, q.Vector != nil); err != nil {
			return nil, err
		}
	}
	for _, w := range q.Expansions {
		out.Expansions = append(out.Expansions, w.Text)
	}
	var answer page.Answer
	err = e.readPages(ctx, func(tx *db.Tx) (err error) {
		answer, err = page.Search(tx, q)
		return err
	})
	if err != nil {
		return nil, explainQuery(err, QueryInput{Vector: in.Vector})
	}
	out.Semantic = answer.Semantic
	if answer.Reason != "" {
		out.Reason = answer.Reason
	}
	for i, h := range answer.Hits {
		hit := PageHit{Rank: i + 1, Slug: h.Slug, Title: h.Title, Type: h.Type, Citation: h.Citation, Score: score(h.Score), Snippet: h.Snippet,
			Chunk: PageChunk(h.Chunk), Stale: (*PageStale)(h.Stale)}
		if in.Explain {
			hit.Explain = explainPageHit(h.Explain)
		}
		out.Results = append(out.Results, hit)
	}
	if in.Explain {
		for _, r := range answer.Removed {
			out.Removed = append(out.Removed, PageRemoved{r.Layer, r.Slug, r.Chunk, r.For, score(r.Cosine)})
		}
	}
	return out, nil
}

// score is a score with as many digits as say something.
func score(x float64) Decimal { return Decimal(rank.Round(x, 6)) }

func explainPageHit(x page.Explain) *PageExplain {
	out := &PageExplain{Tier: score(x.Tier), Exact: x.Exact, Relation: (*PageRelation)(x.Relation), Fused: score(x.Fused), Keyword: PageArm{x.Keyword.Rank, score(x.Keyword.Score)},
		Vector: PageArm{x.Vector.Rank, score(x.Vector.Score)}, RRF: score(x.RRF), Capped: x.Capped, Folded: []PageFolded{}}
	for _, f := range x.Folded {
		out.Folded = append(out.Folded, PageFolded{f.Slug, f.Chunk, score(f.Cosine)})
	}
	return out
}

// askOnly are the flags of query that belong to one way to ask only.
func (in QueryInput) check(pages bool) error {
	for _, f := range []struct {
		name          string
		given, ofPage bool
	}{
		{"explain", in.Explain, true}, {"no-expand", in.NoExpand, true}, {"detail", in.Detail != "", true}, {"type", len(in.Type) > 0, true}, {"tag", len(in.Tag) > 0, true},
		{"store", len(in.Store) > 0, false}, {"as-of", in.AsOf != "", false}, {"known-at", in.KnownAt != "", false}, {"include-invalid", in.IncludeInvalid, false},
	} {
		switch {
		case f.given && f.ofPage && !pages:
			return usage("leave it out, or ask without --unified", "--%s and --unified exclude each other", f.name)
		case f.given && !f.ofPage && pages:
			return usage("add --unified, or leave it out", "--%s needs --unified", f.name)
		}
	}
	return nil
}

// question checks a question to pages.
func (in QueryInput) question() (PageQuestion, error) {
	if strings.TrimSpace(in.Text) == "" {
		return PageQuestion{}, usage("say what to look for", "the query is blank")
	}
	return PageQuestion{Text: in.Text, Limit: in.Limit, Type: in.Type, Tag: in.Tag, Detail: in.Detail, Vector: in.Vector, TextOnly: in.TextOnly, NoExpand: in.NoExpand, Explain: in.Explain}, in.check(true)
}
