package extract

import (
	"iter"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"brain/pattern"
)

var markdown = language{
	name:       "Markdown",
	exts:       []string{".md", ".markdown", ".mdx", ".qmd"},
	lower:      lowerMarkdown,
	linkImport: linkMarkdown,
	document:   true,
}

var (
	mdHeading  = pattern.Lazy(`^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*$`)
	mdClosing  = pattern.Lazy(`[ \t]+#+$`)
	mdSetext   = pattern.Lazy(`^ {0,3}(=+|-+)[ \t]*$`)
	mdBlock    = pattern.Lazy(`^ {0,3}([-*+>|]|\d+[.)]|#{1,6}[ \t]|` + "```" + `|~~~|<)|^\t|^    `)
	mdFence    = pattern.Lazy("^ {0,3}(`{3,}|~{3,})")
	mdLink     = pattern.Lazy(`(!?)\[[^\]]*\]\(\s*(?:<([^<>]+)>|([^)\s]+))[^)]*\)`)
	mdWiki     = pattern.Lazy(`(!?)\[\[([^\]|#]+)[^\]]*\]\]`)
	mdRef      = pattern.Lazy(`^ {0,3}\[[^\]]+\]:\s*(?:<([^<>]+)>|(\S+))`)
	spanSymbol = pattern.Lazy(`^(?:([A-Za-z0-9_./-]+\.[A-Za-z0-9]+)::)?([A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*)(\(.*\))?$`)
)

// lowerMarkdown takes the headings of a page, one inside the other by their level, what it links to, and the names that it mentions
// as code.
func lowerMarkdown(l *lowering, _ node) {
	l.at(0).node = KindDocument
	type open struct {
		level int
		decl  int32
	}
	var stack []open
	owner := int32(0)
	taken := map[string]bool{}
	heading := func(level int, title string, line int32) {
		for len(stack) > 0 && stack[len(stack)-1].level >= level {
			stack = stack[:len(stack)-1]
		}
		up := int32(0)
		if len(stack) > 0 {
			up = stack[len(stack)-1].decl
		}
		id := MakeID(title)
		name := title
		if id == "" || taken[id] {
			name = title + "_" + strconv.Itoa(int(line))
		}
		taken[id] = true
		owner = l.declare(decl{kind: declVar, node: KindHeading, name: title, label: l.keep(title), idName: l.keep(name), flags: isFlat, owner: up, line: line})
		stack = append(stack, open{level, owner})
	}
	lines := strings.Split(string(l.src), "\n")
	body := frontMatterEnd(lines)
	fence := ""
	for i, text := range lines {
		text = strings.TrimRight(text, "\r")
		line := int32(i + 1)
		if i < body {
			l.links(text, line)
			continue
		}
		start := strings.TrimLeft(text, " ")
		if m := begun(mdFence(), text, start, "```", "~~~"); m != nil {
			switch {
			case fence == "":
				fence = m[1]
			case strings.HasPrefix(m[1], fence) && strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(text), "`~")) == "":
				fence = ""
			}
			continue
		}
		if fence != "" {
			continue
		}
		l.links(text, line)
		if m := begun(mdHeading(), text, start, "#"); m != nil {
			heading(len(m[1]), mdClosing().ReplaceAllString(m[2], ""), line)
		} else if i+1 < len(lines) && strings.TrimSpace(text) != "" && strings.Trim(lines[i+1], "=- \t\r") == "" {
			if m := mdSetext().FindStringSubmatch(strings.TrimRight(lines[i+1], "\r")); m != nil && !mdBlock().MatchString(text) &&
				(i == body || strings.TrimSpace(lines[i-1]) == "" || mdHeading().MatchString(lines[i-1])) {
				level := 1
				if m[1][0] == '-' {
					level = 2
				}
				heading(level, strings.TrimSpace(text), line)
			}
		}
		for code := range codeSpans(text) {
			if s := strings.TrimSpace(code); len(s) < 200 && isSymbol(s) {
				l.u.spans = append(l.u.spans, codeSpan{text: l.keep(s), in: owner, line: line})
			}
		}
	}
}

// begun is what re finds in a text whose start, which is text without the spaces before it, is one of the words without which it finds
// nothing: few lines have one.
func begun(re *regexp.Regexp, text, start string, words ...string) []string {
	for _, w := range words {
		if strings.HasPrefix(start, w) {
			return re.FindStringSubmatch(text)
		}
	}
	return nil
}

