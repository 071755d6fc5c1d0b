package page

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestAddEvent(t *testing.T) {
	day := Event{Date: "2024-01-02", Summary: "new"}
	for _, tt := range []struct {
		name, timeline string
		event          Event
		want           string
	}{
		{"the first", "", day, "- 2024-01-02: new"},
		{"a month", "", Event{Date: "2024-01", Summary: "new"}, "- 2024-01: new"},
		{"a date of another spelling", "", Event{Date: "2024/1/2", Summary: "new"}, "- 2024-01-02: new"},
		{"with a source", "", Event{Date: "2024-01-02", Source: "Board", Summary: "new"}, "- **2024-01-02** | Board — new"},
		{"with a source of parts", "", Event{Date: "2024-01-02", Source: "Board - Q1", Summary: "new"}, "- **2024-01-02** | Board-Q1 — new"},
		{"with detail", "", Event{Date: "2024-01-02", Summary: "new", Detail: "\n  a\n\n  - b\n"}, "- 2024-01-02: new\n  a\n\n  - b"},
		{"behind the last", "- 2020: a\n  more\n\ntext", day, "- 2020: a\n  more\n- 2024-01-02: new\n\ntext"},
		{"in bold", "- **2020** | a", day, "- **2024-01-02** | new"},
		{"in bold, with a dash", "- **2020** | a", Event{Date: "2024-01-02", Summary: "a - b"}, "- 2024-01-02: a - b"},
		{"the oldest", "- 2020: a\n- 2021: b", Event{Date: "2019", Summary: "new"}, "- 2019: new\n- 2020: a\n- 2021: b"},
		{"between", "- 2020: a\n  more\n- 2025: b", day, "- 2020: a\n  more\n- 2024-01-02: new\n- 2025: b"},
		{"between, the newest first", "- 2025: b\n- 2020: a", day, "- 2025: b\n- 2024-01-02: new\n- 2020: a"},
		{"between, with blank lines", "- 2020: a\n\n- 2025: b", day, "- 2020: a\n\n- 2024-01-02: new\n\n- 2025: b"},
		{"of one day", "- 2024-01-02: a\n- 2024-01-02: b\n- 2025: c", day, "- 2024-01-02: a\n- 2024-01-02: b\n- 2024-01-02: new\n- 2025: c"},
		{"of one day, the newest first", "- 2025: c\n- 2024-01-02: a\n- 2024-01-02: b\n- 2020: d", day, "- 2025: c\n- 2024-01-02: a\n- 2024-01-02: b\n- 2024-01-02: new\n- 2020: d"},
		{"its month is older", "- 2024-01: a\n- 2024-02: b", day, "- 2024-01: a\n- 2024-01-02: new\n- 2024-02: b"},
		{"the oldest, the newest first", "- 2025: b\n- 2024-05: a\n\ntext", day, "- 2025: b\n- 2024-05: a\n- 2024-01-02: new\n\ntext"},
		{"mostly in order", "- 2020: a\n- 2022: c\n- 2021: b\n- 2025: d", day, "- 2020: a\n- 2022: c\n- 2021: b\n- 2024-01-02: new\n- 2025: d"},
		{"under its year", "### 2023\n\n- 2023-05: a\n\n### 2024\n\n- 2024-02: b", day, "### 2023\n\n- 2023-05: a\n\n### 2024\n\n- 2024-01-02: new\n\n- 2024-02: b"},
		{"under its year, the newest first", "### 2024\n\n- 2024-02: b\n\n### 2023\n\n- 2023-05: a", day, "### 2024\n\n- 2024-02: b\n\n- 2024-01-02: new\n\n### 2023\n\n- 2023-05: a"},
		{"the newest first", "## Timeline\n\n- 2021: b\n- 2020: a", day, "## Timeline\n\n- 2024-01-02: new\n- 2021: b\n- 2020: a"},
		{"with blank lines between", "- 2020: a\n\n- 2021: b", day, "- 2020: a\n\n- 2021: b\n\n- 2024-01-02: new"},
		{"with blank lines, the newest first", "- 2021: a\n\n- 2020: b", day, "- 2024-01-02: new\n\n- 2021: a\n\n- 2020: b"},
		{"half a fence", "```\ntext", day, "- 2024-01-02: new\n```\ntext"},
		{"behind text", "text", day, "text\n\n- 2024-01-02: new"},
		{"lines in a summary", "", Event{Date: "2024-01-02", Summary: "a\n b"}, "- 2024-01-02: a b"},
		{"a citation in the summary", "", Event{Date: "2024-01-02", Summary: "a [Source: b]"}, "- **2024-01-02** | b — a"},
	} {
		p := Page{Timeline: tt.timeline}
		err := p.AddEvent(tt.event)
		want := tt.want
		if tt.timeline != "" && tt.name[:2] == "in" {
			want = tt.timeline + "\n" + want
		}
		if err != nil || p.Timeline != want {
			t.Errorf("%s: %q, %v, want %q", tt.name, p.Timeline, err, want)
		}
	}
}

