package db

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// TimeFormat is how times stand in the file: UTC, microseconds, fixed width, so that comparing text compares times.
const TimeFormat = "2006-01-02T15:04:05.000000Z"

// The first and the last time of that form. Beyond them a year has more than four digits, or a sign.
var (
	minTime = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	maxTime = time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC)
)

// FormatTime renders t, as RoundTime gives it, in TimeFormat.
func FormatTime(t time.Time) string {
	return RoundTime(t).Format(TimeFormat)
}

// RoundTime is the time that stands in the file for t: in UTC, rounded to microseconds with halves to the even one as
// PostgreSQL does, and the first or last time of the years 1 to 9999 where t is beyond. (A file's own time can be.)
func RoundTime(t time.Time) time.Time {
	nanos := t.Nanosecond()
	micros := math.RoundToEven(float64(nanos) / 1e9 * 1e6)
	t = t.Add(time.Duration(micros)*time.Microsecond - time.Duration(nanos)).UTC()
	switch {
	case t.Before(minTime):
		return minTime
	case t.After(maxTime):
		return maxTime
	}
	return t
}

// inputLayouts are the forms in which times arrive: RFC 3339, PostgreSQL's text output, SQLite's datetime(), a date. A
// zone may be written Z, +00:00, +0000 or +00; without one it is UTC.
var inputLayouts = layouts()

func layouts() []string {
	var out []string
	for _, between := range []string{"T", " "} {
		for _, clock := range []string{"15:04:05", "15:04"} {
			for _, zone := range []string{"Z07:00", "", "Z07", "Z0700"} {
				out = append(out, "2006-01-02"+between+clock+zone)
			}
		}
	}
	return append(out, "2006-01-02")
}

// ParseTime reads a time in any of the forms above, rounded to microseconds. The error names the text; a time beyond the
// years 1 to 9999 in UTC is one.
func ParseTime(s string) (time.Time, error) {
	text, micros := cutFraction(strings.TrimSpace(s))
	for _, layout := range inputLayouts {
		if between := len("2006-01-02"); len(text) > between && (len(layout) == between || layout[between] != text[between]) {
			continue // the date before has one length; an attempt in vain costs more than the one that succeeds
		}
		t, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		if t = t.Add(micros).UTC(); t.Before(minTime) || t.After(maxTime) {
			return time.Time{}, fmt.Errorf("read time %q: in UTC its year is not from 1 to 9999", s)
		}
		return t, nil
	}
	return time.Time{}, fmt.Errorf("read time %q: want a form like 2006-01-02T15:04:05Z or 2006-01-02", s)
}

// cutFraction takes the fraction of a second out of a time, rounded as PostgreSQL's input does: as a float8 times a
// million, halves to the even number (".0000005" is 0 and ".0000015" is 2 microseconds).
func cutFraction(s string) (string, time.Duration) {
	dot := strings.IndexAny(s, ".,")
	if dot < 6 || s[dot-3] != ':' || s[dot-6] != ':' {
		return s, 0
	}
	end := dot + 1
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	fraction, err := strconv.ParseFloat("."+s[dot+1:end], 64)
	if err != nil || strings.ContainsAny(s[end:], ".,") {
		return s, 0
	}
	return s[:dot] + s[end:], time.Duration(math.RoundToEven(fraction*1e6)) * time.Microsecond
}
