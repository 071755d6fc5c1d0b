package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ApplicationID marks a file as ours: "BRAI" in PRAGMA application_id. It is set when the file is first migrated.
const ApplicationID = 0x42524149

// State says whose file it is.
type State int

const (
	// Empty: a new file, or one without tables.
	Empty State = iota
	// BrainCLI: brain-cli's memories, never written by this program.
	BrainCLI
	// Ours: holds our tables.
	Ours
)

// identity is whose file it is, how many of our migrations are in it, and whether its marks (application_id,
// user_version) say the same. The tables decide: a dump that was read back has lost the marks, and an emptied file has
// kept them.
type identity struct {
	state    State
	schema   int
	marked   bool
	brainCLI int // the schema of brain-cli that its marker names, 0 without one
}

// writable refuses to write memories of a newer brain-cli. Reading them is tried: what is asked for may well be there.
func (i identity) writable() error {
	if i.brainCLI > newestBrainCLI {
		return fmt.Errorf("%w: its memories have schema %d, this program knows up to %d", ErrNewer, i.brainCLI, newestBrainCLI)
	}
	return nil
}

// current says that there is nothing to migrate.
func (i identity) current() bool {
	return i.state == Ours && i.schema == len(migrations) && i.marked
}

// newestBrainCLI is the schema of brain-cli that we know (its marker in stats, facts of program 3.4.0).
const newestBrainCLI = 4

func newer(version int) error {
	return fmt.Errorf("%w: its schema is %d, this program knows up to %d", ErrNewer, version, len(migrations))
}

// identify reads whose file it is. A later version, a stranger's file or one in which tables of ours are missing is an
// error. All is read in one transaction: between two statements another process may migrate the file.
func identify(ctx context.Context, readers *sql.DB) (identity, error) {
	q, err := readers.BeginTx(ctx, nil)
	if err != nil {
		return identity{}, classifyRead(err)
	}
	defer q.Rollback()
	is, err := identifyIn(ctx, q)
	return is, classifyRead(err)
}

func identifyIn(ctx context.Context, q *sql.Tx) (identity, error) {
	var appID, version, tables, spine, memories, stats int
	if err := q.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&appID); err != nil {
		return identity{}, err
	}
	if err := q.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return identity{}, err
	}
	marked := appID == ApplicationID
	switch {
	case !marked && appID != 0:
		return identity{}, fmt.Errorf("%w: it carries another program's id %#x", ErrForeign, uint32(appID))
	case marked && version > len(migrations):
		return identity{}, newer(version)
	}
	err := q.QueryRowContext(ctx, `SELECT count(*), count(CASE WHEN name IN ('brain_entries','brain_meta') THEN 1 END),
		count(CASE WHEN name = 'memories' AND type = 'table' THEN 1 END), count(CASE WHEN name = 'stats' AND type = 'table' THEN 1 END)
		FROM sqlite_schema WHERE type IN ('table','view')`).Scan(&tables, &spine, &memories, &stats)
	if err != nil {
		return identity{}, err
	}
	brainCLI, cli := memories+stats == 2, 0
	if stats > 0 && (marked || brainCLI) {
		if cli, err = markerOfBrainCLI(ctx, q); err != nil {
			return identity{}, err
		}
	}
	switch {
	case tables == 0:
		return identity{state: Empty}, nil
	case marked && version > 0 && spine == 2:
		return identity{Ours, version, true, cli}, nil
	case !marked && !brainCLI && spine < 2:
		return identity{}, fmt.Errorf("%w: it is a database of another program", ErrForeign)
	}
	schema, there, missing, err := schemaByTables(ctx, q)
	switch {
	case err != nil:
		return identity{}, err
	case schema > 0 && version > len(migrations):
		return identity{}, newer(version)
	case schema > 0:
		return identity{state: Ours, schema: schema, brainCLI: cli}, nil
	case there == "" && brainCLI:
		return identity{state: BrainCLI, brainCLI: cli}, nil
	case there == "" || marked || spine > 0:
		return identity{}, fmt.Errorf("%w: it lacks brain's %s", ErrCorrupt, missing)
	}
	return identity{}, fmt.Errorf("%w: its %s stands where brain's own would have to", ErrForeign, there)
}

// created finds what a migration makes.
var created = lazy(`(?m)^CREATE (?:UNIQUE |VIRTUAL )?(TABLE|INDEX|VIEW|TRIGGER) (?:IF NOT EXISTS )?(\w+)`)

// dropped finds what a migration does away with.
var dropped = lazy(`(?m)^DROP (TABLE|INDEX|VIEW|TRIGGER) (?:IF EXISTS )?(\w+)`)

// schemaByTables says of a file whose marks do not tell how many of our migrations are in it: as many as everything that
// they make is there, but for what a later one does away with. If none is whole, there and missing name one object of the first that is there and one
// that is not.
func schemaByTables(ctx context.Context, q *sql.Tx) (schema int, there, missing string, err error) {
	rows, err := q.QueryContext(ctx, `SELECT type || ' ' || name FROM sqlite_schema`)
	if err != nil {
		return 0, "", "", err
	}
	defer rows.Close()
	have := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return 0, "", "", err
		}
		have[name] = true
	}
	for i, script := range migrations {
		there, missing = "", ""
		later := map[string]bool{}
		for _, m := range dropped().FindAllStringSubmatch(strings.Join(migrations[i+1:], ""), -1) {
			later[strings.ToLower(m[1])+" "+m[2]] = true
		}
		for _, m := range created().FindAllStringSubmatch(script, -1) {
			if name := strings.ToLower(m[1]) + " " + m[2]; have[name] {
				there = name
			} else if missing == "" && !later[name] {
				missing = name
			}
		}
		if missing != "" {
			break
		}
		schema++
	}
	return schema, there, missing, rows.Err()
}

// markerOfBrainCLI reads which schema of brain-cli the memories have; 0 without a marker.
func markerOfBrainCLI(ctx context.Context, q *sql.Tx) (int, error) {
	var marker sql.NullString
	err := q.QueryRowContext(ctx, `SELECT value FROM stats WHERE key = 'brain_schema_version'`).Scan(&marker)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, nil
	case code(err)&0xff == codeError:
		return 0, fmt.Errorf("%w: its table stats is another program's: %w", ErrForeign, err)
	case err != nil:
		return 0, err
	}
	v, _ := strconv.Atoi(marker.String)
	return v, nil
}
