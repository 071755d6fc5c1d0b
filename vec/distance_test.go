package vec

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ExampleCosineDistance() {
	fmt.Println(CosineDistance([]float32{1, 0}, []float32{3, 4}))
	fmt.Println(CosineDistance([]float32{1, 0}, []float32{0, 0}))
	// Output:
	// 0.4
	// NaN
}

// cosineGolden is a pair of vectors with the answers of pgvector 0.8.6.
type cosineGolden struct {
	Kind       string  `json:"kind"`
	A          string  `json:"a"`
	B          string  `json:"b"`
	AOut       string  `json:"a_out"` // as printed, if not as read
	BOut       string  `json:"b_out"`
	Native     *string `json:"cos_dist"`         // by x86-64 code with fused, reordered sums
	Sequential string  `json:"cos_dist_seq_f32"` // by a build that sums in order
	Near       *bool   `json:"lt_0_08"`
	Error      string  `json:"error"`
}

func readCosineGoldens(t *testing.T) []cosineGolden {
	f, err := os.Open("../testdata/postgres/cosine.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []cosineGolden
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row cosineGolden
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 638 {
		t.Errorf("read %d golden rows, want 638", len(rows))
	}
	return rows
}

func TestDistancesAreThoseOfPgvector(t *testing.T) {
	for _, want := range readCosineGoldens(t) {
		if want.Error != "" {
			continue
		}
		a, b := mustParse(t, want.A), mustParse(t, want.B)
		got := CosineDistance(a, b)
		native := mustFloat(t, *want.Native)
		if math.IsNaN(got) != math.IsNaN(native) || math.Abs(got-native) > 1e-6 {
			t.Errorf("%s <=> %s = %v, want %v", want.A, want.B, got, native)
		}
		if want.Sequential == "" {
			continue // a test of input
		}
		if *want.Near != (got < 0.08) {
			t.Errorf("%s <=> %s < 0.08 is %v", want.A, want.B, !*want.Near)
		}
		if sequential := mustFloat(t, want.Sequential); !same(got, sequential) {
			t.Errorf("%s <=> %s = %v, want %v to the bit", want.A, want.B, got, sequential)
		}
	}
}

func TestTextFormsAreThoseOfPgvector(t *testing.T) {
	for _, want := range readCosineGoldens(t) {
		for text, out := range map[string]string{want.A: want.AOut, want.B: want.BOut} {
			if want.Error != "" || want.Kind == "input" {
				continue
			}
			if out == "" {
				out = text
			}
			if got := Format(mustParse(t, text)); got != out {
				t.Errorf("%s prints as %s, want %s", text, got, out)
			}
		}
	}
}

func TestWhatPgvectorRefusesIsRefused(t *testing.T) {
	ours := map[string]string{ // by pgvector's error
		"different vector dimensions 2 and 3":          "different vector dimensions 2 and 3",
		"vector must have at least 1 dimension":        "parse vector: it has no dimension, at least 1 is needed",
		"NaN not allowed in vector":                    "parse vector: dimension 1: NaN is not allowed",
		"infinite value not allowed in vector":         "parse vector: dimension 1: an infinite value is not allowed",
		`"1e39" is out of range for type vector`:       `parse vector: dimension 1: "1e39" is out of the range of float32`,
		`invalid input syntax for type vector: "1,2"`:  `parse vector: "1,2" is not like [1,2,3]: no "[" at the start`,
		`invalid input syntax for type vector: "[1,2"`: `parse vector: "[1,2" is not like [1,2,3]: neither "," nor "]" after dimension 2`,
	}
	refused := 0
	for _, want := range readCosineGoldens(t) {
		if want.Error == "" {
			continue
		}
		refused++
		a, err := Parse(want.A)
		if err == nil {
			var b []float32
			if b, err = Parse(want.B); err == nil {
				err = CheckDimensions(a, b)
			}
		}
		if err == nil || err.Error() != ours[want.Error] {
			t.Errorf("%s <=> %s: error %v, want %q (pgvector: %s)", want.A, want.B, err, ours[want.Error], want.Error)
		}
	}
	if refused != 7 {
		t.Errorf("%d golden errors, want 7", refused)
	}
}

func TestVectorsOfDifferentLengthsAreNaNApart(t *testing.T) {
	if d := CosineDistance([]float32{1}, []float32{1, 2}); !math.IsNaN(d) {
		t.Errorf("distance %v, want NaN", d)
	}
	if err := CheckDimensions(make([]float32, 3), make([]float32, 3)); err != nil {
		t.Errorf("equal dimensions: %v", err)
	}
}

func TestDistanceIsSymmetricAndInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(0, 40).Draw(t, "dim")
		a, b := vectors(dim).Draw(t, "a"), vectors(dim).Draw(t, "b")
		d := CosineDistance(a, b)
		if !math.IsNaN(d) && (d < 0 || d > 2) {
			t.Fatalf("distance %v", d)
		}
		if back := CosineDistance(b, a); !same(d, back) {
			t.Fatalf("%v one way, %v the other", d, back)
		}
	})
}

// vectors draws rows of all kinds: usual, sparse, on a grid, parallel to one another, of zeros, so small or large that
// float32 gives way, and with values that no vector should have.
func vectors(dim int) *rapid.Generator[[]float32] {
	number := rapid.OneOf(
		rapid.Float32Range(-1, 1),
		rapid.Map(rapid.IntRange(-16, 16), func(n int) float32 { return float32(n) / 16 }),
		rapid.Just(float32(0)),
	)
	return rapid.Custom(func(t *rapid.T) []float32 {
		v := rapid.SliceOfN(number, dim, dim).Draw(t, "numbers")
		scale := rapid.SampledFrom([]float32{1, 1, 1, 1, 3, 1e-9, 1e-20, 1e-23, 1e-30, 1e-44, 1e9, 1e17, 1e19, 1e20, 1e38, 0}).Draw(t, "scale")
		for k := range v {
			v[k] *= scale
		}
		if dim > 0 && rapid.IntRange(0, 20).Draw(t, "odd") == 0 {
			v[rapid.IntRange(0, dim-1).Draw(t, "at")] = rapid.Float32().Draw(t, "any")
			v[0] = rapid.SampledFrom([]float32{v[0], float32(math.NaN()), float32(math.Inf(1)), math.MaxFloat32}).Draw(t, "wild")
		}
		return v
	})
}

// same is equality in which NaN equals NaN.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func mustParse(t *testing.T, s string) []float32 {
	v, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustFloat(t *testing.T, s string) float64 {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
