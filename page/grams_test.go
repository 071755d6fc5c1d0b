package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/page"
)

// What the index of words loses is found, and what a page says as it was asked for comes before what only resembles it.
func TestSearchFindsWhatWordsLoseExactOnesFirst(t *testing.T) {
	for _, tt := range []struct {
		question string
		first    []string // texts that say it
		after    []string // texts that are found behind them
		never    []string
	}{
		{"rm -rf", []string{"clean up by rm -rf dist"}, []string{"rm rm rm: the rf of rm is the rm of rf"}, []string{"farm"}},
		{"--force", []string{"push --force once"}, []string{"force force force"}, nil},
		{"C++", []string{"the C++ of it", "**C++17** is C++"}, nil, []string{"C C C and Go", "a+b"}},
		{"c#", []string{"written in C#."}, nil, []string{"C and c", "#c"}},
		{".env", []string{"keys live in `.env`"}, []string{"env env env"}, nil},
		{"@user", []string{"thanks @user!"}, []string{"user user user"}, nil},
		{"$HOME %s _x", []string{"$HOME/bin %s _x"}, []string{"home s x"}, []string{"none"}},
		{"서울", []string{"서울에서 만나자"}, nil, []string{"부산에서 만나자"}},
		{"語", []string{"日本語"}, nil, []string{"日本"}},
		{"日本", []string{"使用日本手机"}, nil, []string{"中国"}},
		{"日本語", []string{"日本語を学ぶ"}, []string{"日本の本語"}, nil},
		{"🔥", []string{"ship it🔥"}, nil, []string{"ship it 🎉"}},
		{"iPhone", []string{"使用iPhone手机"}, nil, []string{"使用手机"}},
		{"itgc", []string{"重跑gen-itgc后"}, nil, []string{"重跑"}},
		{"ＡＢＣ語", []string{"abc語"}, nil, []string{"xyz"}},
		{"ﾃﾞｰﾀ", []string{"データ"}, nil, []string{"メモ"}},
		{"ไทย", []string{"ภาษาไทย"}, nil, []string{"ลาว"}},
	} {
		var files []file
		add := func(kind string, texts []string) {
			for i, text := range texts {
				files = append(files, file{fmt.Sprintf("notes/%s%d.md", kind, i), "---\ntitle: Note\n---\n" + text + "\n"})
			}
		}
		add("x", tt.after) // the earlier ids
		add("n", tt.never)
		add("f", tt.first)
		s := brainOf(t, false, files...)
		var want, got []string
		for range tt.first {
			want = append(want, "first")
		}
		for range tt.after {
			want = append(want, "after")
		}
		for _, slug := range s.slugs(tt.question) {
			got = append(got, map[byte]string{'f': "first", 'x': "after", 'n': "never"}[strings.TrimPrefix(slug, "notes/")[0]])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.question, diff)
		}
	}
}

func TestGramsOfEveryFieldAreFound(t *testing.T) {
	s := brainOf(t, false, file{"notes/a.md", "---\ntitle: 学習 C++\ntags: [技術]\naliases: [別名]\n---\n本文 .env\n\n<!-- timeline -->\n\n- 2020-01-01: 年表 @ada\n"}, file{"notes/b.md", "nothing\n"})
	for _, q := range []string{"学習", "技術", "別名", "本文", "年表", "c++", "@ada", ".env", "学習 本文 年表"} {
		if diff := cmp.Diff([]string{"notes/a"}, s.slugs(q)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", q, diff)
		}
	}
}

func TestTheSnippetShowsAWordNextToARun(t *testing.T) {
	s := brainOf(t, false, file{"notes/a.md", "---\ntitle: Note\n---\n" + strings.Repeat("其他 ", 300) + "使用iPhone手机 " + strings.Repeat("其他 ", 40) + "\n"})
	hits := s.ask(page.Question{Text: "iphone"}).Hits
	if len(hits) != 1 || !strings.Contains(hits[0].Snippet, "iPhone") {
		t.Errorf("%+v", hits)
	}
}
