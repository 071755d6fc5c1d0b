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
	want := []string{"3: not a JSON object", "4: not a JSON object", "5: content is missing", "6: source is empty", "7: created_at:", "8: updated_at:", "9: embedding:", "10: embedding is an object", "12: not a JSON object: the line ends in the middle of it"}
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

// atLeastOne is a row with what a test puts in.
func atLeastOne(id, more string) string {
	return `{"source":"gbrain","entity_id":"` + id + `","entity_name":"N","content":"content of ` + id + `","created_at":"2026-01-01"` + more + "}\n"
}

func TestWhatIsWrongWithALineIsSaidInWords(t *testing.T) {
	for line, want := range map[string]string{
		`not json`:             "not a JSON object: byte 2 cannot stand there",
		`{"source":"gbrain"`:   "not a JSON object: the line ends in the middle of it",
		`[1]`:                  "not a JSON object but a list",
		`"x"`:                  "not a JSON object but text",
		`7`:                    "not a JSON object but a number",
		`true`:                 "not a JSON object but true or false",
		` null`:                "not a JSON object but null",
		`{}`:                   "source is missing",
		`{"source":7}`:         "source is a number, not text",
		`{"source":["a"]}`:     "source is a list, not text",
		`{"content":{"a":1}}`:  "content is an object, not text",
		`{"created_at":false}`: "created_at is true or false, not text",
		`{"source":"s","entity_id":"e","entity_name":"n","content":"c"}`:                                         "created_at is missing",
		`{"source":"s","entity_id":"e","entity_name":"n","content":"c","created_at":"2026-01-01","embedding":1}`: "embedding is a number, neither '[…]' nor a list of numbers nor null",
	} {
		e := brain(t)
		out := must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, line)}))
		if len(out.Skipped) != 1 || out.Skipped[0].Reason != want {
			t.Errorf("%s: %+v, want %q", line, out.Skipped, want)
		}
	}
}

func TestAByteOrderMarkIsNoPartOfTheFirstLine(t *testing.T) {
	e := brain(t)
	out := must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, "\xEF\xBB\xBF"+atLeastOne("a", ""))}))
	if out.Inserted != 1 || len(out.Skipped) != 0 {
		t.Errorf("%+v", out)
	}
}

func TestCharactersThatAreReplacedAreCounted(t *testing.T) {
	e := brain(t)
	file := lines(t, atLeastOne("whole", `,"x":"\ud83d\ude00 \\ud800 \uFFFD"`)+atLeastOne("broken", `,"x":"`+"\xff \xe4"+` \ud83d \ude00 \ud83d\u0041"`)+atLeastOne("nul", `,"x":"\u0000"`))
	out := must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: file}))
	want := []engine.FileWarning{{Path: file, Line: 2, Text: "5 characters are no Unicode: U+FFFD was taken for each"}, {Path: file, Line: 3, Text: "1 character is NUL: a space was taken for each"}}
	if diff := cmp.Diff(want, out.Warnings); diff != "" || out.Inserted != 3 || len(out.Left()) != 0 {
		t.Errorf("%+v (-want +got):\n%s", out, diff)
	}
}

func TestTheFirstVectorDecides(t *testing.T) {
	e := brain(t)
	file := lines(t, atLeastOne("none", "")+atLeastOne("two", `,"embedding":"[1,2]"`)+atLeastOne("three", `,"embedding":"[1,2,3]"`)+atLeastOne("again", `,"embedding":[3,4]`))
	out := must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: file}))
	want := []engine.Skip{{Path: file + ":3", Reason: "embedding: it is 3-dimensional, the first one of the file is 2-dimensional"}}
	if diff := cmp.Diff(want, out.Skipped); diff != "" || out.Inserted != 3 || out.Embedded != 2 {
		t.Errorf("%+v (-want +got):\n%s", out, diff)
	}
	// However late it comes, a first vector of another kind than the brain's refuses the file before anything is written.
	var late strings.Builder
	for i := range 2500 {
		late.WriteString(atLeastOne(num(i), ""))
	}
	late.WriteString(atLeastOne("late", `,"embedding":"[1,2,3]"`))
	before := export(t, e)
	_, err := e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, late.String())})
	var other *merge.VectorsOther
	if !errors.As(err, &other) || other.WantDim != 3 {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(before, export(t, e)); diff != "" {
		t.Errorf("a part went in (-before +after):\n%s", diff)
	}
}

func TestAFileOfManyBatchesGoesInWhole(t *testing.T) {
	e := brain(t)
	var b strings.Builder
	for i := range 2500 {
		b.WriteString(atLeastOne(num(i), `,"embedding":[1,2]`))
	}
	b.WriteString(atLeastOne("last", ""))
	out := must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, b.String()+b.String())}))
	if out.Read != 5002 || out.Inserted != 2501 || out.Duplicates != 2501 || out.Embedded != 2500 {
		t.Errorf("%+v", out)
	}
}

func TestAFolderMakesNoBrain(t *testing.T) {
	for _, import_ := range []func(*engine.Engine) error{
		func(e *engine.Engine) error {
			_, err := e.EntriesImport(ctx, engine.EntriesImportInput{File: t.TempDir()})
			return err
		},
		func(e *engine.Engine) error {
			_, err := e.GraphImport(ctx, engine.GraphImportInput{File: t.TempDir()})
			return err
		},
	} {
		e := brain(t)
		if err := import_(e); !errors.Is(err, engine.ErrUsage) || !strings.Contains(err.Error(), "is a folder") {
			t.Errorf("error %v", err)
		}
		if _, err := os.Stat(e.Path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the brain is there: %v", err)
		}
	}
}
