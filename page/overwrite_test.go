package page

import (
	"errors"
	"strings"
	"testing"

	"brain/db"
)

func TestPutOverwritesOnlyThePageThatIsNamed(t *testing.T) {
	d := openStore(t)
	put(t, d, "c++", "# C++")
	put(t, d, "notes/Über uns", "# Anything")
	folder{"Dir/f#.md": "# F"}.sync(t, d, "/vault")
	for name, want := range map[string]bool{"c#": false, "C": true, "c": true, "c++": true, "notes/uber-uns": true, "Notes/Über  Uns": true, "notes/uber uns!": false, "dir/F#": true, "dir/f": true, "dir/f+": false} {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := Put(tx, PutInput{Slug: name, Source: []byte("# C++\n\nby " + name)}, wordWindows)
			return err
		})
		var taken *Taken
		if want != (err == nil) || err != nil && !errors.As(err, &taken) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestWhatIsOddInATextIsTold(t *testing.T) {
	d := openStore(t)
	put := func(text string) Saved {
		return do(t, d, func(tx *db.Tx) (Saved, error) {
			return Put(tx, PutInput{Slug: "a", Source: []byte(text)}, wordWindows)
		})
	}
	if got := put("---\na: [\n---\ntext"); len(got.Warnings) == 0 || got.Warnings[0].Line == 0 {
		t.Errorf("broken YAML: %v", got.Warnings)
	}
	if got := put("# A\n\nall well"); len(got.Warnings) != 0 {
		t.Errorf("nothing odd: %v", got.Warnings)
	}
	if got := put("gr\xfc\xdfe"); len(got.Warnings) != 1 {
		t.Errorf("no UTF-8: %v", got.Warnings)
	}
	got := do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "x", wordWindows) })
	if len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0].Text, "UTF-8") {
		t.Errorf("changed into UTF-8: %v", got.Warnings)
	}
	got = do(t, d, func(tx *db.Tx) (Saved, error) { return Tag(tx, "a", "y", wordWindows) })
	if len(got.Warnings) != 0 {
		t.Errorf("once it is: %v", got.Warnings)
	}
}

func TestALinkMadeAgainKeepsItsContext(t *testing.T) {
	d := openStore(t)
	put(t, d, "a", "# A")
	for _, step := range []struct {
		context, want string
		status        Status
	}{{"since 2020", "since 2020", Updated}, {"", "since 2020", Skipped}, {"since 2021", "since 2021", Updated}} {
		got := do(t, d, func(tx *db.Tx) (Saved, error) { return AddLink(tx, "a", "b", "knows", step.context, wordWindows) })
		if context := sqlTexts(t, d, `SELECT context FROM links`); got.Status != step.status || len(context) != 1 || context[0] != step.want {
			t.Errorf("%q: %s %q", step.context, got.Status, context)
		}
	}
}
