package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
	"brain/merge"
)

// goldenRows are PostgreSQL's recorded rows, all of them or so many that a short test can bear.
func goldenRows(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "postgres", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.SplitAfter(string(data), "\n")
	if testing.Short() {
		rows = rows[:60]
	}
	return strings.Join(rows, "")
}

func TestExportedEntriesComeBackTheSame(t *testing.T) {
	first, second := brain(t), brain(t)
	in := must[*engine.EntriesImportResult](t)(first.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, goldenRows(t, "merge_staging")), Model: "m"}))
	if in.Inserted == 0 || in.Read != in.Inserted+in.Duplicates || len(in.Skipped) != 0 {
		t.Errorf("%+v", in)
	}
	out := export(t, first)
	back := must[*engine.EntriesImportResult](t)(second.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, out), Model: "m"}))
	if back.Inserted != in.Inserted || back.Duplicates != 0 || back.Embedded != in.Embedded {
		t.Errorf("back: %+v, was %+v", back, in)
	}
	if diff := cmp.Diff(out, export(t, second)); diff != "" {
		t.Errorf("(-exported +exported again):\n%s", diff)
	}
	again := must[*engine.EntriesImportResult](t)(second.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, out), Model: "m"}))
	if again.Inserted != 0 || again.Duplicates != in.Inserted {
		t.Errorf("again: %+v", again)
	}
}

func TestLinesThatAreNoRowsAreNamedAndSkipped(t *testing.T) {
	e := brain(t)
	file := lines(t, `{"source":"gbrain","entity_id":"a","entity_name":"A","content":"good","created_at":"2026-01-01"}

not json
[]
{"source":"gbrain","entity_id":"a","entity_name":"A","created_at":"2026-01-01"}
{"source":"","entity_id":"a","entity_name":"A","content":"x","created_at":"2026-01-01"}
{"source":"gbrain","entity_id":"a","entity_name":"A","content":"x","created_at":"soon"}
{"source":"gbrain","entity_id":"a","entity_name":"A","content":"x","created_at":"2026-01-01","updated_at":"soon"}
{"source":"gbrain","entity_id":"a","entity_name":"A","content":"x","created_at":"2026-01-01","embedding":"[1,"}
{"source":"gbrain","entity_id":"a","entity_name":"A","content":"x","created_at":"2026-01-01","embedding":{"a":1}}
{"source":"gbrain","entity_id":"b","entity_name":"B","content":"nul \u0000 and \ud800 and `+"\xff"+`","created_at":"2026-01-01","extra":1}
{"source":"gbrain","entity_id":"c"`)
	out := must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: file}))
	if out.Inserted != 2 || out.Read != 2 {
		t.Errorf("%+v", out)
	}
	want := []string{"3: not a JSON object", "4: not a JSON object", "5: content is missing", "6: source is empty", "7: created_at:", "8: updated_at:", "9: embedding:", "10: embedding:", "12: not a JSON object"}
	for i, s := range out.Left() {
		if line := strings.TrimPrefix(s.Path, file+":") + ": " + s.Reason; i >= len(want) || !strings.HasPrefix(line, want[i]) {
			t.Errorf("skipped %d: %s", i, line)
		}
	}
	if len(out.Skipped) != len(want) {
		t.Errorf("%d lines skipped, want %d", len(out.Skipped), len(want))
	}
	if got := column(t, e, `SELECT content FROM brain_entries WHERE entity_id = 'b'`); !cmp.Equal(got, []string{"nul   and \uFFFD and \uFFFD"}) {
		t.Errorf("stored %q", got)
	}
}

func TestVectorsOfAnotherKindRefuseTheWholeFile(t *testing.T) {
	e := brain(t)
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, threeStores)}))
	before := export(t, e)
	const wider = `{"source":"gbrain","entity_id":"n","entity_name":"N","content":"new","created_at":"2026-01-01"}
{"source":"gbrain","entity_id":"w","entity_name":"W","content":"wide","created_at":"2026-01-01","embedding":"[1,2,3]"}`
	_, err := e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, wider)})
	var other *merge.VectorsOther
	if !errors.As(err, &other) {
		t.Fatalf("error %v", err)
	}
	if diff := cmp.Diff(before, export(t, e)); diff != "" {
		t.Errorf("a part went in (-before +after):\n%s", diff)
	}
	out := must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, wider), NoVectors: true}))
	if out.Inserted != 2 || out.Embedded != 0 {
		t.Errorf("without vectors: %+v", out)
	}
}

func TestAFileThatIsNotThereMakesNoBrain(t *testing.T) {
	e := brain(t)
	if _, err := e.EntriesImport(ctx, engine.EntriesImportInput{File: filepath.Join(t.TempDir(), "none")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(e.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the brain is there: %v", err)
	}
}
