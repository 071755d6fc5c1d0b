package memory_test

import (
	"strings"
	"testing"

	"brain/memory"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const uidA, uidB = "k3mzq7pabc2d", "wx5yzabcdefg"

// echoes are whole outputs, as brain-cli 3.4.0 prints them.
var echoes = map[string]string{
	"context": `## Relevant memories (brain) — nightly ledger
- [note] Nightly ledger export runs at 02:15 UTC — cron in the batch namespace (` + uidA + `, 2026-11-30)
- [bug] Checkout webhook replays — a title
that breaks over lines (` + uidB + `, 2026-11-30)
(full detail: ` + "`brain get <uid>`)",
	"context without footer": `## Relevant memories (brain) — x
- [note] Nightly ledger export runs at 02:15 UTC — cron (` + uidA + `, 2026-11-30)`,
	"context in groups": `## Relevant memories (brain) — x

### ledger
- [note] a — b (` + uidA + `, 2026-11-30)

### pay
- [note] c — d (` + uidB + `, 2026-11-30)
(full detail: ` + "`brain get <uid>`)",
	"search": `2 hit(s) for: webhook

[task    ] Rotate the staging Stripe webhook secret (larkspur-pay)
           Coordinate with Ines; overlap both secrets for one hour.
           2026-11-30 · ` + uidA + ` · score=0.55  #security
           ↳ fts=#1 sem=- sim=- rrf=0.500+0.000 rec=+0.050 acc=+0.000 = 0.550

[bug     ] Checkout webhook replays double-charge customers
           2026-11-30 · ` + uidB + ` · score=0.54  #webhook,payments`,
	"compact": uidA + `  [task    ] Rotate the staging Stripe webhook secret  (2026-11-30)
` + uidB + `  [learning] Go http client leaks  (2026-11-30)`,
	"recent": `[person  ] Ines Okafor owns the rota (larkspur-pay)  2026-11-30  ` + uidA + `
[snippet ] jq filter: newest invoice  2026-11-30  ` + uidB,
	"history": `2026-11-30 10:00:00 | create  |                          | jq filter: newest invoice
2026-11-30 10:00:01 | invalidate | cluster replaced         | superseded_by ` + uidA,
	"get": `Checkout webhook replays double-charge customers
[bug] ` + uidA + ` · 2026-11-30 10:00:00
⚠ INVALIDATED 2026-12-01 10:00:00 — superseded by ` + uidB + `
project: larkspur-pay
tags: webhook,payments

Payment provider retries webhooks after 10 s.
Our handler took 14 s.`,
	"search --json": `[
  {
    "uid": "` + uidA + `",
    "type": "task",
    "title": "Rotate the secret",
    "created_at": "2026-11-30 10:00:00",
    "score": 0.55
  }
]`,
	"get --json":     `{"id": 3, "uid": "` + uidA + `", "title": "x", "content": "y"}`,
	"reconcile":      `{"suggestion": "noop", "target_uid": "` + uidA + `", "neighbors": []}`,
	"consolidate":    `    ` + uidA + `  Archive bucket is eu-west-1 (larkspur-core)  2026-11-30`,
	"quoted compact": `> ` + uidA + `  [task    ] Rotate  (2026-11-30)`,
	"bullet alone":   `- [note] a — b (` + uidA + `, 2026-11-30)`,
}

// talk looks like echoes and is none.
var talk = []string{
	"The export runs at 02:15.",
	"As [BM:memory:" + uidA + ":1764460800] says, the TTL has jitter.",
	"- [decision] keep ULIDs [BM:memory:" + uidA + ":1764460800]",
	"- [ ] write the test", "- [x] done (architecture, later)", "[docs] architecture is fine", "architecture  [see] the page",
	"2026-11-30 | we met | about | money", "uid " + uidA + " is stale", `{"uid": "x"} is what it prints`, "[1, 2]", "{", "}", "```", "2 hit(s) for: nothing more",
	"tags: a, b", "(see brain get)", "## Relevant memories", "- a list", "1. [note] one", "No results for: x",
}

func TestWhatBrainPrintedIsDropped(t *testing.T) {
	for name, echo := range echoes {
		got, n := memory.DropEchoes("before\n\n" + echo + "\n\nafter")
		// Blank lines between hits are nobody's: they may stay.
		if diff := cmp.Diff([]string{"before", "after"}, strings.Fields(got)); diff != "" || n == 0 {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got, _ := memory.DropEchoes(echo); strings.TrimSpace(got) != "" {
			t.Errorf("%s alone leaves %q", name, got)
		}
		if got, _ := memory.DropEchoes("```\n" + echo + "\n```\nI see."); strings.Join(strings.Fields(got), " ") != "``` ``` I see." {
			t.Errorf("%s in a fence leaves %q", name, got)
		}
	}
}

func TestTalkThatTouchesAnEchoStays(t *testing.T) {
	for _, name := range []string{"context", "context without footer", "compact", "recent", "history", "search --json", "consolidate", "search"} {
		got, _ := memory.DropEchoes("I looked:\n" + echoes[name] + "\nSo the answer is 42.")
		if lines := strings.Fields(got); strings.Join(lines, " ") != "I looked: So the answer is 42." {
			t.Errorf("%s leaves %q", name, got)
		}
	}
}

func TestAMemoryOfSeveralParagraphsEndsWithItsFence(t *testing.T) {
	got, _ := memory.DropEchoes("```\n" + echoes["get"] + "\n\nFix: a key.\n```\nThat is it.")
	if want := "```\n```\nThat is it."; got != want {
		t.Errorf("got %q", got)
	}
}

func TestTalkIsNoEcho(t *testing.T) {
	for _, line := range talk {
		if got, n := memory.DropEchoes(line); got != line || n != 0 {
			t.Errorf("%q became %q", line, got)
		}
	}
	all := strings.Join(talk, "\n")
	if got, n := memory.DropEchoes(all); n != 0 {
		t.Errorf("%d lines dropped: %s", n, cmp.Diff(all, got))
	}
}

func TestEchoesGoAndTalkStaysInAnyOrder(t *testing.T) {
	var names []string
	for name := range echoes {
		names = append(names, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		var text, want []string
		for range rapid.IntRange(0, 12).Draw(t, "parts") {
			// A fence that is not closed would make the rest of a shown memory its own.
			if line := rapid.SampledFrom(talk).Draw(t, "talk"); rapid.Bool().Draw(t, "is talk") && line != "```" {
				text, want = append(text, line, ""), append(want, line)
			} else {
				text = append(text, echoes[rapid.SampledFrom(names).Draw(t, "echo")], "")
			}
		}
		got, _ := memory.DropEchoes(strings.Join(text, "\n"))
		var kept []string
		for line := range strings.SplitSeq(got, "\n") {
			if line != "" {
				kept = append(kept, line)
			}
		}
		if diff := cmp.Diff(want, kept); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
	})
}

func FuzzDropEchoes(f *testing.F) {
	for _, echo := range echoes {
		f.Add(echo)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, n := memory.DropEchoes(text)
		if strings.Count(text, "\n")-strings.Count(got, "\n") > n || len(got) > len(text) {
			t.Fatalf("%d lines: %q → %q", n, text, got)
		}
		if n == 0 && got != text {
			t.Fatalf("nothing dropped, but %q → %q", text, got)
		}
	})
}
