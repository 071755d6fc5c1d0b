package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brain/db"
	"brain/engine"
)

// check finds a check of that name and state; nil if there is none.
func check(r *engine.DoctorResult, name string, state engine.CheckState) *engine.Check {
	for i, c := range r.Checks {
		if c.Name == name && c.State == state {
			return &r.Checks[i]
		}
	}
	return nil
}

func doctor(t *testing.T, e *engine.Engine, fix bool) *engine.DoctorResult {
	t.Helper()
	return must[*engine.DoctorResult](t)(e.Doctor(ctx, engine.DoctorInput{Fix: fix}))
}

// TestDoctorNamesTheModelThatSearchCannotUse: reindex --full, which throws vectors away, is named and not done.
func TestDoctorNamesTheModelThatSearchCannotUse(t *testing.T) {
	e := counted(t)
	save(t, e, "Ledger", "runs at night")
	if r := doctor(t, e, false); r.Problems != 0 || check(r, "model", engine.CheckGood) == nil {
		t.Errorf("the same model: %s", toJSON(t, r))
	}
	changed, _ := heard(t, e.Path, func() (engine.Encoder, error) { return otherModel{countingEncoder(t), new(int)}, nil })
	r := doctor(t, changed, false)
	if c := check(r, "model", engine.CheckBad); c == nil || !strings.Contains(c.Fix, "brain reindex --full") || !strings.Contains(c.Text, "another-model") || engine.ExitCode(r.Verdict()) != 1 {
		t.Errorf("another model: %s", toJSON(t, r))
	}
	r = doctor(t, changed, true)
	if c := check(r, "model", engine.CheckWarning); c == nil || !strings.Contains(c.Fix, "brain reindex --full") || r.Problems != 1 {
		t.Errorf("--fix: %s", toJSON(t, r))
	}
	if got := column(t, e, `SELECT count(*) FROM memory_chunks`); got[0] != "1" {
		t.Errorf("%s vectors are left", got)
	}
	must[*engine.ReindexResult](t)(changed.Reindex(ctx, engine.ReindexInput{Full: true}))
	if r := doctor(t, changed, false); r.Problems != 0 {
		t.Errorf("after reindex --full: %s", toJSON(t, r))
	}
	t.Setenv("BRAIN_EMBEDDER", "none")
	if r := doctor(t, onFile(t, e.Path), false); r.Problems != 0 {
		t.Errorf("where words alone are wanted: %s", toJSON(t, r))
	}
}

// TestDoctorOfVectorsThatNobodyNamed: brain-cli's do not say of which model they are; they are compared with ours.
func TestDoctorOfVectorsThatNobodyNamed(t *testing.T) {
	e := cliFile(t, "v4_with_vectors")
	if r := doctor(t, e, false); check(r, "model", engine.CheckGood) == nil {
		t.Errorf("ours: %s", toJSON(t, r))
	}
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `UPDATE memories SET title = title || ' and more words than there were'`}))
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `DELETE FROM vector_tables WHERE name = 'memory_chunks'`}))
	if r := doctor(t, e, false); check(r, "model", engine.CheckBad) == nil || r.Problems == 0 {
		t.Errorf("another's: %s", toJSON(t, r))
	}
}

// TestDoctorPutsBackWhatTheSchemaLacks: whatever was dropped is named, and after --fix all is well.
func TestDoctorPutsBackWhatTheSchemaLacks(t *testing.T) {
	sequential(t)
	for _, damage := range []string{
		`DROP TRIGGER memories_au`,
		`DROP TABLE memory_links`,
		`DROP INDEX idx_memories_hash; DROP TABLE recall_log`,
		`DROP TABLE memories_fts`,
		`DROP TABLE memory_grams`,
		`ALTER TABLE memories DROP COLUMN abstract`,
		`DROP TABLE memory_counts`,
		`DROP TABLE memory_chunks`,
	} {
		e := counted(t)
		save(t, e, "Ledger C++", "runs at night")
		must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: damage}))
		if r := doctor(t, e, false); check(r, "schema", engine.CheckBad) == nil || r.Problems == 0 || engine.ExitCode(r.Verdict()) != 1 {
			t.Errorf("%s: %s", damage, toJSON(t, r))
		}
		if r := doctor(t, e, true); r.Problems != 0 || r.Fixed == 0 || check(r, "schema", engine.CheckFixed) == nil {
			t.Errorf("%s, fixed: %s", damage, toJSON(t, r))
		}
		if r := doctor(t, e, false); r.Problems != 0 {
			t.Errorf("%s, after it: %s", damage, toJSON(t, r))
		}
		if got := titles(t, e, engine.SearchInput{Text: "c++", NoSemantic: true}); len(got) != 1 {
			t.Errorf("%s: found %v", damage, got)
		}
	}
}

