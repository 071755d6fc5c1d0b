package fts

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func ExampleTrigramsOf() {
	for _, t := range TrigramsOf("Foo_é") {
		fmt.Printf("%q ", t)
	}
	// Output: "0xe69b54" "0xe82c48" "  f" " fo" "foo" "oo "
}

func ExampleSimilarity() {
	fmt.Println(Similarity("parse_config", "Parse Config"), Similarity("parse_config", "config parser"))
	// Output: 1 0.8
}

func ExampleSimilarPairs() {
	functions := []string{"compute_rollforward", "main"}
	pages := []string{"Rollforward", "Main Street", "Compute the Rollforward"}
	SimilarPairs(functions, pages, 0.4, func(i, j int, sim float32) {
		fmt.Println(functions[i], "~", pages[j], sim)
	})
	// Output:
	// compute_rollforward ~ Rollforward 0.6
	// compute_rollforward ~ Compute the Rollforward 0.8333333
	// main ~ Main Street 0.41666666
}

// trigramGolden is a row of answers of pg_trgm 1.6 on PostgreSQL 15.18; all floats are text.
type trigramGolden struct {
	A                    string   `json:"a"`
	B                    string   `json:"b"`
	TrigramsA            []string `json:"trgm_a"`
	TrigramsB            []string `json:"trgm_b"`
	Similarity           string   `json:"similarity"`
	SimilarityR4         string   `json:"similarity_r4"`
	WordSimilarity       string   `json:"word_similarity"`
	WordSimilarityBA     string   `json:"word_similarity_ba"`
	StrictWordSimilarity string   `json:"strict_word_similarity"`
	StrictSimilarityBA   string   `json:"strict_word_similarity_ba"`
	Above04              bool     `json:"gt_0_4"`
	Above06              bool     `json:"gt_0_6"`
	AtLeast07            bool     `json:"ge_0_7"`
	Percent              bool     `json:"op_pct"` // a % b with the default similarity_threshold of 0.3
	LowerA               string   `json:"lower_a"`
}

