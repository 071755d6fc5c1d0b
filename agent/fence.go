package agent

import "strings"

// fenced says of each line of a markdown text whether it stands inside of a code fence (CommonMark 4.5). One that is never closed is
// passed over: what comes after it may still be brain's.
func fenced(text string) []bool {
	var out []bool
	opened, fence := -1, ""
	for line := range strings.Lines(text) {
		out = append(out, false)
		mark, rest := fenceOf(line)
		switch {
		case opened < 0 && mark != "" && (mark[0] == '~' || !strings.Contains(rest, "`")):
			opened, fence = len(out), mark
		case opened >= 0 && strings.HasPrefix(mark, fence) && rest == "":
			for i := opened; i < len(out)-1; i++ {
				out[i] = true
			}
			opened = -1
		}
	}
	return out
}

// fenceOf gives the characters that open or close a fence, "" where a line has none, and what stands behind them.
func fenceOf(line string) (mark, rest string) {
	line = strings.TrimRight(line, " \t\r\n")
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || text == "" || text[0] != '`' && text[0] != '~' {
		return "", ""
	}
	rest = strings.TrimLeft(text, text[:1])
	if mark = text[:len(text)-len(rest)]; len(mark) < 3 {
		return "", ""
	}
	return mark, rest
}
