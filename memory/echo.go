package memory

import (
	"encoding/json"
	"strings"

	"brain/pattern"
)

// The forms in which memories are printed. A word of twelve letters can look like a uid, so each form asks for more.
const (
	echoUID  = `[a-z2-7]{12}`
	echoDate = `[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-9]{2}:[0-9]{2}:[0-9]{2})?`
	echoType = `\[[^\[\]\n]{1,40}\]`
	// quoting is what an agent puts before a line that it repeats.
	quoting = `^[ \t>]*`
)

var (
	blockHead = pattern.Lazy(quoting + `## Relevant memories \(brain\)`)
	blockLine = pattern.Lazy(quoting + `(?:[-*] ` + echoType + ` .*\(` + echoUID + `, ` + echoDate + `\)\s*$|### )`)
	blockItem = pattern.Lazy(quoting + `[-*] `)
	itemEnd   = pattern.Lazy(`\(` + echoUID + `, ` + echoDate + `\)\s*$`)
	blockFoot = pattern.Lazy(quoting + "\\(.*brain get <.*\\)\\s*$")

	// alone are the lines that are a memory by themselves: compact hits, recent, history, clusters.
	alone = []pattern.Pattern{
		pattern.Lazy(quoting + echoUID + `  ?` + echoType + ` .*\(` + echoDate + `\)\s*$`),
		pattern.Lazy(quoting + `[-*] ` + echoType + ` .*\(` + echoUID + `, ` + echoDate + `\)\s*$`),
		pattern.Lazy(quoting + echoType + ` .*  ` + echoDate + `  ` + echoUID + `\s*$`),
		pattern.Lazy(quoting + echoDate + ` \| (?:create|append|replace|abstract|delete|invalidate|revalidate|redact) *\|.*\|`),
		pattern.Lazy(quoting + echoUID + `  .*  ` + echoDate + `\s*$`),
	}
	hitTitle  = pattern.Lazy(quoting + echoType + ` \S`)
	hitDetail = pattern.Lazy(quoting + echoDate + ` · ` + echoUID + ` · score=`)
	hitReason = pattern.Lazy(quoting + `↳ fts=`)
	hitCount  = pattern.Lazy(quoting + `[0-9]+ hit\(s\) for: `)

	getHead  = pattern.Lazy(quoting + echoType + ` ` + echoUID + ` · ` + echoDate + `\s*$`)
	getField = pattern.Lazy(quoting + `(?:project: |tags: |⚠ INVALIDATED )`)

	fence   = pattern.Lazy("^[ \t>]*(?:```|~~~)")
	jsonUID = pattern.Lazy(`"(?:uid|target_uid)"\s*:`)
)

