package db

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/sqlite"
)

// ofSchema makes a file as a brain of that schema leaves it, after which damage is done to it.
func ofSchema(t *testing.T, schema int, damage string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "brain.db")
	q := openSQL(&sqlite.Driver{}, "file:"+path)
	defer q.Close()
	text := fmt.Sprintf(`BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; %s; %s; COMMIT`, strings.Join(migrations[:schema], ""), ApplicationID, schema,
		`INSERT INTO memories(uid, type, title, canonical_type) VALUES ('kept', 'note', 'A title', 'note')`, damage)
	if _, err := q.Exec(text); err != nil {
		t.Fatalf("schema %d: %v", schema, err)
	}
	return path
}

// TestAnOlderFileIsReadAsItIsAndMigratedByAWrite: nothing is missed in a file of each older schema, and the first write brings
// it to the newest, also where a part was lost that a migration changes.
func TestAnOlderFileIsReadAsItIsAndMigratedByAWrite(t *testing.T) {
	ctx := context.Background()
	for schema := MemorySchema; schema < len(migrations); schema++ {
		for _, damage := range []string{``, `DROP TRIGGER memories_ai`, `DROP TABLE memory_counts; DROP TABLE memory_pending`, `PRAGMA user_version = 0; PRAGMA application_id = 0`} {
			if schema == 3 && strings.Contains(damage, "user_version") {
				continue // what 4 makes bears the names of what it drops, so that only the number tells them apart
			}
			d, err := Open(ctx, ofSchema(t, schema, damage), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var title string
			err = d.Read(ctx, func(tx *Tx) error {
				if damage == `` {
					if faults, err := Faults(tx); err != nil || len(faults) > 0 {
						t.Errorf("schema %d: before: %v, %v", schema, faults, err)
					}
				}
				return tx.QueryRow(`SELECT title FROM memories`, nil, &title)
			})
			if err != nil || title != "A title" || d.is.schema != schema {
				t.Errorf("schema %d, %q: read %q of schema %d: %v", schema, damage, title, d.is.schema, err)
			}
			var counts int
			err = d.Write(ctx, func(tx *Tx) error {
				if _, err := tx.Exec(`INSERT OR REPLACE INTO memories(uid, type, title, canonical_type) VALUES ('kept', 'note', 'Another', 'note')`); err != nil {
					return err
				}
				if damage != `DROP TRIGGER memories_ai` { // only a repair finds out that it was missing before
					if faults, err := Faults(tx); err != nil || len(faults) > 0 {
						t.Errorf("schema %d, %q: after: %v, %v", schema, damage, faults, err)
					}
				}
				return tx.QueryRow(`SELECT sum(n) FROM memory_counts`, nil, &counts)
			})
			if err != nil || counts != 1 || !d.is.current() {
				t.Errorf("schema %d, %q: %d counted, in schema %d: %v", schema, damage, counts, d.is.schema, err)
			}
			d.Close()
		}
	}
}

// TestAMigratedGraphSaysWhatItSaid: nodes, edges with ends that are no nodes, locations of all forms, and what is pending.
func TestAMigratedGraphSaysWhatItSaid(t *testing.T) {
	const graph = `
		INSERT INTO roots(id, kind, path, name, first, created_at) VALUES (1, 'code', '/a', 'a', 1, 't'), (2, 'graph', '/b', 'b', 0, 't');
		INSERT INTO graph_nodes(id, root_id, label, file_type, kind, source_file, source_location, container, signature, doc, description, community, attrs, content, created_at, updated_at) VALUES
			('x', 1, 'X()', 'code', 'function', 'x.go', 'L12', 'p', 'func X()', 'doc', '', NULL, '{}', 'X', 't1', 't2'),
			('y', 1, 'Y()', 'code', 'function', 'x.go', 'L012', 'p', '', '', 'd', 0, '{"k": 1}', 'Y', 't1', 't2'),
			('z', 1, '', '', '', '', '', '', '', '', '', 7, '{}', '', 't1', 't1'),
			('b::x', 2, 'x', '', '', '', 'L12345678901234567890', '', '', '', '', NULL, '{}', 'bx', 't1', 't2'),
			('b::y', 2, 'y', '', '', '', 'page 3', '', '', '', '', NULL, '{}', 'by', 't1', 't3');
		INSERT INTO graph_edges(id, root_id, source, target, relation, confidence, confidence_score, weight, context, source_file, source_location, attrs) VALUES
			(3, 1, 'x', 'y', 'calls', 'EXTRACTED', 1, 1, 'call', 'x.go', 'L3', '{}'),
			(4, 1, 'x', 'y', 'calls', 'EXTRACTED', 1, 1, 'call', 'x.go', 'L4', '{}'),
			(9, 1, 'x', 'z', 'uses', 'INFERRED', NULL, NULL, '', 'x.go', '', '{"a": []}'),
			(12, 2, 'b::x', 'b::nowhere', 'calls', '', 0.5, NULL, '', '', 'L0', '{}'),
			(13, 2, 'b::elsewhere', 'b::x', 'calls', '', NULL, 0.5, '', '', 'L', '{}');
		INSERT INTO graph_pending(id, node) VALUES (2, 'y'), (5, 'gone'), (6, 'b::x')`
	states := []string{
		`SELECT id, root_id, label, file_type, kind, source_file, source_location, container, signature, doc, description, community, attrs, content, created_at, updated_at FROM graph_nodes ORDER BY id`,
		`SELECT id, root_id, source, target, relation, confidence, confidence_score, weight, context, source_file, source_location, attrs FROM graph_edges ORDER BY id`,
	}
	path := ofSchema(t, 5, graph)
	said := func() (out [][]string) {
		q := openSQL(&sqlite.Driver{}, "file:"+path)
		defer q.Close()
		for _, query := range states {
			out = append(out, lines(t, q, query))
		}
		return out
	}
	before := said()
	d, err := Open(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Write(context.Background(), func(*Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, said()); diff != "" || len(before[0]) != 5 || len(before[1]) != 5 {
		t.Errorf("nodes and edges (-before +after):\n%s", diff)
	}
	q := openSQL(&sqlite.Driver{}, "file:"+path)
	defer q.Close()
	want := []string{`2 "y"`, `5 "gone"`, `6 "b::x"`}
	if diff := cmp.Diff(want, lines(t, q, `SELECT p.id, name FROM graph_pending p JOIN node_rows n ON n.id = first AND n.id = last ORDER BY p.id`)); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
}
