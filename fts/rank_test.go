package fts

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// rankRow is a line of tsrank.jsonl: vec is the vector of the body, wvec that of title (A), body (B) and timeline (C).
type rankRow struct {
	Title, Body, Timeline string
	Form                  string `json:"qf"`
	Q, TSQuery            string
	Vec, WVec             *string `json:",omitempty"` // left out if they are long
	Match, WMatch         bool
	StripMatch            bool   `json:"strip_match"`
	Rank                  string `json:"rank"`
	RankCD                string `json:"rank_cd"`
	WRank                 string `json:"wrank"`
	WRankCD               string `json:"wrank_cd"`
	Custom                string `json:"wrank_custom"`
	CustomCD              string `json:"wrank_cd_custom"`
	StripRank             string `json:"strip_rank"`
	StripRankCD           string `json:"strip_rank_cd"`
	Norm                  map[string][4]string
}

// vectors gives the vectors of a row. Those that the row leaves out have a body only.
func (r *rankRow) vectors(t *testing.T) (plain, weighted Vector) {
	if r.Vec != nil {
		return mustVector(t, *r.Vec), mustVector(t, *r.WVec)
	}
	plain = mustText(t, r.Body)
	for _, l := range plain {
		w := Lexeme{Text: l.Text}
		for _, p := range l.Pos {
			w.Pos = append(w.Pos, NewPos(p.At(), WeightB))
		}
		weighted = append(weighted, w)
	}
	return plain, weighted
}

