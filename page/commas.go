package page

import (
	"slices"
	"strings"
)

// respellCommas changes a text with commas, such as the tags a, b, where it is written: its pieces stay, with the line ends
// around them, and new ones come last. false if that cannot be.
func (b block) respellCommas(text, old, value string) (string, bool) {
	at := b.headEnd(text)
	if at < 0 {
		return "", false
	}
	from, to := b.textSpan(text, at)
	have, want := trimmedPieces(text[from:to]), trimmedPieces(value)
	if !slices.Equal(have, trimmedPieces(old)) || len(have) < 2 {
		return "", false
	}
	pieces := strings.Split(text[from:to], ",")
	var kept []string
	next := 0
	for i, p := range pieces {
		if next < len(want) && have[i] == want[next] {
			kept = append(kept, p)
			next++
			continue
		}
		switch trimmed := strings.TrimLeft(p, " \t\n"); {
		case i == 0 && len(pieces) > 1: // the next takes its place
			pieces[1] = p[:len(p)-len(trimmed)] + strings.TrimLeft(pieces[1], " \t\n")
		case i == len(pieces)-1 && len(kept) > 0:
			kept[len(kept)-1] = strings.TrimRight(kept[len(kept)-1], " \t\n") + p[len(strings.TrimRight(p, " \t\n")):]
		}
	}
	if len(kept) == 0 {
		return "", false
	}
	end := kept[len(kept)-1]
	tail := end[len(strings.TrimRight(end, " \t\n")):]
	kept[len(kept)-1] = strings.TrimSuffix(end, tail)
	for _, w := range want[next:] {
		if !isPlain(w, false) || strings.ContainsAny(w, "\"'\\") {
			return "", false
		}
		kept = append(kept, " "+w)
	}
	return text[:from] + strings.Join(kept, ",") + tail + text[to:], true
}

// textSpan is where the text of a scalar lies, without its quotes, the mark of a block and a comment behind it.
func (b block) textSpan(text string, at int) (from, to int) {
	to = len(text)
	if !strings.Contains(text, "\n") {
		to -= len(b.comment(text))
	}
	for at < to && (isFlowSpace(text[at]) || !b.toml && (text[at] == '&' || text[at] == '!')) {
		if isFlowSpace(text[at]) {
			at++
			continue
		}
		for at < to && !isFlowSpace(text[at]) {
			at++
		}
	}
	switch {
	case at >= to:
	case text[at] == '"' || text[at] == '\'':
		if end := stringEnd(text, at, b.toml); end > 0 {
			n := 1
			if quote := text[at : at+1]; b.toml && strings.HasPrefix(text[at:], strings.Repeat(quote, 3)) {
				n = 3
			}
			return at + n, max(at+n, end-n)
		}
	case !b.toml && (text[at] == '|' || text[at] == '>'):
		at = min(lineEnd(text, at)+1, to)
	}
	return at, to
}

func trimmedPieces(s string) []string {
	pieces := strings.Split(s, ",")
	for i := range pieces {
		pieces[i] = oneLine(pieces[i])
	}
	return pieces
}
