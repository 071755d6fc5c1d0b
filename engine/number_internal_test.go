package engine

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestNumbersAreReadAsPythonDoes: the values are those of int() in Python 3.11.
func TestNumbersAreReadAsPythonDoes(t *testing.T) {
	for text, want := range map[string]int{
		"7": 7, " 7 ": 7, "\t7\n": 7, "\u00a07\u3000": 7, "+5": 5, "-5": -5, "-0": 0, "007": 7, "1_000": 1000, "1_0_0": 100, "+1_000": 1000,
		"٣٤": 34, "１２": 12, "𝟘𝟙": 1, "𝟟": 7, "𝟴": 8, "१_०": 10, "9223372036854775807": 9223372036854775807, "-9223372036854775808": -9223372036854775808,
	} {
		if got, err := parseInt(text); got != want || err != nil {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", "+", "-", "+-5", "- 5", "--5", "_1", "1_", "1__0", "1 0", "1.0", "1e3", "0x10", "ten", "²", "½", "1\x00", "+_1", "9223372036854775808"} {
		if got, err := parseInt(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int().Draw(t, "n")
		if got, err := parseInt(strconv.Itoa(n)); got != n || err != nil {
			t.Fatalf("%d: %d, %v", n, got, err)
		}
	})
}

// TestFractionsAreReadAsPythonDoes: the values are those of float() in Python 3.11, but for those that JSON does not have.
func TestFractionsAreReadAsPythonDoes(t *testing.T) {
	for text, want := range map[string]float64{
		"0.5": 0.5, " 5 ": 5, ".5": 0.5, "5.": 5, "+0.5": 0.5, "-1e-3": -0.001, "1_0.2_5": 10.25, "1e1_0": 1e10, "٠.٥": 0.5, "５": 5, "010": 10, "1e-400": 0,
	} {
		if got, err := parseFloat(text); got != want || err != nil {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", "+", "--5", "_1", "1_", "1__0", "1_.5", "1._5", "1_e3", "0x10", "0x1p-2", "0X1P3", "ten", "1 0", "nan", "inf", "-Infinity", "1e400"} {
		if got, err := parseFloat(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzParseInt(f *testing.F) {
	for _, s := range []string{"1_000", " +5 ", "٣", "-_", "\xff1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := parseInt(text)
		if err != nil {
			return
		}
		if again, err := parseInt(strconv.Itoa(n)); err != nil || again != n {
			t.Errorf("%q is %d, which is %d, %v", text, n, again, err)
		}
	})
}

func TestRangesAreToldWithoutExponents(t *testing.T) {
	for n, want := range map[float64]string{-1000000: "-1000000", 0.5: "0.5", 2: "2", -2147483648: "-2147483648", 1e9: "1000000000"} {
		if got := plain(n); got != want {
			t.Errorf("%v: %s", n, got)
		}
	}
}
