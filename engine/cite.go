package engine

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"brain/db"
	"brain/merge"
)

// CiteInput are the parameters of cite.
type CiteInput struct {
	Citation string `json:"citation" arg:"1,rest" value:"'[BM:…]'" required:"" help:"the citation; its brackets are a part of it"`
}

// CiteResult is the entry that carries a citation.
type CiteResult struct {
	CitationID string `json:"citation_id"`
	ID         int64  `json:"id"`
	Source     string `json:"source"`
	EntityID   string `json:"entity_id"`
	EntityName string `json:"entity_name"`
	Content    string `json:"content"`
	CreatedAt  string `json:"created_at"`
	UpdatedAt  string `json:"updated_at"`
	Superseded string `json:"superseded_by,omitempty"`
}

// Cite resolves a citation. An unknown one is an error that names the nearest.
func (e *Engine) Cite(ctx context.Context, in CiteInput) (*CiteResult, error) {
	c, err := merge.ParseCitation(in.Citation)
	if err != nil {
		return nil, &Error{Problem: "this is no citation", Cause: strings.Replace(strings.TrimPrefix(err.Error(), merge.ErrCitation.Error()+": "), strconv.Quote(in.Citation), strconv.Quote(brief(in.Citation)), 1),
			Fix: "give it whole and in quotes: `brain cite '[BM:gbrain:some-page:2026-05-23T14:00:00Z]'`", Err: err}
	}
	var out *CiteResult
	var near []merge.Entry
	if c.Store == merge.Memory {
		if err := e.catchUp(ctx); err != nil {
			return nil, err
		}
	}
	err = e.read(ctx, func(tx *db.Tx) error {
		entry, others, err := merge.Resolve(tx, c)
		if err != nil || entry == nil {
			near = others
			return err
		}
		out = &CiteResult{CitationID: entry.CitationID, ID: entry.ID, Source: entry.Source, EntityID: entry.EntityID,
			EntityName: entry.EntityName, Content: entry.Content, CreatedAt: entry.CreatedAt, UpdatedAt: entry.UpdatedAt}
		served, err := merge.Served(tx, *entry)
		if err == nil && served != nil {
			out.Superseded = served.CitationID
		}
		return err
	})
	if err != nil || out != nil {
		return out, err
	}
	fix := "look for it with `brain query --unified \"…\"`"
	if len(near) > 0 {
		fix = "did you mean"
		for _, n := range near {
			fix += fmt.Sprintf("\n  %s  %s", brief(n.CitationID), brief(n.EntityName))
		}
	}
	return nil, &Error{Problem: "no entry carries the citation " + brief(c.String()), Fix: fix, Err: ErrNotFound}
}

// briefRunes is how much of a citation or a name an error repeats.
const briefRunes = 200

// brief cuts a text, and keeps what it holds from beginning a line of the error.
func brief(s string) string {
	r := []rune(s[:min(len(s), 8*briefRunes)])
	if len(r) > briefRunes {
		r = append(r[:briefRunes-1], '…')
	}
	for i, c := range r {
		if unicode.IsControl(c) {
			r[i] = unicode.ReplacementChar
		}
	}
	return string(r)
}