func readTrigramGoldens(t testing.TB) []trigramGolden {
	f, err := os.Open("../testdata/postgres/trigram.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []trigramGolden
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row trigramGolden
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestTrigramsAreThoseOfPgTrgm(t *testing.T) {
	text := func(f float32) string { return strconv.FormatFloat(float64(f), 'g', -1, 32) }
	fourDecimals := func(f string) string { // numeric rounds half up
		f64, err := strconv.ParseFloat(f, 64)
		if err != nil {
			t.Fatal(err)
		}
		return strconv.FormatFloat(math.Floor(f64*1e4+0.5)/1e4, 'f', 4, 64)
	}
	shown := func(set Trigrams) []string {
		out := []string{}
		for _, t := range set {
			out = append(out, t.String())
		}
		return out
	}
	rows := readTrigramGoldens(t)
	for _, want := range rows {
		sim := Similarity(want.A, want.B)
		got := trigramGolden{
			A:                    want.A,
			B:                    want.B,
			TrigramsA:            shown(TrigramsOf(want.A)),
			TrigramsB:            shown(TrigramsOf(want.B)),
			Similarity:           text(sim),
			SimilarityR4:         fourDecimals(text(sim)),
			WordSimilarity:       text(WordSimilarity(want.A, want.B)),
			WordSimilarityBA:     text(WordSimilarity(want.B, want.A)),
			StrictWordSimilarity: text(StrictWordSimilarity(want.A, want.B)),
			StrictSimilarityBA:   text(StrictWordSimilarity(want.B, want.A)),
			Above04:              float64(sim) > 0.4,
			Above06:              float64(sim) > 0.6,
			AtLeast07:            float64(sim) >= 0.7,
			Percent:              float64(sim) >= 0.3,
			LowerA:               Lower(want.A),
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%q, %q (-want +got):\n%s", want.A, want.B, diff)
		}
	}
	if len(rows) != 1148 {
		t.Errorf("read %d golden rows, want 1148", len(rows))
	}
}

func TestLowerChangesCharactersOneByOne(t *testing.T) {
	for in, want := range map[string]string{
		"":           "",
		"ÄÖÜ Straẞe": "äöü straße",
		"İstanbul":   "istanbul",
		"ΟΔΟΣ":       "οδοσ", // no final sigma
		"\u212A":     "k",    // the Kelvin sign
		"Ⅷ":          "ⅷ",
		"Cafe\u0301": "cafe\u0301",
	} {
		if got := Lower(in); got != want {
			t.Errorf("Lower(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWordsOfTrigramsAreThoseOfPostgres(t *testing.T) {
	for text, want := range map[string]int{
		"":           0,
		"_-./()":     0,
		"\u20ac²½№😀": 0, // symbols, and numbers that are no digits
		"\u0301":     0, // a combining accent
		"\u0c04":     0, // a sign that is alphabetic only since Unicode 15
		"\xff\xc3":   0,
		"a":          2,
		"a\xffa":     2, // two equal words
		"a_b":        4,
		"Ⅷ":          2,
		"१२":         3,
		"日本語":        4,
		"का":         3, // with a vowel sign
	} {
		if got := len(TrigramsOf(text)); got != want {
			t.Errorf("%q has %d trigrams, want %d", text, got, want)
		}
	}
}

func TestSimilarityOfAnyTexts(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.SampledFrom([]rune("abAB é日_ ")), 0, 20, -1))
	rapid.Check(t, func(t *rapid.T) {
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		checkSimilarity(t, a, b)
	})
}

func FuzzSimilarity(f *testing.F) {
	f.Add("foo_bar", "bar foo")
	f.Add("\xff\xc3", "é\u0301ß日本語")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 200 {
			t.Skip("the slow search is cubic")
		}
		checkSimilarity(t, a, b)
	})
}

// checkSimilarity tests what holds for every two texts.
func checkSimilarity(t interface{ Fatalf(string, ...any) }, a, b string) {
	setA, setB := TrigramsOf(a), TrigramsOf(b)
	for i := 1; i < len(setA); i++ {
		signed := func(t Trigram) []int8 { return []int8{int8(t[0]), int8(t[1]), int8(t[2])} }
		if slices.Compare(signed(setA[i-1]), signed(setA[i])) >= 0 {
			t.Fatalf("trigrams of %q out of order: %v", a, setA)
		}
	}
	common := map[Trigram]bool{}
	for _, x := range setA {
		if slices.Contains(setB, x) {
			common[x] = true
		}
	}
	var want float32
	if union := len(setA) + len(setB) - len(common); union > 0 {
		want = float32(len(common)) / float32(union)
	}
	if got := Similarity(a, b); got != want || Similarity(b, a) != want {
		t.Fatalf("similarity of %q and %q = %v, want %v", a, b, got, want)
	}
	if got, want := TrigramsOf(Lower(a)), setA; !slices.Equal(got, want) {
		t.Fatalf("case of %q matters: %v, %v", a, got, want)
	}
	for name, similarity := range map[string]func(a, b string) float32{"word": WordSimilarity, "strict": StrictWordSimilarity} {
		if got, want := similarity(a, b), slowExtentSimilarity(a, b, name == "strict"); got != want {
			t.Fatalf("%s similarity of %q and %q = %v, want %v", name, a, b, got, want)
		}
	}
}

// slowExtentSimilarity is the search of pg_trgm with sets that are counted anew for every extent.
func slowExtentSimilarity(a, b string, strict bool) float32 {
	sought := map[trigramKey]bool{}
	keysA, _ := trigramKeys(a)
	for _, k := range keysA {
		sought[k] = true
	}
	list, wordEnds := trigramKeys(b)
	similarity := func(extent []trigramKey) float32 {
		shared, set := 0, map[trigramKey]bool{}
		for _, k := range extent {
			if !set[k] && sought[k] {
				shared++
			}
			set[k] = true
		}
		return jaccard(shared, len(sought), len(set))
	}
	start := func(p int) bool { return !strict || p == 0 || slices.Contains(wordEnds, p) }
	end := func(p int) bool { return strict && slices.Contains(wordEnds, p+1) || !strict && sought[list[p]] }

	var best float32
	from := 0
	if !strict {
		for from < len(list) && !sought[list[from]] {
			from++
		}
	}
	for p := from; p < len(list); p++ {
		if !end(p) {
			continue
		}
		here := similarity(list[from : p+1])
		for s := from; s <= p; s++ {
			if start(s) && similarity(list[s:p+1]) > here {
				from, here = s, similarity(list[s:p+1])
			}
		}
		best = max(best, here)
	}
	return best
}

// textPair is what SimilarPairs yields.
type textPair struct {
	I, J int
	Sim  float32
}

func collectPairs(left, right []string, threshold float64) []textPair {
	var pairs []textPair
	SimilarPairs(left, right, threshold, func(i, j int, sim float32) { pairs = append(pairs, textPair{i, j, sim}) })
	return pairs
}

func bruteForcePairs(left, right []string, threshold float64) []textPair {
	sets := make([]Trigrams, len(right))
	for j := range right {
		sets[j] = TrigramsOf(right[j])
	}
	var pairs []textPair
	for i := range left {
		set := TrigramsOf(left[i])
		for j := range right {
			if sim := set.Similarity(sets[j]); float64(sim) > threshold {
				pairs = append(pairs, textPair{i, j, sim})
			}
		}
	}
	return pairs
}

func TestSimilarPairsOfTheGoldenTextsAreAllPairs(t *testing.T) {
	var left, right []string
	for _, row := range readTrigramGoldens(t) {
		left, right = append(left, row.A), append(right, row.B)
	}
	thresholds := []float64{0, 0.1, 0.3, 0.4, 0.6, 0.7, 0.99}
	if testing.Short() {
		thresholds = []float64{0.4}
	}
	for _, threshold := range thresholds {
		want, got := bruteForcePairs(left, right, threshold), collectPairs(left, right, threshold)
		if len(want) < 100 {
			t.Errorf("threshold %v: only %d pairs to find", threshold, len(want))
		}
		if !slices.Equal(want, got) {
			t.Errorf("threshold %v: %d pairs, want %d", threshold, len(got), len(want))
		}
	}
}

func TestSimilarPairsAreAllPairs(t *testing.T) {
	// Few words make many trigrams common and names similar; many make them rare.
	words := strings.Fields("test get set run a i x parse config ledger Straße 東京 東京都 İ naïve roll forward foo foobar 42")
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		word := make([]byte, 2+random.IntN(6))
		for i := range word {
			word[i] = byte('a' + random.IntN(26))
		}
		words = append(words, string(word))
	}
	name := rapid.Custom(func(t *rapid.T) string {
		pool := words[:rapid.SampledFrom([]int{5, 20, len(words)}).Draw(t, "pool")]
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pool), 0, 5).Draw(t, "words"), rapid.SampledFrom([]string{" ", "_", ""}).Draw(t, "join"))
	})
	names := rapid.OneOf(rapid.SliceOfN(name, 0, 60), rapid.SliceOfN(rapid.String(), 0, 10))
	thresholds := rapid.OneOf(rapid.SampledFrom([]float64{-1, 0, 0.3, 0.4, 0.5, 0.6, 0.7, 1, 2, math.NaN(), math.Inf(-1)}), rapid.Float64Range(0, 1))
	rapid.Check(t, func(t *rapid.T) {
		left, right := names.Draw(t, "left"), names.Draw(t, "right")
		threshold := thresholds.Draw(t, "threshold")
		want, got := bruteForcePairs(left, right, threshold), collectPairs(left, right, threshold)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("threshold %v (-want +got):\n%s", threshold, diff)
		}
	})
}

