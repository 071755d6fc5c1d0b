package cli

import (
	"fmt"
	"strings"

	"brain/engine"
)

// printAnswers prints the pages that answer a question.
func (t *Terminal) printAnswers(r *engine.AskResult) error {
	if len(r.Expansions) > 0 {
		t.aside("%s", t.dim("also asked: "+strings.Join(r.Expansions, "; ")))
	}
	switch {
	case r.None:
		return t.line("none shown: --limit is 0")
	case len(r.Results) == 0:
		return t.line("No results for: %s", oneLine(r.Query))
	}
	for _, h := range r.Results {
		t.line("%s", t.dim(h.Citation))
		t.line("%s%s", t.bold("**"+oneLine(h.Title)+"**"), dashed(h.Title, h.Snippet))
		t.printStale(h.Stale)
		if h.Explain != nil {
			t.line("   ↳ %.4f = %s", float64(h.Score), explainLine(h.Explain))
		}
		t.line("")
	}
	for _, x := range r.Removed {
		t.line("left out: %s#%d (%s)%s", x.Slug, x.Chunk, x.Layer, forText(x.For))
	}
	return nil
}

// dashed is a snippet after its title, which it need not repeat as a heading.
func dashed(title, snippet string) string {
	s := oneLine(snippet)
	if rest, ok := strings.CutPrefix(strings.TrimLeft(s, "# "), oneLine(title)); ok {
		s = strings.TrimSpace(rest)
	}
	if s != "" {
		return " — " + cut(s, snippetRunes)
	}
	return ""
}

func forText(slug string) string {
	if slug == "" {
		return ""
	}
	return " for " + slug
}

func (t *Terminal) printStale(s *engine.PageStale) {
	if s != nil {
		t.line("   ⚠ stale: the text is of %s, the timeline knows of %s", s.TruthAt, s.Newest)
	}
}

// explainLine tells how a score came about.
func explainLine(x *engine.PageExplain) string {
	var parts []string
	if x.Exact != "" {
		parts = append(parts, fmt.Sprintf("%v for its %s", float64(x.Tier), x.Exact))
	} else if x.Relation != nil {
		parts = append(parts, fmt.Sprintf("%v for %s of %s (%s)", float64(x.Tier), count(x.Relation.Links, "link"), x.Relation.Of, strings.Join(x.Relation.Types, ", ")))
	}
	parts = append(parts, fmt.Sprintf("fused %.4f (%s, %s; rrf %.5f)", float64(x.Fused), arm("words", x.Keyword), arm("vector", x.Vector), float64(x.RRF)))
	line := strings.Join(parts, " + ")
	if x.Capped {
		line += ", behind other types"
	}
	if len(x.Folded) > 0 {
		line += fmt.Sprintf(", with %s of the same", count(len(x.Folded), "chunk"))
	}
	return line
}

func arm(name string, a engine.PageArm) string {
	if a.Rank == 0 {
		return name + " –"
	}
	return fmt.Sprintf("%s #%d %.4f", name, a.Rank, float64(a.Score))
}

// printFound prints rows of several stores, each in the form of brain-cli's hits.
func (t *Terminal) printFound(r *engine.FoundResult) error {
	return t.printHits(r.Query, r.Compact, len(r.Rows), func(i int) hitLine {
		row := r.Rows[i]
		return hitLine{row.ID, row.Type, row.Title, row.Created}
	}, func(i int) { t.printFoundRow(r.Rows[i]) })
}

func (t *Terminal) printFoundRow(row engine.FoundRow) {
	if row.Memory != nil {
		t.printHit(*row.Memory)
		return
	}
	t.line("[%-8s] %s", printable(row.Type), row.Title)
	if s := shorten(spaced(row.Snippet), snippetShown); s != "" {
		t.line(indent+"%s", s)
	}
	t.line(indent+"%s · %s · %s · score=%.2f", day(row.Created), row.Store, row.Ref, row.Score)
	t.printStale(row.Stale)
	if row.Explain != nil {
		t.line(indent+"↳ %s", explainLine(row.Explain))
	}
	t.line("")
}
