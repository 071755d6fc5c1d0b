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
	reads bool   // nothing may be written
	guard *guard // where SQL of a user runs
	stmts map[string]*sql.Stmt

	of     *DB   // nil in a migration
	cookie int64 // the schema's number, once it was asked for in a transaction that reads
	memo   memo  // what was made of the schema in this transaction
	shared *memo // the same of the file as it was committed; nil in a migration
}

// joined is the key under which a context carries a transaction.
type joined struct{}

// Join gives a context under which Read and ReadMemories of the same file read within tx, which must be one that reads: what they are
// given to do sees the same state, and no transaction of its own is begun for it. It ends with tx.
func (tx *Tx) Join(ctx context.Context) context.Context { return context.WithValue(ctx, joined{}, tx) }

// Joined says whether what reads under a context does it within a transaction that is open already.
func Joined(ctx context.Context) bool { return ctx.Value(joined{}) != nil }

// joins gives the transaction of this file that a context carries, else nil.
func (d *DB) joins(ctx context.Context) *Tx {
	if tx, ok := ctx.Value(joined{}).(*Tx); ok && tx.of == d {
		return tx
	}
	return nil
}

// Read runs fn in a read transaction: it sees one state of the file from begin to end. It returns ErrEmpty for an empty
// file, and ErrNotMerged for a brain-cli file that has no tables of ours.
func (d *DB) Read(ctx context.Context, fn func(*Tx) error) error {
	if tx := d.joins(ctx); tx != nil {
		return fn(tx)
	}
	if err := d.lookAgain(ctx); err != nil {
		return err
	}
	if err := d.Ready(); err != nil {
		return err
	}
	return d.run(ctx, d.readers, &Tx{reads: true}, fn)
}

// ReadMemories is Read that also takes a brain-cli file of any stage as it is: fn must cope with what an older one lacks.
func (d *DB) ReadMemories(ctx context.Context, fn func(*Tx) error) error {
	if tx := d.joins(ctx); tx != nil {
		return fn(tx)
	}
	if err := d.lookAgain(ctx); err != nil {
		return err
	}
	if err := d.Ready(); err != nil && !errors.Is(err, ErrNotMerged) {
		return err
	}
	return d.run(ctx, d.readers, &Tx{reads: true}, fn)
}

// lookAgain finds out whether another process has migrated the file since it was opened.
func (d *DB) lookAgain(ctx context.Context) error {
	if d.State() != Ours {
		// Another process may have migrated the file since it was opened.
		is, err := identify(ctx, d.readers)
		if err != nil {
			return err
		}
		d.mu.Lock()
		d.is = is
		d.mu.Unlock()
	}
	return nil
}

// Ready says whether the file, as of Open or the last transaction, holds entries that can be read: nil, ErrEmpty or
// ErrNotMerged.
func (d *DB) Ready() error {
	switch d.State() {
	case Empty:
		return fmt.Errorf("read %s: %w", d.path, ErrEmpty)
	case BrainCLI:
		return fmt.Errorf("read %s: %w", d.path, ErrNotMerged)
	}
	return nil
}

// run gives fn the transaction tx, begun on q.
func (d *DB) run(ctx context.Context, q interface {
	BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
}, tx *Tx, fn func(*Tx) error) error {
	begin := ctx
	if tx.reads && ctx.Err() == nil {
		// It waits for nothing: the first statement takes the lock.
		begin = context.WithoutCancel(ctx)
	}
	stx, err := q.BeginTx(begin, nil)
	if err != nil {
		return tx.classify(err)
	}
	return d.runIn(ctx, stx, tx, fn)
}

// runIn gives fn the transaction tx, which stx has begun, and ends it.
func (d *DB) runIn(ctx context.Context, stx *sql.Tx, tx *Tx, fn func(*Tx) error) error {
	// Rollback after Commit is a no-op; after an error or a panic it undoes everything.
	defer stx.Rollback()
	tx.Now, tx.ctx, tx.tx, tx.stmts, tx.of, tx.shared = RoundTime(d.now()), ctx, stx, map[string]*sql.Stmt{}, d, &d.memo
	if err := fn(tx); err != nil {
		stx.Rollback()
		err = tx.classify(err)
		if tx.guard == nil {
			err = d.damaged(ctx, err)
		}
		return interrupted(ctx, err)
	}
	if tx.reads {
		// There is nothing to commit, and SQLite would tell once more of damage that fn has met and got over.
		return interrupted(ctx, nil)
	}
	return interrupted(ctx, tx.classify(d.commit(stx)))
}