// codeSpans are what a line has between two runs of backticks: what is between runs of different lengths is none, and ends with the second.
func codeSpans(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			opening, rest := cutRun(text)
			end := strings.IndexByte(rest, '`')
			if end < 0 {
				return
			}
			var closing string
			closing, text = cutRun(rest[end:])
			if opening == closing && !yield(rest[:end]) {
				return
			}
		}
	}
}

// cutRun gives the first run of backticks in a text, and what comes behind it.
func cutRun(text string) (run, rest string) {
	from := strings.IndexByte(text, '`')
	if from < 0 {
		return "", ""
	}
	rest = strings.TrimLeft(text[from:], "`")
	return text[from : len(text)-len(rest)], rest
}

// isSymbol says that a code span names a symbol, by itself or in a file.
func isSymbol(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '(':
			return spanSymbol().MatchString(s)
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_$./-:#", c) >= 0:
		default:
			return false
		}
	}
	return spanSymbol().MatchString(s)
}

// frontMatterEnd is the index of the first line after the YAML at a page's head.
func frontMatterEnd(lines []string) int {
	if strings.TrimSpace(lines[0]) != "---" {
		return 0
	}
	for i, l := range lines[1:] {
		if t := strings.TrimSpace(l); t == "---" || t == "..." {
			return i + 2
		}
	}
	return 0
}

func (l *lowering) links(text string, line int32) {
	add := func(target string, wiki bool) {
		im := imported{path: l.keep(target), line: line}
		if wiki {
			im.flags = importSide
		}
		l.u.imports = append(l.u.imports, im)
	}
	if !strings.Contains(text, "]") {
		return
	}
	from := strings.IndexByte(text, '[')
	if from < 0 {
		return
	}
	if from > 0 && text[from-1] == '!' {
		from--
	}
	if strings.Contains(text, "](") {
		for _, m := range mdLink().FindAllStringSubmatch(text[from:], -1) {
			if m[1] == "" {
				add(m[2]+m[3], false)
			}
		}
	}
	if strings.Contains(text, "[[") {
		for _, m := range mdWiki().FindAllStringSubmatch(text[from:], -1) {
			if m[1] == "" {
				add(m[2], true)
			}
		}
	}
	if strings.Contains(text, "]:") {
		if m := mdRef().FindStringSubmatch(text); m != nil {
			add(m[1]+m[2], false)
		}
	}
}

// linkMarkdown makes the edge from a page to a file of the tree that it links to. A wiki link names a page by its path or its name.
func linkMarkdown(k *linker, i int32, u *unit, im *imported) {
	if strings.Contains(im.path, "://") || strings.HasPrefix(im.path, "mailto:") {
		return
	}
	target, _, _ := strings.Cut(im.path, "#")
	if p, err := url.PathUnescape(target); err == nil {
		target = p
	}
	if target == "" {
		return
	}
	to, ok := int32(0), false
	try := func(p string) {
		if !ok {
			to, ok = k.byPath[strings.TrimPrefix(path.Clean(p), "/")]
		}
	}
	dir := path.Dir(u.path)
	for _, ext := range []string{"", ".md", ".markdown", ".mdx"} {
		if strings.HasPrefix(target, "/") {
			try(target + ext)
		} else {
			try(path.Join(dir, target) + ext)
		}
		if im.flags&importSide != 0 {
			try(target + ext)
		}
	}
	try(path.Join(dir, target, "README.md"))
	if !ok && im.flags&importSide != 0 {
		if pages := k.pagesNamed(strings.ToLower(path.Base(target))); len(pages) == 1 {
			to, ok = pages[0], true
		}
	}
	if ok {
		k.edge(k.node[i][0], k.node[to][0], RelReferences, ctxLink, Extracted, u.path, im.line)
	}
}

// pagesNamed are the documents of a base name without extension, in lower case.
func (k *linker) pagesNamed(name string) []int32 {
	return layout(k.resolver, "pages", func() map[string][]int32 {
		out := map[string][]int32{}
		for i, u := range k.units {
			if u.lang.document {
				base := strings.ToLower(path.Base(u.path))
				base = strings.TrimSuffix(base, path.Ext(base))
				out[base] = append(out[base], int32(i))
			}
		}
		return out
	})[name]
}
