package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"brain/db"
	"brain/fts"
	"brain/vec"
)

// SQLInput are the parameters of sql.
type SQLInput struct {
	Statement string   `json:"statement" arg:"1,rest" value:"SQL" required:"" help:"one statement, or several of which the last gives the rows"`
	Param     []string `json:"param" value:"NAME=VALUE" help:"value of :NAME, @NAME or $NAME; NAME=@FILE reads it from a file"`
	Write     bool     `json:"write" help:"let the statement change the file"`
}

// SQLResult is the rows. It marshals to an array with one object a row, its keys in the order of the columns.
type SQLResult struct {
	Columns []string
	Rows    [][]any
	Changed int64 // rows changed by a statement that gives none
}

// MarshalJSON writes the rows as objects.
func (r *SQLResult) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, row := range r.Rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('{')
		for j, v := range row {
			if j > 0 {
				b.WriteByte(',')
			}
			key, err := marshal(r.Columns[j])
			if err != nil {
				return nil, fmt.Errorf("column %s: %w", r.Columns[j], err)
			}
			value, err := marshal(v)
			if err != nil {
				return nil, fmt.Errorf("column %s: %w", r.Columns[j], err)
			}
			b.Write(key)
			b.WriteByte(':')
			b.Write(value)
		}
		b.WriteByte('}')
	}
	b.WriteByte(']')
	return b.Bytes(), nil
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// SQL runs a statement over the file: read-only unless Write is set.
func (e *Engine) SQL(ctx context.Context, in SQLInput) (*SQLResult, error) {
	values, err := paramValues(in.Param)
	if err != nil {
		return nil, err
	}
	statement, args, err := db.Bind(in.Statement, values)
	if err != nil {
		return nil, usage("give each parameter of the statement with --param NAME=VALUE, and no others", "%v", err)
	}
	out := &SQLResult{Columns: []string{}, Rows: [][]any{}}
	run := func(tx *db.Tx) error { return out.read(tx, statement, args) }
	d, err := e.open(ctx, in.Write)
	if err != nil {
		return nil, err
	}
	if in.Write {
		err = d.WriteAny(ctx, run)
	} else {
		err = d.ReadAny(ctx, run)
	}
	if err != nil {
		return nil, explainSQL(err, in.Write)
	}
	return out, nil
}

func (r *SQLResult) read(tx *db.Tx, statement string, args []any) error {
	rows, err := tx.Rows(statement, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	r.Columns = unique(names)
	for rows.Next() {
		row := make([]any, len(r.Columns))
		to := make([]any, len(row))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			return err
		}
		for i, v := range row {
			row[i] = readable(names[i], v)
		}
		r.Rows = append(r.Rows, row)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(r.Columns) == 0 {
		return tx.QueryRow(`SELECT changes()`, nil, &r.Changed)
	}
	return nil
}

// unique gives names that occur again a number, so that an object has each of its keys once: a, a is a, a_2.
func unique(names []string) []string {
	taken := map[string]bool{}
	for _, n := range names {
		taken[n] = true
	}
	out := make([]string, len(names))
	seen := map[string]bool{}
	for i, n := range names {
		out[i] = n
		for k := 2; seen[n] && taken[out[i]]; k++ {
			out[i] = fmt.Sprintf("%s_%d", n, k)
		}
		seen[n], taken[out[i]] = true, true
	}
	return out
}

// readable shows an embedding in pgvector's text form and any other BLOB in hexadecimal. Times of brain-cli's DATETIME
// columns, which the driver parses, go back to SQLite's text.
func readable(column string, v any) any {
	switch v := v.(type) {
	case []byte:
		if strings.HasSuffix(column, "embedding") {
			if f, err := vec.FromBytes(v); err == nil {
				return vec.Format(f)
			}
		}
		return fmt.Sprintf("x'%x'", v)
	case float64:
		// JSON has no infinity; PostgreSQL prints the word.
		if math.IsInf(v, 0) {
			return fts.FormatFloat8(v)
		}
	case time.Time:
		return v.UTC().Format(time.DateTime)
	}
	return v
}

// paramValues reads NAME=VALUE; NAME=@FILE takes the file's text.
func paramValues(params []string) (map[string]any, error) {
	values := map[string]any{}
	for _, p := range params {
		name, value, ok := strings.Cut(p, "=")
		name = strings.TrimLeft(name, ":@$?")
		if !ok || name == "" {
			return nil, usage("write --param name=value or --param name=@file", "--param %q has no name and value", p)
		}
		if file, ok := strings.CutPrefix(value, "@"); ok {
			var err error
			if value, err = paramFile(name, file); err != nil {
				return nil, err
			}
		}
		values[name] = value
	}
	return values, nil
}

// maxParam is the size up to which a file is read as the value of a parameter.
const maxParam = 64 << 20

// paramFile is the text of a file, without the line's end that editors put there. What is no regular file may never end.
func paramFile(name, file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	const fix = "name a file that holds the value, or give the value itself"
	if !info.Mode().IsRegular() {
		return "", usage(fix, "--param %s: %s is no regular file", name, file)
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxParam+1))
	if err != nil {
		return "", err
	}
	if len(text) > maxParam {
		return "", usage(fix, "--param %s: %s is larger than %d MB", name, file, maxParam>>20)
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

// explainSQL adds what to do to the refusals that have one answer. What Explain knows is no fault of the statement and passes:
// a file that is locked or damaged, work that was stopped.
func explainSQL(err error, write bool) error {
	text := err.Error()
	var refused *db.Refused
	switch {
	case errors.As(err, &refused) && refused.Action == "ATTACH":
		return &Error{Problem: "ATTACH is refused", Cause: "brain sql works on one file; another would be opened past its checks", Fix: "name the other file with BRAIN_DB=path, or join the two in the sqlite3 shell", Err: err}
	case errors.As(err, &refused) && strings.HasPrefix(refused.Action, "PRAGMA "):
		return &Error{Problem: refused.Action + " is refused", Cause: "brain knows its file by this, or it does not belong in a transaction; nothing was changed", Fix: "leave it to brain", Err: err}
	case errors.As(err, &refused):
		return &Error{Problem: refused.Action + " is refused", Cause: "the statements of one call are one transaction already: all of them stand or none does, and nothing was changed now", Fix: "leave BEGIN, COMMIT, ROLLBACK and SAVEPOINT out; for more transactions call brain sql more than once", Err: err}
	case !write && errors.Is(err, db.ErrReadOnly):
		return &Error{Problem: "the statement would change the file", Cause: "brain sql reads only", Fix: "add --write if you mean it", Err: err}
	case Explain(err).Problem != text:
		return err
	case strings.Contains(text, "VACUUM"):
		return &Error{Problem: "VACUUM is refused", Cause: "the statements of one call are one transaction, in which it cannot run", Fix: "`brain vacuum` does it", Err: err}
	case strings.Contains(text, "no such table: brain_entries"):
		return &Error{Problem: "this file has no entries yet", Cause: text, Fix: "read something in first: `brain import DIR` or `brain extract DIR`", Err: err}
	case strings.Contains(text, `unrecognized token: ":"`) || strings.Contains(text, `unrecognized token: "@"`) || strings.Contains(text, `near ">"`):
		return &Error{Problem: "SQLite cannot read the statement", Cause: text, Fix: "write cosine_distance(a, b) for a <=> b, ts_match(v, q) for v @@ q, and no ::type casts but on parameters", Docs: "docs/sql.md", Err: err}
	}
	return &Error{Problem: "the statement failed", Cause: text, Fix: "see the tables with `brain sql \"SELECT name, sql FROM sqlite_schema\"`", Err: err}
}
