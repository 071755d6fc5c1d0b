package page

import (
	"slices"
	"strings"
)

// fence says whether a line belongs to a fenced code block, its marks included.
type fence uint8

const (
	noFence     fence = iota
	closedFence       // in a block that has an end
	openFence         // in a block that runs to the end of the file
)

// fences marks the fenced code blocks of CommonMark 4.5, and blocks of HTML whose
// text is no markdown (4.6, the first kind) if they have an end.
func fences(lines []string) []fence {
	marks := make([]fence, len(lines))
	endless := map[string]bool{} // elements that no later line closes
	for i := 0; i < len(lines); i++ {
		c, n, ok := fenceOpen(lines[i])
		if !ok {
			if end := verbatimEnd(lines, i, endless); end >= i {
				for ; i < end; i++ {
					marks[i] = closedFence
				}
				marks[end] = closedFence
			}
			continue
		}
		end, mark := i+1, closedFence
		for end < len(lines) && !fenceClose(lines[end], c, n) {
			end++
		}
		if end == len(lines) {
			end, mark = end-1, openFence
		}
		for ; i < end; i++ {
			marks[i] = mark
		}
		marks[end] = mark
	}
	return marks
}

// verbatimEnd is the last line of the block of HTML that begins at line i, -1 if none does or it has no end.
func verbatimEnd(lines []string, i int, endless map[string]bool) int {
	s, ok := unindent(lines[i])
	if !ok || !strings.HasPrefix(s, "<") {
		return -1
	}
	s = lowerASCII(s)
	tag := verbatimTag(s + "\n")
	if tag == "" || tag == "code" || endless[tag] {
		return -1
	}
	for end := i; end < len(lines); end++ {
		if strings.Contains(lowerASCII(lines[end]), "</"+tag+">") {
			return end
		}
	}
	endless[tag] = true
	return -1
}

// closedFences ends the code block that a text leaves open.
func closedFences(text string) string {
	lines := strings.Split(text, "\n")
	i := slices.Index(fences(lines), openFence)
	if i < 0 {
		return text
	}
	c, n, _ := fenceOpen(lines[i])
	indent := lines[i][:strings.IndexByte(lines[i], c)]
	return text + "\n" + indent + strings.Repeat(string(c), n)
}

// fenceOpen reads the opening mark of a code block: its character and length.
func fenceOpen(line string) (c byte, n int, ok bool) {
	s, ok := unindent(line)
	if !ok || s == "" || (s[0] != '`' && s[0] != '~') {
		return 0, 0, false
	}
	n = len(s) - len(strings.TrimLeft(s, s[:1]))
	// `a` ``b`` on one line is code in running text, not a block.
	if n < 3 || s[0] == '`' && strings.Contains(s[n:], "`") {
		return 0, 0, false
	}
	return s[0], n, true
}

func fenceClose(line string, c byte, n int) bool {
	s, ok := unindent(line)
	if !ok {
		return false
	}
	rest := strings.TrimLeft(s, string(c))
	return len(s)-len(rest) >= n && strings.TrimSpace(rest) == ""
}

// unindent drops up to three spaces; with four or a tab the line is code or
// belongs to a list item, and ok is false.
func unindent(line string) (s string, ok bool) {
	s = strings.TrimLeft(line, " ")
	return s, len(line)-len(s) <= 3 && !strings.HasPrefix(s, "\t")
}

// heading reads an ATX heading (CommonMark 4.2) without its closing marks.
func heading(line string) (level int, text string, ok bool) {
	s, ok := unindent(line)
	if !ok {
		return 0, "", false
	}
	rest := strings.TrimLeft(s, "#")
	level = len(s) - len(rest)
	if level < 1 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, "", false
	}
	text = strings.TrimSpace(rest)
	if bare := strings.TrimRight(text, "#"); bare == "" || strings.HasSuffix(bare, " ") || strings.HasSuffix(bare, "\t") {
		text = strings.TrimSpace(bare)
	}
	return level, text, true
}

// isRule says whether the line is --- and nothing else. An indented one belongs
// to a list item more often than not, and separates nothing.
func isRule(line string) bool { return strings.TrimRight(line, " \t") == "---" }

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// underlines says whether --- at line i makes a heading of the paragraph above
// it (CommonMark 4.3) and so is no rule. Lines that open another kind of block
// cannot be underlined.
func underlines(lines []string, i int) bool {
	if i == 0 || isBlank(lines[i-1]) {
		return false
	}
	s, ok := unindent(lines[i-1])
	return ok && !strings.ContainsAny(s[:1], "#>-*+|<`~")
}

// joinTrimmed joins lines without the blank ones at either end.
func joinTrimmed(lines []string) string {
	for len(lines) > 0 && isBlank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && isBlank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}
