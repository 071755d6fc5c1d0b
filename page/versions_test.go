package page

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestHistoryAndDiff(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "one\ntwo\n")
	put(t, d, "a", "one\n2\n")
	put(t, d, "a", "one\n3\n")
	var versions []Version
	var between, toNow, same string
	read(t, d, func(tx *db.Tx) (err error) {
		if versions, err = History(tx, "a", 0); err != nil {
			return err
		}
		if between, err = Diff(tx, "a", versions[1].ID, versions[0].ID); err != nil {
			return err
		}
		if toNow, err = Diff(tx, "a", versions[0].ID, 0); err != nil {
			return err
		}
		if same, err = Diff(tx, "a", 0, 0); err != nil {
			return err
		}
		if _, err := Diff(tx, "a", 99, 0); !errors.Is(err, ErrNoVersion) {
			t.Errorf("a version that is not there: %v", err)
		}
		return nil
	})
	if len(versions) != 2 || versions[0].Start != "one 2" || versions[0].Reason != "put" {
		t.Errorf("history %+v", versions)
	}
	if !strings.Contains(between, "-two\n+2\n") || !strings.Contains(toNow, "--- a@2\n+++ a\n") || !strings.Contains(toNow, "-2\n+3\n") || same != "" {
		t.Errorf("diffs:\n%s\n%s\n%q", between, toNow, same)
	}
}

func TestRevertBringsEverythingBack(t *testing.T) {
	d := openStore(t)
	put(t, d, "b", "text")
	put(t, d, "a", "---\ntitle: First\ntype: person\ntags: [x]\n---\nThe quokka hops to [[b]].\n\n---\n\n- 2024-01-01: born\n")
	do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "mine", wordWindows) })
	do(t, d, func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "knows", "", wordWindows) })
	do(t, d, func(tx *db.Tx) (Saved, error) {
		return AddEvent(tx, "a", Event{Date: "2024-02-02", Summary: "met"}, wordWindows)
	})
	before, beforeLinks := get(t, d, "a"), edges(t, d)
	put(t, d, "a", "---\ntitle: Second\ntags: [y]\nlinks: []\n---\nThe wombat digs.\n")
	do(t, d, func(tx *db.Tx) (Saved, error) {
		return AddEvent(tx, "a", Event{Date: "2024-03-03", Summary: "left"}, wordWindows)
	})
	got := do(t, d, func(tx *db.Tx) (Saved, error) { return Revert(tx, "a", 4, wordWindows) })
	if got.Status != Updated {
		t.Errorf("status %s", got.Status)
	}
	after := get(t, d, "a")
	after.UpdatedAt = before.UpdatedAt
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("page (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(beforeLinks, edges(t, d)); diff != "" {
		t.Errorf("links (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a"}, found(t, d, "quokka")); diff != "" || len(found(t, d, "wombat")) != 0 {
		t.Errorf("words (-want +got):\n%s", diff)
	}
	if entries := strings.Join(valid(t, d, "a"), ""); !strings.Contains(entries, "quokka") || strings.Contains(entries, "wombat") {
		t.Errorf("entries %q", entries)
	}
	if diff := cmp.Diff([]string{"2024-02-02"}, sqlTexts(t, d, `SELECT date FROM timeline_entries WHERE origin = 'command'`)); diff != "" {
		t.Errorf("what a command had added (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"mine"}, sqlTexts(t, d, `SELECT tag FROM page_tags WHERE origin = 'command'`)); diff != "" {
		t.Errorf("a command's tags (-want +got):\n%s", diff)
	}
	// What was there before the revert is a version now.
	do(t, d, func(tx *db.Tx) (Saved, error) { return Revert(tx, "a", 6, wordWindows) })
	if r := get(t, d, "a"); r.Title != "Second" || !strings.Contains(r.Timeline, "left") {
		t.Errorf("reverted the revert: %+v", r)
	}
}

func TestEveryCommandLeavesAVersion(t *testing.T) {
	d := openStore(t)
	put(t, d, "b", "text")
	put(t, d, "a", "---\ntitle: A # first\n---\nSee [[b]].\n")
	steps := []struct {
		reason string
		do     func(tx *db.Tx) (Saved, error)
	}{
		{"tag", func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "x", wordWindows) }},
		{"link", func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "owns", "a deed", wordWindows) }},
		{"timeline-add", func(tx *db.Tx) (Saved, error) {
			return AddEvent(tx, "a", Event{Date: "2024-02-02", Summary: "met"}, wordWindows)
		}},
		{"unlink", func(tx *db.Tx) (Saved, error) { return Unlink(tx, "a", "b", "", wordWindows) }},
		{"untag", func(tx *db.Tx) (Saved, error) { return Untag(tx, "a", "x", wordWindows) }},
	}
	type state struct {
		Record *Record
		Links  []string
		Events []string
	}
	look := func() state {
		r := get(t, d, "a")
		r.UpdatedAt = ""
		return state{r, edges(t, d), sqlTexts(t, d, `SELECT date || ' ' || origin FROM timeline_entries`)}
	}
	var before []state
	for _, s := range steps {
		before = append(before, look())
		if got := do(t, d, s.do); got.Status != Updated {
			t.Errorf("%s: %s", s.reason, got.Status)
		}
		do(t, d, s.do) // changes nothing
	}
	var reasons []string
	read(t, d, func(tx *db.Tx) error {
		list, err := History(tx, "a", 0)
		for _, v := range list {
			reasons = append([]string{v.Reason}, reasons...)
		}
		return err
	})
	if diff := cmp.Diff([]string{"tag", "link", "timeline-add", "unlink", "untag"}, reasons); diff != "" {
		t.Fatalf("history (-want +got):\n%s", diff)
	}
	for i, want := range before {
		do(t, d, func(tx *db.Tx) (Saved, error) { return Revert(tx, "a", int64(i+1), wordWindows) })
		if diff := cmp.Diff(want, look()); diff != "" {
			t.Errorf("before %s (-want +got):\n%s", steps[i].reason, diff)
		}
	}
}
