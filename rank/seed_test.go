package rank_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/rank"
)

type seedExplain struct {
	FTSRank   *int     `json:"fts_rank"`
	SemRank   *int     `json:"sem_rank"`
	Sim       *float64 `json:"sim"`
	RRFFTS    float64  `json:"rrf_fts"`
	RRFSem    float64  `json:"rrf_sem"`
	RRF       float64  `json:"rrf"`
	Recency   float64  `json:"recency_bonus"`
	Access    float64  `json:"access_bonus"`
	Final     float64  `json:"final"`
	AgeDays   int      `json:"age_days"`
	Accesses  int64    `json:"access_count"`
	JSONScore float64  `json:"json_score"`
	Human     string   `json:"human_score"`
}

func seedTables(t *testing.T) (scores []seedExplain, lines []struct {
	Explain seedExplain
	Line    string
}) {
	t.Helper()
	var tables struct {
		Score       []seedExplain
		ExplainLine []struct {
			Explain seedExplain
			Line    string
		} `json:"explain_line"`
	}
	data, err := os.ReadFile("../testdata/brain-cli/unit_tables.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &tables); err != nil {
		t.Fatal(err)
	}
	if len(tables.Score) < 10 || len(tables.ExplainLine) < 3 {
		t.Fatal("the tables are not all there")
	}
	return tables.Score, tables.ExplainLine
}

func rankOf(r *int) int {
	if r == nil {
		return -1
	}
	return *r
}

// TestSeedIsBrainCLIs compares with scores that brain-cli 3.4.0 gave.
func TestSeedIsBrainCLIs(t *testing.T) {
	scores, _ := seedTables(t)
	for _, want := range scores {
		e := rank.Seed(rank.Candidate{Words: rankOf(want.FTSRank), Meaning: rankOf(want.SemRank), AgeDays: want.AgeDays, Accesses: want.Accesses})
		r := e.Rounded()
		got := want
		got.RRFFTS, got.RRFSem, got.RRF, got.Recency, got.Access, got.Final = r.RRFWords, r.RRFMeaning, r.RRF, r.Recency, r.Access, r.Final
		got.JSONScore, got.Human = rank.Round(e.Final, 3), fmt.Sprintf("%.2f", e.Final)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestLineIsBrainCLIs(t *testing.T) {
	_, lines := seedTables(t)
	for _, l := range lines {
		x := l.Explain
		e := rank.Explanation{Words: rankOf(x.FTSRank), Meaning: rankOf(x.SemRank), RRFWords: x.RRFFTS, RRFMeaning: x.RRFSem,
			RRF: x.RRF, Recency: x.Recency, Access: x.Access, Final: x.Final}
		if x.Sim != nil {
			e.Sim = *x.Sim
		}
		if got := e.Line(); got != l.Line {
			t.Errorf("got  %s\nwant %s", got, l.Line)
		}
	}
}

func TestRoundIsPythons(t *testing.T) {
	for _, tt := range []struct {
		x      float64
		digits int
		want   float64
	}{{0.9675, 3, 0.968}, {0.0435, 3, 0.043}, {2.5, 0, 2}, {3.5, 0, 4}, {-0.02, 3, -0.02}, {1, 3, 1}} {
		if got := rank.Round(tt.x, tt.digits); got != tt.want {
			t.Errorf("Round(%v, %d) = %v, want %v", tt.x, tt.digits, got, tt.want)
		}
	}
}

func ExampleSeed() {
	e := rank.Seed(rank.Candidate{Words: 0, Meaning: 1, Sim: 0.7123, AgeDays: 0, Accesses: 2})
	fmt.Printf("%.3f\n%s\n", e.Final, e.Line())
	// Output:
	// 1.053
	// fts=#1 sem=#2 sim=0.712 rrf=0.500+0.492 rec=+0.050 acc=+0.011 = 1.053
}
