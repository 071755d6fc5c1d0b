package db_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"brain/db"
)

func TestParseTimeReadsTheFormsThatTimesArriveIn(t *testing.T) {
	for text, want := range map[string]string{
		"2026-05-23T14:00:00Z":                "2026-05-23T14:00:00.000000Z",
		"2026-05-23T14:00:00.5Z":              "2026-05-23T14:00:00.500000Z",
		"2026-05-23T14:00:00+02:00":           "2026-05-23T12:00:00.000000Z",
		"2026-05-23T14:00:00":                 "2026-05-23T14:00:00.000000Z",
		"2026-05-23T14:00:00.123456":          "2026-05-23T14:00:00.123456Z",
		"2026-05-23 14:00:00+00":              "2026-05-23T14:00:00.000000Z", // PostgreSQL's output
		"2026-05-23 14:00:00.123456+05:30":    "2026-05-23T08:30:00.123456Z",
		"2026-05-23 14:00:00-07":              "2026-05-23T21:00:00.000000Z",
		"2026-05-23 14:00:00":                 "2026-05-23T14:00:00.000000Z", // SQLite's datetime()
		"2026-05-23T14:00Z":                   "2026-05-23T14:00:00.000000Z",
		"2026-05-23 14:00":                    "2026-05-23T14:00:00.000000Z",
		"2026-05-23":                          "2026-05-23T00:00:00.000000Z",
		"  2026-05-23\n":                      "2026-05-23T00:00:00.000000Z",
		"2026-12-31T23:59:59.9999999Z":        "2027-01-01T00:00:00.000000Z", // rounded up, over the year
		"2026-05-23T14:00:00.000000499Z":      "2026-05-23T14:00:00.000000Z",
		"2026-05-23T14:00:00.000000501Z":      "2026-05-23T14:00:00.000001Z",
		"2026-05-23T14:00:00.0000005Z":        "2026-05-23T14:00:00.000000Z", // a half goes to the even one
		"2026-05-23T14:00:00.0000015Z":        "2026-05-23T14:00:00.000002Z",
		"2026-05-23T14:00:00.123456789-00:01": "2026-05-23T14:01:00.123457Z",
		"2024-02-29":                          "2024-02-29T00:00:00.000000Z",
	} {
		got, err := db.ParseTime(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if db.FormatTime(got) != want || got.Location() != time.UTC {
			t.Errorf("%q is %s, want %s", text, db.FormatTime(got), want)
		}
	}
}

func TestParseTimeRefusesWhatIsNoTimeAndNamesIt(t *testing.T) {
	for _, text := range []string{"", "yesterday", "2026", "2026-13-01", "2026-02-30", "2026-05-23T25:00:00Z", "23.05.2026", "1716472800", "2026-05-23T14:00:00Z x"} {
		if got, err := db.ParseTime(text); err == nil || !strings.Contains(err.Error(), `"`+text+`"`) {
			t.Errorf("%q: %v, error %v", text, got, err)
		}
	}
}

func TestTextOrderIsTimeOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		micros := rapid.Int64Range(-62135596800_000000, 253402300799_000000) // years 1 to 9999
		a, b := time.UnixMicro(micros.Draw(t, "a")), time.UnixMicro(micros.Draw(t, "b"))
		x, y := db.FormatTime(a), db.FormatTime(b)
		if a.Before(b) != (x < y) {
			t.Fatalf("%v and %v are %s and %s", a, b, x, y)
		}
		if back, err := db.ParseTime(x); err != nil || !back.Equal(a) {
			t.Fatalf("%s reads as %v (%v), was %v", x, back, err, a)
		}
	})
}
