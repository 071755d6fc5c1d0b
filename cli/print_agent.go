package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/guptarohit/asciigraph"

	"brain/engine"
)

// printHook writes what the hook's client reads, as it is. A problem is told on the side: nobody may fail for it.
func (t *Terminal) printHook(r *engine.HookResult) error {
	if r.Problem != "" {
		t.aside("%s", t.dim("note: "+oneLine(r.Problem)))
	}
	_, err := io.WriteString(t.Out, r.Text)
	return err
}

// plotHeight and plotWidth are the size of a plot; a wide terminal gives it more room, up to a column a period.
const (
	plotHeight = 6
	plotWidth  = 60
)

func (t *Terminal) printKPI(r *engine.KPIResult) error {
	if r.Queries == 0 {
		t.line("no question is logged in %s", r.Log)
		t.damaged(r)
		return t.line("the router hook logs where BRAIN_MERGE_ENABLED=1: see brain help hook")
	}
	w := t.table()
	row := func(name, format string, args ...any) { fmt.Fprintf(w, name+"\t"+format+"\n", safe(args)...) }
	row("questions", "%d (%d unified), of %s", r.Queries, r.Unified, count(r.Sessions, "session"))
	row("from, to", "%s, %s", r.First, r.Last)
	row("without result", "%d of %d whose results are known", r.Zero, r.Known)
	row("latency", "%s", latencyText(r))
	total := int64(0)
	stores := map[string]int64{}
	for s, n := range r.Stores {
		stores[s] = int64(n)
		total += int64(n)
	}
	for _, s := range sortedKeys(stores) {
		row("results of "+printable(s), "%d (%d %%)", stores[s], (stores[s]*100+total/2)/total)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	t.damaged(r)
	t.plot(r)
	if len(r.ZeroQueries) > 0 {
		t.line("\nfound nothing:")
	}
	for _, q := range r.ZeroQueries {
		t.line("  %d×  %s", q.Times, oneLine(q.Query))
	}
	return nil
}

func latencyText(r *engine.KPIResult) string {
	if r.Latency.P50 == nil || r.Latency.P95 == nil {
		return "not told by the client"
	}
	return fmt.Sprintf("%.0f ms half of the time, %.0f ms at most in 95 of 100 (%d known)", *r.Latency.P50, *r.Latency.P95, r.Latency.Known)
}

func (t *Terminal) damaged(r *engine.KPIResult) {
	if r.Damaged > 0 {
		lines := strings.Trim(fmt.Sprint(r.DamagedLines), "[]")
		if r.Damaged > len(r.DamagedLines) {
			lines += " …"
		}
		t.line("%s of the log could not be read: %s", count(r.Damaged, "line"), lines)
	}
}

// plot draws the questions over time, those without a result under them.
func (t *Terminal) plot(r *engine.KPIResult) {
	if len(r.Periods) < 2 {
		return
	}
	asked, zero := make([]float64, len(r.Periods)), make([]float64, len(r.Periods))
	for i, p := range r.Periods {
		asked[i], zero[i] = float64(p.Queries), float64(p.Zero)
	}
	most := slices.Max(asked)
	options := []asciigraph.Option{asciigraph.Height(int(min(most, plotHeight))), asciigraph.LowerBound(0), asciigraph.Precision(0), asciigraph.Offset(3),
		asciigraph.Caption(fmt.Sprintf("questions a %s from %s; the lower line: without a result", r.Unit, r.Periods[0].Start))}
	if width := min(plotWidth, t.Width-12); width > 1 {
		options = append(options, asciigraph.Width(width))
	}
	lines := [][]float64{asked}
	if r.Zero > 0 {
		lines = append(lines, zero)
	}
	t.line("")
	for _, l := range strings.Split(asciigraph.PlotMany(lines, options...), "\n") {
		t.line("%s", strings.TrimRight(l, " "))
	}
}