// DropEchoes takes out of a text what brain itself had printed: a context block with its header and footer, hits of
// search, memories shown by get, lines of recent and history, and the JSON of those. Memories that are recalled into a
// session would else be remembered again, and again. What is written around them stays, also a line that cites a memory.
// It also returns how many lines went.
func DropEchoes(text string) (string, int) {
	lines := strings.Split(text, "\n")
	drop := make([]bool, len(lines))
	inFence, decodes := false, 0
	for i := 0; i < len(lines); i++ {
		if drop[i] {
			continue
		}
		switch line := lines[i]; {
		case fence().MatchString(line):
			inFence = !inFence
		case blockHead().MatchString(line):
			dropLines(drop, i, block(lines, i))
		case matchesAny(alone, line), hitReason().MatchString(line):
			drop[i] = true
		case hitDetail().MatchString(line):
			dropLines(drop, hitStart(lines, drop, i), i+1)
		case hitCount().MatchString(line) && leadsToHit(lines, i):
			drop[i] = true
		case getHead().MatchString(line):
			from := i
			if i > 0 && strings.TrimSpace(lines[i-1]) != "" && !fence().MatchString(lines[i-1]) {
				from--
			}
			dropLines(drop, from, shown(lines, i, inFence))
		case decodes < maxDecodes:
			// Hostile text could open a bracket on each of its lines.
			if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "[") || strings.HasPrefix(trimmed, "{") {
				decodes++
				dropLines(drop, i, i+jsonLines(lines[i:]))
			}
		}
	}
	kept := lines[:0]
	for i, line := range lines {
		if !drop[i] {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n"), len(drop) - len(kept)
}

const (
	// maxDecodes is how many openings of a JSON value are looked at in one text, maxDecode how far each, in bytes.
	maxDecodes = 200
	maxDecode  = 256 << 10
)

func matchesAny(res []pattern.Pattern, line string) bool {
	for _, re := range res {
		if re().MatchString(line) {
			return true
		}
	}
	return false
}

func dropLines(drop []bool, from, to int) {
	for i := from; i < to; i++ {
		drop[i] = true
	}
}

// block is the line after a context block that begins at i: after its footer, or where its lines end if it has none.
func block(lines []string, i int) int {
	end := i + 1
	for j := i + 1; j < len(lines); j++ {
		switch line := lines[j]; {
		case blockFoot().MatchString(line):
			return j + 1
		case blockLine().MatchString(line):
			end = j + 1
		case blockItem().MatchString(line):
			// Not ours for sure, unless more of the block follows: an agent's own list could begin here. A title that breaks
			// over lines, as brain-cli prints them, ends with its uid.
			for k := j; k < min(len(lines), j+8) && strings.TrimSpace(lines[k]) != ""; k++ {
				if k > j && blockItem().MatchString(lines[k]) {
					break
				}
				if itemEnd().MatchString(lines[k]) {
					j, end = k, k+1
					break
				}
			}
		case strings.TrimSpace(line) == "":
			// Groups of a block are parted by blank lines; talk that follows one is no part of it.
			if j+1 >= len(lines) || !blockLine().MatchString(lines[j+1]) {
				return end
			}
		default:
			return end
		}
	}
	return end
}

// hitStart is the line where the hit begins whose last line is at i: the one with its type and title, with at most one
// line of its text between.
func hitStart(lines []string, drop []bool, i int) int {
	for j := i - 1; j >= max(0, i-2); j-- {
		if drop[j] || strings.TrimSpace(lines[j]) == "" {
			break
		}
		if hitTitle().MatchString(lines[j]) {
			return j
		}
	}
	return i
}

// leadsToHit tells whether the count of hits at i is followed by hits.
func leadsToHit(lines []string, i int) bool {
	for j := i + 1; j < min(len(lines), i+6); j++ {
		if hitDetail().MatchString(lines[j]) {
			return true
		}
	}
	return false
}

// shown is the line after a memory whose head is at i: its fields and its text, which ends with the fence around it or,
// without one, with the paragraph.
func shown(lines []string, i int, inFence bool) int {
	j := i + 1
	for j < len(lines) && getField().MatchString(lines[j]) {
		j++
	}
	if inFence {
		for j < len(lines) && !fence().MatchString(lines[j]) {
			j++
		}
		return j
	}
	if j+1 < len(lines) && strings.TrimSpace(lines[j]) == "" && strings.TrimSpace(lines[j+1]) != "" {
		j++
		for j < len(lines) && strings.TrimSpace(lines[j]) != "" && !fence().MatchString(lines[j]) {
			j++
		}
	}
	return j
}

// jsonLines is how many lines the JSON value takes that begins on the first of lines, if it is one of memories; else 0.
func jsonLines(lines []string) int {
	n, size := 0, 0
	for n < len(lines) && size+len(lines[n]) < maxDecode {
		size += len(lines[n]) + 1
		n++
	}
	text := strings.Join(lines[:n], "\n")
	dec := json.NewDecoder(strings.NewReader(text))
	var value json.RawMessage
	if dec.Decode(&value) != nil || !jsonUID().Match(value) {
		return 0
	}
	if rest, _, _ := strings.Cut(text[dec.InputOffset():], "\n"); strings.TrimSpace(rest) != "" {
		return 0 // talk goes on behind it
	}
	type memory struct {
		UID, Title, Suggestion string
		Members                []json.RawMessage
	}
	var list []memory
	if json.Unmarshal(value, &list) != nil {
		list = make([]memory, 1)
		if json.Unmarshal(value, &list[0]) != nil {
			return 0
		}
	}
	for _, m := range list {
		if (m.UID == "" || m.Title == "") && m.Suggestion == "" && len(m.Members) == 0 {
			return 0
		}
	}
	if len(list) == 0 {
		return 0
	}
	return strings.Count(text[:dec.InputOffset()], "\n") + 1
}
