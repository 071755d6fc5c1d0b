package db

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"unsafe"

	"modernc.org/libc"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// showRows is the SQL function within which the rows of a query are shown as SQLite has them. database/sql makes of each value one of its
// own and copies it twice: of the time that it takes to export a graph that was a quarter.
const showRows = "brain_rows"

// Row is a row of [Tx.EachRow].
type Row struct {
	tls    *libc.TLS
	stmt   uintptr
	values []any // where they come by way of database/sql
}

// Int is an integer, 0 and false for what is none.
func (r *Row) Int(column int) (int64, bool) {
	if r.stmt == 0 {
		n, ok := r.values[column].(int64)
		return n, ok
	}
	v, ok := r.value(column, sqlite3.SQLITE_INTEGER)
	if !ok {
		return 0, false
	}
	return sqlite3.Xsqlite3_value_int64(r.tls, v), true
}

// Float is a floating-point number, 0 and false for what is none.
func (r *Row) Float(column int) (float64, bool) {
	if r.stmt == 0 {
		n, ok := r.values[column].(float64)
		return n, ok
	}
	v, ok := r.value(column, sqlite3.SQLITE_FLOAT)
	if !ok {
		return 0, false
	}
	return sqlite3.Xsqlite3_value_double(r.tls, v), true
}

// Text is a text, "" for what is none. It is SQLite's own memory: it holds only during the call.
func (r *Row) Text(column int) string {
	if r.stmt == 0 {
		s, _ := r.values[column].(string)
		return s
	}
	v, ok := r.value(column, sqlite3.SQLITE_TEXT)
	if !ok {
		return ""
	}
	p := sqlite3.Xsqlite3_value_text(r.tls, v)
	n := sqlite3.Xsqlite3_value_bytes(r.tls, v)
	if p == 0 || n == 0 {
		return ""
	}
	return unsafe.String((*byte)(pointer(p)), n)
}

// value is SQLite's value of a column, if it is of a kind.
func (r *Row) value(column int, kind int32) (v uintptr, ok bool) {
	v = sqlite3.Xsqlite3_column_value(r.tls, r.stmt, int32(column))
	return v, sqlite3.Xsqlite3_value_type(r.tls, v) == kind
}

// shown is a running EachRow.
type shown struct {
	query string
	row   func(*Row) error
	err   error
}

var showing running[shown]

// errUnshown says that the rows have to come by way of database/sql.
var errUnshown = errors.New("no row was shown")

// rowsFunction shows the rows of the query that its argument stands for. Called by SQL of a user it does nothing.
var rowsFunction = &sqlite.FunctionImpl{NArgs: 1, VolatileArgs: true,
	Scalar: func(ctx *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if s := showing.of(args[0]); s != nil {
			s.err = s.show(ctx)
		}
		return nil, nil
	}}

func (s *shown) show(ctx *sqlite.FunctionContext) error {
	tls, db, ok := handles(ctx)
	if !ok {
		return errUnshown
	}
	text, err := libc.CString(s.query)
	if err != nil {
		return errUnshown
	}
	defer libc.Xfree(tls, text)
	out := tls.Alloc(8)
	defer tls.Free(8)
	if sqlite3.Xsqlite3_prepare_v2(tls, db, text, -1, out, 0) != sqlite3.SQLITE_OK {
		return errUnshown
	}
	row := Row{tls: tls, stmt: *(*uintptr)(pointer(out))}
	defer sqlite3.Xsqlite3_finalize(tls, row.stmt)
	for none := true; ; none = false {
		switch rc := sqlite3.Xsqlite3_step(tls, row.stmt); {
		case rc == sqlite3.SQLITE_ROW:
			if err := s.row(&row); err != nil {
				return err
			}
		case rc == sqlite3.SQLITE_DONE:
			return nil
		case none:
			return errUnshown // with its error
		default:
			return fmt.Errorf("%w: SQLite's code %d", errBroken, rc)
		}
	}
}

// errBroken says that rows came to an end before the last.
var errBroken = errors.New("read all rows")

// EachRow calls row for every row of a query without parameters, in a transaction that reads. row must run no SQL.
func (tx *Tx) EachRow(query string, row func(*Row) error) error {
	s := &shown{query: query, row: row, err: errUnshown}
	if tx.reads {
		token, end := showing.begin(s)
		defer end()
		if err := tx.Each(`SELECT `+showRows+`(?)`, []any{token}, unscanned); err != nil {
			return err
		}
	}
	switch {
	case errors.Is(s.err, errBroken):
		// The same again, for what it is called there.
		if err := tx.Each(query, nil, unscanned); err != nil {
			return err
		}
		return s.err
	case !errors.Is(s.err, errUnshown):
		return s.err
	}
	rows, err := tx.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	r := Row{values: make([]any, len(columns))}
	into := make([]any, len(columns))
	for i := range into {
		into[i] = &r.values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := row(&r); err != nil {
			return err
		}
	}
	return tx.classify(rows.Err())
}
