package extract

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goGraph extracts the Go code of a folder. With whole every body is read by go/types.
func goGraph(t *testing.T, dir string, whole bool) *Graph {
	t.Helper()
	x := newExtractor(dir, Options{})
	x.whole = whole
	tree, err := walk(context.Background(), dir, &goTree{maxBytes: x.opts.MaxFileBytes})
	if err != nil {
		t.Fatal(err)
	}
	files, err := x.parse(context.Background(), tree)
	if err != nil {
		t.Fatal(err)
	}
	lowered := 0
	for _, f := range files {
		if f.bodies != nil {
			lowered++
		}
	}
	if whole != (lowered == 0) {
		t.Fatalf("bodies of %d of %d files were lowered", lowered, len(files))
	}
	b := &graphBuilder{}
	if err := x.graph(context.Background(), b, files, &goDirs{modules: readModules(dir, tree.mods)}); err != nil {
		t.Fatal(err)
	}
	return b.build()
}

func TestBodiesThatAreLoweredSayWhatGoTypesSays(t *testing.T) {
	dirs := []string{".", "testdata/bodies"}
	if !testing.Short() {
		for _, std := range []string{"go/types", "slices", "sync", "encoding/json"} {
			if dir := filepath.Join(runtime.GOROOT(), "src", filepath.FromSlash(std)); isDir(dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			if d := cmp.Diff(goGraph(t, dir, true), goGraph(t, dir, false)); d != "" {
				t.Errorf("(-go/types +lowered):\n%s", d)
			}
		})
	}
}

func isDir(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
