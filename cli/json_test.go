package cli

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestJSONEscapesNoMoreThanItMust(t *testing.T) {
	for in, want := range map[string]string{
		"a\u2028b\u2029":   "\"a\u2028b\u2029\"\n",
		`\u2028`:           `"\\u2028"` + "\n",
		"<a> & é \x7f":     "\"<a> & é \x7f\"\n",
		"\x00\n\t\x1b\b\"": `"\u0000\n\t\u001b\b\""` + "\n",
	} {
		var b bytes.Buffer
		if err := writeJSON(&b, in); err != nil || b.String() != want {
			t.Errorf("%q: %s, %v, want %s", in, b.String(), err, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringOf(rapid.RuneFrom([]rune{'\\', 'u', '2', '0', '8', '9', '"', 'a', 0x2028, 0x2029})).Draw(t, "in")
		var b bytes.Buffer
		var out string
		if err := writeJSON(&b, in); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b.Bytes(), &out); err != nil || out != in {
			t.Fatalf("%q became %q, %v", in, out, err)
		}
	})
}
