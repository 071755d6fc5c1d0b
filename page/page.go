package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Page is one markdown file, read.
type Page struct {
	Slug  string // the page's name: SlugOf(Path), until AssignSlugs says otherwise
	Path  string // slash-separated, relative to the imported directory
	Type  string // frontmatter type, else by directory; never empty
	Title string // one line, never longer than MaxTitle runes, empty only for an empty path

	CompiledTruth string // the text above the timeline, without blank lines at its edges
	Timeline      string // the text below it, likewise; empty if the page has none

	// Events are the dated entries that Parse and AddEvent read from Timeline, in
	// its order. Render looks at Timeline alone.
	Events []Event

	Frontmatter Frontmatter
	Tags        []string  // from the frontmatter, in order, without a leading '#', each once
	Created     time.Time // frontmatter created or date, UTC if it names no zone; zero if none

	// Source is the file, byte for byte. It shares the memory of Parse's argument.
	Source []byte

	// Binary says that the bytes are not text. Such a page has no truth and no
	// timeline; importers name the file and leave it out.
	Binary bool

	Warnings []Warning // in the order of their lines; of very many, the first and how many more
}

// A Warning is something in a file that could not be taken as it was meant.
type Warning struct {
	Line int    `json:"line"` // 1-based line of the file; 0 if the warning is about the file as a whole
	Text string `json:"text"`
}

// Parse reads the file src, found at the slash-separated path relative to the
// imported directory. It takes every input: text is decoded (UTF-8, UTF-16 with
// a byte order mark, else Windows-1252), line endings become \n, NUL becomes
// U+FFFD, and frontmatter that is not YAML is kept as text. Whatever was done to
// get there is in Page.Warnings.
func Parse(path string, src []byte) Page {
	p := Page{Slug: SlugOf(path), Path: path, Source: src}
	d := decode(src)
	p.Warnings = d.warnings
	if d.binary {
		p.Binary = true
		p.Type = typeByPath(path, false)
		p.Title = clipTitle(humanize(path))
		return p
	}
	fm, body, warnings := cutFrontmatter(d.text)
	p.Frontmatter = fm
	p.Warnings = append(p.Warnings, warnings...)
	if strings.TrimSpace(d.text) == "" {
		p.warn(1, "the file is empty")
	}

	lines := strings.Split(body, "\n")
	fenced := fences(lines)
	l := findTimeline(lines, fenced)
	p.CompiledTruth, p.Timeline = joinTrimmed(l.truth(lines)), joinTrimmed(lines[l.from:l.to])
	first := strings.Count(d.text[:len(d.text)-len(body)], "\n") + l.from
	p.Events = fileEvents(src, first, lines[l.from:l.to], fenced[l.from:l.to])
	p.readTitle(lines, fenced)
	p.readType()
	p.readTags()
	p.readCreated()
	p.checkSlug()
	p.Warnings = tidyWarnings(p.Warnings)
	return p
}

func (p *Page) warn(line int, text string) {
	p.Warnings = append(p.Warnings, Warning{line, text})
}

// maxWarnings is the most a page carries: a broken file should not drown the
// report of an import.
const maxWarnings = 20

func tidyWarnings(ws []Warning) []Warning {
	slices.SortStableFunc(ws, func(a, b Warning) int { return cmp.Compare(a.Line, b.Line) })
	if more := len(ws) - maxWarnings; more > 1 {
		ws = append(ws[:maxWarnings:maxWarnings], Warning{ws[maxWarnings].Line, fmt.Sprintf("and %d more", more)})
	}
	return ws
}
