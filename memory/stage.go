package memory

import (
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"

	"brain/db"
)

// Stage says what a file has of the memories' schema. A reading command meets files of brain-cli from before its schema 3
// to its schema 4, files of ours, and files without memories; none of them is changed by being read.
type Stage struct {
	// Columns of the table memories in its order, lower case; none where there is no such table.
	Columns []string
	// Marker is brain-cli's number of its schema, as its table stats says; "" where it does not.
	Marker string
	tables map[string]bool
	states bool // the index memories_state is there
	words  bool // the index of words is one that can be read without FTS5
	rows   string
}

// columns are those of schema 4 with what stands for one that is missing.
var columns = []struct{ name, otherwise string }{
	{"id", ""}, {"uid", ""}, {"type", ""}, {"title", ""}, {"content", "NULL"}, {"project", "NULL"}, {"area", "NULL"}, {"tags", "NULL"},
	{"source_file", "NULL"}, {"status", "NULL"}, {"priority", "NULL"}, {"energy", "NULL"}, {"points", "NULL"}, {"metadata", "NULL"},
	{"created_at", "NULL"}, {"updated_at", "NULL"}, {"completed_at", "NULL"}, {"content_hash", "NULL"}, {"deleted_at", "NULL"},
	{"last_accessed_at", "NULL"}, {"access_count", "0"}, {"version", "1"}, {"superseded_by", "NULL"},
	{"canonical_type", canonicalSQL("type")}, {"invalid_at", "NULL"}, {"abstract", "NULL"},
}

// ReadStage looks what is there, once for each schema that the file has.
func ReadStage(tx *db.Tx) (*Stage, error) {
	s, err := tx.OfSchema("stage of memories", func() (s any, err error) {
		err = tx.Unwatched(func() error {
			s, err = readStage(tx)
			return err
		})
		return s, err
	})
	if err != nil {
		return nil, err
	}
	return s.(*Stage), nil
}

func readStage(tx *db.Tx) (*Stage, error) {
	s := &Stage{tables: map[string]bool{}}
	var err error
	if s.Columns, err = db.MemoryColumns(tx); err != nil {
		return nil, err
	}
	// One row of all; no name has a NUL.
	var tables, made sql.NullString
	err = tx.QueryRow(`SELECT group_concat(iif(type = 'table', name, NULL), char(0)), max(iif(name = 'memories_fts', sql, NULL)), max(type = 'index' AND name = 'memories_state') IS 1
		FROM sqlite_schema WHERE type = 'table' OR name = 'memories_state'`, nil, &tables, &made, &s.states)
	if err != nil {
		return nil, err
	}
	s.words = ownWords(made.String)
	for name := range strings.SplitSeq(tables.String, "\x00") {
		s.tables[name] = true
	}
	if s.tables["stats"] {
		err = tx.QueryRow(`SELECT coalesce(CAST(value AS TEXT), '') FROM stats WHERE key = 'brain_schema_version'`, nil, &s.Marker)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
	}
	s.rows = s.expression()
	return s, nil
}

// Has says whether the table memories has that column.
func (s *Stage) Has(column string) bool { return slices.Contains(s.Columns, column) }

// HasTable says whether the file has that table.
func (s *Stage) HasTable(name string) bool { return s.tables[name] }

// without is the stage of a file in which that table cannot be used.
func (s *Stage) without(table string) *Stage {
	out := *s
	out.tables = maps.Clone(s.tables)
	delete(out.tables, table)
	return &out
}

// Rows is what stands after FROM for all memories with all columns of schema 4, whatever the file lacks: the table itself,
// or a sub-query that fills in defaults (no rows at all where there are no memories). Join it by id, not by rowid.
func (s *Stage) Rows() string { return s.rows }

func (s *Stage) expression() string {
	missing := false
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.name
		if !s.Has(c.name) {
			missing = true
			list[i] = c.otherwise + " AS " + c.name
			if c.otherwise == "" || len(s.Columns) == 0 {
				list[i] = "NULL AS " + c.name
			}
		}
	}
	if missing && s.Has("canonical_type") {
		// A migration that was broken off may have left some of them out.
		list[slices.Index(list, "canonical_type")] = "coalesce(canonical_type, " + canonicalSQL("type") + ") AS canonical_type"
	}
	switch {
	case len(s.Columns) == 0:
		return "(SELECT " + strings.Join(list, ", ") + " WHERE 0)"
	case missing:
		return "(SELECT " + strings.Join(list, ", ") + " FROM memories)"
	}
	return "memories"
}
