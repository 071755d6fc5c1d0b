package page

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Linux takes any bytes but '/' and NUL for a name, has pipes, and lets one
// thread give up its right to read everything, so that root can run this test.
func TestWalkNamesWhatCannotBeRead(t *testing.T) {
	root := writeTree(t, map[string]string{
		"ok.md": "", "secret.md": "", "locked/a.md": "", "\xff\xfe.md": "", "bad\xff/a.md": "", "new\nline.md": "", "\xff.txt": "",
	})
	for _, pipe := range []string{"pipe.md", ".gitignore"} {
		if err := syscall.Mkfifo(filepath.Join(root, pipe), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	open(t, root)
	for name, mode := range map[string]os.FileMode{"secret.md": 0, "locked": 0, "..": 0o755} {
		if err := os.Chmod(filepath.Join(root, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(root, "locked"), 0o755) })

	asNobody(t, root)
	files, skips, err := Walk(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(paths(files), []string{"new\nline.md", "ok.md"}) {
		t.Errorf("files %q", paths(files))
	}
	if diff := cmp.Diff([]Skip{
		{"bad\xff", "the name is not UTF-8", "", true},
		{"locked", "cannot be read: permission denied", "", true},
		{"pipe.md", "not a regular file", "", true},
		{"secret.md", "cannot be read: permission denied", "", true},
		{"\xff\xfe.md", "the name is not UTF-8", "", true},
	}, skips); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
}
