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
}

// maxHead is the number of runes of the title that every row repeats. A window
// of 256 word pieces must keep most of its room for the text, and in scripts
// without spaces each rune may be a piece.
const maxHead = 80

// Entries cuts a page into rows, at least one. The text is the truth, then the
// timeline; windows cuts it into parts that, joined, are the text again, each
// short enough to leave room for the reserve, which every row begins with: the
// title stands in the content because a search reads nothing else. Parts without
// any text make no row. Of a title longer than maxHead the rows repeat the start
// and the text begins with the whole.
func Entries(p Page, windows func(text, reserve string) []string) []EntryText {
	head, long := p.Title, false
	text := joinBlocks(p.CompiledTruth, p.Timeline)
	if runes := []rune(p.Title); len(runes) > maxHead {
		head, long = string(runes[:maxHead-1])+"…", true
		text = joinBlocks(p.Title, text)
	}
	head += "\n\n"

	var rows []EntryText
	if text != "" {
		for _, part := range windows(text, head) {
			if strings.TrimSpace(part) != "" {
				rows = append(rows, EntryText{Content: head + part})
			}
		}
	}
	switch {
	case len(rows) == 0:
		rows = []EntryText{{Content: p.Title}}
	case len(rows) == 1 && long:
		rows[0].Content = text
	}
	rows[0].ID, rows[0].Name = p.Slug, p.Title
	for i := 1; i < len(rows); i++ {
		rows[i].ID = fmt.Sprintf("%s#%d", p.Slug, i+1) // no slug holds a '#'
		rows[i].Name = fmt.Sprintf("%s [chunk %d]", p.Title, i+1)
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
