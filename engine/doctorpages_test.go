package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestDoctorMakesAnewWhatPagesAreFoundBy(t *testing.T) {
	sequential(t)
	for name, damage := range map[string]string{
		"words": `DELETE FROM pages_fts_data`,
		"grams": `DELETE FROM pages_grams`,
		"names": `DELETE FROM page_names WHERE page_id = 1`,
		"table": `DROP TABLE pages_fts`,
	} {
		e, _ := words(t)
		put(t, e, "people/ada", "# Ada\n\nShe writes C++.")
		put(t, e, "notes/x", "See [[Ada]], the quokka.")
		if r := doctor(t, e, false); r.Problems != 0 || check(r, "pages", engine.CheckGood) == nil {
			t.Errorf("%s, before: %s", name, toJSON(t, r))
		}
		must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: damage}))
		if r := doctor(t, e, false); check(r, "pages", engine.CheckBad) == nil || engine.ExitCode(r.Verdict()) != 1 {
			t.Errorf("%s: %s", name, toJSON(t, r))
		}
		if r := doctor(t, e, true); r.Problems != 0 || r.Fixed == 0 {
			t.Errorf("%s, fixed: %s", name, toJSON(t, r))
		}
		if r := doctor(t, e, false); r.Problems != 0 {
			t.Errorf("%s, after it: %s", name, toJSON(t, r))
		}
		for question, want := range map[string]string{"c++": "people/ada", "quokka": "notes/x"} {
			if diff := cmp.Diff([]string{want}, foundPages(t, e, question)); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", name, question, diff)
			}
		}
	}
	e := counted(t)
	save(t, e, "Ledger", "runs at night")
	if r := doctor(t, e, false); check(r, "pages", engine.CheckGood) != nil {
		t.Errorf("without pages: %s", toJSON(t, r))
	}
}

// A file whose pages are found as they should be is not indexed anew: that takes as long as reading all of them in.
func TestMigrateLeavesASoundIndexOfPages(t *testing.T) {
	e, _ := words(t)
	put(t, e, "people/ada", "# Ada\n\nShe writes C++.")
	put(t, e, "notes/x", "See [[Ada]], the quokka.")
	blocks := func() []string {
		return column(t, e, `SELECT hex(block) FROM pages_fts_data UNION ALL SELECT hex(block) FROM pages_grams_data`)
	}
	before := blocks()
	must[*engine.MigrateResult](t)(e.Migrate(ctx, engine.MigrateInput{NoBackup: true}))
	if diff := cmp.Diff(before, blocks()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	must[*engine.SQLResult](t)(e.SQL(ctx, engine.SQLInput{Write: true, Statement: `DELETE FROM page_names WHERE page_id = 1`}))
	must[*engine.MigrateResult](t)(e.Migrate(ctx, engine.MigrateInput{NoBackup: true}))
	if r := doctor(t, e, false); r.Problems != 0 {
		t.Errorf("after damage: %s", toJSON(t, r))
	}
}

// foundPages lists the pages that a search by words finds.
func foundPages(t *testing.T, e *engine.Engine, question string) (slugs []string) {
	t.Helper()
	r := must[any](t)(e.Ask(ctx, engine.QueryInput{Text: question, Limit: 5})).(*engine.AskResult)
	for _, h := range r.Results {
		slugs = append(slugs, h.Slug)
	}
	return slugs
}
