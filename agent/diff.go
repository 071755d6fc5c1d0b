package agent

import (
	"os"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// Diff is the change of a file in unified form. Around lines of settings none are shown: there may be keys in them.
func (c *Change) Diff() string {
	from, to := c.Path, c.Path
	if c.Before == nil {
		from = os.DevNull
	}
	if c.After == nil {
		to = os.DevNull
	}
	around := 0
	if slices.Equal(c.Kinds, []Kind{Rules}) {
		around = 3
	}
	return unified(from, to, string(c.Before), string(c.After), around)
}

func lines(s string) []string {
	out := strings.SplitAfter(s, "\n")
	if last := len(out) - 1; out[last] == "" {
		out = out[:last]
	} else {
		out[last] += "\n\\ No newline at end of file\n"
	}
	return out
}

// unified is a diff; from and to name the two sides.
func unified(from, to, a, b string, around int) string {
	if a == b {
		return ""
	}
	// The writer of a diff into memory cannot fail.
	out, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: lines(a), B: lines(b), FromFile: from, ToFile: to, Context: around})
	return out
}
