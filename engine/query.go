package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"brain/db"
	"brain/fts"
	"brain/memory"
	"brain/merge"
)

// QueryInput are the parameters of query.
type QueryInput struct {
	Text           string   `json:"text" arg:"1,rest" value:"TEXT" required:"blank" help:"what to look for"`
	Unified        bool     `json:"unified" help:"ask all stores at once (brain_entries)"`
	Limit          int      `json:"limit" default:"20" min:"0" help:"rows to give"`
	Store          []string `json:"store" enum:"gbrain|graphify|memory" help:"only rows of this store; may be repeated"`
	Vector         string   `json:"vector" value:"'[…]'" help:"the query's embedding, if it was made elsewhere"`
	TextOnly       bool     `json:"text-only" help:"rank by text alone"`
	AsOf           string   `json:"as-of" value:"TIME" help:"what was valid at that time"`
	KnownAt        string   `json:"known-at" value:"TIME" help:"what this file knew at that time"`
	IncludeInvalid bool     `json:"include-invalid" help:"rows of the past too"`
	Type           []string `json:"type" value:"TYPE" help:"of pages: only this type; may be repeated"`
	Tag            []string `json:"tag" value:"TAG" help:"of pages: only those with this tag; may be repeated"`
	Detail         string   `json:"detail" enum:"low|medium|high" help:"of pages: the compiled truth alone, one hit a page, or two and near-duplicates too (else medium)"`
	NoExpand       bool     `json:"no-expand" help:"of pages: do not ask BRAIN_LLM for other wordings"`
	Explain        bool     `json:"explain" help:"of pages: show how each score came about"`
}

// QueryResult is the flat ranking. Vector says whether the vector side took part; where it could not, Semantic is false and
// Reason says why. Total counts all ranked rows.
type QueryResult struct {
	Query    string     `json:"query"`
	Vector   bool       `json:"vector"`
	Semantic *bool      `json:"semantic,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	Total    int        `json:"total"`
	Results  []QueryRow `json:"results"`
}

// QueryRow is one row of the ranking. Ranks and scores are null where the row is not in that list. RRFScore holds all
// decimals of PostgreSQL's numeric.
type QueryRow struct {
	Rank        int            `json:"rank"`
	ID          int64          `json:"id"`
	Source      string         `json:"source"`
	EntityID    string         `json:"entity_id"`
	EntityName  string         `json:"entity_name"`
	Content     string         `json:"content"`
	CitationID  string         `json:"citation_id"`
	RRFScore    string         `json:"rrf_score"`
	TextRank    *int           `json:"text_rank"`
	VectorRank  *int           `json:"vector_rank"`
	TextScore   *json.Number   `json:"text_score"`
	VectorScore *json.Number   `json:"vector_score"`
	Superseded  string         `json:"superseded_by,omitempty"` // citation of the revision that is served instead
	Crossrefs   []QueryCrossed `json:"crossrefs"`
}

// QueryCrossed is a row of another store about the same entity: it only annotates, the ranking is untouched.
type QueryCrossed struct {
	ID         int64       `json:"id"`
	Source     string      `json:"source"`
	EntityID   string      `json:"entity_id"`
	EntityName string      `json:"entity_name"`
	CitationID string      `json:"citation_id"`
	Relation   string      `json:"relation"`
	Similarity json.Number `json:"similarity"`
	Calls      []string    `json:"calls"`
}

// crossrefLimit is how many rows of each relation annotate a hit.
const crossrefLimit = 3

// Ask is query as it stands on the command line: with Unified it is Query; without it the question goes to the pages, and in a
// file that holds none it is brain-cli's old name of search.
func (e *Engine) Ask(ctx context.Context, in QueryInput) (any, error) {
	if in.Unified {
		if err := in.check(false); err != nil {
			return nil, err
		}
		return e.Query(ctx, in)
	}
	pages, err := e.hasPages(ctx)
	if err != nil {
		return nil, err
	}
	if pages {
		q, err := in.question()
		if err != nil {
			return nil, err
		}
		return e.askPages(ctx, q)
	}
	if len(in.Tag) > 0 || in.Detail != "" {
		return nil, usage("leave it out, or read pages in: `brain import DIR`", "--tag and --detail are of pages, and the file holds none")
	}
	limit := in.Limit
	if limit == queryLimit {
		limit = searchLimit
	}
	return e.Search(ctx, SearchInput{Text: in.Text, Limit: limit, Type: in.Type, NoSemantic: in.TextOnly, Explain: in.Explain, IncludeInvalid: in.IncludeInvalid, AsOf: in.AsOf})
}

// hasPages says whether the file holds pages that are not deleted.
func (e *Engine) hasPages(ctx context.Context) (there bool, err error) {
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		if !s.HasTable("pages") {
			return nil
		}
		return tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM pages WHERE deleted_at IS NULL)`, nil, &there)
	})
	return there, err
}

