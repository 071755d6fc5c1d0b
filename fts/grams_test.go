package fts

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestGramsAreWhatAnIndexOfWordsLoses(t *testing.T) {
	for text, want := range map[string]string{
		"plain words, it's wrap-up e.g. node.js a+b x@y.org": "",
		"C++ and c#, .NET too":                               "c++ c# .net",
		"rm -rf --force-with-lease @user $HOME/bin":          "-rf --force @user $home",
		"see `.env` (.envrc), config/.ssh. **C++17**":        ".env .envrc .ssh c++",
		"- item\n# Title -- dash a - b":                      "",
		"修正":                                                 "修 修正 正",
		"ｶﾅ":                                                 "カ カナ ナ",
		"重跑gen-itgc后":                                        "重 重跑 跑 gen itgc 后",
		"서울에서":                                               "서 서울 울 울에 에 에서 서",
		"ไทย":                                                "ไ ไท ท ทย ย",
		"ship 🚀 now🎉":                                        "🚀 🎉",
		"a\x00.b\xff":                                        ".b",
		"日本語 ABC ＡＢＣ @ｕｓｅｒ end":                              "日 日本 本 本語 語 @user",
	} {
		var tokens []string
		for g := range strings.FieldsSeq(want) {
			if g = IndexToken(g); !slices.Contains(tokens, g) {
				tokens = append(tokens, g)
			}
		}
		if diff := cmp.Diff(strings.Join(tokens, " "), GramText(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestATextHoldsAllGramsOfAWordInIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("aC7+#.-@ 語本カ한🚀é")), 1, 8, -1)
		checkGrams(t, word.Draw(t, "before"), word.Draw(t, "word"), word.Draw(t, "after"))
	})
}

func FuzzGrams(f *testing.F) {
	f.Add("重跑", "gen-itgc", "后 C++ .env\x00\xff")
	f.Fuzz(func(t *testing.T, before, word, after string) { checkGrams(t, before, word, after) })
}

func checkGrams(t interface{ Errorf(string, ...any) }, before, word, after string) {
	have := strings.Fields(GramText(before + " " + word + " " + after))
	for _, u := range GramUnits(word) {
		if !u.Special() {
			continue
		}
		for _, g := range u.Grams {
			if !slices.Contains(have, IndexToken(g)) {
				t.Errorf("%q asks for %q, which the text with it lacks: %q", word, g, have)
			}
		}
	}
}
