package page

import "strings"

// sentinel is the line that is written between a truth and a timeline.
const sentinel = "<!-- timeline -->"

// editedBody gives the lines of a body with another truth and timeline. Blank
// lines around both stay, and so does the way the timeline is set apart.
func editedBody(lines []string, truth, timeline string) []string {
	l := findTimeline(lines, fences(lines))
	switch {
	case !l.found:
		if timeline != "" {
			return withTimeline(replaced(lines, truth), timeline)
		}
		return replaced(lines, truth)
	case l.separator < 0:
		return editedSection(lines, l, truth, timeline)
	}
	above, below := replaced(lines[:l.separator], truth), replaced(lines[l.from:], timeline)
	if isRule(lines[l.separator]) {
		if timeline == "" {
			return above
		}
		if n := len(above); n > 0 && underlines(append(above[:n:n], "---"), n) && !underlines(lines, l.separator) {
			above = append(above, "")
		}
	}
	return append(append(above, lines[l.separator]), below...)
}

// withTimeline sets a timeline below lines that stay as they are.
func withTimeline(lines []string, timeline string) []string {
	if n := len(lines); n > 0 && !isBlank(lines[n-1]) {
		lines = append(lines, "")
	}
	return append(append(lines, sentinel, ""), strings.Split(timeline, "\n")...)
}

// plainBody sets both apart in the way that nothing in them can be taken for.
func plainBody(truth, timeline string) []string {
	var lines []string
	if truth != "" {
		lines = append(strings.Split(truth, "\n"), "")
	}
	lines = append(lines, sentinel)
	if timeline != "" {
		lines = append(append(lines, ""), strings.Split(timeline, "\n")...)
	}
	return lines
}

// replaced puts text in place of the lines, within the same blank edges.
func replaced(lines []string, text string) []string {
	from, to := 0, len(lines)
	for from < to && isBlank(lines[from]) {
		from++
	}
	for to > from && isBlank(lines[to-1]) {
		to--
	}
	if text == "" {
		return append(lines[:from:from], lines[to:]...)
	}
	return append(append(lines[:from:from], strings.Split(text, "\n")...), lines[to:]...)
}

// editedSection changes a body whose timeline is a section in the truth: it stays
// before the line that was behind it, or goes to the end if that line is gone.
func editedSection(lines []string, l layout, truth, timeline string) []string {
	rest := l.truth(lines)
	edited := replaced(rest, truth)
	at := len(edited)
	match := align(rest, edited)
	for i := l.from; i < len(rest); i++ {
		if level, _, ok := heading(rest[i]); ok && level <= 2 && match[i] >= 0 {
			at = match[i]
			break
		}
		if i == l.from && match[i] >= 0 && isRule(rest[i]) {
			at = match[i]
			break
		}
	}
	if timeline == "" {
		return edited
	}
	out := edited[:at:at]
	if at == len(edited) && at > 0 && !isBlank(edited[at-1]) {
		out = append(out, "")
	}
	out = append(out, replaced(lines[l.from:l.to], timeline)...)
	return append(out, edited[at:]...)
}
