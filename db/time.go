package db

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// TimeFormat is how times stand in the file: UTC, microseconds, fixed width, so that comparing text compares times.
const TimeFormat = "2006-01-02T15:04:05.000000Z"

// FormatTime renders t in TimeFormat, rounded to microseconds as PostgreSQL's timestamptz input is.
func FormatTime(t time.Time) string {
	return roundMicros(t).UTC().Format(TimeFormat)
}

// roundMicros rounds as PostgreSQL reads a fraction of a second: as a float8 times a million, halves to the even number
// (".0000005" is 0 and ".0000015" is 2 microseconds).
func roundMicros(t time.Time) time.Time {
	nanos := t.Nanosecond()
	micros := math.RoundToEven(float64(nanos) / 1e9 * 1e6)
	return t.Add(time.Duration(micros)*time.Microsecond - time.Duration(nanos))
}

// inputLayouts are the forms in which times arrive: RFC 3339, PostgreSQL's text output, SQLite's datetime(), a date.
var inputLayouts = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05.999999999",
	"2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999-07",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04Z07:00",
	"2006-01-02 15:04",
	"2006-01-02",
}

// ParseTime reads a time in any of the forms above; one without a zone is UTC. The error names the text.
func ParseTime(s string) (time.Time, error) {
	s = strings.TrimSpace(s)
	for _, layout := range inputLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return roundMicros(t).UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("read time %q: want a form like 2006-01-02T15:04:05Z or 2006-01-02", s)
}
