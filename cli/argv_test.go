package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"brain/engine"
)

// probe is an operation with parameters of all kinds, whose names share beginnings.
var probe = &engine.Operation{Name: "probe", Params: []engine.Param{
	{Name: "text", Position: 1, Required: true, Kind: engine.String},
	{Name: "second", Position: 2, Kind: engine.String},
	{Name: "limit", Kind: engine.Int},
	{Name: "store", Kind: engine.Strings},
	{Name: "stale", Kind: engine.Bool},
	{Name: "as-of", Kind: engine.String},
	{Name: "all", Kind: engine.Bool},
	{Name: "all-of-it", Kind: engine.Bool},
	{Name: "fold", Kind: engine.Strings, Many: true},
}}

func TestParseReadsWordsAsArgparseDoes(t *testing.T) {
	type flags = map[string][]string
	for _, tc := range []struct {
		words string
		flags flags
		args  []string
	}{
		{"", flags{}, nil},
		{"a b", flags{}, []string{"a", "b"}},
		{"--limit 3 a", flags{"limit": {"3"}}, []string{"a"}},
		{"--limit=3 a", flags{"limit": {"3"}}, []string{"a"}},
		{"a --limit 3", flags{"limit": {"3"}}, []string{"a"}},
		{"a --limit=3 b", flags{"limit": {"3"}}, []string{"a", "b"}},
		{"--lim 3", flags{"limit": {"3"}}, nil},
		{"--l=3", flags{"limit": {"3"}}, nil},
		{"--limit -3", flags{"limit": {"-3"}}, nil},
		{"--limit= a", flags{"limit": {""}}, []string{"a"}},
		{"--as-of=a=b", flags{"as-of": {"a=b"}}, nil},
		{"--store a --store=b --sto c", flags{"store": {"a", "b", "c"}}, nil},
		{"--store -- --stale x", flags{"store": {"--stale"}}, []string{"x"}},
		{"x --fold a b --stale c", flags{"fold": {"a", "b"}, "stale": {"true"}}, []string{"x", "c"}},
		{"--fold=a b", flags{"fold": {"a"}}, []string{"b"}},
		{"--fold a -- -b", flags{"fold": {"a", "-b"}}, nil},
		{"--stale a", flags{"stale": {"true"}}, []string{"a"}},
		{"--stale=false", flags{"stale": {"false"}}, nil},
		{"--all", flags{"all": {"true"}}, nil}, // a whole name is no prefix
		{"--all-", flags{"all-of-it": {"true"}}, nil},
		{"-- --limit -x --", flags{}, []string{"--limit", "-x", "--"}},
		{"a -- b", flags{}, []string{"a", "b"}},
		{"-3 -.5 -", flags{}, []string{"-3", "-.5", "-"}},
		{"--stale=true --stale=false", flags{"stale": {"true", "false"}}, nil},
		{"-h -q --json", flags{"help": {"true"}, "quiet": {"true"}, "json": {"true"}}, nil},
	} {
		c, err := parse(probe, strings.Fields(tc.words))
		if err != nil {
			t.Errorf("%s: %v", tc.words, err)
			continue
		}
		if diff := cmp.Diff(tc.flags, c.flags); diff != "" {
			t.Errorf("%s: flags (-want +got):\n%s", tc.words, diff)
		}
		if diff := cmp.Diff(tc.args, c.args); diff != "" {
			t.Errorf("%s: arguments (-want +got):\n%s", tc.words, diff)
		}
	}
}

// TestATextIsNoFlag: SQL may begin with a comment, and a value may hold white space.
func TestATextIsNoFlag(t *testing.T) {
	for _, word := range []string{"-- top\nSELECT 1", "--\tx", "--a\n=1", "- x", "-x y", "-1 + 2", "--\u00a0x"} {
		c, err := parse(probe, []string{word, "--stale"})
		if err != nil {
			t.Errorf("%q: %v", word, err)
			continue
		}
		if diff := cmp.Diff([]string{word}, c.args); diff != "" || c.flags["stale"] == nil {
			t.Errorf("%q: flags %v, arguments (-want +got):\n%s", word, c.flags, diff)
		}
		if c, err = parse(probe, []string{"--", word, "--stale"}); err != nil || !cmp.Equal(c.args, []string{word, "--stale"}) {
			t.Errorf("%q after --: %v, %v", word, c, err)
		}
		if name, rest := split([]string{"sql", word, "--stale"}); !cmp.Equal(name, []string{"sql", word}) || !cmp.Equal(rest, []string{"--stale"}) {
			t.Errorf("%q: name %q, rest %q", word, name, rest)
		}
	}
	c, err := parse(probe, []string{"--as-of=a b\nc", "--limit", "- 1"})
	if err != nil || !cmp.Equal(c.flags, map[string][]string{"as-of": {"a b\nc"}, "limit": {"- 1"}}) {
		t.Errorf("a value with white space: %v, %v", c, err)
	}
}

