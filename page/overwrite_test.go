package page

import (
	"errors"
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
