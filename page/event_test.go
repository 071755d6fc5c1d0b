package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

var noPlace = cmpopts.IgnoreFields(Event{}, "Line", "Start", "End")

func TestEvents(t *testing.T) {
	one := func(date, source, summary string) []Event {
		return []Event{{Date: date, Source: source, Summary: summary}}
	}
	for _, tt := range []struct {
		name, timeline string
		want           []Event
	}{
		// As GBrain 0.46.28 reads them.
		{"source and summary", "- **2024-01-02** | Board — approved plan", one("2024-01-02", "Board", "approved plan")},
		{"a hyphen inside a word", "- **2024-01-02** | just text with-hyphen", one("2024-01-02", "", "just text with-hyphen")},
		{"a hyphen with spaces", "- **2024-01-02** | a - b", one("2024-01-02", "a", "b")},
		{"a month that is none", "- **2024-13-02** | bad", nil},
		{"a day that is none", "- **2024-02-30** | bad", nil},
		{"no list", "**2024-02-03** - dash sep", one("2024-02-03", "", "dash sep")},
		{"dashes in a link", "- **2024-02-03** | [A](../people/a-b.md) met", one("2024-02-03", "", "[A](../people/a-b.md) met")},
		{"a heading", "### 2024-03-04 — Heading style", nil},
		{"a cited source", "Did x [Source: email, 2024-05-06]", one("2024-05-06", "email", "Did x")},
		{"Chinese", "- 2024年1月2日 | 中文", one("2024-01-02", "", "中文")},
		// Where it reads nothing.
		{"v0's own form", "- 2024-01-02: plain", one("2024-01-02", "", "plain")},
		{"a month", "- **2024-01** | month", one("2024-01", "", "month")},
		{"a year", "- 2013: founded", one("2013", "", "founded")},
		{"a Chinese month", "- 2024年3月：三", one("2024-03", "", "三")},

		{"a short source and a colon", "- **2024-01-02** | Board: approved", one("2024-01-02", "Board", "approved")},
		{"a time is no source", "- **2024-01-02** | 10:30: called", one("2024-01-02", "", "10:30: called")},
		{"a dash in brackets is no end of a source", "- **2024-01-02** | [a — b](x.md) — c", one("2024-01-02", "[a — b](x.md)", "c")},
		{"a bracket that is never closed", "- **2024-01-02** | a (b — c", one("2024-01-02", "a (b", "c")},
		{"a bar in a table's spelling", `- **2024-01-02** \| Board \| approved`, one("2024-01-02", "Board", "approved")},
		{"a citation behind v0's form", "- 2024-01-02: signed [Source: notary, 2024-01-05]", one("2024-01-02", "notary", "signed")},
		{"the bold colon", "- **2024-01-02:** text", one("2024-01-02", "", "text")},
		{"a checked item", "* [x] 2024-01-02 done", one("2024-01-02", "", "done")},
		{"a linked day", "+ [[2024-01-02]] text", one("2024-01-02", "", "text")},
		{"other separators", "- 2024/1/2, text", one("2024-01-02", "", "text")},
		{"points", "- 2024.01.02 – text", one("2024-01-02", "", "text")},
		{"a time", "- 2024-01-02T03:04: text", one("2024-01-02", "", "03:04: text")},
		{"nothing but a date", "- 2024-01-02", one("2024-01-02", "", "")},
		{"a game", "- 2048 is a game", nil},
		{"a season", "- 2011-12 was cold", nil},
		{"years", "- 2013-2015: school", nil},
		{"years with a dash", "- 2013–2015: school", nil},
		{"an ordinal", "- 2024-01-02nd", nil},
		{"a citation without a date", "- Did x [Source: email]", nil},
		{"code", "    - 2024-01-02: x", nil},
		{"a fence", "```\n- 2024-01-02: x\n```", nil},
		{"the leap day", "- 2023-02-29: x\n- 2024-02-29: y", one("2024-02-29", "", "y")},

		{"detail", "- **2024-01-02** | head\n  more detail\n\n    deeper\n\n- **2024-01-03** | next", []Event{
			{Date: "2024-01-02", Summary: "head", Detail: "more detail\n\n  deeper"}, {Date: "2024-01-03", Summary: "next"}}},
		{"detail of several blocks", "- 2024-01-02: a\n\n  b\n\n  ```\n  - 2024-01-03: c\n  ```\n\ttab\n", []Event{
			{Date: "2024-01-02", Summary: "a", Detail: "  b\n\n  ```\n  - 2024-01-03: c\n  ```\n\ttab"}}},
		{"a lazy line", "- 2024-01-02: a\nb\n\nc", []Event{{Date: "2024-01-02", Summary: "a", Detail: "b"}}},
		{"what is not dated ends it", "- 2024-01-02: a\n- b\n  c\n# d\n  e", one("2024-01-02", "", "a")},
		{"a nested list", "- 2024-01-02: a\n  - 2024-01-03: b", []Event{{Date: "2024-01-02", Summary: "a", Detail: "- 2024-01-03: b"}}},
	} {
		p := Parse("a.md", []byte("x\n\n<!-- timeline -->\n"+tt.timeline))
		if diff := cmp.Diff(tt.want, p.Events, noPlace); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestEventsSayWhereTheyAre(t *testing.T) {
	text := "---\ntags: [ä]\n---\nTruth é.\n\n---\n\n- 2021-01-01: first\n  more\n\n- no date\n- 2022-02-02: ü\n"
	want := []string{"8 - 2021-01-01: first\n  more\n", "12 - 2022-02-02: ü\n"}
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	enc := func(e encoding.Encoding) (write, read func(string) string) {
		must := func(s string, err error) string {
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		return func(s string) string { return must(e.NewEncoder().String(s)) },
			func(s string) string { return must(e.NewDecoder().String(s)) }
	}
	same := func(s string) string { return s }
	western, fromWestern := enc(charmap.ISO8859_1)
	low, fromLow := enc(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM))
	high, fromHigh := enc(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM))
	for name, tt := range map[string]struct {
		src  string
		read func(string) string
	}{
		"utf-8":            {text, same},
		"with a mark":      {"\ufeff" + text, same},
		"windows":          {crlf(text), same},
		"old mac":          {strings.ReplaceAll(text, "\n", "\r"), same},
		"latin-1":          {western(text), fromWestern},
		"utf-16":           {"\xff\xfe" + low(text), fromLow},
		"utf-16, high end": {"\xfe\xff" + high(crlf(text)), fromHigh},
	} {
		var got []string
		for _, e := range Parse("a.md", []byte(tt.src)).Events {
			got = append(got, fmt.Sprintf("%d %s", e.Line, unifyNewlines(tt.read(tt.src[e.Start:e.End]))))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	last := Parse("a.md", []byte("x\n<!-- timeline -->\n- 2021-01-01: a")).Events[0]
	if last.Start != 20 || last.End != 35 {
		t.Errorf("without a line end: %+v", last)
	}
}

func TestEventTimeIsTheBeginOfItsPeriod(t *testing.T) {
	for date, want := range map[string]time.Time{
		"2013-07-09": time.Date(2013, 7, 9, 0, 0, 0, 0, time.UTC),
		"2013-07":    time.Date(2013, 7, 1, 0, 0, 0, 0, time.UTC),
		"2013":       time.Date(2013, 1, 1, 0, 0, 0, 0, time.UTC),
		"soon":       {},
	} {
		if got := (Event{Date: date}).Time(); !got.Equal(want) {
			t.Errorf("%s: %v", date, got)
		}
	}
}
