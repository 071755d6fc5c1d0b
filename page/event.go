package page

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"brain/pattern"
)

// An Event is one dated entry of a timeline.
type Event struct {
	Date    string // 2013-07-01, 2013-07 or 2013, whatever the file's spelling
	Source  string // who says so; empty if the entry names none
	Summary string // one line
	Detail  string // markdown: the lines below the entry, without their indentation

	// Where Parse found the entry, its detail included: the first line of it in
	// the file, and the bytes [Start, End) of Page.Source. Zero in an event that
	// comes from no file.
	Line, Start, End int
}

// Time is the begin of the event's day, month or year in UTC.
func (e Event) Time() time.Time {
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(layout, e.Date); err == nil {
			return t
		}
	}
	return time.Time{}
}

var (
	// An entry opens with a date: as an item of a list, or in bold.
	eventOpen = pattern.Lazy(`^ {0,3}(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?(?:\*\*|__|\[{1,2})?|\*\*)`)
	eventDate = pattern.Lazy(`^(\d{4})(?:年(?:(\d{1,2})月(?:(\d{1,2})日)?)?|[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?`)
	// What stands behind a date that is a part of something longer.
	rangeRest = pattern.Lazy(`^[-/.–—]?[0-9]`)
	// What may close the date and part it from the text. A hyphen does if there are spaces around it.
	eventClose = pattern.Lazy(`^(:?(?:\*\*|__|\]{1,2})|)[ \t]*(\\?\||[:：–—,，]|--?(?:[ \t]|$)|)[ \t]*`)

	spacedDash = pattern.Lazy(`^(?:[ \t]+(?:[–—|]|--?)[ \t]+|[ \t]*\\\|[ \t]*)`)
	shortName  = pattern.Lazy(`^([\p{L}\p{N}.&'’@/_-]+(?: [\p{L}\p{N}.&'’@/_-]+){0,3}): +`)
	citation   = pattern.Lazy(`^(.*\S)[ \t]*\[[Ss]ource:[ \t]*([^\[\],]*[^\[\], \t])[ \t]*(?:,[ \t]*(\d{4}[-/.\d]*))?[ \t]*\]\.?[ \t]*$`)
	listMark   = pattern.Lazy(`^ {0,3}[-*+][ \t]+`)
)

// cutDate takes a date of the calendar from the head of s and gives it as
// 2013-07-01, 2013-07 or 2013.
func cutDate(s string) (date, rest string, ok bool) {
	m := eventDate().FindStringSubmatch(s)
	if m == nil {
		return "", s, false
	}
	date, rest = m[1], s[len(m[0]):]
	if rangeRest().MatchString(rest) {
		return "", s, false // 2013-2015, 2013–2015, 2024.1.2.3
	}
	layout := "2006"
	for _, n := range []string{m[2] + m[4], m[3] + m[5]} {
		if n == "" {
			break
		}
		i, _ := strconv.Atoi(n)
		layout += []string{"-01", "-02"}[(len(layout)-4)/3]
		date += "-" + string([]byte{'0' + byte(i/10), '0' + byte(i%10)})
	}
	_, err := time.Parse(layout, date)
	return date, rest, err == nil
}

// readEvent reads the first line of an entry.
func readEvent(line string) (e Event, ok bool) {
	if open := eventOpen().FindString(line); open != "" {
		if date, rest, ok := cutDate(line[len(open):]); ok {
			m := eventClose().FindStringSubmatch(rest)
			text := rest[len(m[0]):]
			if m[1] == "" && m[2] == "" {
				// "2048 is a game", "2011-12 season", "2024-01-02nd"
				if ok = len(date) == len("2013-07-01") && (text == "" || strings.ContainsAny(rest[:1], " \tT")); rest == text {
					text = strings.TrimPrefix(text, "T") // 2024-01-02T03:04
				}
			}
			if ok {
				e = Event{Date: date, Summary: strings.TrimSpace(text)}
				if strings.HasSuffix(m[2], "|") {
					e.Source, e.Summary = cutSource(e.Summary)
				}
				if m := citation().FindStringSubmatch(e.Summary); m != nil && e.Source == "" {
					e.Summary, e.Source = strings.TrimSpace(m[1]), m[2]
				}
				return e, true
			}
		}
	}
	// A line without a date of its own may cite a source that has one.
	if m := citation().FindStringSubmatch(line); m != nil {
		if date, rest, ok := cutDate(m[3]); ok && rest == "" {
			return Event{Date: date, Source: m[2], Summary: strings.TrimSpace(listMark().ReplaceAllString(m[1], ""))}, true
		}
	}
	return e, false
}

// cutSource takes "Source — " off the head of a summary: up to the first dash
// with spaces around it that is not in brackets, else a short name and a colon.
func cutSource(s string) (source, summary string) {
	for i := 0; i < len(s); i++ {
		if j := strings.IndexByte("[({", s[i]); j >= 0 {
			if end := strings.IndexByte(s[i:], "])}"[j]); end > 0 {
				i += end
			}
			continue
		}
		if m := spacedDash().FindString(s[i:]); m != "" && i > 0 {
			return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+len(m):])
		}
	}
	if m := shortName().FindStringSubmatch(s); m != nil && strings.ContainsFunc(m[1], unicode.IsLetter) && len(m[1]) <= 40 {
		return m[1], s[len(m[0]):]
	}
	return "", s
}
