package page

import (
	"strings"
	"unicode/utf8"

	"brain/pattern"
)

// The kinds of links: how a link is written.
const (
	LinkMarkdown    = "markdown"    // [text](path)
	LinkWiki        = "wiki"        // [[name]]
	LinkFrontmatter = "frontmatter" // a property that names a page
	LinkManual      = "manual"      // an item of the property "links"
)

// Mentions is the type of a link whose context says nothing more.
const Mentions = "mentions"

// A Link is a reference of one page to another, which may not exist.
type Link struct {
	// Target is what the link names, without anchor, alias and markdown
	// extension. One that begins with '/' is a path from the folder that was
	// imported (../ is resolved); any other is a path, a slug, a title or an alias.
	Target string
	Kind   string // LinkMarkdown, LinkWiki, LinkFrontmatter or LinkManual
	Type   string // founded, invested_in, advises, works_at, attended, mentions, …
	// Context is the text around the link on one line, or the property's key.
	Context string
	Line    int // 1-based line of the file
	// Incoming says that the relation goes from the target to this page.
	Incoming bool
	// Folders are where a target that is a bare name is looked for first.
	Folders []string
}

// Links lists what a page refers to, as its Source says it: the properties, then
// the text in order. Links in code and comments, to other sites, to images and
// other attachments are left out; the same target with the same type counts once.
// It takes linear time.
func Links(p Page) []Link {
	if p.Binary {
		return nil
	}
	d := decode(p.Source)
	body := textOf(p, d.text)
	links := fieldLinks(p)
	links = append(links, textLinks(p, body, 1+strings.Count(d.text[:len(d.text)-len(body)], "\n"))...)

	type key struct {
		target, kind, kindOf string
		incoming             bool
	}
	seen := map[key]bool{}
	out := links[:0]
	for _, l := range links {
		k := key{l.Target, l.Kind, l.Type, l.Incoming}
		if !seen[k] {
			seen[k] = true
			out = append(out, l)
		}
	}
	return out
}

var (
	numberedItem  = pattern.Lazy(`^ {0,3}\d{1,9}[.)][ \t]`)
	reference     = pattern.Lazy(`^ {0,3}\[[^\[\]^][^\[\]]*\]:[ \t]*(<[^<>]*>|\S+)`)
	scheme        = pattern.Lazy(`^(?:[A-Za-z][A-Za-z0-9+.-]+:|//)`)
	wikiAttached  = pattern.Lazy(`(?i)\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?|ico|heic|pdf|mp[34]|m4a|ogg|opus|wav|flac|webm|mov|mkv|avi|3gp|canvas|base|excalidraw)$`)
	otherAttached = pattern.Lazy(`(?i)\.(?:zip|gz|tgz|7z|rar|docx?|xlsx?|pptx?|od[tsp]|epub|csv|tsv|json|jsonl|ya?ml|toml|xml|html?|txt|log|css|jsx?|tsx?|mjs|py|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|lua|ipynb|db|sqlite)$`)
)

// A scan reads the links of a text.
type scan struct {
	page  Page
	body  string // the text
	text  string // without code
	base  int    // line of the file that the text begins on
	lines lineCounter
	typer typer
	links []Link

	textFirst bool // [[text|name]]
}

func textLinks(p Page, body string, base int) []Link {
	s := &scan{page: p, body: body, text: maskCode(body), base: base, lines: lineCounter{text: body}, typer: newTyper(p), textFirst: isDendron(p)}
	var open []int // brackets
	text := s.text
	for i := 0; i < len(text); {
		switch text[i] {
		case '[':
			if end := s.wiki(i); end > 0 {
				i = end
				continue
			}
			open = append(open, i)
		case ']':
			if n := len(open); n > 0 {
				start := open[n-1]
				open = open[:n-1]
				if end := s.markdown(start, i); end > 0 {
					i = end
					continue
				}
			}
		case '\n':
			if rest := text[i+1:]; rest == "" || strings.TrimLeft(rest[:min(len(rest), 200)], " \t") == "" || strings.HasPrefix(strings.TrimLeft(rest[:min(len(rest), 200)], " \t"), "\n") {
				open = open[:0] // no label spans paragraphs
			}
		}
		i++
		if k := strings.IndexAny(text[i:], "[]\n"); k >= 0 {
			i += k
		} else {
			break
		}
	}
	at := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		// The pattern is slow, and few lines can be one.
		if !strings.HasPrefix(strings.TrimLeft(line[:min(4, len(line))], " "), "[") {
			at += len(line)
			continue
		}
		if m := reference().FindStringSubmatchIndex(line); m != nil {
			s.add(LinkMarkdown, strings.Trim(line[m[2]:m[3]], "<>"), at+m[2], at+m[3])
		}
		at += len(line)
	}
	return s.links
}

