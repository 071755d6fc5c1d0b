package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestTheFirstEventIsAllThatChanges(t *testing.T) {
	e := Event{Date: "2024-01-02", Summary: "met"}
	for _, src := range []string{"---\na: 1\n---\n\n\n# A\n\ntext\n\n\n", "# A\ntext", "\n\n# A\n", "---\na: 1\n---\n", "# A\r\n\r\n\r\ntext\r\n\r\n", "# A\n\n```\ncode\n", "# A\n\n  ~~~~ x\ncode\n```"} {
		d := openStore(t)
		folder{"a.md": src}.sync(t, d, "/vault")
		add := func(want Status) {
			if got := do(t, d, func(tx *db.Tx) (Saved, error) { return AddEvent(tx, "a", e, wordWindows) }); got.Status != want {
				t.Errorf("%q: %s, want %s", src, got.Status, want)
			}
		}
		add(Updated)
		r := get(t, d, "a")
		if !strings.HasPrefix(string(r.Source), src) || r.Timeline != "- 2024-01-02: met" {
			t.Errorf("%q became %q", src, r.Source)
		}
		if diff := cmp.Diff([]string{"met"}, sqlTexts(t, d, `SELECT summary FROM timeline_entries`)); diff != "" {
			t.Errorf("%q: read back (-want +got):\n%s", src, diff)
		}
		add(Skipped)
	}
}

func TestAnEventBelowAFenceThatNobodyClosedIsReadBack(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "# A\n\n```\ncode\n\n<!-- timeline -->\n\n- 2020-01-01: old\n")
	do(t, d, func(tx *db.Tx) (Saved, error) {
		return AddEvent(tx, "a", Event{Date: "2024-01-02", Summary: "met"}, wordWindows)
	})
	if diff := cmp.Diff([]string{"met", "old"}, sqlTexts(t, d, `SELECT summary FROM timeline_entries ORDER BY 1`)); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, get(t, d, "a").Source)
	}
}
