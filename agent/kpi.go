package agent

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"time"
)

// KPI counts the lines of a log of questions.
type KPI struct {
	Queries      int            `json:"queries"`
	Unified      int            `json:"unified"`
	Sessions     int            `json:"sessions"`
	First        string         `json:"first"` // time of the first and the last question; "" where there is none
	Last         string         `json:"last"`
	Zero         int            `json:"zero_results"`
	Known        int            `json:"results_known"` // of how many questions the number of results is known
	Stores       map[string]int `json:"stores"`        // results by store
	Asked        map[string]int `json:"asked"`         // questions by store that they were put to
	Latency      Latency        `json:"latency"`
	Unit         string         `json:"unit"`    // of the periods: hour, day or week
	Periods      []Period       `json:"periods"` // without a gap, the oldest first
	ZeroQueries  []ZeroQuery    `json:"zero_queries"`
	Damaged      int            `json:"damaged"`       // lines that could not be read
	DamagedLines []int          `json:"damaged_lines"` // the first of them, counted from 1
}

// Latency is how long questions took, in milliseconds; null where no line tells.
type Latency struct {
	Known int      `json:"known"`
	P50   *float64 `json:"p50_ms"`
	P95   *float64 `json:"p95_ms"`
}

// Period is what was asked in an hour, a day or a week, in UTC; a week begins on Monday.
type Period struct {
	Start   string  `json:"start"`
	Queries int     `json:"queries"`
	Zero    int     `json:"zero_results"`
	Latency Latency `json:"latency"`
}

// ZeroQuery is a question that found nothing, the most frequent first.
type ZeroQuery struct {
	Query string `json:"query"`
	Times int    `json:"times"`
	Last  string `json:"last"`
}

// Counter gathers the lines of a log.
type Counter struct {
	since   time.Time
	lines   []counted
	damaged []int
}

type counted struct {
	Query
	at time.Time
}

// NewCounter makes one that passes over what is older than since.
func NewCounter(since time.Time) *Counter { return &Counter{since: since} }

// Line takes a line of the log; number counts from 1. One that is no question with a time is damaged. An empty one is what [Append] may
// leave where another program was stopped amid its own.
func (c *Counter) Line(number int, text []byte) {
	if len(bytes.TrimSpace(text)) == 0 {
		return
	}
	var q counted
	err := json.Unmarshal(text, &q.Query)
	if err == nil {
		q.at, err = time.Parse(time.RFC3339, q.Time)
	}
	// A year that no calendar in use has would make more periods than can be shown.
	if err != nil || q.at.Year() < 2000 || q.at.Year() > 9999 || q.Results != nil && *q.Results < 0 || q.LatencyMS != nil && !isLatency(q.LatencyMS) {
		c.damaged = append(c.damaged, number)
		return
	}
	if q.at = q.at.UTC(); !q.at.Before(c.since) {
		c.lines = append(c.lines, q)
	}
}

// maxLatency is a month: no tool call takes longer, so what does is no time.
const maxLatency = 31 * 24 * 3600 * 1000

func isLatency(ms *float64) bool { return ms != nil && *ms >= 0 && *ms <= maxLatency }

// How much of a list is given.
const (
	maxDamaged = 10
	maxZero    = 20
	maxPeriods = 1000
)

// KPI gives what was gathered.
func (c *Counter) KPI() *KPI {
	slices.SortStableFunc(c.lines, func(a, b counted) int { return a.at.Compare(b.at) })
	k := &KPI{Queries: len(c.lines), Stores: map[string]int{}, Asked: map[string]int{}, Unit: "day", Periods: []Period{}, ZeroQueries: []ZeroQuery{},
		Damaged: len(c.damaged), DamagedLines: append([]int{}, c.damaged[:min(len(c.damaged), maxDamaged)]...)}
	sessions := map[string]bool{}
	for _, q := range c.lines {
		sessions[q.Session] = true
		if q.Unified {
			k.Unified++
		}
		if q.Results != nil {
			k.Known++
		}
		if q.zero() {
			k.Zero++
		}
		for s, n := range q.Distribution {
			k.Stores[s] += n
		}
		for _, s := range q.Stores {
			k.Asked[s]++
		}
	}
	k.Sessions, k.Latency = len(sessions), latency(c.lines)
	if len(c.lines) > 0 {
		k.First, k.Last = c.lines[0].Time, c.lines[len(c.lines)-1].Time
		k.Unit, k.Periods = periods(c.lines)
	}
	k.ZeroQueries = zeroQueries(c.lines)
	return k
}

func (q counted) zero() bool { return q.Results != nil && *q.Results == 0 }

// latency gives the percentiles by the nearest rank.
func latency(lines []counted) Latency {
	var ms []float64
	for _, q := range lines {
		if q.LatencyMS != nil {
			ms = append(ms, *q.LatencyMS)
		}
	}
	slices.Sort(ms)
	out := Latency{Known: len(ms)}
	if len(ms) > 0 {
		p50, p95 := ms[rankOf(0.5, len(ms))], ms[rankOf(0.95, len(ms))]
		out.P50, out.P95 = &p50, &p95
	}
	return out
}

func rankOf(p float64, n int) int { return int(math.Ceil(p*float64(n))) - 1 }

// periods cuts sorted lines into hours for two days, days for a quarter of a year, else weeks.
func periods(lines []counted) (unit string, out []Period) {
	first, last := lines[0].at, lines[len(lines)-1].at
	step := 7 * 24 * time.Hour
	unit = "week"
	switch span := last.Sub(first); {
	case span <= 48*time.Hour:
		unit, step = "hour", time.Hour
	case span <= 92*24*time.Hour:
		unit, step = "day", 24*time.Hour
	}
	// Times are cut from Monday, 1 January of the year 1 on, in which Go's zero time stands.
	start := first.Truncate(step)
	if n := int(last.Sub(start)/step) + 1; n > maxPeriods {
		start = last.Truncate(step).Add(-(maxPeriods - 1) * step)
	}
	i := 0
	for ; i < len(lines) && lines[i].at.Before(start); i++ {
	}
	for ; !start.After(last); start = start.Add(step) {
		begin := i
		p := Period{Start: start.Format("2006-01-02T15:04Z")}
		for ; i < len(lines) && lines[i].at.Before(start.Add(step)); i++ {
			if lines[i].zero() {
				p.Zero++
			}
		}
		p.Queries, p.Latency = i-begin, latency(lines[begin:i])
		out = append(out, p)
	}
	return unit, out
}

func zeroQueries(lines []counted) []ZeroQuery {
	at := map[string]int{}
	out := []ZeroQuery{}
	for _, q := range lines {
		if !q.zero() || q.Query.Query == nil {
			continue
		}
		text := *q.Query.Query
		i, ok := at[text]
		if !ok {
			i = len(out)
			at[text] = i
			out = append(out, ZeroQuery{Query: text})
		}
		out[i].Times++
		out[i].Last = q.Time
	}
	slices.SortStableFunc(out, func(a, b ZeroQuery) int { return b.Times - a.Times })
	return out[:min(len(out), maxZero)]
}