// wiki reads [[name#anchor|alias]] at i and returns its end, 0 if there is none.
func (s *scan) wiki(i int) int {
	if !strings.HasPrefix(s.text[i:], "[[") {
		return 0
	}
	inner := s.text[i+2:]
	n := strings.IndexAny(inner, "[]\n")
	if n <= 0 || !strings.HasPrefix(inner[n:], "]]") {
		return 0
	}
	s.add(LinkWiki, wikiName(inner[:n], s.textFirst), i, i+n+4)
	return i + n + 4
}

const (
	maxDest = 2000 // bytes of a link's destination or title: more makes scanning quadratic
	maxNest = 32   // brackets in a destination (CommonMark 6.3 asks for any, cmark takes 32)
)

// markdown reads (path "title") behind the label that ends at i.
func (s *scan) markdown(start, i int) int {
	if !strings.HasPrefix(s.text[i:], "](") {
		return 0
	}
	rest := s.text[i+2 : min(len(s.text), i+2+2*maxDest)]
	at := len(rest) - len(strings.TrimLeft(rest, " \t"))
	dest, n, depth := "", at, 0
	if strings.HasPrefix(rest[at:], "<") {
		end := strings.IndexAny(rest[at+1:], "<>\n")
		if end < 0 || rest[at+1+end] != '>' {
			return 0
		}
		dest, n = rest[at+1:at+1+end], at+end+2
	} else {
		for ; n < len(rest) && rest[n] > ' '; n++ {
			if rest[n] == '(' {
				depth++
			} else if rest[n] == ')' {
				depth--
			}
			if depth < 0 || depth > maxNest {
				break
			}
		}
		dest = rest[at:n]
	}
	if m := destEnd().FindString(rest[n:]); m != "" {
		if start == 0 || s.text[start-1] != '!' {
			s.add(LinkMarkdown, dest, start, i+2+n+len(m))
		}
		return i + 2 + n + len(m)
	}
	return 0
}

// destEnd is an optional title and the closing bracket.
var destEnd = pattern.Lazy(`^(?:[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*\)`)

// add takes a link whose text lies in [from, to), if it leads to a page.
func (s *scan) add(kind, written string, from, to int) {
	target, ok := linkTarget(s.page.Path, kind, written)
	if !ok {
		return
	}
	context := excerpt(s.body, from, to)
	s.links = append(s.links, Link{Target: target, Kind: kind, Type: s.typer.of(context, target), Context: context, Line: s.base + s.lines.at(from)})
}

// contextWidth is how many bytes of text around a link say what it means.
const contextWidth = 240

// excerpt is the text around [from, to), half the width on either side of its
// begin, on one line, not beyond the paragraph.
func excerpt(body string, from, to int) string {
	start, end := max(0, from-contextWidth/2), min(len(body), max(to, from+contextWidth/2))
	if k := strings.LastIndex(body[start:from], "\n\n"); k >= 0 {
		start += k
	}
	if k := strings.Index(body[to:max(to, end)], "\n\n"); k >= 0 {
		end = to + k
	}
	for start < from && !utf8.RuneStart(body[start]) {
		start++
	}
	for end < len(body) && !utf8.RuneStart(body[end]) {
		end++
	}
	return oneLine(body[start:end])
}

// A lineCounter counts line ends up to offsets that mostly grow.
type lineCounter struct {
	text  string
	upTo  int
	lines int
}

func (c *lineCounter) at(i int) int {
	if i < c.upTo {
		c.upTo, c.lines = 0, 0
	}
	c.lines += strings.Count(c.text[c.upTo:i], "\n")
	c.upTo = i
	return c.lines
}
