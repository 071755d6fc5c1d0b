package page

import (
	"errors"
	"fmt"
	"strings"
)

// ErrEvent says that an event cannot be an entry of a timeline.
var ErrEvent = errors.New("not an entry of a timeline")

// AddEvent writes an entry into the page's timeline, in the form of the entries
// that are there: "- 2013-07-01: text", or "- **2013-07-01** | Source — text" if
// they are in bold or the event has a source. It goes where its date belongs in
// their order, the oldest or the newest first, behind those of its date. A Detail
// is indented below it.
// A code fence that the truth leaves open is closed.
// The error wraps ErrEvent: the date is none of the calendar, there is no
// summary, or the entry would be read as another.
func (p *Page) AddEvent(e Event) error {
	lines := strings.Split(p.Timeline, "\n")
	if p.Timeline == "" {
		lines = nil
	}
	there := events(lines, fences(lines))
	bold := false
	if n := len(there); n > 0 {
		bold = strings.Contains(lines[there[n-1].Start], "**")
	}
	entry, err := e.lines(bold)
	if err != nil {
		return err
	}
	day, _, _ := cutDate(strings.TrimSpace(e.Date))
	at := len(lines)
	if len(there) > 0 {
		var behind bool
		at, behind = placeFor(day, lines, there)
		if gap := len(there) > 1 && isBlank(lines[there[len(there)-1].Start-1]); gap && behind {
			entry = append([]string{""}, entry...)
		} else if gap {
			entry = append(entry, "")
		}
	} else if len(lines) > 0 {
		entry = append([]string{""}, entry...)
	}
	for _, at := range []int{at, 0} {
		with := append(append(lines[:at:at], entry...), lines[at:]...)
		read := events(with, fences(with))
		if len(read) != len(there)+1 {
			continue // behind half a code fence, say
		}
		for i := range read {
			read[i].Line, read[i].Start, read[i].End = 0, 0, 0 // not in Source
		}
		p.Timeline, p.Events = joinTrimmed(with), read
		p.CompiledTruth = closedFences(p.CompiledTruth) // or it would run on over the timeline
		return nil
	}
	return fmt.Errorf("add event: %w: what is there would swallow it", ErrEvent)
}

// placeFor is the line where an event of a date belongs among those that are there, at least one; behind says that it comes
// right behind one, else it comes before one. Entries that are in no order count as most neighbours stand.
func placeFor(date string, lines []string, there []Event) (at int, behind bool) {
	falling := 0
	for i := range there[1:] {
		falling += strings.Compare(there[i].Date, there[i+1].Date)
	}
	i := len(there) - 1 // it comes behind this one
	for i >= 0 && (falling > 0 && there[i].Date < date || falling <= 0 && there[i].Date > date) {
		i--
	}
	if i < 0 || i+1 < len(there) && startsPart(date, lines, there[i], there[i+1]) {
		return there[i+1].Start, false
	}
	return there[i].End, true
}

// startsPart says whether an event between two others belongs to the second: there is a heading between them, such as that of
// a year, and it is of the second's year alone.
func startsPart(date string, lines []string, a, b Event) bool {
	year := date[:len("2006")]
	if !strings.HasPrefix(b.Date, year) || strings.HasPrefix(a.Date, year) {
		return false
	}
	for _, line := range lines[a.End:b.Start] {
		if _, _, ok := heading(line); ok {
			return true
		}
	}
	return false
}

// lines spells an event. Of the forms, the first that is read as the event again
// is taken.
func (e Event) lines(bold bool) ([]string, error) {
	date, rest, ok := cutDate(strings.TrimSpace(e.Date))
	if !ok || rest != "" {
		return nil, fmt.Errorf("add event: %w: %q is no date", ErrEvent, e.Date)
	}
	want := Event{Date: date, Source: oneLine(cleanText(e.Source)), Summary: oneLine(cleanText(e.Summary)), Detail: dedent(strings.Split(cleanText(e.Detail), "\n"))}
	if m := citation().FindStringSubmatch(want.Summary); m != nil && want.Source == "" {
		want.Summary, want.Source = strings.TrimSpace(m[1]), m[2]
	}
	if want.Summary == "" {
		return nil, fmt.Errorf("add event: %w: it has no summary", ErrEvent)
	}
	// A dash with spaces ends a source, so one inside it goes without them.
	want.Source = strings.NewReplacer(" - ", "-", " -- ", "--", " – ", "–", " — ", "—", " | ", "/").Replace(want.Source)
	plain, strong := "- "+date+": "+want.Summary, "- **"+date+"** | "+want.Summary
	forms := []string{plain, strong}
	switch {
	case want.Source != "":
		forms = []string{"- **" + date + "** | " + want.Source + " — " + want.Summary, plain + " [Source: " + want.Source + "]"}
	case bold:
		forms = []string{strong, plain}
	}
	for _, form := range forms {
		lines := []string{form}
		if want.Detail != "" {
			for line := range strings.SplitSeq(want.Detail, "\n") {
				lines = append(lines, strings.TrimRight("  "+line, " "))
			}
		}
		got := events(lines, fences(lines))
		if len(got) != 1 {
			continue
		}
		got[0].Line, got[0].Start, got[0].End = 0, 0, 0
		if got[0] == want {
			return lines, nil
		}
	}
	return nil, fmt.Errorf("add event: %w: it would be read as another one", ErrEvent)
}