func TestSplitFindsTheNameAmongCommonFlags(t *testing.T) {
	for _, tc := range []struct{ words, name, rest string }{
		{"", "", ""},
		{"stats", "stats", ""},
		{"--json stats", "stats", "--json"},
		{"-q graph --json import f --x", "graph import", "-q --json f --x"},
		{"--json=true --help query a b", "query a", "--json=true --help b"},
		{"query -- graph", "query", "-- graph"},
		{"query --limit 3 x", "query", "--limit 3 x"},
		{"--limit 3 query", "", "--limit 3 query"},
		{"--json --limit 3 query", "", "--json --limit 3 query"},
		{"-- query", "", "-- query"},
		{"--version --json", "version", "--json"},
		{"--json -v", "version", "--json"},
		{"stats -v", "stats", "-v"},
	} {
		name, rest := split(strings.Fields(tc.words))
		if got := strings.Join(name, " ") + "|" + strings.Join(rest, " "); got != tc.name+"|"+tc.rest {
			t.Errorf("%s: %s, want %s|%s", tc.words, got, tc.name, tc.rest)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for words, want := range map[string]string{
		"--limit":         "--limit needs a value",
		"a --as-of":       "--as-of needs a value",
		"--store --stale": "--store needs a value",
		"--store --":      "--store needs a value",
		"--fold --json":   "--fold needs a value",
		"--st x":          "--st could be --store or --stale",
		"--al":            "--al could be --all or --all-of-it",
		"--limt 3":        "probe has no flag --limt; did you mean --limit?",
		"--xyzzy":         "probe has no flag --xyzzy",
		"--=3":            "probe has no flag --",
		"-x":              "there is no flag -x (a text that begins with - goes after --)",
		"-limit 3":        "there is no flag -limit",
		"--stale=maybe":   `--stale: "maybe" is no boolean`,
		"--stale=":        `--stale: "" is no boolean`,
	} {
		_, err := parse(probe, strings.Fields(words))
		if !errors.Is(err, engine.ErrUsage) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", words, err, want)
		}
	}
}

func TestOrderedPutsFlagsFirst(t *testing.T) {
	rest := *probe
	rest.Params = []engine.Param{{Name: "text", Position: 1, Rest: true}, {Name: "limit", Kind: engine.Int}, {Name: "store", Kind: engine.Strings}}
	for _, tc := range []struct {
		op    *engine.Operation
		words string
		want  []string
	}{
		{probe, "a --limit 3 b --stale", []string{"brain", "probe", "--limit=3", "--stale=true", "--", "a", "b"}},
		{probe, "-- --limit", []string{"brain", "probe", "--", "--limit"}},
		{&rest, "a --store y --limit 3 b --store x -- -c", []string{"brain", "probe", "--limit=3", "--store=y", "--store=x", "--", "a b -c"}},
		{&rest, "", []string{"brain", "probe", "--"}},
	} {
		c, err := parse(tc.op, strings.Fields(tc.words))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tc.want, c.ordered()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.words, diff)
		}
	}
}

// TestFlagsMayStandAnywhere shuffles a call's parts, which must not change what it means.
func TestFlagsMayStandAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.Permutation([][]string{{"--limit", "3"}, {"--as-of=x"}, {"--stale"}, {"one"}, {"--store", "-"}}).Draw(t, "parts")
		var words []string
		for _, p := range parts {
			words = append(words, p...)
		}
		c, err := parse(probe, words)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"brain", "probe", "--limit=3", "--store=-", "--stale=true", "--as-of=x", "--", "one"}
		if diff := cmp.Diff(want, c.ordered()); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", words, diff)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a\n--limit\n3", "--\n--\n-x", "--st=1\n-h", "--=\n-\n--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, "\n")
		c, err := parse(probe, words)
		if err != nil {
			if !errors.Is(err, engine.ErrUsage) {
				t.Errorf("%q: %v is no usage error", words, err)
			}
			return
		}
		// The order that the library gets says the same once more.
		ordered := c.ordered()
		again, err := parse(probe, ordered[2:])
		if err != nil {
			t.Fatalf("%q became %q: %v", words, ordered, err)
		}
		if diff := cmp.Diff(ordered, again.ordered()); diff != "" {
			t.Errorf("%q (-once +twice):\n%s", words, diff)
		}
	})
}

func TestFind(t *testing.T) {
	for words, want := range map[string]string{"query x": "query|x", "graph import f": "graph import|f", "merge": "merge|", "merge links": "merge links|", "merge --full": "merge|--full", "entries export": "entries export|"} {
		op, rest, err := find(strings.Fields(words))
		if err != nil {
			t.Errorf("%s: %v", words, err)
		} else if got := op.Name + "|" + strings.Join(rest, " "); got != want {
			t.Errorf("%s is %s, want %s", words, got, want)
		}
	}
	for words, want := range map[string]string{
		"raw":           "brain raw put|get|list",
		"raw lst":       "did you mean `brain raw list`?",
		"raw xyzzy":     "brain raw put",
		"entries --all": "brain entries import|export",
		"sqll":          "did you mean `brain sql`?",
		"xyzzy":         "see `brain help`",
	} {
		_, _, err := find(strings.Fields(words))
		if !errors.Is(err, engine.ErrUsage) || !strings.Contains(engine.Explain(err).Fix, want) {
			t.Errorf("%s: %+v", words, err)
		}
	}
}
