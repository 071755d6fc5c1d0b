package memory

import (
	"cmp"
	"slices"

	"brain/db"
)

// Count is how many memories there are of a type or a project.
type Count struct {
	Name string
	N    int64
}

// Stats counts the memories of a file.
type Stats struct {
	Marker   string // brain-cli's schema: "4"; "" where the file does not say
	Active   int64  // neither deleted nor invalid
	Invalid  int64  // invalid, not deleted
	Deleted  int64
	Embedded int64   // have vectors of chunks
	Total    int64   // not deleted
	Types    []Count // of those not deleted, the most first, equal ones by name backwards as brain-cli has them
	Projects []Count // the first ten, likewise
}

// topProjects is how many projects brain-cli names.
const topProjects = 10

// CountAll counts. A file of ours keeps the numbers up to date (memory_counts); of another, all memories are read.
func CountAll(tx *db.Tx, s *Stage) (Stats, error) {
	out := Stats{Marker: s.Marker}
	query := `SELECT ` + textsOf("type", "project") + `, deleted, invalid, n FROM memory_counts WHERE n > 0`
	if !s.HasTable("memory_counts") {
		query = `SELECT ` + textsOf("canonical_type", "project") + `, deleted_at IS NOT NULL, invalid_at IS NOT NULL, count(*) FROM ` + s.Rows() + ` m GROUP BY 1, 2, 3, 4`
	}
	types, projects := map[string]int64{}, map[string]int64{}
	err := tx.Each(query, nil, func(scan func(...any) error) error {
		var kind, project string
		var deleted, invalid bool
		var n int64
		if err := scan(&kind, &project, &deleted, &invalid, &n); err != nil {
			return err
		}
		switch {
		case deleted:
			out.Deleted += n
			return nil
		case invalid:
			out.Invalid += n
		default:
			out.Active += n
		}
		if kind == "" {
			kind = "note"
		}
		types[kind] += n
		if project != "" {
			projects[project] += n
		}
		return nil
	})
	if err != nil {
		return Stats{}, err
	}
	out.Total = out.Active + out.Invalid
	out.Types, out.Projects = ranked(types), ranked(projects)
	out.Projects = out.Projects[:min(topProjects, len(out.Projects))]
	out.Embedded, err = countEmbedded(tx, s)
	return out, err
}

func ranked(counts map[string]int64) []Count {
	out := []Count{}
	for name, n := range counts {
		out = append(out, Count{name, n})
	}
	slices.SortFunc(out, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(b.Name, a.Name)) })
	return out
}
