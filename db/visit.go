package db

import (
	"database/sql/driver"
	"fmt"

	"modernc.org/sqlite"
)

// visit is the SQL function by which SQLite shows a blob without a copy: database/sql copies every blob into memory of its
// own, which for a file of vectors took twice the time of reading it.
const visit = "brain_visit"

// visitor is what a running Visit does with each row, and the error that ended it.
type visitor struct {
	row func(id int64, blob []byte) error
	err error
}

var visitors running[visitor]

// visitFunction calls the visitor of its first argument with the other two. Called by SQL of a user it does nothing.
var visitFunction = &sqlite.FunctionImpl{NArgs: 3, VolatileArgs: true,
	Scalar: func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		v := visitors.of(args[0])
		id, ok := args[1].(int64)
		if v == nil || !ok {
			return nil, nil
		}
		blob, _ := args[2].([]byte)
		if v.err = v.row(id, blob); v.err != nil {
			return nil, v.err
		}
		return nil, nil
	}}

// Visit calls row with an integer and a blob of every row of a table; both are columns or expressions. The blob is SQLite's own
// memory: it holds only during the call, must not be changed, and row must run no SQL.
func (tx *Tx) Visit(table, id, blob string, row func(id int64, blob []byte) error) error {
	return tx.VisitWhere(table, id, blob, `1`, nil, row)
}

// VisitWhere is Visit for the rows that meet a condition, in the order in which SQLite finds them.
func (tx *Tx) VisitWhere(table, id, blob, where string, args []any, row func(id int64, blob []byte) error) error {
	v := &visitor{row: row}
	token, end := visitors.begin(v)
	defer end()
	err := tx.Each(fmt.Sprintf(`SELECT %s(?, %s, %s) FROM %s WHERE %s`, visit, id, blob, table, where), append([]any{token}, args...), unscanned)
	if v.err != nil {
		// SQLite keeps no more of it than its text.
		return v.err
	}
	return err
}
