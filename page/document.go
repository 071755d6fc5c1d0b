package page

import (
	"bytes"
	"strings"
)

// A docLine is one line of a file: its bytes in UTF-8 (as they are, if the file
// is UTF-8) and how it ends, beside the text that Parse sees.
type docLine struct {
	raw, eol string
	text     string
}

// A document is a file as lines that can be changed one by one.
type document struct {
	mark      string // byte order mark
	front     int    // lines of the frontmatter, fences included; 0 without any
	lines     []docLine
	eol       string // how most lines end
	ends      bool   // the last line has an end
	converted string // the encoding of a file that is not UTF-8
}

func newDocument(src []byte, fm Frontmatter) document {
	d := decode(src)
	doc := document{converted: d.encoding}
	if d.encoding == "" && bytes.HasPrefix(src, []byte(utf8Mark)) {
		doc.mark = utf8Mark
	}
	count := map[string]int{}
	texts := strings.Split(d.text, "\n")
	for rest := d.original; rest != ""; {
		line, eol := rest, ""
		if i := strings.IndexAny(rest, "\r\n"); i >= 0 {
			line, eol = rest[:i], rest[i:i+1]
			if strings.HasPrefix(rest[i:], "\r\n") {
				eol = "\r\n"
			}
			count[eol]++
		}
		doc.lines = append(doc.lines, docLine{line, eol, texts[len(doc.lines)]})
		rest = rest[len(line)+len(eol):]
	}
	n := len(doc.lines)
	doc.ends = n == 0 || doc.lines[n-1].eol != ""
	doc.eol = "\n"
	for _, eol := range []string{"\r\n", "\r"} {
		if count[eol] > count[doc.eol] {
			doc.eol = eol
		}
	}
	if fm.Format != "" {
		doc.front = strings.Count(fm.Raw, "\n") + 2
	}
	return doc
}

// line makes a new line of the document.
func (doc document) line(text string) docLine { return docLine{text, doc.eol, text} }

// plain is the document without damage and NUL: each line is the text that Parse
// sees.
func (doc document) plain() document {
	lines := make([]docLine, len(doc.lines))
	for i, l := range doc.lines {
		lines[i] = docLine{l.text, l.eol, l.text}
	}
	doc.lines = lines
	return doc
}

// bytes joins new frontmatter and body. Only the last line may lack an end, and
// does if that of the document did.
func (doc document) bytes(front, body []docLine) []byte {
	var b bytes.Buffer
	b.WriteString(doc.mark)
	lines := append(front[:len(front):len(front)], body...)
	for !doc.ends && len(lines) > 0 && lines[len(lines)-1].text == "" {
		lines = lines[:len(lines)-1]
	}
	for i, l := range lines {
		b.WriteString(l.raw)
		switch {
		case i == len(lines)-1 && !doc.ends:
		case l.eol == "":
			b.WriteString(doc.eol)
		default:
			b.WriteString(l.eol)
		}
	}
	return b.Bytes()
}

func textsOf(lines []docLine) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.text
	}
	return out
}

// maxAlign bounds the work of finding the lines that two texts share.
const maxAlign = 1 << 20

// align finds, for each element of a, an equal one of b such that both go in
// order: its index, or -1. It finds the longest such sequence unless what is
// between the common head and tail is very long.
func align(a, b []string) []int {
	match := make([]int, len(a))
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		match[head] = head
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
		match[len(a)-tail] = len(b) - tail
	}
	n, m := len(a)-head-tail, len(b)-head-tail
	for i := range n {
		match[head+i] = -1
	}
	if n == 0 || m == 0 || n > maxAlign/m {
		return match
	}
	a, b = a[head:], b[head:]
	// longest[i*(m+1)+j] is that of a[i:n] and b[j:m].
	longest := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			at := i*(m+1) + j
			if a[i] == b[j] {
				longest[at] = longest[at+m+2] + 1
			} else {
				longest[at] = max(longest[at+1], longest[at+m+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		at := i*(m+1) + j
		switch {
		case a[i] == b[j]:
			match[head+i] = head + j
			i++
			j++
		case longest[at+1] >= longest[at+m+1]:
			j++
		default:
			i++
		}
	}
	return match
}

// remake gives the elements that read as want: the old ones where they do, in
// order, and new ones between them.
func remake[T any](old []T, texts, want []string, create func(string) T) []T {
	kept := make(map[int]int, len(old)) // index in want → index in old
	for i, j := range align(texts, want) {
		if j >= 0 {
			kept[j] = i
		}
	}
	out := make([]T, len(want))
	for j, text := range want {
		if i, ok := kept[j]; ok {
			out[j] = old[i]
		} else {
			out[j] = create(text)
		}
	}
	return out
}
