package cli

import (
	"strings"

	"brain/engine"
)

// What is printed here of memories is read by programs too, which brain-cli 3.4.0 taught to expect it: rows, widths and
// order are its own to the letter. Sentences are not.

// indent is what stands before the lines under a hit.
const indent = "           "

// The lengths that brain-cli cuts at, in characters.
const (
	snippetShown = 150
	deltaShown   = 80
)

// printSearch prints the hits, a block each, or a line each where they shall be compact.
func (t *Terminal) printSearch(r *engine.SearchResult) error {
	return t.printHits(r.Query, r.Compact, len(r.Hits), func(i int) hitLine {
		h := r.Hits[i]
		return hitLine{h.UID, h.Type, h.Title, h.CreatedAt}
	}, func(i int) { t.printHit(r.Hits[i]) })
}

// hitLine is a hit on one line.
type hitLine struct{ id, kind, title, created string }

// printHits prints n hits: a line of each where they shall be compact, else how many there are, and a block of each. A
// listing of nothing is no lines, as in brain-cli.
func (t *Terminal) printHits(query string, compact bool, n int, line func(i int) hitLine, block func(i int)) error {
	query = strings.TrimSpace(query)
	if n == 0 && query != "" {
		return t.line("No results for: %s", query)
	}
	if compact {
		for i := range n {
			h := line(i)
			t.line("%s  [%-8s] %s  (%s)", h.id, printable(h.kind), h.title, day(h.created))
		}
		return nil
	}
	if query == "" {
		query = "(listing)"
	}
	t.line("\n%d hit(s) for: %s\n", n, query)
	for i := range n {
		block(i)
	}
	return nil
}

func (t *Terminal) printHit(h engine.MemoryHit) {
	t.line("[%-8s] %s%s", printable(h.Type), h.Title, inParens(h.Project))
	if s := shorten(spaced(h.Content), snippetShown); s != "" {
		t.line(indent+"%s", s)
	}
	tags := ""
	if len(h.Tags) > 0 {
		tags = "  #" + strings.Join(h.Tags, ",")
	}
	t.line(indent+"%s · %s · score=%.2f%s", day(h.CreatedAt), h.UID, float64(h.Score), tags)
	if h.Explain != nil {
		t.line(indent+"%s", "↳ "+h.Explain.Line())
	}
	t.line("")
}

// day is the date of a time.
func day(at string) string {
	if len(at) > 10 {
		return at[:10]
	}
	return at
}

func inParens(project *string) string {
	if project == nil || *project == "" {
		return ""
	}
	return " (" + *project + ")"
}

// spaced puts spaces in the place of line ends.
func spaced(s string) string { return strings.NewReplacer("\r\n", " ", "\n", " ").Replace(s) }

// shorten cuts a text to n characters and says so.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// printGot prints a memory.
func (t *Terminal) printGot(m *engine.GetResult) error {
	t.line("\n%s\n[%s] %s · %s", t.bold(m.Title), m.Type, m.UID, m.CreatedAt)
	if m.InvalidAt != "" {
		by := ""
		if m.SupersededBy != "" {
			by = " — superseded by " + m.SupersededBy + " (`brain get " + m.SupersededBy + "`)"
		}
		t.line("⚠ INVALIDATED %s%s", m.InvalidAt, by)
	}
	if m.Project != "" {
		t.line("project: %s", m.Project)
	}
	if len(m.Tags) > 0 {
		t.line("tags: %s", strings.Join(m.Tags, ","))
	}
	return t.line("\n%s\n", contents(m.Content))
}

// printContext prints the block that goes into a prompt.
func (t *Terminal) printContext(r *engine.ContextResult) error {
	if len(r.Memories) == 0 {
		return t.line("(no memory fits: %s)", r.Query)
	}
	for _, l := range r.Lines {
		t.line("%s", l)
	}
	return nil
}

// printHistory prints what was done to a memory, the oldest first.
func (t *Terminal) printHistory(r *engine.HistoryResult) error {
	if len(r.Alterations) == 0 {
		return t.line("nothing is recorded of %s", r.UID)
	}
	for _, a := range r.Alterations {
		t.line("%s | %-7s | %-24s | %s", a.At, printable(a.Kind), printable(a.Reason), shorten(spaced(a.Delta), deltaShown))
	}
	return nil
}

func (t *Terminal) printTags(r engine.TagsResult) error {
	for _, tag := range r {
		t.line("%5d  %s", tag.Count, tag.Name)
	}
	return nil
}

func (t *Terminal) printRecent(r engine.RecentResult) error {
	for _, m := range r {
		t.line("[%-8s] %s%s  %s  %s", printable(m.Type), m.Title, inParens(m.Project), day(m.CreatedAt), m.UID)
	}
	return nil
}

// printMemoryStats is brain-cli's count of a file that holds nothing but memories.
func (t *Terminal) printMemoryStats(m *engine.MemoryStats) error {
	schema := m.Schema
	if schema == "" {
		schema = "?"
	}
	t.line("\nbrain v%s\n  active:    %d\n  invalid:   %d\n  deleted:   %d\n  embedded:  %d/%d\n\nby type:", schema, m.Active, m.Invalid, m.Deleted, m.Embedded, m.Embeddable)
	for _, c := range m.Types {
		t.line("  %-12s %d", printable(c.Name), c.Count)
	}
	t.line("\ntop projects:")
	for _, c := range m.Projects {
		t.line("  %-30s %d", printable(c.Name), c.Count)
	}
	return nil
}
