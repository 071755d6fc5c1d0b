package page

import (
	"regexp"
	"strings"
)

var (
	commentSentinel = regexp.MustCompile(`(?i)^ {0,3}<!--\s*timeline\s*-->\s*$`)
	ruleSentinel    = regexp.MustCompile(`(?i)^---\s*timeline\s*---\s*$`)
	listItem        = regexp.MustCompile(`^ {0,3}[-*+][ \t]+\S`)
	datedItem       = regexp.MustCompile(`^ {0,3}[-*+][ \t]+(?:\*\*|__|\[)?\d{4}(?:[-/.]\d|年|\s*[:|–—*_\]])`)
)

// splitTimeline cuts a page's body into compiled truth and timeline. The first
// of these that is found outside a code fence decides:
//
//  1. a line <!-- timeline -->
//  2. a line --- timeline ---
//  3. a line --- before a heading that is exactly "## Timeline" or "## History"
//  4. a line --- with nothing but a dated list below it (GBrain v0)
//  5. a section "## Timeline" or "## History" that is a dated list: this section
//     alone moves, what follows it stays in the truth
//
// Rules 1 to 4 drop the separating line. Any other --- is a rule in the text:
// taking the first one for the separator cut most bodies short (GBrain measured
// 83 % of a wiki). Rules 3 to 5 do not apply where they would leave no truth.
func splitTimeline(lines []string, fenced []fence) (truth, timeline string) {
	for _, sentinel := range []*regexp.Regexp{commentSentinel, ruleSentinel} {
		for i, line := range lines {
			// A fence that nobody closed must not swallow an explicit mark.
			if strings.Contains(line, "--") && fenced[i] != closedFence && sentinel.MatchString(line) {
				return joinTrimmed(lines[:i]), joinTrimmed(lines[i+1:])
			}
		}
	}
	for _, opens := range []func(i int) bool{
		func(i int) bool { return opensHeadedTimeline(lines, i) },
		func(i int) bool {
			return !underlines(lines, i) && isDatedList(lines[i+1:], fenced[i+1:])
		},
	} {
		text := false
		for i, line := range lines {
			if text && fenced[i] == noFence && isRule(line) && opens(i) {
				return joinTrimmed(lines[:i]), joinTrimmed(lines[i+1:])
			}
			text = text || !isBlank(line)
		}
	}
	if from, to, ok := datedSection(lines, fenced); ok {
		rest := append(append([]string{}, lines[:from]...), lines[to:]...)
		if truth := joinTrimmed(rest); truth != "" {
			return truth, joinTrimmed(lines[from:to])
		}
	}
	return joinTrimmed(lines), ""
}

func isTimelineHeading(line string) bool {
	level, text, ok := heading(line)
	return ok && level == 2 && (strings.EqualFold(text, "timeline") || strings.EqualFold(text, "history"))
}

// opensHeadedTimeline says whether the first line of text after line i is the
// heading of a timeline.
func opensHeadedTimeline(lines []string, i int) bool {
	for _, line := range lines[i+1:] {
		if !isBlank(line) {
			return isTimelineHeading(line)
		}
	}
	return false
}

// datedSection finds the first timeline heading whose section, up to the next
// heading of its level or above, is a dated list.
func datedSection(lines []string, fenced []fence) (from, to int, ok bool) {
	for i, line := range lines {
		if fenced[i] != noFence || !isTimelineHeading(line) {
			continue
		}
		end := i + 1
		for end < len(lines) {
			if level, _, ok := heading(lines[end]); ok && level <= 2 && fenced[end] == noFence {
				break
			}
			end++
		}
		if isDatedList(lines[i+1:end], fenced[i+1:end]) {
			return i, end, true
		}
	}
	return 0, 0, false
}

// isDatedList says whether the lines are one list (items, their indented
// continuations, blank lines) that begins with a date and has one in at least
// half of its items. What looks like a date counts, be it in the calendar or not:
// a slip in one line must not move the others.
func isDatedList(lines []string, fenced []fence) bool {
	items, dated := 0, 0
	for i, line := range lines {
		switch {
		case isBlank(line):
		case items > 0 && (strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")):
		case fenced[i] != noFence || !listItem.MatchString(line):
			return false
		case datedItem.MatchString(line):
			items++
			dated++
		case items == 0:
			return false
		default:
			items++
		}
	}
	return items > 0 && dated*2 >= items
}
