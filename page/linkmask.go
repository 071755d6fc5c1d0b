package page

import (
	"sort"
	"strings"
)

// maskCode blanks what is no running text in a body: code (also that of HTML),
// comments (also Obsidian's %% … %%) and escaped characters, but for \|, which is
// a bar inside a link in a table. Offsets and line ends stay. It takes linear
// time.
func maskCode(body string) string {
	lines := strings.Split(body, "\n")
	fenced := fences(lines)
	code := indentedCode(lines, fenced)
	b := []byte(body)
	at := 0
	for i, line := range lines {
		if fenced[i] != noFence || code[i] {
			blank(b[at : at+len(line)])
		}
		at += len(line) + 1
	}
	s := string(b)
	m := masker{b: b, s: s, lower: lowerASCII(s), ticks: backticks(s)}
	for i := 0; i < len(s); {
		i = m.step(i)
	}
	return string(b)
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}

type masker struct {
	b     []byte
	s     string
	lower string        // s in lower case, byte for byte
	ticks map[int][]int // where runs of so many backticks begin
	done  map[string]bool
}

// step masks what begins at i, if anything does, and says where to go on.
func (m *masker) step(i int) int {
	rest := m.s[i:]
	switch {
	case rest[0] == '\\' && len(rest) > 1 && rest[1] < 0x80:
		if rest[1] != '|' && rest[1] != '\n' {
			blank(m.b[i : i+2])
		}
		return i + 2
	case rest[0] == '`':
		n := len(rest) - len(strings.TrimLeft(rest, "`"))
		runs := m.ticks[n]
		if k := sort.SearchInts(runs, i+1); k < len(runs) && !hasBlankLine(m.s[i:runs[k]]) {
			blank(m.b[i : runs[k]+n])
			return runs[k] + n
		}
		return i + n
	case strings.HasPrefix(rest, "<!--"):
		return m.until(i, 4, "-->")
	case strings.HasPrefix(rest, "%%"):
		return m.until(i, 2, "%%")
	case rest[0] == '<':
		if tag := verbatimTag(m.lower[i:]); tag != "" {
			return m.until(i, 1+len(tag), "</"+tag+">")
		}
	}
	// On to the next byte that may mean something.
	if k := strings.IndexAny(rest[1:], "\\`<%"); k >= 0 {
		return i + 1 + k
	}
	return len(m.s)
}

// until masks from i to the next end mark; without one nothing is masked, and no
// other start looks for it again.
func (m *masker) until(i, n int, end string) int {
	if !m.done[end] {
		if k := strings.Index(m.lower[i+n:], end); k >= 0 {
			to := i + n + k + len(end)
			blank(m.b[i:to])
			return to
		}
		if m.done == nil {
			m.done = map[string]bool{}
		}
		m.done[end] = true
	}
	return i + n
}

// verbatim are the elements of HTML whose text is shown, or run, as it is written.
var verbatim = []string{"pre", "code", "script", "style", "textarea"}

// verbatimTag names the element of verbatim that a text in lower case opens, "" if it opens none.
func verbatimTag(s string) string {
	for _, tag := range verbatim {
		if rest, ok := strings.CutPrefix(s[1:], tag); ok && rest != "" && strings.IndexByte(" \t\n>", rest[0]) >= 0 {
			return tag
		}
	}
	return ""
}

func backticks(s string) map[int][]int {
	runs := map[int][]int{}
	for i := 0; i < len(s); i++ {
		if s[i] != '`' {
			continue
		}
		n := 1
		for i+n < len(s) && s[i+n] == '`' {
			n++
		}
		runs[n] = append(runs[n], i)
		i += n
	}
	return runs
}

func hasBlankLine(s string) bool {
	_, s, _ = strings.Cut(s, "\n")
	for s != "" {
		line, rest, more := strings.Cut(s, "\n")
		if more && isBlank(line) {
			return true
		}
		s = rest
	}
	return false
}

// indentedCode marks the lines of indented code blocks (CommonMark 4.4). Below
// an item of a list an indented line belongs to the item.
func indentedCode(lines []string, fenced []fence) []bool {
	marks := make([]bool, len(lines))
	inList, blankAbove := false, true
	for i, line := range lines {
		if isBlank(line) {
			blankAbove = true
			continue
		}
		_, shallow := unindent(line)
		switch {
		case fenced[i] != noFence:
		case shallow:
			inList = listItem().MatchString(line) || numberedItem().MatchString(line) || inList && line[0] == ' ' || inList && !blankAbove
		case !inList && (blankAbove || i > 0 && marks[i-1]):
			marks[i] = true
		}
		blankAbove = false
	}
	return marks
}
