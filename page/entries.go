package page

import (
	"fmt"
	"strings"
)

// An EntryText is one row of the entries that a page is searched by.
type EntryText struct {
	ID      string // the slug; slug#2 and on for the further chunks
	Name    string // the title; "Title [chunk 2]" and on
	Content string // the title, a blank line, and this row's part of the text
	Truth   bool   // the part is of the compiled truth, or of all there is
}

// maxHead is the number of runes of the title that every row repeats. A window
// of 256 word pieces must keep most of its room for the text, and in scripts
// without spaces each rune may be a piece.
const maxHead = 80

// Entries cuts a page into rows, at least one. A page that fits one window is one row, truth and timeline together; of a
// longer one, rows of the truth come before rows of the timeline. windows cuts a text into parts that are each short enough
// to leave room for the reserve, which every row begins with: the title stands in the content because a search reads nothing
// else. Parts without any text make no row. Of a title longer than maxHead the rows repeat the start and the text begins
// with the whole.
func Entries(p Page, windows Windows) []EntryText {
	head, truth := p.Title, p.CompiledTruth
	runes := []rune(p.Title)
	long := len(runes) > maxHead
	if long {
		head, truth = string(runes[:maxHead-1])+"…", joinBlocks(p.Title, truth)
	}
	head += "\n\n"

	rows, timeline := rowsOf(truth, head, windows, true), rowsOf(p.Timeline, head, windows, false)
	if len(rows) == 1 && len(timeline) == 1 {
		if both := rowsOf(joinBlocks(truth, p.Timeline), head, windows, true); len(both) == 1 {
			rows, timeline = both, nil
		}
	}
	rows = append(rows, timeline...)
	switch {
	case len(rows) == 0:
		rows = []EntryText{{Content: p.Title, Truth: true}}
	case len(rows) == 1 && long:
		rows[0].Content = joinBlocks(truth, p.Timeline)
	}
	rows[0].ID, rows[0].Name = p.Slug, p.Title
	for i := 1; i < len(rows); i++ {
		rows[i].ID = chunkID(p.Slug, i) // no slug holds a '#'
		rows[i].Name = fmt.Sprintf("%s [chunk %d]", p.Title, i+1)
	}
	return rows
}

func rowsOf(text, head string, windows Windows, truth bool) (rows []EntryText) {
	if text == "" {
		return nil
	}
	for _, part := range windows(text, head) {
		if strings.TrimSpace(part) != "" {
			rows = append(rows, EntryText{Content: head + part, Truth: truth})
		}
	}
	return rows
}

// joinBlocks puts a blank line between two texts, if both are there.
func joinBlocks(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
