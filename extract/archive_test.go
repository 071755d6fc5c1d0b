package extract

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// archive is a tree in one file, in the txtar format: a comment, then files,
// each behind a line "-- name --".
type archive struct {
	comment string
	files   []archiveFile
}

type archiveFile struct {
	name string
	data string
}

func parseArchive(text string) *archive {
	a := &archive{}
	for l := range strings.Lines(text) {
		name, ok := strings.CutPrefix(strings.TrimSuffix(l, "\n"), "-- ")
		if name, ok = strings.CutSuffix(name, " --"); ok && strings.HasPrefix(l, "-- ") {
			a.files = append(a.files, archiveFile{name: name})
		} else if len(a.files) == 0 {
			a.comment += l
		} else {
			a.files[len(a.files)-1].data += l
		}
	}
	return a
}

func (a *archive) format() string {
	var b strings.Builder
	b.WriteString(a.comment)
	for _, f := range a.files {
		b.WriteString("-- " + f.name + " --\n" + f.data)
	}
	return b.String()
}

// tree is the files without the wanted dump.
func (a *archive) tree() []archiveFile {
	return slices.DeleteFunc(slices.Clone(a.files), func(f archiveFile) bool { return f.name == "want" })
}

// archives gives the trees in testdata/go by the name of their file.
func archives(t testing.TB) map[string]*archive { return archivesIn(t, "testdata/go") }

func archivesIn(t testing.TB, dir string) map[string]*archive {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	out := map[string]*archive{}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = parseArchive(string(raw))
	}
	return out
}

// writeTree writes files below dir.
func writeTree(t testing.TB, dir string, files []archiveFile) {
	t.Helper()
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f.data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
