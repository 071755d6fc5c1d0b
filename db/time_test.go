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
		"2026-05-23T14:00:00+00":              "2026-05-23T14:00:00.000000Z", // every zone in every form
		"2026-05-23T14:00:00+0000":            "2026-05-23T14:00:00.000000Z",
		"2026-05-23T14:00:00.5-0730":          "2026-05-23T21:30:00.500000Z",
		"2026-05-23T14:00+00":                 "2026-05-23T14:00:00.000000Z",
		"2026-05-23 14:00+02:00":              "2026-05-23T12:00:00.000000Z",
		"2026-05-23 14:00:00Z":                "2026-05-23T14:00:00.000000Z",
		"2026-05-23T14:00:00.0000005000001Z":  "2026-05-23T14:00:00.000001Z", // more than a half, past the ninth digit
		"2026-05-23T14:00:00.99999949999999Z": "2026-05-23T14:00:00.999999Z",
		"2026-05-23T14:00:00.9999995Z":        "2026-05-23T14:00:01.000000Z", // PostgreSQL 15: 14:00:01, a half to the even one
		"0001-01-01T00:00:00Z":                "0001-01-01T00:00:00.000000Z",
		"0001-01-01T14:00:00+14:00":           "0001-01-01T00:00:00.000000Z",
		"9999-12-31T23:59:59.9999994Z":        "9999-12-31T23:59:59.999999Z",
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
	for _, text := range []string{"", "yesterday", "2026", "2026-13-01", "2026-02-30", "2026-05-23T25:00:00Z", "23.05.2026", "1716472800", "2026-05-23T14:00:00Z x",
		"2026-05-23T14:00.5Z", "2026-05-23T14:00:00.", "2026-05-23T14:00:00..5", "2026-05-23T14:00:00.5.5", "2026-05-23T14:00:00+1",
		// years beyond 1 to 9999, once the zone and the rounding are taken in
		"0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "0001-01-01T13:59:59+14:00", "9999-12-31T23:59:59-00:01",
		"9999-12-31T23:59:59.9999999Z", "9999-12-31T12:00:00-14:00", "10000-01-01", "-2026-01-01", "2026-05-23 BC"} {
		if got, err := db.ParseTime(text); err == nil || !strings.Contains(err.Error(), `"`+text+`"`) {
			t.Errorf("%q: %v, error %v", text, got, err)
		}
	}
}

func TestATimeBeyondTheFormStandsAsItsEnd(t *testing.T) {
	for _, tc := range []struct {
		time time.Time
		want string
	}{
		{time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), "9999-12-31T23:59:59.999999Z"},
		{time.Date(9999, 12, 31, 23, 59, 59, 999_999_900, time.UTC), "9999-12-31T23:59:59.999999Z"},
		{time.Date(9999, 12, 31, 23, 0, 0, 0, time.FixedZone("", -3600*14)), "9999-12-31T23:59:59.999999Z"},
		{time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600*14)), "0001-01-01T00:00:00.000000Z"},
		{time.Time{}, "0001-01-01T00:00:00.000000Z"},
		{time.Date(-44, 3, 15, 0, 0, 0, 0, time.UTC), "0001-01-01T00:00:00.000000Z"},
	} {
		got := db.FormatTime(tc.time)
		if got != tc.want {
			t.Errorf("%v stands as %s, want %s", tc.time, got, tc.want)
		}
		if back, err := db.ParseTime(got); err != nil || !back.Equal(db.RoundTime(tc.time)) {
			t.Errorf("%s reads as %v, %v", got, back, err)
		}
	}
}

// Whatever text is read as a time can be written and read again: nothing half accepted gets into the file.
func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"2026-05-23T14:00:00.5Z", "9999-12-31T23:59:59.9999999-14:00", "2026-05-23 14:00+0000", "0001-01-01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := db.ParseTime(s)
		if err != nil {
			return
		}
		text := db.FormatTime(got)
		if back, err := db.ParseTime(text); err != nil || !back.Equal(got) || len(text) != len(db.TimeFormat) {
			t.Errorf("%q reads as %v, which stands as %s and reads as %v, %v", s, got, text, back, err)
		}
	})
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
