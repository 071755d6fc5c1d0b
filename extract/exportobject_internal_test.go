package extract

import (
	"testing"
)

// FuzzAppendJSON holds texts equal to those of encoding/json.
func FuzzAppendJSON(f *testing.F) {
	for _, s := range []string{"", "plain", `"\/`, "\x00\x1f\b\f\n\r\t\x7f", "ä€😀", "\xff\xc3", "\u2028\u2029\u202a", "<&>", "a\xe2\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := string(appendJSON([]byte("x"), s)), string(encodeJSON([]byte("x"), s)); got != want {
			t.Errorf("%q is written as %s, by encoding/json as %s", s, got, want)
		}
	})
}

func TestAPlaceIsTheLocationThatItWas(t *testing.T) {
	for location, want := range map[string]any{"": nil, "L1": int64(1), "L1234567890123456": int64(1234567890123456), "L12345678901234567": "L12345678901234567", "L0": "L0", "L01": "L01",
		"L": "L", "12": "12", "L1a": "L1a", "L-1": "L-1", "page 3": "page 3"} {
		got := place(location)
		if got != want {
			t.Errorf("%q is stored as %#v", location, got)
		}
	}
}
