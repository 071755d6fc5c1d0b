package engine

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"brain/db"
	"brain/merge"
	"brain/page"
	"brain/rank"
)

// FindInput are the parameters of search.
type FindInput struct {
	SearchInput
	In []string `json:"in" value:"STORES" added:"" help:"memory, gbrain (pages) or graphify (code); with commas, or repeated (else the setting search.in)"`
}

// FoundResult is rows of several stores. It marshals to an array: memories as brain-cli gives them, other rows with store and ref.
type FoundResult struct {
	Query   string
	Compact bool
	Rows    []FoundRow
}

// FoundRow is a row of one of the stores.
type FoundRow struct {
	Store   string
	Memory  *MemoryHit // of store memory; nil for the others
	ID      string     // the page's slug or the node's id
	Type    string
	Title   string
	Snippet string
	Score   float64
	Created string
	Ref     string // the citation
	Stale   *PageStale
	Explain *PageExplain
}

// MarshalJSON writes the rows.
func (r *FoundResult) MarshalJSON() ([]byte, error) {
	out := []object{}
	for _, row := range r.Rows {
		if row.Memory != nil {
			out = append(out, row.Memory.object(r.Compact))
			continue
		}
		var o object
		o.add("uid", row.ID)
		o.add("type", row.Type)
		o.add("title", row.Title)
		if !r.Compact {
			o.add("snippet", row.Snippet)
			o.add("project", nil)
		}
		o.add("score", Decimal(rank.Round(row.Score, 3)))
		o.add("created_at", row.Created)
		if row.Explain != nil {
			o.add("explain", row.Explain)
		}
		o.add("store", row.Store)
		o.add("ref", row.Ref)
		if row.Stale != nil {
			o.add("stale", row.Stale)
		}
		out = append(out, o)
	}
	return marshal(out)
}

// Find finds memories, pages and code. Where memories alone are asked for the answer is brain-cli's.
func (e *Engine) Find(ctx context.Context, in FindInput) (any, error) {
	total := e.stage("total")
	return together(ctx, e, func(ctx context.Context) (any, error) {
		stores, err := e.stores(ctx, in.In)
		switch {
		case err != nil:
			return nil, err
		case !slices.Equal(stores, []string{merge.Memory}):
			if db.Joined(ctx) {
				return nil, errAlone
			}
			return e.findIn(ctx, stores, in)
		}
		out, err := e.search(ctx, in.SearchInput)
		if !errors.Is(err, errAlone) {
			total()
		}
		return out, err
	})
}

// findIn finds rows of these stores.
func (e *Engine) findIn(ctx context.Context, stores []string, in FindInput) (*FoundResult, error) {
	out := &FoundResult{Query: in.Text, Compact: in.Compact, Rows: []FoundRow{}}
	var lists [][]FoundRow
	for _, store := range stores {
		var rows []FoundRow
		var err error
		switch store {
		case merge.Memory:
			rows, err = e.findMemories(ctx, in.SearchInput)
		case merge.GBrain:
			rows, err = e.findPages(ctx, in.SearchInput)
		default:
			rows, err = e.findNodes(ctx, in.SearchInput)
		}
		if err != nil {
			return nil, err
		}
		lists = append(lists, rows)
	}
	out.Rows = alternate(lists, in.Limit)
	return out, nil
}

// stores gives the stores to look into, each once: those of the flag, else those of the setting.
func (e *Engine) stores(ctx context.Context, in []string) ([]string, error) {
	s, err := findSetting(settingIn)
	if err != nil {
		return nil, err
	}
	value := strings.Join(in, ",")
	if value == "" {
		if value, err = e.setting(ctx, s); err != nil {
			return nil, err
		}
	} else if err := s.check(value); err != nil {
		return nil, usage("choose one of "+strings.Join(s.values, ", "), "--in: %q is not known", brief(value))
	}
	var out []string
	for _, store := range splitList(value) {
		if !slices.Contains(out, store) {
			out = append(out, store)
		}
	}
	return out, nil
}

// alternate takes the best row of each list, then the second best, and so on: scores of different stores do not compare.
func alternate(lists [][]FoundRow, limit int) []FoundRow {
	out := []FoundRow{}
	for i := 0; ; i++ {
		more := false
		for _, list := range lists {
			if i < len(list) && len(out) < limit {
				out, more = append(out, list[i]), true
			}
		}
		if !more {
			return out
		}
	}
}