// benchmarkNames are the entity names of the merge goldens' vocabulary, mixed: functions and page titles.
func benchmarkNames(b *testing.B, n int) (functions, titles []string) {
	raw, err := os.ReadFile("../testdata/postgres/merge_brain_entries.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		var row struct {
			Name    string `json:"entity_name"`
			Content string `json:"content"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			b.Fatal(err)
		}
		for word := range strings.FieldsFuncSeq(row.Name+" "+row.Content, func(r rune) bool { return !isTrigramRune(r) }) {
			seen[strings.ToLower(word)] = true
		}
	}
	words := slices.SortedFunc(maps.Keys(seen), cmp.Compare[string])
	random := rand.New(rand.NewPCG(3, 4))
	pick := func() string { // a skewed choice, as words in names are
		return words[int(float64(len(words))*math.Pow(random.Float64(), 2))]
	}
	for range n {
		function := []string{pick(), pick(), pick()}[:1+random.IntN(3)]
		switch random.IntN(4) {
		case 0:
			function = append([]string{"test"}, function...)
		case 1:
			function = append([]string{"get"}, function...)
		}
		functions = append(functions, strings.Join(function, "_")+"()")
		title := []string{pick(), pick(), pick(), pick()}[:2+random.IntN(3)]
		if random.IntN(3) == 0 {
			title = append(title, fmt.Sprintf("[chunk %d]", random.IntN(9)))
		}
		titles = append(titles, strings.Join(title, " "))
	}
	return functions, titles
}

func BenchmarkSimilarPairs(b *testing.B) {
	for _, n := range []int{10_000, 50_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			functions, titles := benchmarkNames(b, n)
			pairs := 0
			for b.Loop() {
				pairs = 0
				SimilarPairs(functions, titles, 0.4, func(int, int, float32) { pairs++ })
			}
			b.ReportMetric(float64(pairs), "pairs")
		})
	}
}
