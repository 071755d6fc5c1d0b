package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestAgreesWithPostgreSQL runs a part of what the program runs. It starts a server, so it runs only when it is asked to.
func TestAgreesWithPostgreSQL(t *testing.T) {
	if os.Getenv("BRAIN_DIFF_PG") != "1" {
		t.Skip("set BRAIN_DIFF_PG=1 to compare with a PostgreSQL 15 of this machine")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	s, err := startServer(ctx)
	if errors.Is(err, errNoServer) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	n := 8000
	if testing.Short() {
		n = 500
	}
	var out strings.Builder
	// The inputs are the same on every machine; `go run ./diffpg` draws new ones.
	err = compare(ctx, &out, s, kinds(), options{n: n, seed: 20261130})
	var d *differs
	if err != nil && (ctx.Err() == nil || errors.As(err, &d)) { // a slow machine compares less
		t.Error(err)
	}
	t.Log(out.String())
}

func corpus(t *testing.T) []string {
	t.Helper()
	texts, err := readCorpus()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestInputsAreWhatPostgreSQLStores(t *testing.T) {
	texts := corpus(t)
	for _, k := range kinds() {
		g := newGenerator(1, k.name, texts)
		for range 300 / max(1, k.share/10) {
			in := k.generate(g)
			if k.parts != nil && len(in) != len(k.parts) {
				t.Fatalf("%s: %d parts, want %d", k.name, len(in), len(k.parts))
			}
			for _, part := range in {
				if !utf8.ValidString(part) || strings.ContainsRune(part, 0) {
					t.Errorf("%s: %.200q", k.name, part)
				}
			}
			if _, err := k.brain(in); err != nil {
				t.Errorf("%s: %v", k.name, err)
			}
		}
	}
}

func TestOneSeedGivesTheSameInputs(t *testing.T) {
	texts := corpus(t)
	for _, k := range kinds() {
		a, b := newGenerator(7, k.name, texts), newGenerator(7, k.name, texts)
		for range 20 {
			if diff := cmp.Diff(k.generate(a), k.generate(b)); diff != "" {
				t.Fatalf("%s:\n%s", k.name, diff)
			}
		}
	}
}

// faulty is a kind whose server takes 'x' with something before it for an error.
func faulty() *kind {
	k := *textKind()
	k.brain = func(input) (answer, error) { return answer{{"verdict", "fine"}}, nil }
	k.server = func(_ *conn, inputs []input) ([]answer, error) {
		var answers []answer
		for _, in := range inputs {
			verdict := "fine"
			if strings.IndexByte(in[0], 'x') > 0 {
				verdict = "wrong"
			}
			answers = append(answers, answer{{"verdict", verdict}})
		}
		return answers, nil
	}
	return &k
}

func TestADifferenceIsShrunkToItsSmallestInput(t *testing.T) {
	k := faulty()
	k.generate = func(g *generator) input {
		return input{strings.Repeat("long ", g.between(5, 50)) + "xyz" + strings.Repeat(" end", g.IntN(20))}
	}
	_, err := (&checker{kind: k}).run(context.Background(), newGenerator(1, "x", nil), 10)
	var d *differs
	if !errors.As(err, &d) {
		t.Fatalf("got %v, want a difference", err)
	}
	if diff := cmp.Diff(input{" x"}, d.input); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
	want := "text: verdict differs\n  text        \" x\"\nPostgreSQL    wrong\nbrain         fine"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestAKnownDifferenceIsCountedOnlyIfItsCauseMakesIt(t *testing.T) {
	const kawi = "\U00011f04" // a letter of Unicode 15
	k := faulty()
	k.server = func(_ *conn, inputs []input) ([]answer, error) {
		var answers []answer
		for _, in := range inputs {
			verdict := "fine"
			if strings.Contains(in[0], kawi) || strings.Contains(in[0], "bug") {
				verdict = "wrong"
			}
			answers = append(answers, answer{{"verdict", verdict}})
		}
		return answers, nil
	}
	k.generate = func(*generator) input { return input{"a " + kawi} }
	known, err := (&checker{kind: k}).run(context.Background(), newGenerator(1, "x", nil), 3)
	if err != nil || known["Unicode newer than 14"] != 3 {
		t.Errorf("known %v, %v; want 3 of newer Unicode", known, err)
	}
	k.generate = func(*generator) input { return input{"a bug " + kawi} }
	if _, err = (&checker{kind: k}).run(context.Background(), newGenerator(1, "x", nil), 1); err == nil {
		t.Error("a difference hides behind a newer letter")
	}
}

func TestEveryKindOffersSmallerInputs(t *testing.T) {
	texts := corpus(t)
	for _, k := range kinds() {
		g := newGenerator(3, k.name, texts)
		offered := 0
		for range 5 {
			in := k.generate(g)
			for simpler := range k.simpler(in) {
				if cmp.Equal(in, simpler) {
					t.Errorf("%s offers the input itself: %.200q", k.name, in)
				}
				if offered++; offered > 500 {
					break
				}
			}
		}
		if offered == 0 {
			t.Errorf("%s offers nothing", k.name)
		}
	}
}

func TestNewerLettersAreAssignedInGoAndNotBlank(t *testing.T) {
	if unicode.Version != "15.0.0" {
		t.Skipf("Go has Unicode %s; after14 lists what 15.0.0 added", unicode.Version)
	}
	for _, r := range after14.R32 {
		for c := rune(r.Lo); c <= rune(r.Hi); c++ {
			if !unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf) {
				t.Errorf("%U is not assigned", c)
			}
		}
	}
}

func TestRowsOfTheProtocolAreRead(t *testing.T) {
	for _, tt := range []struct {
		body string
		want []string
		err  error
	}{
		{"\x00\x00", []string{}, nil},
		{"\x00\x02\x00\x00\x00\x01a\xff\xff\xff\xff", []string{"a", null}, nil},
		{"\x00\x01\x00\x00\x00\x02a", nil, errShortRow},
		{"\x00\x01\x00", nil, errShortRow},
		{"", nil, errShortRow},
	} {
		got, err := dataRow([]byte(tt.body))
		if !errors.Is(err, tt.err) || !cmp.Equal(tt.want, got) {
			t.Errorf("%q: %q, %v", tt.body, got, err)
		}
	}
}

func TestWrongUsageExitsWith2(t *testing.T) {
	for _, args := range [][]string{{"-only", "texts"}, {"-bench", "-sizes", "many"}, {"-n"}} {
		var out, problems strings.Builder
		if code := run(context.Background(), args, &out, &problems); code != 2 || problems.String() == "" {
			t.Errorf("%q: exit %d, %q", args, code, problems.String())
		}
	}
}