func (e *Engine) findMemories(ctx context.Context, in SearchInput) ([]FoundRow, error) {
	r, err := e.Search(ctx, in)
	if err != nil {
		return nil, err
	}
	var rows []FoundRow
	for _, h := range r.Hits {
		rows = append(rows, FoundRow{Store: merge.Memory, Memory: &h, ID: h.UID, Type: h.Type, Title: h.Title, Score: float64(h.Score), Created: h.CreatedAt})
	}
	return rows, nil
}

// findPages asks the pages; what only memories have (projects, times) narrows nothing here. Without a query it lists the
// newest, as memories do.
func (e *Engine) findPages(ctx context.Context, in SearchInput) ([]FoundRow, error) {
	if strings.TrimSpace(in.Text) == "" {
		return e.newestPages(ctx, in)
	}
	answer, err := e.askPages(ctx, PageQuestion{Text: in.Text, Limit: in.Limit, Type: in.Type, TextOnly: in.NoSemantic, NoExpand: true, Explain: in.Explain})
	if err != nil {
		return nil, err
	}
	var rows []FoundRow
	for _, h := range answer.Results {
		rows = append(rows, FoundRow{Store: merge.GBrain, ID: h.Slug, Type: h.Type, Title: h.Title, Snippet: h.Snippet, Score: float64(h.Score),
			Created: citedDay(h.Citation), Ref: h.Citation, Stale: h.Stale, Explain: h.Explain})
	}
	return rows, nil
}

func (e *Engine) newestPages(ctx context.Context, in SearchInput) (rows []FoundRow, err error) {
	if in.Limit < 1 {
		return nil, nil
	}
	return rows, e.readPages(ctx, func(tx *db.Tx) error {
		list, _, err := page.List(tx, page.ListFilter{Limit: in.Limit})
		for _, p := range list {
			entry, err := merge.Current(tx, merge.GBrain, p.Slug)
			if err != nil || entry == nil {
				return err
			}
			rows = append(rows, FoundRow{Store: merge.GBrain, ID: p.Slug, Type: p.Type, Title: p.Title, Snippet: head(contentOf(*entry), snippetRunes), Created: citedDay(entry.CitationID), Ref: entry.CitationID})
		}
		return err
	})
}

// findNodes asks the code graph by the unified query.
func (e *Engine) findNodes(ctx context.Context, in SearchInput) ([]FoundRow, error) {
	if strings.TrimSpace(in.Text) == "" || in.Limit < 1 {
		return nil, nil
	}
	r, err := e.Query(ctx, QueryInput{Text: in.Text, Unified: true, Limit: in.Limit, Store: []string{merge.Graphify}, TextOnly: in.NoSemantic})
	if err != nil {
		return nil, err
	}
	var rows []FoundRow
	for _, h := range r.Results {
		score, err := strconv.ParseFloat(h.RRFScore, 64)
		if err != nil {
			return nil, err
		}
		rows = append(rows, FoundRow{Store: merge.Graphify, ID: h.EntityID, Type: "node", Title: h.EntityName,
			Snippet: head(nodeText(h), snippetRunes), Score: score, Created: citedDay(h.CitationID), Ref: h.CitationID})
	}
	return rows, nil
}

// nodeText is what a node's entry says, without the lines that are only there to be found by.
func nodeText(r QueryRow) string {
	var lines []string
	for line := range strings.Lines(contentOf(merge.Entry{EntityName: r.EntityName, Content: r.Content})) {
		if !strings.HasPrefix(line, "words: ") && !strings.HasPrefix(line, "id: ") {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, ""))
}

// contentOf is an entry's text without the name, where that is its first line.
func contentOf(e merge.Entry) string {
	if rest, leads := strings.CutPrefix(e.Content, e.EntityName); leads && (rest == "" || strings.HasPrefix(rest, "\n")) {
		return strings.TrimSpace(rest)
	}
	return strings.TrimSpace(e.Content)
}

// citedDay is the time in a citation as brain-cli writes times.
func citedDay(citation string) string {
	c, err := merge.ParseCitation(citation)
	if err != nil {
		return ""
	}
	return c.Time.UTC().Format("2006-01-02 15:04:05")
}