// TestDoctorMakesDamagedIndexesAnew: what is derived can always be made again.
func TestDoctorMakesDamagedIndexesAnew(t *testing.T) {
	sequential(t)
	for name, damage := range map[string]string{
		"words":   `UPDATE memories_fts_data SET block = X'00' WHERE id > 1`,
		"grams":   `DELETE FROM memory_grams_data`,
		"vectors": `UPDATE memory_chunks_chunks SET validity = X'00'`,
	} {
		e := counted(t)
		save(t, e, "Ledger C++", "runs at night")
		save(t, e, "Beacon 修正", "listens")
		must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: damage}))
		if r := doctor(t, e, false); check(r, name, engine.CheckBad) == nil {
			t.Errorf("%s: %s", name, toJSON(t, r))
		}
		if r := doctor(t, e, true); r.Problems != 0 {
			t.Errorf("%s, fixed: %s", name, toJSON(t, r))
		}
		if r := doctor(t, e, false); r.Problems != 0 {
			t.Errorf("%s, after it: %s", name, toJSON(t, r))
		}
	}
}

// TestDoctorTellsWhatItCouldNotCheck: while another process writes, and in a file that nobody may write, the rest is checked.
func TestDoctorTellsWhatItCouldNotCheck(t *testing.T) {
	e := counted(t)
	save(t, e, "Ledger", "runs at night")
	other, err := db.Open(ctx, e.Path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = other.Write(ctx, func(*db.Tx) error {
		if r := doctor(t, e, false); check(r, "words", engine.CheckInfo) == nil || check(r, "vectors", engine.CheckGood) == nil || r.Problems != 0 {
			t.Errorf("while another writes: %s", toJSON(t, r))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	other.Close()
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `DELETE FROM memory_chunks`}))
	digest(t, e) // closes it
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write any file")
	}
	dir := filepath.Dir(e.Path)
	for path, mode := range map[string]os.FileMode{e.Path: 0o400, dir: 0o500} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(dir, 0o700)
	r := doctor(t, onFile(t, e.Path), true)
	if check(r, "words", engine.CheckInfo) == nil || check(r, "vectors", engine.CheckBad) == nil || check(r, "vectors", engine.CheckWarning) == nil || r.Problems != 1 {
		t.Errorf("in a file that may not be written: %s", toJSON(t, r))
	}
}

// TestMissingPartsNameWhatPutsThemBack: a command that meets one says which command repairs it.
func TestMissingPartsNameWhatPutsThemBack(t *testing.T) {
	e := counted(t)
	uid := save(t, e, "Ledger", "runs at night")
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `DROP TABLE alterations`}))
	_, err := e.Delete(ctx, engine.UIDInput{UID: uid})
	if told := engine.Explain(err); told == nil || !strings.Contains(told.Fix, "brain migrate") {
		t.Errorf("%#v", told)
	}
	must[*engine.MigrateResult](t)(e.Migrate(ctx, engine.MigrateInput{}))
	must[*engine.UIDResult](t)(e.Delete(ctx, engine.UIDInput{UID: uid}))
}

// An empty table in the place of one that held something would pass for a whole one.
func TestDoctorPutsNoEmptyTableInThePlaceOfWhatIsLost(t *testing.T) {
	e := counted(t)
	save(t, e, "Ledger", "runs at night")
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `DROP TABLE memories`}))
	r := doctor(t, e, true)
	warned := check(r, "schema", engine.CheckWarning)
	if r.Fixed != 0 || r.Problems == 0 || warned == nil || !strings.Contains(warned.Fix, "backup") {
		t.Errorf("%s", toJSON(t, r))
	}
	left := must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Statement: `SELECT count(*) FROM brain_entries WHERE source = 'memory'`}))
	if len(left.Rows) != 1 || fmt.Sprint(left.Rows[0]) != "[1]" {
		t.Errorf("entries left: %v", left.Rows)
	}
}
