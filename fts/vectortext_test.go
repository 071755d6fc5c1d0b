package fts

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The wanted texts and errors are what PostgreSQL 15.18 answers to select '…'::tsvector.
func TestParseVectorReadsWhatPostgreSQLReads(t *testing.T) {
	for _, tc := range []struct{ in, want, err string }{
		{in: "", want: ""},
		{in: "  b a\ta ", want: "'a' 'b'"},
		{in: `'a''b\\c' d\ e:7D f`, want: `'a''b\\c' 'd e':7 'f'`},
		{in: "a:1A,2B,2C,2 b c:3*", want: "'a':1A,2B 'b' 'c':3A"},
		{in: "a:1 a:2 a a:1B", want: "'a':1B,2"},
		{in: "a:99999", want: "'a':16383"},
		{in: "a:16383,16383*", want: "'a':16383A"},    // the greatest weight, as anywhere,
		{in: "a:1,16383,16383*", want: "'a':1,16383"}, // but not behind another position
		{in: "a:1A2 b:1DA c:1DD", want: "'a':1A 'b':1A 'c':1"},
		{in: ":a 'b'c", want: "':a' 'b' 'c'"},
		{in: "'a' :1", want: "':1' 'a'"},
		{in: "a:1 ,", want: "',' 'a':1"},
		{in: `'\a'`, want: "'a'"},
		{in: "a,b & !c", want: "'!c' '&' 'a,b'"},
		{in: "a:0", err: `wrong position info in tsvector: "a:0"`},
		{in: "a:", err: `syntax error in tsvector: "a:"`},
		{in: "a:x", err: `syntax error in tsvector: "a:x"`},
		{in: "a:1x", err: `syntax error in tsvector: "a:1x"`},
		{in: "a:1,", err: `syntax error in tsvector: "a:1,"`},
		{in: "a:1AB", err: `syntax error in tsvector: "a:1AB"`},
		{in: "a:1'b'", err: `syntax error in tsvector: "a:1'b'"`},
		{in: "a::1", err: `syntax error in tsvector: "a::1"`},
		{in: "''", err: `syntax error in tsvector: "''"`},
		{in: "'a", err: `syntax error in tsvector: "'a"`},
		{in: `a\`, err: `there is no escaped character: "a\"`},
		{in: strings.Repeat("a", 2047), err: "word is too long (2047 bytes, max 2046 bytes)"},
		{in: strings.Repeat("a", 2047) + ":x", err: `syntax error in tsvector: "` + strings.Repeat("a", 2047) + `:x"`},
	} {
		v, err := ParseVector(tc.in)
		if got := message(err); got != tc.err {
			t.Errorf("ParseVector(%q): error %q, want %q", tc.in, got, tc.err)
		}
		if got := v.String(); got != tc.want {
			t.Errorf("ParseVector(%q) = %s, want %s", tc.in, got, tc.want)
		}
	}
}

func TestConcatAndSetWeightEqualPostgreSQL(t *testing.T) {
	type golden struct {
		Title, Body, Timeline string
		Vec, WVec             *string // not recorded for long texts
	}
	eachGolden(t, "tsrank.jsonl", func(line int, want golden) {
		title, _, _ := ToVector(want.Title)
		body, _, _ := ToVector(want.Body)
		timeline, _, _ := ToVector(want.Timeline)
		got := Concat(Concat(title.SetWeight(WeightA), body.SetWeight(WeightB)), timeline.SetWeight(WeightC))
		if want.Vec != nil {
			if diff := cmp.Diff(*want.Vec, body.String()); diff != "" {
				t.Errorf("line %d: vector (-want +got):\n%s", line, diff)
			}
		}
		if want.WVec == nil {
			return
		}
		if diff := cmp.Diff(*want.WVec, got.String()); diff != "" {
			t.Errorf("line %d: weighted vector (-want +got):\n%s", line, diff)
		}
		read, err := ParseVector(*want.WVec)
		if err != nil {
			t.Errorf("line %d: %v", line, err)
		}
		if diff := sameVector(got, read); diff != "" {
			t.Errorf("line %d: read weighted vector (-want +got):\n%s", line, diff)
		}
	})
}

func TestConcatKeepsPostgreSQLsLimits(t *testing.T) {
	cats, _, _ := ToVector(strings.Repeat("cat ", 300))
	if n := len(Concat(cats, cats)[0].Pos); n != 256 {
		t.Errorf("%d positions, want 256", n)
	}
	far, _, _ := ToVector(strings.Repeat("the ", MaxPos-3) + "cat")
	if got, want := Concat(far, cats).String(), "'cat':16381,16382,16383"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	dog, _, _ := ToVector("dog the dog the the")
	if got, want := Concat(dog, dog.Strip()).String(), "'dog':1,3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := Concat(dog, dog).String(), "'dog':1,3,4,6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestEmptyVectorHasEmptyForms(t *testing.T) {
	if got, err := (Vector{}).Pack().Unpack(); err != nil || len(got) != 0 {
		t.Errorf("Unpack of an empty vector: %v, %v", got, err)
	}
	if got := (Vector{}).String() + (Vector{}).IndexText(); got != "" {
		t.Errorf("text of an empty vector is %q", got)
	}
}
