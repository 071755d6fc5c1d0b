package cli

import (
	"fmt"
	"strings"

	"brain/engine"
)

// group is what a person sees as one answer: a row and the rows of the same entity under it.
type group struct {
	lead  *engine.QueryRow
	under []engine.QueryCrossed
}

// groups arranges the flat ranking for people, as the seed presents it: where a GBrain row and a Graphify row are of one
// entity the GBrain row comes first, at the place of the better of the two, with the Graphify row under it. Further chunks
// of a page fold under its best one.
func groups(rows []engine.QueryRow) []*group {
	byID := map[int64]*engine.QueryRow{}
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	var out []*group
	at := map[string]*group{}
	shown := map[int64]bool{}
	for i := range rows {
		row := &rows[i]
		if shown[row.ID] {
			continue
		}
		lead := row
		if page := pageOf(row, byID); page != nil {
			lead = page
		}
		key := lead.Source + ":" + lead.EntityID
		if lead.Source == "gbrain" {
			key = "gbrain:" + pageSlug(lead.EntityID)
		}
		g := at[key]
		if g == nil {
			g = &group{lead: lead}
			at[key] = g
			out = append(out, g)
			for _, c := range lead.Crossrefs {
				if c.Source == "graphify" && !shown[c.ID] {
					g.under = append(g.under, c)
					shown[c.ID] = true
				}
			}
		} else if row != lead {
			// Its page is a further chunk of one that stands here already.
			for _, c := range lead.Crossrefs {
				if c.ID == row.ID {
					g.under = append(g.under, c)
					break
				}
			}
		}
		shown[row.ID], shown[lead.ID] = true, true
	}
	return out
}

// pageOf finds the page in the answer that a Graphify row belongs under.
func pageOf(row *engine.QueryRow, byID map[int64]*engine.QueryRow) *engine.QueryRow {
	if row.Source != "graphify" {
		return nil
	}
	for _, c := range row.Crossrefs {
		if p := byID[c.ID]; p != nil && c.Source == "gbrain" && (c.Relation == "same_name" || c.Relation == "name_similar") && refersTo(p, row.ID) {
			return p
		}
	}
	return nil
}

// refersTo says whether the page's own annotations name the row: they are few, and a row that none names must not vanish.
func refersTo(p *engine.QueryRow, id int64) bool {
	for _, c := range p.Crossrefs {
		if c.ID == id {
			return true
		}
	}
	return false
}

// pageSlug is the slug of the page that a chunk's id belongs to.
func pageSlug(id string) string {
	if i := strings.LastIndexByte(id, '#'); i > 0 && i+1 < len(id) && strings.Trim(id[i+1:], "0123456789") == "" {
		return id[:i]
	}
	return id
}

// snippetRunes is how much of a content is shown.
const snippetRunes = 240

func (t *Terminal) printQuery(r *engine.QueryResult) error {
	if len(r.Results) == 0 && r.Total > 0 {
		return t.line("%s, none shown: --limit is 0", count(r.Total, "result"))
	}
	if len(r.Results) == 0 {
		return t.line("No results for: %s", oneLine(r.Query))
	}
	for _, g := range groups(r.Results) {
		t.line("%s", t.dim(g.lead.CitationID))
		t.line("%s%s", t.bold("**"+oneLine(g.lead.EntityName)+"**"), snippet(g.lead))
		if g.lead.Superseded != "" {
			t.line("   (an older revision; %s is served)", g.lead.Superseded)
		}
		if len(g.under) > 0 {
			t.line("")
		}
		for _, c := range g.under {
			t.line("  ↳ %s", t.dim(c.CitationID))
			t.line("     Graphify node: %s%s", oneLine(c.EntityID), callsText(c.Calls))
		}
		t.line("")
	}
	return nil
}

// snippet is the start of the content without the title that leads it.
func snippet(row *engine.QueryRow) string {
	name := row.EntityName
	if i := strings.LastIndex(name, " [chunk "); i > 0 {
		name = name[:i]
	}
	text := untitled(row.Content, name)
	if row.Source == "graphify" {
		text = nodeLines(text)
	} else {
		// A page's text often begins with its title as a heading.
		if heading := strings.TrimLeft(text, "# "); heading != text {
			text = untitled(heading, name)
		}
		text = oneLine(text)
	}
	if text == "" {
		return ""
	}
	return " — " + cut(text, snippetRunes)
}

// untitled is the text without the title, where that leads it as a whole: "Google is …" does not begin with the title "Go".
func untitled(text, title string) string {
	text = strings.TrimSpace(text)
	rest, leads := strings.CutPrefix(text, title)
	if !leads || title == "" || rest == "" {
		return rest
	}
	for _, separator := range []string{"\n", "\r", " — ", " – ", " - ", ": "} {
		if after, parted := strings.CutPrefix(rest, separator); parted {
			return strings.TrimSpace(after)
		}
	}
	return text
}

// nodeLines joins the lines of a node's content, without those that are only there to be found by.
func nodeLines(text string) string {
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if l = oneLine(l); l != "" && !strings.HasPrefix(l, "words: ") && !strings.HasPrefix(l, "id: ") {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, " · ")
}

func callsText(calls []string) string {
	if len(calls) == 0 {
		return ""
	}
	const most = 5
	more := ""
	if len(calls) > most {
		more = fmt.Sprintf(" and %d more", len(calls)-most)
		calls = calls[:most]
	}
	return " — calls " + printable(strings.Join(calls, ", ")) + more
}
