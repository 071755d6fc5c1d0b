package db

import (
	"strconv"
	"strings"
)

// manyRows is how many rows one statement adds at most: what a statement costs beside its rows then weighs nothing.
const manyRows = 64

// Many adds rows to a table, many with each statement: for a narrow row the statement costs more than the row. A row that cannot be
// added takes those of its statement with it, and ends the transaction's work as any other error does.
type Many struct {
	tx     *Tx
	insert string // up to VALUES
	after  string // ON CONFLICT and the like
	shared []any  // values of every row, its first
	width  int    // how many values a row has of its own
	args   []any
	full   string // the statement that adds as many rows as there may be
}

// Many begins to add rows. insert is the statement up to its rows, "INSERT INTO t(a, b, c)"; after is what follows them. A row begins
// with the shared values, which are bound once, and goes on with width others.
func (tx *Tx) Many(insert, after string, width int, shared ...any) *Many {
	return &Many{tx: tx, insert: insert, after: after, shared: shared, width: width, args: append(make([]any, 0, len(shared)+manyRows*width), shared...)}
}

// Add adds a row, its values after the shared ones. It may stand in the table only once Flush has been called.
func (m *Many) Add(values ...any) error {
	m.args = append(m.args, values...)
	if len(m.args) == cap(m.args) {
		return m.Flush()
	}
	return nil
}

// Flush adds the rows that wait.
func (m *Many) Flush() error {
	rows := (len(m.args) - len(m.shared)) / m.width
	if rows == 0 {
		return nil
	}
	// It is over in a moment, and there may be thousands of them.
	err := m.tx.Unwatched(func() error {
		_, err := m.tx.Exec(m.statement(rows), m.args...)
		return err
	})
	m.args = m.args[:len(m.shared)]
	return err
}

// statement is the statement that adds so many rows. SQLite looks for a numbered parameter among all of them, so that only the shared
// ones have numbers.
func (m *Many) statement(rows int) string {
	if rows == manyRows && m.full != "" {
		return m.full
	}
	row := "(" + strings.Repeat("?,", m.width-1) + "?)"
	if len(m.shared) > 0 {
		var shared strings.Builder
		for k := range m.shared {
			shared.WriteString("?" + strconv.Itoa(k+1) + ",")
		}
		row = "(" + shared.String() + row[1:]
	}
	s := m.insert + " VALUES " + strings.Repeat(row+",", rows-1) + row + " " + m.after
	if rows == manyRows {
		m.full = s
	}
	return s
}