func TestAddEventRefuses(t *testing.T) {
	for name, e := range map[string]Event{
		"no date":         {Summary: "x"},
		"no such day":     {Date: "2023-02-29", Summary: "x"},
		"more than a day": {Date: "2023-02-02 and so on", Summary: "x"},
		"no summary":      {Date: "2023-02-02", Summary: " \n"},
	} {
		p := Page{Timeline: "- 2020: a"}
		if err := p.AddEvent(e); !errors.Is(err, ErrEvent) || p.Timeline != "- 2020: a" {
			t.Errorf("%s: %v, %q", name, err, p.Timeline)
		}
	}
}

// An event that is written is read again, and the others stay.
func TestAddedEventsComeBack(t *testing.T) {
	words := rapid.StringOf(rapid.SampledFrom([]rune("ab -—|:[]()*_#`.,日\n")))
	refused, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := Parse("a.md", []byte("x\n\n<!-- timeline -->\n"+drawText(t, "timeline", 5)))
		e := Event{Date: rapid.SampledFrom([]string{"2024-01-02", "1999-12", "0999"}).Draw(t, "date"), Summary: words.Draw(t, "summary"),
			Source: words.Draw(t, "source"), Detail: words.Draw(t, "detail")}
		before := p.Events
		all++
		if err := p.AddEvent(e); err != nil {
			if !errors.Is(err, ErrEvent) {
				t.Fatal(err)
			}
			refused++
			return
		}
		out, _, err := Render(p)
		if err != nil {
			return // what was in the timeline before is no markdown that comes back
		}
		got := Parse("a.md", out).Events
		if diff := cmp.Diff(p.Events, got, noPlace); diff != "" {
			t.Fatalf("%q (-added +read):\n%s", out, diff)
		}
		left := 0
		for _, g := range got {
			if left < len(before) && g.Date == before[left].Date && g.Summary == before[left].Summary {
				left++
			}
		}
		if left != len(before) || len(got) != len(before)+1 {
			t.Fatalf("%q holds %+v, before %+v", out, got, before)
		}
	})
	if all >= 100 && refused*2 > all { // of few the share says nothing
		t.Errorf("%d of %d events were refused", refused, all)
	}
}

func FuzzAddEvent(f *testing.F) {
	f.Add("- 2020: a\n", "2024-01-02", "source", "summary", "detail")
	f.Fuzz(func(t *testing.T, timeline, date, source, summary, detail string) {
		p := Page{Timeline: timeline}
		lines, err := (Event{Date: date, Source: source, Summary: summary, Detail: detail}).lines(false)
		if err == nil && len(events(lines, fences(lines))) != 1 {
			t.Fatalf("%q is no event", lines)
		}
		before := len(p.Events)
		if p.AddEvent(Event{Date: date, Source: source, Summary: summary, Detail: detail}) == nil && (err != nil || len(p.Events) <= before) {
			t.Fatalf("%q is not in %q", lines, p.Timeline)
		}
	})
}

func ExamplePage_AddEvent() {
	p := Parse("people/ada.md", []byte("Wrote the first program.\n\n---\n\n- 1843-09-01: Notes published\n"))
	if err := p.AddEvent(Event{Date: "1852-11-27", Source: "The Times", Summary: "died in London"}); err != nil {
		fmt.Println(err)
	}
	out, _, _ := Render(p)
	fmt.Printf("%s", out)
	// Output:
	// Wrote the first program.
	//
	// ---
	//
	// - 1843-09-01: Notes published
	// - **1852-11-27** | The Times — died in London
}
