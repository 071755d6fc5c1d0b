package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func TestCommandsWriteIntoTheText(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "# A\n\nText.\n")
	put(t, d, "b", "# B\n\nText.\n")
	for _, step := range []struct {
		name    string
		command func(tx *db.Tx) (Saved, error)
		want    Status
	}{
		{"tag", func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "#new", wordWindows) }, Updated},
		{"tag again", func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "new", wordWindows) }, Skipped},
		{"event", func(tx *db.Tx) (Saved, error) {
			return AddEvent(tx, "a", Event{Date: "2024-01-02", Source: "Board", Summary: "approved - the plan", Detail: "In **full**."}, wordWindows)
		}, Updated},
		{"event again", func(tx *db.Tx) (Saved, error) {
			return AddEvent(tx, "a", Event{Date: "2024-01-02", Source: "Board", Summary: "approved - the plan"}, wordWindows)
		}, Skipped},
		{"link", func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "works at", "since 2020", wordWindows) }, Updated},
		{"link again", func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "works_at", "since 2020", wordWindows) }, Skipped},
		{"link, other context", func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "works_at", "since 2021", wordWindows) }, Updated},
	} {
		if got := do(t, d, step.command); got.Status != step.want {
			t.Errorf("%s: %s, want %s", step.name, got.Status, step.want)
		}
	}
	r := get(t, d, "a")
	if r.Title != "A" || r.Type != "note" || !slices.Equal(r.Tags, []string{"new"}) {
		t.Errorf("page %+v", r)
	}
	if diff := cmp.Diff([]string{"a works_at b"}, edges(t, d)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	events := func(d *db.DB) (out []TimelineEntry) {
		read(t, d, func(tx *db.Tx) (err error) {
			out, err = Timeline(tx, TimelineFilter{Slug: "a"})
			return err
		})
		return out
	}
	want := []TimelineEntry{{"a", "A", "2024-01-02", "Board", "approved - the plan", "In **full**."}}
	if diff := cmp.Diff(want, events(d)); diff != "" {
		t.Errorf("timeline (-want +got):\n%s", diff)
	}
	// All of it is in the file, so another brain reads the same.
	other := openStore(t)
	folder{"a.md": string(r.Source), "b.md": "# B\n\nText.\n"}.sync(t, other, "/export")
	if diff := cmp.Diff(edges(t, d), edges(t, other)); diff != "" {
		t.Errorf("links there (-here +there):\n%s", diff)
	}
	if diff := cmp.Diff(want, events(other)); diff != "" {
		t.Errorf("timeline there (-want +got):\n%s", diff)
	}

	do(t, d, func(tx *db.Tx) (Saved, error) { return Untag(tx, "a", "new", wordWindows) })
	do(t, d, func(tx *db.Tx) (Saved, error) { return Unlink(tx, "a", "b", "", wordWindows) })
	if got := do(t, d, func(tx *db.Tx) (Saved, error) { return Unlink(tx, "a", "b", "", wordWindows) }); got.Status != Skipped {
		t.Errorf("unlink without a link: %s", got.Status)
	}
	if r := get(t, d, "a"); len(r.Tags) != 0 || strings.Contains(string(r.Source), "links:") || len(edges(t, d)) != 0 {
		t.Errorf("after untag and unlink: %s", r.Source)
	}
}

func TestWhatCommandsAddedStays(t *testing.T) {
	const file = "---\ntags: [x, y]\n---\n# A\n\nOne.\n"
	d := openStore(t)
	vault := folder{"a.md": file, "b.md": "# B\n\nText.\n"}
	vault.sync(t, d, "/vault")
	add := func() {
		do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "mine", wordWindows) })
		do(t, d, func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "knows", "", wordWindows) })
		do(t, d, func(tx *db.Tx) (Saved, error) {
			return AddEvent(tx, "a", Event{Date: "2024-01-02", Summary: "met"}, wordWindows)
		})
	}
	state := func() string {
		r := get(t, d, "a")
		return strings.Join(r.Tags, ",") + "|" + r.Timeline + "|" + strings.Join(edges(t, d), ",")
	}
	add()
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"the same file", func() { vault.sync(t, d, "/vault") }, "mine,x,y|- 2024-01-02: met|a knows b"},
		{"a file that was changed", func() {
			vault["a.md"] = "---\ntags: [x]\n---\n# A\n\nTwo.\n"
			vault.sync(t, d, "/vault")
		}, "mine,x|- 2024-01-02: met|a knows b"},
		{"a text without lists", func() { put(t, d, "a", "# A\n\nThree.\n") }, "mine|- 2024-01-02: met|a knows b"},
		{"a text with its own lists", func() { put(t, d, "a", "---\ntags: [z]\nlinks: []\n---\n# A\n\nFour.\n") }, "z|- 2024-01-02: met|"},
	} {
		step.do()
		if got := state(); got != step.want {
			t.Errorf("%s: %s\nwant %s", step.name, got, step.want)
		}
	}
	// What a file once had is the file's.
	add()
	for p, text := range exportAll(t, d) {
		if strings.HasSuffix(p, ".md") {
			vault[p] = text
		}
	}
	if diff := cmp.Diff(map[string]Status{"a.md": Skipped, "b.md": Skipped}, vault.sync(t, d, "/vault")); diff != "" {
		t.Errorf("an export over the folder (-want +got):\n%s", diff)
	}
	vault["a.md"] = "# A\n\nFive.\n"
	vault.sync(t, d, "/vault")
	if got, want := state(), "||"; got != want {
		t.Errorf("taken out of the file: %s", got)
	}
}
