package memory

import (
	"database/sql"
	"strconv"
	"strings"

	"brain/db"
)

// sieve tells which memories a filter keeps. It asks for some at a time, since a ranking mostly needs its first rows; when
// it has asked for many in vain, it reads which of all are kept.
type sieve struct {
	tx    *db.Tx
	query string // SELECT m.id … WHERE condition
	args  []any
	asked idSet // of which it is known whether they are kept
	kept  idSet // those that are
	all   bool  // kept holds all of them
	last  int64 // the largest id: about how many memories there are
}

// passedBy is how many memories can be passed by, in the index that holds what filters ask for, in the time of reading one by
// its id. readAllAfter is how many are asked for before all are read, however many there are.
const (
	passedBy     = 20
	readAllAfter = 4096
)

func (f Filter) sieve(tx *db.Tx, s *Stage) (*sieve, error) {
	where, args, err := f.condition(tx, s)
	if err != nil {
		return nil, err
	}
	rows := s.Rows() + ` m`
	if f.plain() && s.states && rows == `memories m` {
		// SQLite would look an id up in the table itself.
		rows += ` INDEXED BY memories_state`
	}
	v := &sieve{tx: tx, query: `SELECT m.id FROM ` + rows + ` WHERE ` + where, args: args}
	if len(s.Columns) > 0 {
		err = tx.Unwatched(func() error { return tx.QueryRow(`SELECT coalesce(max(id), 0) FROM memories`, nil, &v.last) })
	}
	return v, err
}

// look makes keep answer for these ids.
func (v *sieve) look(ids []int64) error {
	if v.all {
		return nil
	}
	var fresh []int64
	for _, id := range ids {
		if v.asked.add(id) {
			fresh = append(fresh, id)
		}
	}
	switch {
	case len(fresh) == 0:
		return nil
	case v.asked.size > readAllAfter || int64(len(fresh))*passedBy > v.last:
		return v.readAll()
	}
	return v.read(v.query+` AND m.id IN (SELECT value FROM json_each(?))`, append(v.args[:len(v.args):len(v.args)], idList(fresh)))
}

// readAll makes keep answer for every id.
func (v *sieve) readAll() error {
	if v.all {
		return nil
	}
	v.all, v.kept = true, idSet{}
	return v.read(v.query, v.args)
}

func (v *sieve) read(query string, args []any) error {
	// One row of all ids: to take each from a row of its own took five times as long.
	var ids sql.NullString
	if err := v.tx.QueryRow(`SELECT group_concat(id, ' ') FROM (`+query+`)`, args, &ids); err != nil {
		return err
	}
	for s := range strings.FieldsSeq(ids.String) {
		id, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return err
		}
		v.kept.add(id)
	}
	return nil
}

// keep says whether the filter keeps a memory that look was told of.
func (v *sieve) keep(id int64) bool { return v.kept.has(id) }
