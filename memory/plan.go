package memory

import (
	"slices"
	"strings"

	"brain/db"
)

// Plan says what a migration will do to a file.
type Plan struct {
	Marker  string   // brain-cli's schema as the file has it; "" without one
	Columns []string // to be added to memories
	Tables  []string // to be made for memories
	Parts   []string // of the schema that are put back beside them, in words
	Words   bool     // the index of words is made anew, since it lacks stemming or a part
	Backup  bool     // the file is copied before: nobody but brain-cli has written it, or the index is made anew
}

// PlanUpgrade reads what a migration of this file would do. The error wraps db.ErrNewer where it would refuse.
func PlanUpgrade(tx *db.Tx) (Plan, error) {
	if err := db.Writable(tx); err != nil {
		return Plan{}, err
	}
	s, err := ReadStage(tx)
	if err != nil {
		return Plan{}, err
	}
	missing, err := db.MissingColumns(tx)
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Marker: s.Marker, Columns: []string{}}
	for _, c := range missing {
		p.Columns = append(p.Columns, c.Name)
	}
	if p.Tables, err = db.MissingTables(tx); err != nil {
		return Plan{}, err
	}
	faults, err := db.Faults(tx)
	if err != nil {
		return Plan{}, err
	}
	for _, f := range faults {
		if !slices.Contains(p.Tables, f.Name) && f.Kind != "column" || f.Kind == "column" && !strings.HasPrefix(f.Name, "memories.") {
			p.Parts = append(p.Parts, f.String())
		}
	}
	whole, err := db.WordsWhole(tx)
	if err != nil {
		return Plan{}, err
	}
	p.Words = !whole
	p.Backup = len(s.Columns) > 0 && (p.Words || !s.HasTable("brain_meta"))
	return p, nil
}