func TestRankAndMatchEqualPostgreSQL(t *testing.T) {
	custom, err := ParseWeights("{0.05,0.15,0.5,0.9}")
	if err != nil {
		t.Fatal(err)
	}
	eachGolden(t, "tsrank.jsonl", func(line int, want rankRow) {
		var q Query
		switch want.Form {
		case "plain":
			q = Plain(want.Q)
		case "phrase":
			q = Phrase(want.Q)
		case "web":
			q = Web(want.Q)
		case "raw":
			q, err = ToQuery(want.Q)
		}
		if err != nil {
			t.Fatal(err)
		}
		v, w := want.vectors(t)
		stripped := make(Vector, len(v))
		for i := range v {
			stripped[i].Text = v[i].Text
		}
		d := DefaultWeights
		got := want
		got.TSQuery = q.String()
		got.Match, got.WMatch, got.StripMatch = q.Match(v), q.Match(w), q.Match(stripped)
		got.Rank, got.RankCD = FormatFloat4(Rank(d, v, q, 0)), FormatFloat4(RankCD(d, v, q, 0))
		got.WRank, got.WRankCD = FormatFloat4(Rank(d, w, q, 0)), FormatFloat4(RankCD(d, w, q, 0))
		got.Custom, got.CustomCD = FormatFloat4(Rank(custom, w, q, 0)), FormatFloat4(RankCD(custom, w, q, 0))
		got.StripRank, got.StripRankCD = FormatFloat4(Rank(d, stripped, q, 0)), FormatFloat4(RankCD(d, stripped, q, 0))
		got.Norm = map[string][4]string{}
		for name := range want.Norm {
			flags, err := strconv.Atoi(name)
			if err != nil {
				t.Fatal(err)
			}
			got.Norm[name] = [4]string{
				FormatFloat4(Rank(d, v, q, flags)), FormatFloat4(RankCD(d, v, q, flags)),
				FormatFloat4(Rank(d, w, q, flags)), FormatFloat4(RankCD(d, w, q, flags)),
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("line %d, %s (-PostgreSQL +ours):\n%s", line, want.TSQuery, diff)
		}
	})
}

// The expected values are PostgreSQL 15's.
func TestRankOfOddQueries(t *testing.T) {
	const cats = "cat:1 cats:2,3 dog:4"
	for _, tt := range []struct{ vector, query, rank, cd string }{
		{"", "a", "0", "0"},
		{"a:1", "", "0", "0"},
		{"a:1", "b & c", "1e-20", "0"},
		{"cat:1 dog:2", "cat & !dog", "0.09910322", "0.1"},
		{"cat:1 dog:2", "!dog", "0.06079271", "0"},
		// Of equal lexemes the last one says whether it is a prefix.
		{cats, "cat:* & cat", "0.06079271", "0.1"},
		{cats, "cat & cat:*", "0.1367836", "0.1"},
		{cats, "cat:* & dog", "0.18784232", "0.1"},
		{cats, "cat:* | cat | dog", "0.06079271", "0.4"},
		{cats, "cat | cat:* | dog", "0.09878816", "0.4"},
	} {
		v, q := mustVector(t, tt.vector), mustQuery(t, tt.query)
		rank, cd := FormatFloat4(Rank(DefaultWeights, v, q, 0)), FormatFloat4(RankCD(DefaultWeights, v, q, 0))
		if rank != tt.rank || cd != tt.cd {
			t.Errorf("%q ranks %q with %s and %s; want %s and %s", tt.query, tt.vector, rank, cd, tt.rank, tt.cd)
		}
	}
}

// Ranking skips pairs that are too far apart to change a float4. This is the sum over all of them.
func TestFarPairsCanBeSkipped(t *testing.T) {
	positions := rapid.Custom(func(t *rapid.T) []Pos {
		var list []Pos
		for at, n := 0, rapid.IntRange(1, 60).Draw(t, "n"); n > 0; n-- {
			at += rapid.OneOf(rapid.IntRange(1, 5), rapid.IntRange(1, 300)).Draw(t, "step")
			list = append(list, NewPos(at, Weight(rapid.IntRange(0, 3).Draw(t, "weight"))))
		}
		return list
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := positions.Draw(t, "a"), positions.Draw(t, "b")
		for _, w := range []Weights{DefaultWeights, {1, 0.001, 0, 1}} {
			want := float32(-1)
			for _, p := range a {
				for _, r := range b {
					d := max(p.At()-r.At(), r.At()-p.At())
					if d == 0 {
						continue
					}
					pair := pairWeight(&w, p.Weight(), r.Weight(), min(d, farDistance+1))
					if want < 0 {
						want = pair
					} else {
						want = float32(1 - float64((1-float64(want))*(1-float64(pair))))
					}
				}
			}
			if got := addPairs(&w, -1, a, b); got != want {
				t.Fatalf("weights %v: %v instead of %v", w, got, want)
			}
		}
	})
}

// math.Exp may differ by some last bits between machines; the table may not.
func TestNearnessIsTheSameOnEveryMachine(t *testing.T) {
	for d := 0; d <= farDistance; d++ {
		exact := 1 / (1.005 + 0.05*math.Exp(float64(d)/1.5-2))
		if float32(exact*(1+1e-14)) != nearness[d] || float32(exact*(1-1e-14)) != nearness[d] {
			t.Errorf("distance %d is half way between two numbers", d)
		}
	}
}

// The errors are PostgreSQL 15's.
func TestParseWeights(t *testing.T) {
	for in, want := range map[string]Weights{
		"{0.1, 0.2, 0.4, 1}":      {0.1, 0.2, 0.4, 1},
		" {0.3,\"0.5\" ,\n1,1} ":  {0.3, 0.5, 1, 1},
		"{1,1,1,1,7}":             {1, 1, 1, 1},
		"{-1,NaN,-Infinity,+0.5}": {0.1, 0.2, 0.4, 0.5},
		"{1.00000001,.5,1.,1e-1}": {1, 0.5, 1, 0.1},
	} {
		if got, err := ParseWeights(in); err != nil || got != want {
			t.Errorf("ParseWeights(%q) = %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "{}", "0.1,0.2,0.3,1", "{0.1,0.2,0.3,1", "{0.1,0.2,0.3,1}x", "{0.1,0.2,0.3}", "{0.1,0.2,0.3,1.1}", "{0.1,0.2,0.3,inf}",
		"{0.1,0.2,0.3,1,NULL}", "{{0.1,0.2,0.3,1}}", "{0.1,0.2,,1}", "{0.1,0.2,0.3,1,}", "{0.1,0.2,0.3,x}", "{0_1,1,1,1}",
		"{1e50,1,1,1}", "{1e-50,1,1,1}", "{1 1,1,1,1}", `{"",1,1,1}`, "}{",
	} {
		if got, err := ParseWeights(in); !errors.Is(err, ErrWeights) {
			t.Errorf("ParseWeights(%q) = %v, %v", in, got, err)
		}
	}
}

func FuzzParseWeights(f *testing.F) {
	f.Add("{0.1,0.2,0.4,1}")
	f.Add(`{"0.1 ",nan,-0,0x1p-2,null}`)
	f.Fuzz(func(t *testing.T, s string) {
		w, err := ParseWeights(s)
		for _, x := range w {
			if err == nil && !(x >= 0 && x <= 1) {
				t.Errorf("ParseWeights(%q) = %v", s, w)
			}
		}
	})
}

// The expected texts are PostgreSQL 15's.
func TestFormatFloat(t *testing.T) {
	for in, want := range map[float32]string{
		0: "0", 0.1: "0.1", 1e-4: "0.0001", 1e-5: "1e-05", 1e-20: "1e-20", 123456: "123456", 1e5: "100000", 1e6: "1e+06",
		1234567: "1.234567e+06", 6e10: "6.0000002e+10", 9e9: "8.999999e+09", 89138496: "8.9138496e+07",
		float32(math.Inf(-1)): "-Infinity", math.MaxFloat32: "3.4028235e+38",
	} {
		if got := FormatFloat4(in); got != want {
			t.Errorf("FormatFloat4(%v) = %s; want %s", in, got, want)
		}
	}
	for in, want := range map[float64]string{
		0.1: "0.1", 1e-4: "0.0001", 1e-5: "1e-05", 1e14: "100000000000000", 1e15: "1e+15", 123456789012345678: "1.2345678901234568e+17",
		1.5e300: "1.5e+300", 1e-300: "1e-300", -4.00000000000620e17: "-4.0000000000062003e+17", math.Inf(1): "Infinity",
	} {
		if got := FormatFloat8(in); got != want {
			t.Errorf("FormatFloat8(%v) = %s; want %s", in, got, want)
		}
	}
	if got := FormatFloat8(math.NaN()) + FormatFloat8(math.Copysign(0, -1)); got != "NaN-0" {
		t.Errorf("NaN and -0 are %s", got)
	}
}

func TestFormatFloatIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		g := math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
		if math.IsNaN(f) || g != g {
			return
		}
		if back, err := strconv.ParseFloat(FormatFloat8(f), 64); err != nil || back != f {
			t.Fatalf("%v became %v, %v", f, back, err)
		}
		if back, err := strconv.ParseFloat(FormatFloat4(g), 32); err != nil || float32(back) != g {
			t.Fatalf("%v became %v, %v", g, back, err)
		}
	})
}

func TestRankAllocatesNothing(t *testing.T) {
	v := mustText(t, "the quick brown fox jumps over the lazy dog")
	q := Plain("quick dog fox")
	if n := testing.AllocsPerRun(100, func() { Rank(DefaultWeights, v, q, 0) }); n != 0 {
		t.Errorf("Rank makes %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { RankCD(DefaultWeights, v, q, 0) }); n >= 1 {
		t.Errorf("RankCD makes %v allocations", n)
	}
}

func BenchmarkRank(b *testing.B) {
	v := mustText(b, strings.Repeat("the quick brown fox jumps over the lazy dog and runs home ", 10))
	for _, q := range []Query{Plain("fox"), Plain("quick dog"), Plain("quick fox dog home run"), Web("quick or dog")} {
		b.Run(q.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Rank(DefaultWeights, v, q, 0)
			}
		})
	}
}

func BenchmarkRankCD(b *testing.B) {
	v := mustText(b, strings.Repeat("the quick brown fox jumps over the lazy dog and runs home ", 10))
	for _, q := range []Query{Plain("fox"), Plain("quick dog"), Phrase("quick brown fox")} {
		b.Run(q.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				RankCD(DefaultWeights, v, q, 0)
			}
		})
	}
}

func ExampleRank() {
	v, _, _ := ToVector("The fat cat sat on the cat mat.")
	fmt.Println(FormatFloat4(Rank(DefaultWeights, v, Plain("cats"), 0)))
	fmt.Println(FormatFloat4(Rank(DefaultWeights, v, Plain("fat cats"), 0)))
	fmt.Println(FormatFloat4(RankCD(DefaultWeights, v, Plain("fat mat"), NormLogLength)))
	// Output:
	// 0.075990885
	// 0.18152626
	// 0.009301844
}
