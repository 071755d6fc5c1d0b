package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/fts"
)

func TestGramsAreWhatWordsLose(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string
	}{
		{"plain words, it's state-of-the-art e.g. node.js", ""},
		{"C++ and c#, .NET too", "c++ c# .net"},
		{"**C++** `F#` (#tag) [@ada](x) 84% $5", "c++ f# #tag @ada 84% $5"},
		{"# Title\n- item\n+ other %", ""},
		{"user@example.org a#b https://x.org/y#z", ""},
		{"日本語", "日 本 日本 語 本語"},
		{"测试 and 页", "测 试 测试 页"},
		{"ｶﾅ カナ", "カ ナ カナ"},
		{"서울에서", ""},
		{"ship it 🔥 🎉🎉", "🔥 🎉"},
		{"學C++學", "c++ 學 c"},
		{"使用iPhone手机 ok", "使 用 使用 iphone 手 机 手机"},
		{"a\x00#\xff", ""},
	} {
		var want []string
		for gram := range strings.FieldsSeq(tt.want) {
			want = append(want, fts.IndexToken(gram))
		}
		if diff := cmp.Diff(strings.Join(want, " "), Grams(tt.text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestGramsOfPartsAreGramsOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("aC+#.語本カ🔥")), 1, 6, -1)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		all := strings.Fields(Grams(a + " " + b))
		for _, g := range queryGrams(a) {
			if !strings.Contains(" "+strings.Join(all, " ")+" ", " "+fts.IndexToken(g)+" ") {
				t.Fatalf("%q asks for %q, which %q lacks", a, g, all)
			}
		}
		if diff := cmp.Diff(slices.Sorted(strings.FieldsSeq(Grams(a, b))), slices.Sorted(slices.Values(all))); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzGrams(f *testing.F) {
	f.Add("C++ 日本語 #tag\x00\xff")
	f.Fuzz(func(t *testing.T, s string) {
		indexed := " " + Grams(s) + " "
		for _, g := range queryGrams(s) {
			if !strings.Contains(indexed, " "+fts.IndexToken(g)+" ") {
				t.Errorf("%q is asked for and not indexed", g)
			}
		}
	})
}
