package page

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

func TestSpelling(t *testing.T) {
	for _, tt := range []struct {
		key  string
		v    any
		want string
	}{
		{"title", "A plain title", "title: A plain title"},
		{"title", "Re: lunch", `title: "Re: lunch"`},
		{"v", "404", `v: "404"`},
		{"v", json.Number("1.10"), "v: 1.10"},
		{"v", "true", `v: "true"`},
		{"v", true, "v: true"},
		{"v", nil, "v:"},
		{"d", "2024-01-02", "d: 2024-01-02"},
		{"v", "日本語 ノート", "v: 日本語 ノート"},
		{"v", "#a", `v: "#a"`},
		{"v", "a\nb\t\"c\"", `v: "a\nb\t\"c\""`},
		{"v", "\u202e\u0085", `v: "\u202E\u0085"`},
		{"a: b", "x", `"a: b": x`},
		{"tags", []any{"a", "b c", json.Number("1")}, "tags: [a, b c, 1]"},
		{"tags", []any{}, "tags: []"},
		{"l", []any{"a, b", "c"}, "l:\n  - \"a, b\"\n  - c"},
		{"links", []any{Object{{Key: "to", Value: "a/b"}, {Key: "type", Value: "knows"}}}, "links:\n  - {to: a/b, type: knows}"},
		{"o", Object{{Key: "a", Value: json.Number("1")}, {Key: "b", Value: []any{nil}}}, "o:\n  a: 1\n  b: [null]"},
		{"o", Object{}, "o: {}"},
	} {
		lines, err := speller{}.property(tt.key, tt.v)
		if got := strings.Join(lines, "\n"); err != nil || got != tt.want {
			t.Errorf("%v: got %s, %v, want %s", tt.v, got, err, tt.want)
		}
	}
}

func anyValue(depth int) *rapid.Generator[any] {
	text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("ab :#,-'\"[]{}\\\n\t|>&*!%@`?é日🔥\u0301\u2028\ufeff"))),
		rapid.SampledFrom([]string{"null", "~", "yes", "No", "1e3", "0x1f", ".inf", "2024-01-02", "12:30:45", "=", "<<", "---", "..."}))
	scalars := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.SampledFrom([]string{"0", "1.10", "-3", "12345678901234567890", "1e9"}), func(s string) any { return json.Number(s) }),
		rapid.Map(text, func(s string) any { return s }), rapid.Map(text, func(s string) any { return s }))
	if depth == 0 {
		return scalars
	}
	inner := anyValue(depth - 1)
	return rapid.OneOf(scalars, rapid.Map(rapid.SliceOfN(inner, 0, 4), func(l []any) any { return l }),
		rapid.Custom(func(t *rapid.T) any {
			o, index := Object{}, map[string]int{}
			for range rapid.IntRange(0, 3).Draw(t, "keys") {
				o.set(Field{Key: text.Draw(t, "key"), Value: inner.Draw(t, "value")}, index)
			}
			return o
		}))
}

func TestWhatIsSpelledReadsTheSame(t *testing.T) {
	values := anyValue(2)
	rapid.Check(t, func(t *rapid.T) {
		key, v := rapid.StringN(1, 20, -1).Draw(t, "key"), values.Draw(t, "value")
		s := speller{style: rapid.SampledFrom([]yaml.Style{0, yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle}).Draw(t, "style")}
		lines, err := s.property(key, v)
		if err != nil {
			t.Fatal(err)
		}
		raw := strings.Join(lines, "\n") + "\n"
		fields, warnings, why := readYAML(raw)
		if why != "" || len(warnings) > 0 {
			t.Fatalf("%q: %v, %s", raw, warnings, why)
		}
		if diff := cmp.Diff(string(Object{{Key: key, Value: v}}.JSON()), string(fields.JSON())); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", raw, diff)
		}
	})
}
