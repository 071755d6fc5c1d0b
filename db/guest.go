package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync/atomic"

	"modernc.org/sqlite"
)

// Refused says that SQL that a user wrote asked for what it may not do.
type Refused struct {
	// Action is the word of SQL: ATTACH, BEGIN, COMMIT, ROLLBACK, SAVEPOINT, or PRAGMA with its name.
	Action string
	Err    error
}

// Error names the action.
func (r *Refused) Error() string { return r.Action + " is refused: " + r.Err.Error() }

// Unwrap gives SQLite's error.
func (r *Refused) Unwrap() error { return r.Err }

// ReadAny runs fn in a read transaction whoever the tables in the file belong to: for SQL that a user wrote. Whatever that
// SQL says, the file is not changed: its connection is read-only as files are, not by a pragma that the SQL could take
// back. What SQL of a user may not do gives a *Refused.
func (d *DB) ReadAny(ctx context.Context, fn func(*Tx) error) error {
	tx := &Tx{reads: true, guard: &guard{}}
	conn, err := guarded(ctx, d.guests, tx.guard)
	if err != nil {
		return tx.classify(err)
	}
	defer conn.Close()
	return d.run(ctx, conn, tx, fn)
}

// WriteAny is Write for SQL that a user wrote: all of it stands, or nothing does.
func (d *DB) WriteAny(ctx context.Context, fn func(*Tx) error) error {
	if _, err := d.writable(ctx); err != nil {
		return err
	}
	// A connection of its own: what the SQL sets on it ends with it.
	q := d.writersBy(pragmas, writerPragmas)
	defer q.Close()
	tx := &Tx{guard: &guard{}}
	conn, err := guarded(ctx, q, tx.guard)
	if err != nil {
		return tx.classify(err)
	}
	defer conn.Close()
	return d.inTurn(ctx, link{own: conn}, patience{wait: busyTimeout}, tx, fn)
}

// guard watches one connection while it prepares SQL of a user.
type guard struct {
	on      atomic.Bool
	refused atomic.Value // the action, a string
}

// keptPragmas are those by which brain knows its file, and those that end or outlive a transaction. Asking for their value
// is free.
var keptPragmas = map[string]bool{"user_version": true, "application_id": true, "writable_schema": true, "journal_mode": true, "wal_checkpoint": true}

func (g *guard) authorize(action sqlite.AuthorizerActionCode, operation, value, _, _ string) sqlite.AuthorizerReturnCode {
	switch {
	case action == sqlite.AuthPragma && g.on.Load() && keptPragmas[strings.ToLower(operation)] && (value != "" || strings.EqualFold(operation, "wal_checkpoint")):
		g.refused.Store("PRAGMA " + strings.ToLower(operation))
	case action == sqlite.AuthAttach:
		// It would open the same file once more with other rights.
		g.refused.Store("ATTACH")
	case action == sqlite.AuthSavepoint && g.on.Load():
		g.refused.Store("SAVEPOINT")
	case action == sqlite.AuthTransaction && g.on.Load():
		// The transaction is ours: after a COMMIT in the middle, a part would stand when an error is told.
		g.refused.Store(operation)
	default:
		return sqlite.AuthorizerOK
	}
	return sqlite.AuthorizerDeny
}

// explain names what was refused.
func (g *guard) explain(err error) error {
	if action, ok := g.refused.Load().(string); ok && code(err)&0xff == codeAuth {
		return &Refused{action, err}
	}
	return err
}

// guarded gives a connection of q whose SQL g watches.
func guarded(ctx context.Context, q *sql.DB, g *guard) (*sql.Conn, error) {
	conn, err := q.Conn(ctx)
	if err != nil {
		return nil, err
	}
	err = conn.Raw(func(c any) error {
		r, ok := c.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("open: the driver offers no authorizer")
		}
		return r.RegisterAuthorizer(g.authorize)
	})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// Rows runs SQL that a user wrote: one statement or several, of which the last may give rows. The caller closes them.
func (tx *Tx) Rows(query string, args ...any) (*sql.Rows, error) {
	if tx.guard == nil {
		return nil, errors.New("run SQL of a user: only in ReadAny and WriteAny")
	}
	tx.guard.on.Store(true)
	defer tx.guard.on.Store(false)
	rows, err := tx.tx.QueryContext(tx.ctx, query, args...)
	return rows, tx.classify(err)
}
