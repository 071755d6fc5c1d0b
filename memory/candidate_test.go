package memory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"brain/memory"

	"github.com/google/go-cmp/cmp"
)

func TestAnswersAreReadAsBrainCLIReadsThem(t *testing.T) {
	for _, row := range goldens[struct {
		Out    string `json:"llm_stdout"`
		Result json.RawMessage
	}](t, "llm_answer_parse") {
		a, err := memory.ParseAnswer(row.Out, "p")
		var want []struct{ Title string }
		switch {
		case strings.HasPrefix(string(row.Result), `"failure`):
			if !errors.Is(err, memory.ErrAnswer) {
				t.Errorf("%q: %+v, %v", row.Out, a, err)
			}
			continue
		case string(row.Result) != `"empty list"`:
			if err := json.Unmarshal(row.Result, &want); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil || len(a.Candidates) != len(want) || a.Proposed != len(want) {
			t.Fatalf("%q: %+v, %v", row.Out, a, err)
		}
		for i, c := range a.Candidates {
			if diff := cmp.Diff(memory.Candidate{Type: "note", Title: want[i].Title, Project: "p", Tags: []string{}}, c); diff != "" {
				t.Errorf("%q (-want +got):\n%s", row.Out, diff)
			}
		}
	}
}

func TestCandidatesAreCheckedAndCleaned(t *testing.T) {
	abstract := "short"
	long := func(n int) string { return strings.Repeat("é", n) }
	token := "ghp" + "_" + fill(36)
	for _, tt := range []struct {
		name, object string
		want         memory.Candidate
		reason       string
	}{
		{"all fields", `{"type":"Learning","title":"t","content":"a\nb","project":"x","tags":"cache,ttl","abstract":"short"}`,
			memory.Candidate{"learning", "t", "a\nb", "x", []string{"cache,ttl"}, &abstract}, ""},
		{"nulls", `{"type":null,"title":"t","content":null,"project":null,"tags":null,"abstract":null}`,
			memory.Candidate{Type: "note", Title: "t", Project: "p", Tags: []string{}}, ""},
		{"an empty project is one", `{"title":"t","project":""}`, memory.Candidate{Type: "note", Title: "t", Tags: []string{}}, ""},
		{"a list of tags", `{"title":"t","tags":["a"," b ",""]}`, memory.Candidate{Type: "note", Title: "t", Project: "p", Tags: []string{"a", "b"}}, ""},
		{"fields of its own are ignored", `{"title":"t","confidence":1}`, memory.Candidate{Type: "note", Title: "t", Project: "p", Tags: []string{}}, ""},
		{"a title over lines", `{"title":" a\r\nb\u0000c\t\u001b[1md\u2028e "}`, memory.Candidate{Type: "note", Title: "a b c [1md e", Project: "p", Tags: []string{}}, ""},
		{"control characters in the content", `{"title":"t","content":"\n a\u0000b\r\n\tc \n"}`, memory.Candidate{Type: "note", Title: "t", Content: "a b\n\tc", Project: "p", Tags: []string{}}, ""},
		{"a secret", `{"title":"t","content":"use ` + token + `"}`, memory.Candidate{Type: "note", Title: "t", Content: "use [redacted: github token]", Project: "p", Tags: []string{}}, ""},
		{"blank title", `{"title":" \u0000\n"}`, memory.Candidate{}, "title is blank"},
		{"no title", `{"content":"x"}`, memory.Candidate{}, "has no title"},
		{"title of another kind", `{"title":{"a":1}}`, memory.Candidate{}, "title is not a text"},
		{"content of another kind", `{"title":"t","content":["x"]}`, memory.Candidate{}, "content is not a text"},
		{"tags of another kind", `{"title":"t","tags":{"a":1}}`, memory.Candidate{}, "tags are neither a text nor a list of texts"},
		{"tags in a list of another kind", `{"title":"t","tags":["a",1]}`, memory.Candidate{}, "tags are neither a text nor a list of texts"},
		{"type of more words", `{"title":"t","type":"a note"}`, memory.Candidate{}, "type is more than a word"},
		{"long title", `{"title":"` + long(301) + `"}`, memory.Candidate{}, "title is longer than 300 characters"},
		{"long content", `{"title":"t","content":"` + long(20_001) + `"}`, memory.Candidate{}, "content is longer than 20000 characters"},
		{"long tag", `{"title":"t","tags":"a,` + long(61) + `"}`, memory.Candidate{}, "a tag is longer than 60 characters"},
		{"many tags", `{"title":"t","tags":"` + strings.Repeat("a,", 21) + `"}`, memory.Candidate{}, "more than 20 tags"},
		{"a list", `["title"]`, memory.Candidate{}, "not an object"},
		{"null", `null`, memory.Candidate{}, "not an object"},
	} {
		a, err := memory.ParseAnswer("["+tt.object+"]", "p")
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if tt.reason != "" {
			if len(a.Candidates) != 0 || len(a.Rejected) != 1 || a.Rejected[0].Reason != tt.reason {
				t.Errorf("%s: %+v", tt.name, a)
			}
			continue
		}
		if diff := cmp.Diff([]memory.Candidate{tt.want}, a.Candidates); diff != "" || len(a.Rejected) != 0 {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, a.Rejected, diff)
		}
		if found := tt.name == "a secret"; found != (len(a.Secrets) == 1) {
			t.Errorf("%s: secrets %v", tt.name, a.Secrets)
		}
	}
}

