package page

import "strings"

// events reads the entries of the lines of a timeline. Line, Start and End of an
// event are the first of its lines, that again, and the line behind its last one.
func events(lines []string, fenced []fence) []Event {
	var out []Event
	var detail []string // of the last event
	open, inFence := false, false
	end := func() {
		if n := len(out); open {
			out[n-1].Detail = dedent(detail)
			out[n-1].End = out[n-1].Start + 1 + len(trimBlank(detail))
		}
		open, detail = false, nil
	}
	for i, line := range lines {
		indented := strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
		switch {
		case fenced[i] != noFence:
			if i == 0 || fenced[i-1] == noFence {
				inFence = open && indented
			}
			if !inFence {
				end()
				continue
			}
		case isBlank(line) || indented && open:
		default:
			e, ok := readEvent(line)
			if ok {
				end()
				e.Line, e.Start = i, i
				out = append(out, e)
				open = true
				continue
			}
			// A paragraph goes on without indentation (CommonMark 5.2).
			if !open || isBlank(lines[i-1]) || opensBlock(line) {
				end()
				continue
			}
		}
		if open {
			detail = append(detail, line)
		}
	}
	end()
	return out
}

// opensBlock says whether a line that is not indented ends the paragraph above it.
func opensBlock(line string) bool {
	_, _, isHeading := heading(line)
	return isHeading || listItem().MatchString(line) || isRule(line) || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|")
}

// trimBlank drops the blank lines behind the last text. Detail begins right
// below its entry, so those before the first stay.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && isBlank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// dedent joins the lines of a detail without the indentation they share.
func dedent(lines []string) string {
	indent, first := "", true
	for _, line := range lines {
		if isBlank(line) {
			continue
		}
		own := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if first {
			indent, first = own, false
		}
		n := 0
		for n < min(len(indent), len(own)) && indent[n] == own[n] {
			n++
		}
		// A line that goes on without indentation says nothing about the others'.
		if n > 0 || own != "" {
			indent = indent[:n]
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		if out[i] = strings.TrimPrefix(line, indent); isBlank(line) {
			out[i] = ""
		}
	}
	return joinTrimmed(out)
}

// fileEvents reads the entries of a timeline that begins on line first (from 0)
// of the file src, and says where in its bytes they are.
func fileEvents(src []byte, first int, lines []string, fenced []fence) []Event {
	out := events(lines, fenced)
	if len(out) == 0 {
		return nil
	}
	starts := lineStarts(src)
	for i := range out {
		e := &out[i]
		e.Line += first + 1
		e.Start, e.End = starts[e.Start+first], starts[min(e.End+first, len(starts)-1)]
	}
	return out
}

// lineStarts gives the offset of each line of a file, and its length at the end.
// Lines end as unifyNewlines has it, in the file's own encoding.
func lineStarts(src []byte) []int {
	width, low := 1, 0
	if len(src) > 1 && src[0] == 0xff && src[1] == 0xfe {
		width = 2
	} else if len(src) > 1 && src[0] == 0xfe && src[1] == 0xff {
		width, low = 2, 1
	}
	at := func(i int) byte {
		if i+width > len(src) || width == 2 && src[i+1-low] != 0 {
			return 0
		}
		return src[i+low]
	}
	starts := []int{0}
	for i := 0; i+width <= len(src); i += width {
		c := at(i)
		if c == '\n' || c == '\r' && at(i+width) != '\n' {
			starts = append(starts, i+width)
		}
	}
	return append(starts, len(src))
}