// How many hits the two kinds of query give by themselves.
const (
	queryLimit  = 20
	searchLimit = 10
)

var needsUnified = usage("add --unified: `brain query --unified \"…\"`", "query needs --unified")

// Query answers over brain_entries with the ranking of the PostgreSQL design.
func (e *Engine) Query(ctx context.Context, in QueryInput) (*QueryResult, error) {
	if !in.Unified {
		return nil, needsUnified
	}
	if strings.TrimSpace(in.Text) == "" {
		return nil, usage("say what to look for: `brain query --unified \"…\"`", "the query is blank")
	}
	q := merge.Query{Text: in.Text, Limit: in.Limit, Filter: merge.Filter{Stores: in.Store, IncludeInvalid: in.IncludeInvalid}}
	var err error
	if q.Filter.AsOf, err = optionalTime("as-of", in.AsOf); err != nil {
		return nil, err
	}
	if q.Filter.KnownAt, err = optionalTime("known-at", in.KnownAt); err != nil {
		return nil, err
	}
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	out := &QueryResult{Query: in.Text, Results: []QueryRow{}}
	if q.Vector, out.Reason, err = e.queryVector(ctx, in); err != nil {
		return nil, err
	}
	out.Vector = q.Vector != nil
	if out.Reason != "" {
		out.Semantic = &out.Vector
	}
	q.Stage, q.Cache = e.stage, &e.cache
	defer e.stage("total")()
	err = e.read(ctx, func(tx *db.Tx) error {
		answer, err := merge.Run(tx, q)
		if err != nil {
			return err
		}
		out.Total = answer.Total
		for i, h := range answer.Hits {
			row, err := queryRow(tx, i+1, h)
			if err != nil {
				return err
			}
			out.Results = append(out.Results, row)
		}
		return nil
	})
	if err != nil {
		return nil, explainQuery(err, in)
	}
	if out.Total == 0 && !in.TextOnly {
		e.noticeUnembedded(ctx)
	}
	return out, nil
}

// noticeUnembedded tells whoever finds nothing that the meaning of some entries is not searched yet. That it cannot be counted is no
// reason to withhold the answer.
func (e *Engine) noticeUnembedded(ctx context.Context) {
	if n, err := e.unembedded(ctx, ""); err == nil && n > 0 {
		e.Notice(fmt.Sprintf("%d entries have no vector yet, so only words could find them: see `brain embed`", n))
	}
}

// explainQuery says what to do about a vector that was given and cannot be compared with the file's.
func explainQuery(err error, in QueryInput) error {
	var other *merge.VectorsOther
	if in.Vector == "" || !errors.As(err, &other) {
		return err
	}
	return &Error{Problem: fmt.Sprintf("--vector is %d-dimensional, the file's vectors are %d-dimensional", other.WantDim, other.HaveDim),
		Fix: fmt.Sprintf("give the query's embedding by the model that made the file's (%s), or leave --vector out", modelName(other.HaveModel)), Err: err}
}

func optionalTime(name, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := db.ParseTime(s)
	if err != nil {
		return t, usage("use a form like 2026-05-23T14:00:00Z or 2026-05-23", "--%s: %v", name, err)
	}
	return t, nil
}

func modelName(model string) string {
	if model == "" {
		return "an unnamed model"
	}
	return model
}

func queryRow(tx *db.Tx, n int, h merge.Hit) (QueryRow, error) {
	row := QueryRow{Rank: n, ID: h.ID, Source: h.Source, EntityID: h.EntityID, EntityName: h.EntityName, Content: h.Content,
		CitationID: h.CitationID, RRFScore: h.Score.String(), Crossrefs: []QueryCrossed{}}
	if h.TextRank > 0 {
		row.TextRank, row.TextScore = &h.TextRank, number(fts.FormatFloat4(h.TextScore))
	}
	if h.VectorRank > 0 {
		row.VectorRank = &h.VectorRank
		if !math.IsNaN(h.VectorScore) {
			row.VectorScore = number(fts.FormatFloat8(h.VectorScore))
		}
	}
	served, err := merge.Served(tx, h.Entry)
	if err != nil {
		return row, err
	}
	if served != nil {
		row.Superseded = served.CitationID
	}
	refs, err := merge.Crossrefs(tx, h.Entry, crossrefLimit)
	if err != nil {
		return row, err
	}
	for _, c := range refs {
		calls, err := callsOf(tx, c.Entry)
		if err != nil {
			return row, err
		}
		row.Crossrefs = append(row.Crossrefs, QueryCrossed{ID: c.ID, Source: c.Source, EntityID: c.EntityID, EntityName: c.EntityName,
			CitationID: c.CitationID, Relation: c.Relation, Similarity: *number(fts.FormatFloat4(c.Similarity)), Calls: calls})
	}
	return row, nil
}

func number(s string) *json.Number {
	n := json.Number(s)
	return &n
}
