package agent_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/agent"
)

func p[T any](v T) *T { return &v }

func TestKPI(t *testing.T) {
	c := agent.NewCounter(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	for i, line := range []string{
		`{"ts":"2026-11-03T10:00:00.000Z","session":"b","query":"lost","stores":["gbrain"],"unified":true,"results":0,"distribution":{},"latency_ms":300}`,
		`{"ts":"2026-11-01T10:00:00.000Z","session":"a","query":"x","stores":["gbrain","graphify"],"unified":true,"results":3,"distribution":{"gbrain":2,"graphify":1},"latency_ms":10}`,
		`{"ts":"2026-10-01T10:00:00.000Z","session":"old","query":"x","unified":true}`,
		`{"ts":"2026-11-01T11:00:00.000+02:00","session":"a","query":"lost","stores":["gbrain"],"unified":false,"results":0,"latency_ms":20}`,
		// brain-merge's own router writes no more than this.
		`{"ts":"2026-11-04T23:59:59.999Z","session":"a","query":"y","stores":["gbrain","graphify"],"unified":true,"command_preview":"brain query --unified y","exit_code":null}`,
		`{"ts":"2026-11-0`, `[]`, `{}`, `{"ts":"yesterday"}`, `{"ts":"9999999-01-01T00:00:00Z"}`, `{"ts":"2026-11-01T10:00:00Z","results":-1}`, "\x00",
	} {
		c.Line(i+1, []byte(line))
	}
	want := &agent.KPI{Queries: 4, Unified: 3, Sessions: 2, First: "2026-11-01T11:00:00.000+02:00", Last: "2026-11-04T23:59:59.999Z", Zero: 2, Known: 3,
		Stores: map[string]int{"gbrain": 2, "graphify": 1}, Asked: map[string]int{"gbrain": 4, "graphify": 2},
		Latency: agent.Latency{Known: 3, P50: p(20.0), P95: p(300.0)}, Unit: "day",
		Periods: []agent.Period{
			{Start: "2026-11-01T00:00Z", Queries: 2, Zero: 1, Latency: agent.Latency{Known: 2, P50: p(10.0), P95: p(20.0)}},
			{Start: "2026-11-02T00:00Z"},
			{Start: "2026-11-03T00:00Z", Queries: 1, Zero: 1, Latency: agent.Latency{Known: 1, P50: p(300.0), P95: p(300.0)}},
			{Start: "2026-11-04T00:00Z", Queries: 1},
		},
		ZeroQueries: []agent.ZeroQuery{{Query: "lost", Times: 2, Last: "2026-11-03T10:00:00.000Z"}},
		Damaged:     7, DamagedLines: []int{6, 7, 8, 9, 10, 11, 12}}
	if diff := cmp.Diff(want, c.KPI()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnEmptyLogHasNoPeriods(t *testing.T) {
	k := agent.NewCounter(time.Time{}).KPI()
	if k.Queries != 0 || len(k.Periods) != 0 || k.Latency.P50 != nil {
		t.Errorf("%+v", k)
	}
}

// What no tool call can take is no time: such a line is damaged, and an event that says so is logged without one.
func TestALatencyIsATime(t *testing.T) {
	c := agent.NewCounter(time.Time{})
	for i, ms := range []string{"1e300", "-1", "0", "90000.5"} {
		c.Line(i+1, []byte(`{"ts":"2026-11-30T00:00:00Z","latency_ms":`+ms+`}`))
	}
	if k := c.KPI(); k.Damaged != 2 || k.Queries != 2 || *k.Latency.P95 != 90000.5 {
		t.Errorf("%+v", k)
	}
	for ms, known := range map[string]bool{"1e300": false, "-1": false, "41": true} {
		e, _ := agent.ParseEvent([]byte(`{"tool_name":"Bash","tool_input":{"command":"ls"},"duration_ms":` + ms + `}`))
		if call, ok := e.Bash(); !ok || (call.LatencyMS != nil) != known {
			t.Errorf("%s: %v", ms, call.LatencyMS)
		}
	}
}

// Every question is in one period, and the periods have no gap.
func TestPeriodsHoldEveryQuestion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := agent.NewCounter(time.Time{})
		n := rapid.IntRange(1, 30).Draw(t, "n")
		span := rapid.SampledFrom([]int{3600, 86400, 30 * 86400, 900 * 86400}).Draw(t, "span")
		for i := range n {
			at := time.Date(2024, 2, 27, 13, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, span).Draw(t, "at")) * time.Second)
			c.Line(i+1, fmt.Appendf(nil, `{"ts":%q,"latency_ms":%d}`, at.Format(time.RFC3339), i))
		}
		k := c.KPI()
		sum, latencies := 0, 0
		var last time.Time
		for i, p := range k.Periods {
			start, err := time.Parse("2006-01-02T15:04Z", p.Start)
			if err != nil {
				t.Fatal(err)
			}
			step := map[string]time.Duration{"hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour}[k.Unit]
			if i > 0 && start.Sub(last) != step {
				t.Fatalf("from %v to %v, a %s", last, start, k.Unit)
			}
			if k.Unit == "week" && start.Weekday() != time.Monday {
				t.Fatalf("a week begins on %v", start.Weekday())
			}
			last = start
			sum += p.Queries
			latencies += p.Latency.Known
		}
		if sum != n || latencies != n || *k.Latency.P50 > *k.Latency.P95 {
			t.Fatalf("%d questions in periods, %d latencies, want %d: %+v", sum, latencies, n, k)
		}
	})
}
