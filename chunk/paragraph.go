package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What brain-cli 3.4.0 makes of a memory's content: paragraphs are packed together up to ParagraphTarget code points, and
// one that is longer than ParagraphMax is cut there.
const (
	ParagraphTarget = 500
	ParagraphMax    = 900
)

// Paragraphs cuts text into chunks as brain-cli 3.4.0 does, so that a file's chunks are the same whoever made them. A
// paragraph ends at a blank line, and white space around it is dropped. No other character is lost; paragraphs of one
// chunk are joined by a blank line. An empty text is one empty chunk.
func Paragraphs(text string) []string {
	var out []string
	var open strings.Builder
	size := 0 // of open, in code points
	for _, paragraph := range splitBlank(text) {
		for paragraph != "" {
			piece := paragraph[:byteOf(paragraph, ParagraphMax)]
			paragraph = paragraph[len(piece):]
			n := utf8.RuneCountInString(piece)
			if open.Len() > 0 {
				if size+n+2 > ParagraphTarget {
					out = append(out, open.String())
					open.Reset()
					size = 0
				} else {
					open.WriteString("\n\n")
					size += 2
				}
			}
			open.WriteString(piece)
			size += n
		}
	}
	if open.Len() > 0 || len(out) == 0 {
		out = append(out, open.String())
	}
	return out
}

// splitBlank splits text where white space holds two line feeds, and strips the parts; empty ones are left out.
func splitBlank(text string) []string {
	var out []string
	add := func(part string) {
		if part = strings.TrimFunc(part, isPythonSpace); part != "" {
			out = append(out, part)
		}
	}
	start := 0
	for at := 0; at < len(text); {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		first := at + i
		rest := strings.TrimLeftFunc(text[first+1:], isPythonSpace)
		end := len(text) - len(rest)
		if strings.IndexByte(text[first+1:end], '\n') >= 0 {
			add(text[start:first])
			start = end
		}
		at = end
	}
	add(text[start:])
	return out
}

// isPythonSpace is what Python's str.strip and \s take for white space: Go's set, and four separators of ASCII.
func isPythonSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// byteOf is where code point n of s begins, or its length.
func byteOf(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}
