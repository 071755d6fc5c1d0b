package cli_test

import (
	"database/sql"
	"fmt"
	"os"

	_ "modernc.org/sqlite"
	_ "modernc.org/sqlite/vec"
)

// copyDB puts a copy of one of the recorded files in the place of the scenario's.
func (w *cliWorld) copyDB(name string) {
	w.t.Helper()
	data, err := os.ReadFile(brainCLI + "/dbs/" + name + ".db")
	if err == nil {
		err = os.WriteFile(w.db, data, 0o600)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// open opens the file as another program would.
func (w *cliWorld) open() *sql.DB {
	w.t.Helper()
	q, err := sql.Open("sqlite", "file:"+w.db+"?_pragma=busy_timeout(5000)")
	if err != nil {
		w.t.Fatal(err)
	}
	return q
}

func (w *cliWorld) exec(query string, args ...any) {
	w.t.Helper()
	q := w.open()
	defer q.Close()
	if _, err := q.Exec(query, args...); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
}

func (w *cliWorld) empty(tables ...string) {
	w.t.Helper()
	for _, table := range tables {
		w.exec("DELETE FROM " + table)
	}
}

// rows runs a query; numbers are as JSON has them.
func (w *cliWorld) rows(query string) (out [][]any, err error) {
	q := w.open()
	defer q.Close()
	q.SetMaxOpenConns(1)
	// The driver would make a time of what is declared to be one; a table made of the rows declares nothing.
	if _, err := q.Exec("CREATE TEMP TABLE answer AS " + query); err != nil {
		return nil, err
	}
	rows, err := q.Query("SELECT * FROM temp.answer ORDER BY rowid")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i, v := range row {
			switch v := v.(type) {
			case int64:
				row[i] = float64(v)
			case nil, float64, string:
			default:
				row[i] = fmt.Sprint(v)
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}
