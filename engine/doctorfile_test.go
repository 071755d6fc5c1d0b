package engine_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// states are the states of the checks that a doctor made, by name; the last of a name counts.
func states(r *engine.DoctorResult) map[string]engine.CheckState {
	out := map[string]engine.CheckState{}
	for _, c := range r.Checks {
		out[c.Name] = c.State
	}
	return out
}

// whole is a file with pages, code and vectors.
func whole(t *testing.T) (*engine.Engine, string) {
	t.Helper()
	t.Setenv("BRAIN_EMBEDDER", "fnv384")
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"notes/ada.md":    "# Ada\n\nShe wrote to [[nobody]] about the engine.\n",
		"notes/ledger.md": "# Ledger\n\nThe ledger balances.\n",
		"code/go.mod":     "module x\n\ngo 1.26\n",
		"code/a.go":       "package x\n\n// Balance adds.\nfunc Balance() int { return 1 }\n",
	})
	path := filepath.Join(dir, "brain.db")
	e := onFile(t, path)
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: filepath.Join(dir, "notes")}))
	must[*engine.ExtractResult](t)(e.Extract(ctx, engine.ExtractInput{Dir: filepath.Join(dir, "code")}))
	must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{All: true}))
	must[*engine.MergeResult](t)(e.Merge(ctx, engine.MergeInput{Full: true}))
	return e, path
}

// harm changes the file by SQL that is not brain's.
func harm(t *testing.T, path, script string) {
	t.Helper()
	q, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if _, err := q.Exec(script); err != nil {
		t.Fatal(err)
	}
}

func TestAWholeFileIsHealthy(t *testing.T) {
	e, _ := whole(t)
	r := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{}))
	got := states(r)
	for _, name := range []string{"integrity", "entries", "entry vectors", "pages"} {
		if got[name] != engine.CheckGood {
			t.Errorf("%s is %s", name, got[name])
		}
	}
	if got["dangling links"] != engine.CheckInfo || r.Problems != 0 {
		t.Errorf("%+v", r)
	}
}

func TestDoctorFindsAndMendsWhatIsDerived(t *testing.T) {
	if testing.Short() {
		t.Skip("makes many files")
	}
	for _, c := range []struct{ check, harm string }{
		{"entries", `DELETE FROM entry_texts WHERE entry_id = (SELECT min(entry_id) FROM entry_texts)`},
		{"entries", `UPDATE entry_texts SET tsvector = x'00'`},
		{"entries", `INSERT INTO entry_texts SELECT 900000, tsvector FROM entry_texts LIMIT 1`},
		{"entries", `UPDATE entries_fts_data SET block = x'0102' WHERE id > 10`},
		{"entry vectors", `DELETE FROM entries_vec WHERE entry_id = (SELECT min(id) FROM brain_entries)`},
		{"pages", `DELETE FROM page_names`},
		{"pages", `UPDATE pages_fts_data SET block = x'0102' WHERE id > 10`},
	} {
		t.Run(c.check+" "+c.harm, func(t *testing.T) {
			e, path := whole(t)
			before := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "ledger balance", Unified: true}))
			harm(t, path, c.harm)
			if got := states(must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{})))[c.check]; got != engine.CheckBad {
				t.Fatalf("found %q", got)
			}
			fixed := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{Fix: true}))
			if got := states(fixed)[c.check]; got != engine.CheckFixed || fixed.Problems != 0 {
				t.Errorf("%+v", fixed)
			}
			again := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{}))
			if again.Problems != 0 {
				t.Errorf("left: %+v", again)
			}
			after := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "ledger balance", Unified: true}))
			if diff := cmp.Diff(before.Results, after.Results); diff != "" {
				t.Errorf("answers (-before +after):\n%s", diff)
			}
		})
	}
}

func TestDoctorTellsOfDamageThatOnlyACopyMends(t *testing.T) {
	e, path := whole(t)
	e.Close()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(b)/2 - 8192; i < len(b)/2+8192; i++ {
		b[i] = 0xa5
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := onFile(t, path).Doctor(ctx, engine.DoctorInput{})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for i < len(r.Checks) && r.Checks[i].Name != "integrity" {
		i++
	}
	if i == len(r.Checks) || r.Checks[i].State != engine.CheckBad || !strings.Contains(r.Checks[i].Fix, "brain restore") {
		t.Errorf("%+v", r)
	}

	// A copy of the damaged file cannot be kept: it is the file that is damaged, not what is to be restored.
	sound, copied := whole(t)
	sound.Close()
	_, err = onFile(t, path).RestoreRef(ctx, engine.RestoreInput{Ref: copied})
	if told := engine.Explain(err); err == nil || !strings.Contains(told.Problem, "the file is damaged") || !strings.Contains(told.Fix, "out of the way") {
		t.Errorf("restore: %v", err)
	}
	if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, b) {
		t.Errorf("the file was changed (%v)", err)
	}
}

func TestDoctorWarnsOfRightsAndOfAMergeThatIsDue(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such rights")
	}
	e, path := whole(t)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	harm(t, path, `DELETE FROM brain_meta WHERE key LIKE '%merge%'`)
	r := must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{}))
	got := states(r)
	if got["rights"] != engine.CheckWarning || got["merge"] != engine.CheckWarning || r.Problems != 0 {
		t.Errorf("%+v", r)
	}
	for _, c := range r.Checks {
		if c.State == engine.CheckWarning && c.Fix == "" {
			t.Errorf("%s has no fix", c.Name)
		}
	}
}
