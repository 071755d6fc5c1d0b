package rank

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func ExampleRRF() {
	fmt.Println(RRF(1, 0))
	fmt.Println(RRF(2, 1))
	fmt.Println(RRF(1, 20_000))
	// Output:
	// 0.01639344262295081967
	// 0.03252247488101533580
	// 0.016443293071604857556341
}

func ExampleFuse() {
	for _, row := range Fuse([]int64{7, 3}, []int64{9, 7, 5}) {
		fmt.Println(row.ID, row.TextRank, row.VectorRank, row.Score)
	}
	// Output:
	// 7 1 2 0.03252247488101533580
	// 9 0 1 0.01639344262295081967
	// 3 2 0 0.01612903225806451613
	// 5 0 3 0.01587301587301587302
}

type goldenQuery struct {
	Q    string
	Rows []struct {
		ID     int64
		Score  string `json:"rrf_score"`
		Text   *int   `json:"t_rn"`
		Vector *int   `json:"v_rn"`
	}
}

func TestEveryGoldenRowHasItsScoreAndPlace(t *testing.T) {
	f, err := os.Open("../testdata/postgres/merge_brain_queries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var query goldenQuery
		if err := json.Unmarshal(lines.Bytes(), &query); err != nil {
			t.Fatal(err)
		}
		var got []Fused
		var want []int64
		for _, row := range query.Rows {
			fused := Fused{ID: row.ID, TextRank: deref(row.Text), VectorRank: deref(row.Vector)}
			fused.Score = RRF(fused.TextRank, fused.VectorRank)
			if s := fused.Score.String(); s != row.Score {
				t.Errorf("%q: RRF(%d, %d) = %s, want %s", query.Q, fused.TextRank, fused.VectorRank, s, row.Score)
			}
			got = append(got, fused)
			want = append(want, row.ID)
			rows++
		}
		slices.SortFunc(got, compareFused)
		if diff := gocmp.Diff(want, ids(got)); diff != "" {
			t.Errorf("%q: order (-want +got):\n%s", query.Q, diff)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if rows != 1155 {
		t.Errorf("read %d golden rows, want 1155", rows)
	}
}

func TestScoresAreThoseOfPostgresNumeric(t *testing.T) {
	// Each printed by PostgreSQL 15.18 for COALESCE(1.0/(60+t::bigint), 0) + COALESCE(1.0/(60+v::bigint), 0).
	for _, c := range []struct {
		text, vector int
		want         string
	}{
		{0, 0, "0"},
		{-5, math.MinInt, "0"},
		{1, 0, "0.01639344262295081967"},
		{0, 4, "0.01562500000000000000"},
		{1, 1, "0.03278688524590163934"},
		{9939, 0, "0.00010001000100010001"},                               // divisor 9,999
		{9940, 0, "0.000100000000000000000000"},                           // 10,000
		{9999, 0, "0.000099413460582562879014"},                           // 10,059
		{1, 19940, "0.016443442622950819670000"},                          // both scales in one sum
		{99_999_939, 0, "0.000000010000000100000001"},                     // 99,999,999
		{99_999_940, 0, "0.0000000100000000000000000000"},                 // 100,000,000
		{math.MaxInt64 - 60, 0, "0.000000000000000000108420217248550443"}, // the largest bigint
	} {
		if got := RRF(c.text, c.vector).String(); got != c.want {
			t.Errorf("RRF(%d, %d) = %s, want %s", c.text, c.vector, got, c.want)
		}
		if got := RRF(c.vector, c.text).String(); got != c.want {
			t.Errorf("RRF(%d, %d) = %s, want %s", c.vector, c.text, got, c.want)
		}
	}
}

func TestRanksBeyondBigintFollowTheSameRule(t *testing.T) {
	// PostgreSQL would answer "bigint out of range" for 60+rn.
	if got, want := RRF(math.MaxInt64, 0).String(), "0.000000000000000000108420217248550443"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTiesFollowTheDecimals(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Score
		want int
	}{
		// 1/70+1/105 = 1/84+1/84 = 1/63+1/126 as fractions, and in float64; the decimals of the last round up.
		{"equal sums of different ranks", RRF(10, 45), RRF(24, 24), 0},
		{"equal fractions, different decimals", RRF(3, 66), RRF(24, 24), 1},
		{"the sides do not matter", RRF(10, 45), RRF(45, 10), 0},
		{"the smaller rank is above", RRF(1, 0), RRF(2, 0), 1},
		{"two lists are above one", RRF(0, 1), RRF(60, 60), -1},
		{"scales are levelled", RRF(9939, 0), RRF(9940, 0), 1},
		{"a score is above none", RRF(math.MaxInt64, 0), Score{}, 1},
		{"none is none", Score{}, RRF(0, 0), 0},
	} {
		if got := c.a.Cmp(c.b); got != c.want {
			t.Errorf("%s: %s against %s: %d, want %d", c.name, c.a, c.b, got, c.want)
		}
		if got := c.b.Cmp(c.a); got != -c.want {
			t.Errorf("%s, reversed: %d, want %d", c.name, got, -c.want)
		}
	}
}

func TestScoreIsTheRoundedQuotient(t *testing.T) {
	ranks := rapid.OneOf(rapid.IntRange(0, 20_000), rapid.IntRange(99_000_000, 101_000_000), rapid.IntRange(0, math.MaxInt64))
	rapid.Check(t, func(t *rapid.T) {
		a, b, c, d := ranks.Draw(t, "a"), ranks.Draw(t, "b"), ranks.Draw(t, "c"), ranks.Draw(t, "d")
		left, right := RRF(a, b), RRF(c, d)
		if want := slowRRF(a, b); left.String() != want {
			t.Fatalf("RRF(%d, %d) = %s, want %s", a, b, left, want)
		}
		if got, want := left.Cmp(right), mustCmp(slowRRF(a, b), slowRRF(c, d)); got != want {
			t.Fatalf("%s against %s: %d, want %d", left, right, got, want)
		}
	})
}

func TestFuseIsASortOfTheFullOuterJoin(t *testing.T) {
	lists := rapid.Custom(func(t *rapid.T) []int64 {
		return rapid.SliceOfNDistinct(rapid.Int64Range(-40, 40), 0, 60, rapid.ID[int64]).Draw(t, "ids")
	})
	rapid.Check(t, func(t *rapid.T) {
		text, vector := lists.Draw(t, "text"), lists.Draw(t, "vector")
		want := []Fused{}
		for id := int64(-40); id <= 40; id++ {
			row := Fused{ID: id, TextRank: slices.Index(text, id) + 1, VectorRank: slices.Index(vector, id) + 1}
			row.Score = RRF(row.TextRank, row.VectorRank)
			if row.TextRank+row.VectorRank > 0 {
				want = append(want, row)
			}
		}
		slices.SortFunc(want, func(a, b Fused) int {
			return cmp.Or(mustCmp(b.Score.String(), a.Score.String()), cmp.Compare(a.ID, b.ID))
		})
		if diff := gocmp.Diff(want, Fuse(text, vector), gocmp.AllowUnexported(Score{})); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func BenchmarkFuse50000(b *testing.B) {
	vector := make([]int64, 50_000)
	for i := range vector {
		vector[i] = int64(i) * 7919 % 50_021
	}
	text := slices.Clone(vector[:20_000])
	slices.Sort(text)
	for b.Loop() {
		Fuse(text, vector)
	}
}

// slowRRF is the rule of RRF in big numbers and text.
func slowRRF(ranks ...int) string {
	sum, scale := new(big.Int), 0
	for _, rank := range ranks {
		if rank == 0 {
			continue
		}
		den := new(big.Int).Add(big.NewInt(int64(rank)), big.NewInt(60))
		s := 16 + (len(den.String())+3)/4*4
		term := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(s)), nil)
		term.Add(term.Lsh(term, 1), den).Quo(term, den.Lsh(den, 1)) // (2·10^s + den) / 2den
		for ; scale < s; scale++ {
			sum.Mul(sum, big.NewInt(10))
		}
		for ; s < scale; s++ {
			term.Mul(term, big.NewInt(10))
		}
		sum.Add(sum, term)
	}
	if scale == 0 {
		return "0"
	}
	return fmt.Sprintf("0.%0*d", scale, sum)
}

func mustCmp(a, b string) int {
	x, okA := new(big.Rat).SetString(a)
	y, okB := new(big.Rat).SetString(b)
	if !okA || !okB {
		panic(fmt.Sprintf("not decimals: %q, %q", a, b))
	}
	return x.Cmp(y)
}

func ids(rows []Fused) []int64 {
	var out []int64
	for _, row := range rows {
		out = append(out, row.ID)
	}
	return out
}

func deref(p *int) int {
	if p == nil {
		return 0
	}
	return *p
}
