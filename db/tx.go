package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Tx is a transaction as the stores see it: they run SQL in it, but cannot end it. Now is the one time of everything
// that happens inside.
type Tx struct {
	Now time.Time

	ctx   context.Context
	tx    *sql.Tx
	stmts map[string]*sql.Stmt
}

// Read runs fn in a read transaction: it sees one state of the file from begin to end. It returns ErrNotMerged for a
// brain-cli file that has no tables of ours, and treats an empty file likewise.
func (d *DB) Read(ctx context.Context, fn func(*Tx) error) error {
	if s := d.State(); s != Ours {
		// Another process may have migrated the file since it was opened.
		state, schema, err := identify(ctx, d.readers)
		if err != nil {
			return err
		}
		if state != Ours {
			return fmt.Errorf("read %s: %w", d.path, ErrNotMerged)
		}
		d.mu.Lock()
		d.state, d.schema = state, schema
		d.mu.Unlock()
	}
	return d.run(ctx, d.readers, fn)
}

// ReadAny runs fn in a read transaction whoever the tables in the file belong to: for SQL that a user wrote. Whatever that
// SQL says, the file is not changed.
func (d *DB) ReadAny(ctx context.Context, fn func(*Tx) error) error {
	return d.run(ctx, d.guests, fn)
}

// Write runs fn in a write transaction and commits it if fn returns nil. The file is migrated first if need be.
func (d *DB) Write(ctx context.Context, fn func(*Tx) error) error {
	w, err := d.writable(ctx)
	if err != nil {
		return err
	}
	return d.run(ctx, w, fn)
}

func (d *DB) run(ctx context.Context, q *sql.DB, fn func(*Tx) error) (err error) {
	stx, err := q.BeginTx(ctx, nil)
	if err != nil {
		return classify(err)
	}
	// Rollback after Commit is a no-op; after an error or a panic it undoes everything.
	defer stx.Rollback()
	tx := &Tx{Now: d.now().UTC().Round(time.Microsecond), ctx: ctx, tx: stx, stmts: map[string]*sql.Stmt{}}
	if err := fn(tx); err != nil {
		return interrupted(ctx, err)
	}
	return interrupted(ctx, classify(stx.Commit()))
}

// interrupted says so where an error comes of the context's end: database/sql then rolls back by itself, and what the
// transaction meets next is only that it is closed.
func interrupted(ctx context.Context, err error) error {
	if cause := ctx.Err(); err != nil && cause != nil && !errors.Is(err, cause) {
		return fmt.Errorf("%w: %w", cause, err)
	}
	return err
}

// Context is the context that the transaction runs under.
func (tx *Tx) Context() context.Context { return tx.ctx }

// prepare keeps each statement for the life of the transaction: a batch runs the same few many thousand times.
func (tx *Tx) prepare(query string) (*sql.Stmt, error) {
	if s := tx.stmts[query]; s != nil {
		return s, nil
	}
	s, err := tx.tx.PrepareContext(tx.ctx, query)
	if err != nil {
		return nil, classify(err)
	}
	tx.stmts[query] = s
	return s, nil
}

// Exec runs one statement.
func (tx *Tx) Exec(query string, args ...any) (sql.Result, error) {
	s, err := tx.prepare(query)
	if err != nil {
		return nil, err
	}
	r, err := s.ExecContext(tx.ctx, args...)
	return r, classify(err)
}

// Query runs a statement that gives rows; the caller closes them.
func (tx *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	s, err := tx.prepare(query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(tx.ctx, args...)
	return rows, classify(err)
}

// QueryRow runs a statement that gives one row into dest. sql.ErrNoRows says that there is none.
func (tx *Tx) QueryRow(query string, args []any, dest ...any) error {
	s, err := tx.prepare(query)
	if err != nil {
		return err
	}
	return classify(s.QueryRowContext(tx.ctx, args...).Scan(dest...))
}

// Each runs a statement and calls row for every row of its result.
func (tx *Tx) Each(query string, args []any, row func(scan func(dest ...any) error) error) error {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return classify(rows.Err())
}

// Script runs several statements without arguments, such as DDL.
func (tx *Tx) Script(sql string) error {
	_, err := tx.tx.ExecContext(tx.ctx, sql)
	return classify(err)
}

// Rows runs SQL that a user wrote: one statement or several, of which the last may give rows. The caller closes them.
func (tx *Tx) Rows(query string, args ...any) (*sql.Rows, error) {
	rows, err := tx.tx.QueryContext(tx.ctx, query, args...)
	return rows, classify(err)
}
