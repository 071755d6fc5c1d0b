package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestANarrowedExportLosesNothingOfTheWholeOne(t *testing.T) {
	e, _ := words(t)
	put(t, e, "people/ada", "# Ada")
	put(t, e, "notes/x", "# X")
	out := t.TempDir()
	meta := func() string {
		data, err := os.ReadFile(filepath.Join(out, ".brain/meta.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	exported(t, e, out)
	before := meta()
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Prefix: "people/"}))
	if diff := cmp.Diff(before, meta()); diff != "" || r.Pages != 1 || r.Written != 0 {
		t.Errorf("%+v (-before +after):\n%s", r, diff)
	}
}

func TestAnExportNamesWhatTheDiskHasNoNameFor(t *testing.T) {
	e, _ := words(t)
	put(t, e, "people/ada", "# Ada")
	put(t, e, "notes/x", "# X")
	if _, err := e.RawPut(ctx, engine.RawPutInput{Ref: "notes/x", Source: strings.Repeat("s", 300), Content: text("1")}); err != nil {
		t.Fatal(err)
	}
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: t.TempDir()}))
	if len(r.Left()) != 1 || r.Pages != 2 || r.RawData != 0 || r.Written != 3 {
		t.Errorf("%+v", r)
	}
}

func text(s string) *string { return &s }
