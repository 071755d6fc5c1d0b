package memory

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"brain/db"
)

// similarProjects lists the projects of the file that differ from a new one in case or Unicode form only: likely the same,
// mistyped. A project that is there already has none.
func similarProjects(tx *db.Tx, s *Stage, project string) ([]string, error) {
	if project == "" || !s.HasTable("memory_counts") {
		return nil, nil
	}
	fold := cases.Fold()
	key := norm.NFKC.String(fold.String(project))
	var out []string
	known := false
	err := tx.Each(`SELECT DISTINCT CAST(project AS TEXT) FROM memory_counts WHERE n > 0 AND project <> '' AND deleted = 0`, nil, func(scan func(...any) error) error {
		var have string
		if err := scan(&have); err != nil {
			return err
		}
		switch {
		case have == project:
			known = true
		case norm.NFKC.String(fold.String(have)) == key:
			out = append(out, have)
		}
		return nil
	})
	if known {
		out = nil
	}
	return out, err
}