// commit commits what was written, and acknowledges it only where the file was at its path before and after.
func (d *DB) commit(stx *sql.Tx) error {
	err := d.unmoved()
	if err == nil {
		err = stx.Commit()
	}
	if err == nil {
		err = d.unmoved()
	}
	return err
}

// damaged says so where a damaged file is why a statement of ours failed. Virtual tables tell of damage in their own
// tables only as "SQL logic error", as of any other fault, so the file is checked.
func (d *DB) damaged(ctx context.Context, err error) error {
	if code(err)&0xff != codeError || ctx.Err() != nil || errors.Is(err, ErrIncomplete) {
		return err
	}
	if check := quickCheck(ctx, d.readers); errors.Is(check, ErrCorrupt) {
		return fmt.Errorf("%w (%w)", check, err)
	}
	return err
}

// quickCheck lets SQLite look through the file of q. What it finds wrong, or cannot read for damage, is ErrCorrupt.
func quickCheck(ctx context.Context, q *sql.DB) error {
	var found string
	if err := q.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found); err != nil {
		return classifyRead(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", ErrCorrupt, found)
	}
	return nil
}

// classify wraps an error in the sentinel that fits.
func (tx *Tx) classify(err error) error {
	if tx.guard != nil {
		err = tx.guard.explain(err)
	} else {
		// What SQL of a user asks for need not be ours.
		err = incomplete(err)
	}
	if tx.reads {
		return classifyRead(err)
	}
	return classify(err)
}

// interrupted says so where an error comes of the context's end: database/sql then rolls back by itself, and what the
// transaction meets next is only that it is closed.
func interrupted(ctx context.Context, err error) error {
	if cause := ctx.Err(); err != nil && cause != nil && !errors.Is(err, cause) {
		return fmt.Errorf("%w: %w", cause, err)
	}
	return err
}

// Reads says that the transaction may only read.
func (tx *Tx) Reads() bool { return tx.reads }

// Context is the context that the transaction runs under.
func (tx *Tx) Context() context.Context { return tx.ctx }

// Unwatched runs fn, whose statements are over in a moment: rows found by their keys, the schema. The end of the context does not
// interrupt them. To watch it takes two goroutines a statement and a look every 1,000 steps of SQLite, and most statements of a
// command are such: 1 ms of CPU in a search. The first statement of a transaction that reads is watched, since it may wait for a lock.
func (tx *Tx) Unwatched(fn func() error) error {
	watched := tx.ctx
	if err := watched.Err(); err != nil {
		return err
	}
	if len(tx.stmts) > 0 || !tx.reads {
		tx.ctx = context.WithoutCancel(watched)
		defer func() { tx.ctx = watched }()
	}
	return fn()
}

// prepare keeps each statement for the life of the transaction: a batch runs the same few many thousand times.
func (tx *Tx) prepare(query string) (*sql.Stmt, error) {
	if s := tx.stmts[query]; s != nil {
		return s, nil
	}
	s, err := tx.tx.PrepareContext(tx.ctx, query)
	if err != nil {
		return nil, tx.classify(err)
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
	return r, tx.classify(err)
}

// Query runs a statement that gives rows; the caller closes them.
func (tx *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	s, err := tx.prepare(query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(tx.ctx, args...)
	return rows, tx.classify(err)
}

// QueryRow runs a statement that gives one row into dest. sql.ErrNoRows says that there is none.
func (tx *Tx) QueryRow(query string, args []any, dest ...any) error {
	s, err := tx.prepare(query)
	if err != nil {
		return err
	}
	return tx.classify(s.QueryRowContext(tx.ctx, args...).Scan(dest...))
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
	return tx.classify(rows.Err())
}

// Script runs several statements without arguments, such as DDL.
func (tx *Tx) Script(sql string) error {
	_, err := tx.tx.ExecContext(tx.ctx, sql)
	return tx.classify(err)
}
