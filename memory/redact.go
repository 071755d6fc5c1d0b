package memory

import (
	"slices"
	"strings"

	"brain/pattern"
)

// Finding tells how many secrets of one kind were taken out of a text.
type Finding struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// rule finds one kind of secret.
type rule struct {
	kind  string
	hints []string // the rule is tried only on lines that hold one of them in lower case
	re    pattern.Pattern
	group int // the group of re that is secret, 0 for the whole match
	// secret looks closer: at the text before the group inside the match, at the group, and at whether it stood in quotes.
	secret func(before, value string, quoted bool) bool
}

// Redact takes out what nobody meant to be remembered, and reports it by kind: access tokens by their makers' prefixes,
// private keys, credentials in headers, URLs and assignments, and what stands in <private>…</private>. Each becomes
// `[redacted: kind]`. Words, code, hashes and ids stay as they are; a text redacted once is not changed by a second time.
//
// A text of many megabytes costs time in proportion: the expressions are RE2's.
func Redact(text string) (string, []Finding) {
	counts := map[string]int{}
	text = redactPrivate(text, counts)
	if strings.Contains(text, "-----BEGIN") {
		for _, r := range blockRules {
			text = r.apply(text, counts)
		}
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		lower := strings.ToLower(line)
		for _, r := range lineRules {
			if slices.ContainsFunc(r.hints, func(h string) bool { return strings.Contains(lower, h) }) {
				line = r.apply(line, counts)
			}
		}
		out.WriteString(line)
	}
	var found []Finding
	for kind, n := range counts {
		found = append(found, Finding{kind, n})
	}
	slices.SortFunc(found, func(a, b Finding) int { return strings.Compare(a.Kind, b.Kind) })
	return out.String(), found
}

// AddFindings sums findings of several texts, sorted by kind.
func AddFindings(all []Finding, more ...Finding) []Finding {
	for _, f := range more {
		i, ok := slices.BinarySearchFunc(all, f.Kind, func(a Finding, kind string) int { return strings.Compare(a.Kind, kind) })
		if !ok {
			all = slices.Insert(all, i, Finding{Kind: f.Kind})
		}
		all[i].Count += f.Count
	}
	return all
}

const redactedMark = "[redacted:"

func redacted(kind string) string { return redactedMark + " " + kind + "]" }

func (r rule) apply(text string, counts map[string]int) string {
	var out strings.Builder
	done := 0
	for _, m := range r.re().FindAllStringSubmatchIndex(text, -1) {
		from, to := m[2*r.group], m[2*r.group+1]
		if from < 0 {
			continue
		}
		value := text[from:to]
		quoted := from > 0 && (text[from-1] == '"' || text[from-1] == '\'') && to < len(text) && strings.IndexByte("\"'\\", text[to]) >= 0
		if strings.Contains(value, redactedMark) {
			continue
		}
		if !quoted && r.group > 0 {
			// The mark that ends a sentence or closes a bracket is not part of the secret.
			value = strings.TrimRight(value, ").]}>,;:!?")
			to = from + len(value)
		}
		if value == "" || r.secret != nil && !r.secret(text[m[0]:from], value, quoted) {
			continue
		}
		out.WriteString(text[done:from])
		out.WriteString(redacted(r.kind))
		done = to
		counts[r.kind]++
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

var privateTag = pattern.Lazy(`(?i)</?private>`)

// redactPrivate takes out <private>…</private>, nested ones as one. An opening tag that begins a line and is never closed
// hides the rest: better too much than what somebody marked as private. Elsewhere it is a word about the tag.
func redactPrivate(text string, counts map[string]int) string {
	if !strings.Contains(text, "<") {
		return text
	}
	var open []int
	var spans [][2]int
	for _, m := range privateTag().FindAllStringIndex(text, -1) {
		if text[m[0]+1] != '/' {
			open = append(open, m[0])
		} else if last := len(open) - 1; last >= 0 {
			spans = append(spans, [2]int{open[last], m[1]})
			open = open[:last]
		}
	}
	for _, from := range open {
		if line := strings.TrimRight(text[:from], " \t"); line == "" || strings.HasSuffix(line, "\n") {
			spans = append(spans, [2]int{from, len(text)})
			break
		}
	}
	slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	var out strings.Builder
	done := 0
	for _, span := range spans {
		if span[0] < done {
			continue // inside another
		}
		out.WriteString(text[done:span[0]])
		out.WriteString(redacted("private"))
		counts["private"]++
		done = span[1]
	}
	out.WriteString(text[done:])
	return out.String()
}
