package cli

import (
	"slices"
	"strings"
	"testing"

	"brain/engine"
)

// brainCLIFlags are the flags of brain-cli 3.4.0's commands. argparse gives each of them --help too.
var brainCLIFlags = map[string]string{
	"save":        "type title content project area tags source-file abstract force no-embed status priority energy points due-at external-ref parent-uid",
	"add":         "type title content project area tags source-file force no-embed status priority energy points due-at external-ref parent-uid",
	"search":      "limit type project since-days no-semantic explain compact include-invalid as-of json",
	"query":       "",
	"get":         "json",
	"context":     "budget limit type project since-days no-semantic json",
	"update":      "append replace abstract reason",
	"history":     "",
	"link":        "",
	"delete":      "",
	"restore":     "",
	"invalidate":  "reason superseded-by undo",
	"reconcile":   "type title content project tags abstract auto no-embed no-semantic",
	"consolidate": "threshold limit project json merge",
	"harvest":     "model min-delta project force dry-run no-semantic",
	"tags":        "limit",
	"stats":       "",
	"recent":      "",
	"reindex":     "full",
	"doctor":      "fix",
	"migrate":     "dry-run no-backup",
}

// TestPrefixesOfBrainCLIGoOnWorking: a beginning that meant one flag of brain-cli's means it still, whatever flags came since. Only
// the whole name of a newer flag is that flag.
func TestPrefixesOfBrainCLIGoOnWorking(t *testing.T) {
	for command, list := range brainCLIFlags {
		op := engine.Find(command)
		if op == nil {
			t.Errorf("there is no command %s", command)
			continue
		}
		own := append(strings.Fields(list), "help")
		flags := slices.Concat(flagsOf(op), commonFlags)
		for _, want := range own {
			for n := 1; n <= len(want); n++ {
				prefix := want[:n]
				means := slices.DeleteFunc(slices.Clone(own), func(f string) bool { return !strings.HasPrefix(f, prefix) })
				whole := slices.ContainsFunc(flags, func(p engine.Param) bool { return p.Name == prefix })
				if len(means) > 1 || whole && prefix != want {
					continue
				}
				if p, err := match(op, flags, prefix); err != nil || p.Name != want {
					t.Errorf("%s --%s: --%s, %v; brain-cli takes it for --%s", command, prefix, p.Name, err, want)
				}
			}
		}
	}
}

// TestAddedFlagsAreMarked: a flag of a command of brain-cli's is its own or marked as added.
func TestAddedFlagsAreMarked(t *testing.T) {
	for command, list := range brainCLIFlags {
		for _, p := range flagsOf(engine.Find(command)) {
			own := slices.Contains(strings.Fields(list), p.Name)
			// query had no flags at all, and no prefix of one is to be kept.
			if list != "" && own == p.Added {
				t.Errorf("%s --%s: brain-cli's own %v, marked as added %v", command, p.Name, own, p.Added)
			}
		}
	}
}

// TestWholeNamesOfAddedFlags: --in is a flag of search, though --i is --include-invalid.
func TestWholeNamesOfAddedFlags(t *testing.T) {
	op := engine.Find("search")
	for name, want := range map[string]string{"in": "in", "i": "include-invalid", "inc": "include-invalid", "r": "rank", "j": "json", "q": "quiet"} {
		if p, err := match(op, slices.Concat(flagsOf(op), commonFlags), name); err != nil || p.Name != want {
			t.Errorf("--%s: %s, %v", name, p.Name, err)
		}
	}
}
