package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestTextOfAManualSaysNothingToRoff(t *testing.T) {
	for text, want := range map[string]string{
		"plain --text of *.go": "plain --text of *.go",
		`C:\new`:               `C:\enew`,
		".brain.db\n'x' .y":    `\&.brain.db` + "\n" + `\&'x' .y`,
	} {
		if got := roff(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTheManualHasEachCommandAndItsFlags(t *testing.T) {
	op := &engine.Operation{Name: "keep", Summary: "Keep a file", Help: "One.\n\n.Two\nthree.", Examples: []engine.Example{{Command: "brain keep .x", Does: `not \x`}},
		Params: []engine.Param{{Name: "file", Position: 1, Required: true, Help: "its name"}, {Name: "all", Kind: engine.Bool, Help: "the rest too"}}}
	page := manual([]*engine.Operation{op})
	want := `
.SH brain keep FILE [--all]
Keep a file.

.PP
One.

.PP
\&.Two
three.

.EX
brain keep .x
    not \ex
.EE

.TP
\fBFILE\fP
its name

.TP
\fB--all\fP
the rest too

.SH ENVIRONMENT
`
	_, got, _ := strings.Cut(page, "\n.SH COMMANDS")
	if len(got) > len(want) {
		got = got[:len(want)]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestTheManualHasNoOtherRequestsThanItsOwn(t *testing.T) {
	var found []string
	for _, m := range regexp.MustCompile(`(?m)^[.'](\w*)`).FindAllStringSubmatch(manual(engine.Operations()), -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	if diff := cmp.Diff([]string{"EE", "EX", "PP", "SH", "TH", "TP", "nh"}, slices.Compact(found)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
