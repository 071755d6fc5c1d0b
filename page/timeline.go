package page

import (
	"strings"

	"brain/pattern"
)

var (
	commentSentinel = pattern.Lazy(`(?i)^ {0,3}<!--\s*timeline\s*-->\s*$`)
	ruleSentinel    = pattern.Lazy(`(?i)^---\s*timeline\s*---\s*$`)
	listItem        = pattern.Lazy(`^ {0,3}[-*+][ \t]+\S`)
	datedItem       = pattern.Lazy(`^ {0,3}[-*+][ \t]+(?:\*\*|__|\[)?\d{4}(?:[-/.]\d|年|\s*[:|–—*_\]])`)
)

// A layout says which lines of a body are its truth and which its timeline.
type layout struct {
	found     bool
	separator int // the line between the two, which belongs to neither; -1 if there is none
	from, to  int // the lines of the timeline, blank ones at its edges included
}

// findTimeline cuts a page's body into compiled truth and timeline. The first of
// these that is found outside a code fence decides:
//
//  1. a line <!-- timeline -->
//  2. a line --- timeline ---
//  3. a line --- before a heading that is exactly "## Timeline", or "## History"
//     over a dated list, if no other section follows
//  4. a line --- with nothing but a dated list below it (GBrain v0)
//  5. a section "## Timeline" or "## History" that is a dated list: this section
//     alone moves, what follows it stays in the truth
//
// Rules 1 to 4 drop the separating line. Any other --- is a rule in the text:
// taking the first one for the separator cut most bodies short (GBrain measured
// 83 % of a wiki). Rules 3 to 5 do not apply where they would leave no truth.
func findTimeline(lines []string, fenced []fence) layout {
	for _, sentinel := range []pattern.Pattern{commentSentinel, ruleSentinel} {
		for i, line := range lines {
			// A fence that nobody closed must not swallow an explicit mark.
			if strings.Contains(line, "--") && fenced[i] != closedFence && sentinel().MatchString(line) {
				return layout{true, i, i + 1, len(lines)}
			}
		}
	}
	for _, opens := range []func(i int) bool{
		func(i int) bool { return opensHeadedTimeline(lines, fenced, i) },
		func(i int) bool {
			return !underlines(lines, i) && isDatedList(lines[i+1:], fenced[i+1:])
		},
	} {
		text := false
		for i, line := range lines {
			if text && fenced[i] == noFence && isRule(line) && opens(i) {
				return layout{true, i, i + 1, len(lines)}
			}
			text = text || !isBlank(line)
		}
	}
	if from, to, ok := datedSection(lines, fenced); ok {
		l := layout{true, -1, from, to}
		if joinTrimmed(l.truth(lines)) != "" {
			return l
		}
	}
	return layout{separator: -1, from: len(lines), to: len(lines)}
}

// truth returns the lines that are not timeline, in order.
func (l layout) truth(lines []string) []string {
	if l.separator >= 0 {
		return lines[:l.separator]
	}
	return append(lines[:l.from:l.from], lines[l.to:]...)
}

// timelineHeading reads "timeline" or "history" from a heading of level two that
// is nothing else.
func timelineHeading(line string) (name string, ok bool) {
	level, text, ok := heading(line)
	name = strings.ToLower(text)
	return name, ok && level == 2 && (name == "timeline" || name == "history")
}

// opensHeadedTimeline says whether what follows line i is one section, a
// timeline, and nothing more. A history in prose is none: it is an article's.
func opensHeadedTimeline(lines []string, fenced []fence, i int) bool {
	for i++; i < len(lines) && isBlank(lines[i]); i++ {
	}
	if i == len(lines) {
		return false
	}
	name, ok := timelineHeading(lines[i])
	return ok && sectionEnd(lines, fenced, i) == len(lines) && (name == "timeline" || isDatedList(lines[i+1:], fenced[i+1:]))
}

// sectionEnd is the line of the next heading of level two or above after the
// heading at line i.
func sectionEnd(lines []string, fenced []fence, i int) int {
	for i++; i < len(lines); i++ {
		if level, _, ok := heading(lines[i]); ok && level <= 2 && fenced[i] == noFence {
			break
		}
	}
	return i
}

// datedSection finds the first timeline heading whose section, up to the next
// heading of its level or above, is a dated list. A rule at its end belongs to
// what follows.
func datedSection(lines []string, fenced []fence) (from, to int, ok bool) {
	for i, line := range lines {
		if fenced[i] != noFence {
			continue
		}
		if _, ok := timelineHeading(line); !ok {
			continue
		}
		end := sectionEnd(lines, fenced, i)
		if end < len(lines) {
			for last := end; last > i; last-- {
				if isRule(lines[last-1]) {
					end = last - 1
				} else if !isBlank(lines[last-1]) {
					break
				}
			}
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
		case fenced[i] != noFence || !listItem().MatchString(line):
			return false
		case datedItem().MatchString(line):
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
