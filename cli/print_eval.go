package cli

import (
	"fmt"
	"strings"

	"brain/engine"
)

// printEval prints where each answer stood, as brain-cli's script does.
func (t *Terminal) printEval(r *engine.EvalResult) error {
	rule := strings.Repeat("-", 78)
	t.line("rank  expected       query\n%s", rule)
	for _, q := range r.Questions {
		rank, note := "MISS", ""
		if q.Rank > 0 {
			rank = fmt.Sprint(q.Rank)
		}
		if q.Note != "" {
			note = "  [" + q.Note + "]"
		}
		t.line("%4s  %-14s %s%s", rank, printable(q.ExpectedUID), q.Query, note)
	}
	t.line("%s\nn=%d  recall@1=%.3f  recall@5=%.3f  MRR@10=%.3f", rule, r.N, float64(r.Recall1), float64(r.Recall5), float64(r.MRR10))
	if r.Passed {
		return t.line("✓ recall@5 is not below %v", float64(r.MinRecall5))
	}
	return nil
}

func (t *Terminal) printEvalSet(r *engine.EvalSetResult) error {
	t.line("%s, %s, vectors of %s", count(r.Documents, "document"), count(r.Queries, "question"), orDash(r.Model))
	w := t.table()
	rows := func(name string, systems []engine.EvalMeasures) {
		fmt.Fprintf(w, "%s\tnDCG@10\tMRR@10\tR@5\n", name)
		for _, s := range systems {
			fmt.Fprintf(w, "%s\t%.4f\t%.4f\t%.4f\n", s.Name, float64(s.NDCG10), float64(s.MRR10), float64(s.Recall5))
		}
	}
	rows("", r.Systems)
	for _, g := range r.Groups {
		rows(fmt.Sprintf("\n%s (%d)", printable(g.Name), g.Queries), g.Systems)
	}
	return w.Flush()
}
