package db

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/sqlite"
)

var update = flag.Bool("update", false, "write schema/whole.sql anew")

// memory opens a database in memory that has run scripts.
func memory(t *testing.T, scripts ...string) *sql.DB {
	t.Helper()
	q := openSQL(&sqlite.Driver{}, "file::memory:")
	t.Cleanup(func() { q.Close() })
	q.SetMaxOpenConns(1)
	for _, script := range scripts {
		if _, err := q.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	return q
}

// lines are the rows of a query, a line each.
func lines(t *testing.T, q *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := q.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		var line []string
		for _, v := range values {
			line = append(line, fmt.Sprintf("%#v", *v.(*any)))
		}
		out = append(out, strings.Join(line, " "))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// wholeScript is the SQL that makes at once what the migrations make in steps.
func wholeScript(t *testing.T) string {
	t.Helper()
	parts, err := schemaParts()
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{} // by virtual tables
	for _, p := range parts {
		made[p.name] = p.shadow != ""
	}
	q := memory(t, migrations...)
	rows, err := q.Query(`SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var b strings.Builder
	b.WriteString("-- What the migrations 001 to " + fmt.Sprintf("%03d", len(migrations)) + " make, in one step, for a new file. Written by `go test ./db -run Whole -update`: read those instead.\n")
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		if !made[name] {
			b.WriteString(text + ";\n")
		}
	}
	rows.Close()
	for _, p := range parts {
		if p.kind != "table" || p.virtual || p.shadow != "" {
			continue
		}
		var names, quoted []string
		for _, c := range p.columns {
			names, quoted = append(names, c.name), append(quoted, "quote("+c.name+")")
		}
		list, err := q.Query(`SELECT ` + strings.Join(quoted, ` || ', ' || `) + ` FROM ` + p.name)
		if err != nil {
			t.Fatal(err)
		}
		for list.Next() {
			var values string
			if err := list.Scan(&values); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "INSERT INTO %s(%s) VALUES (%s);\n", p.name, strings.Join(names, ", "), values)
		}
		if err := list.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestTheWholeSchemaIsWhatTheMigrationsMake(t *testing.T) {
	if want := wholeScript(t); *update {
		if err := os.WriteFile(filepath.Join("schema", "whole.sql"), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		whole = want
	}
	steps, once := memory(t, migrations...), memory(t, whole)
	const schema = `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY type, name`
	if diff := cmp.Diff(lines(t, steps, schema), lines(t, once, schema)); diff != "" {
		t.Errorf("schema (-migrations +whole):\n%s", diff)
	}
	for _, order := range []string{`type = 'trigger'`, `type = 'index'`} {
		query := `SELECT name FROM sqlite_schema WHERE ` + order + ` ORDER BY rowid`
		if diff := cmp.Diff(lines(t, steps, query), lines(t, once, query)); diff != "" {
			t.Errorf("order where %s (-migrations +whole):\n%s", order, diff)
		}
	}
	for _, name := range lines(t, steps, `SELECT name FROM sqlite_schema WHERE type = 'table'`) {
		query := `SELECT * FROM ` + name
		if diff := cmp.Diff(lines(t, steps, query), lines(t, once, query)); diff != "" {
			t.Errorf("rows of %s (-migrations +whole):\n%s", name, diff)
		}
	}
}