func TestTheFirstFiveWithATitleAreTaken(t *testing.T) {
	var objects []string
	for i := range 8 {
		objects = append(objects, `{"title":""}`, fmt.Sprintf(`{"title":"t%d"}`, i))
	}
	objects[3] = `{"title":"t1","content":1}`
	a, err := memory.ParseAnswer("["+strings.Join(objects, ",")+"]", "p")
	if err != nil {
		t.Fatal(err)
	}
	var titles, reasons []string
	for _, c := range a.Candidates {
		titles = append(titles, c.Title)
	}
	for _, r := range a.Rejected {
		if r.Title != "" {
			reasons = append(reasons, r.Title+": "+r.Reason)
		}
	}
	if diff := cmp.Diff([]string{"t0", "t2", "t3", "t4"}, titles); diff != "" || a.Proposed != 5 || len(a.Rejected) != 12 {
		t.Errorf("%d proposed, %d rejected (-want +got):\n%s", a.Proposed, len(a.Rejected), diff)
	}
	want := []string{"t1: content is not a text", "t5: more than 5 candidates", "t6: more than 5 candidates", "t7: more than 5 candidates"}
	if diff := cmp.Diff(want, reasons); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The answer that the recorded scenario 08_harvest holds: three candidates are counted, the blank one is none.
func TestABlankTitleIsCountedAndRejected(t *testing.T) {
	a, err := memory.ParseAnswer("Here you go:\n[{\"type\": \"note\", \"title\": \"Owner changed\", \"project\": \"\"}, {\"title\": \"  \"}, \"junk\", {\"title\": \"Port 7777\"}]\nDone.\n", "larkspur")
	if err != nil || a.Proposed != 3 || len(a.Candidates) != 2 || a.Candidates[0].Project != "" || a.Candidates[1].Project != "larkspur" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestThePromptHoldsTheContractAndEndsWithTheTranscript(t *testing.T) {
	const talk = "USER: 100% sure %s?\n\nASSISTANT: yes"
	p := memory.HarvestPrompt(talk, "larkspur")
	if !strings.HasSuffix(p, "\n"+talk+"\n") || !strings.Contains(p, "project=larkspur\n") || strings.Contains(p, "%!") {
		t.Errorf("%s", p)
	}
	for _, word := range []string{"JSON array", "at most 5", "[]", "REJECT", `"type"`, `"title"`, `"content"`, `"project"`, `"tags"`, `"abstract"`, "month", "plans", "instructions", "tools", "passwords", "recalled"} {
		if !strings.Contains(p, word) {
			t.Errorf("the prompt does not say %q", word)
		}
	}
}

func FuzzParseAnswer(f *testing.F) {
	f.Add("x [{\"title\":\"t\",\"tags\":[\"a\"],\"abstract\":\"b\"}] y")
	f.Add("[{\"title\":\"\\u0000\\ud800\"},[],3]")
	f.Fuzz(func(t *testing.T, out string) {
		a, err := memory.ParseAnswer(out, "p")
		if err != nil && !errors.Is(err, memory.ErrAnswer) {
			t.Fatal(err)
		}
		if len(a.Candidates) > a.Proposed || a.Proposed > memory.MaxCandidates {
			t.Fatalf("%+v", a)
		}
		for _, c := range a.Candidates {
			if strings.TrimSpace(c.Title) == "" || strings.ContainsFunc(c.Title, unicode.IsControl) || !utf8.ValidString(c.Title+c.Content) || strings.ContainsRune(c.Content, 0) {
				t.Fatalf("%+v", c)
			}
		}
	})
}
