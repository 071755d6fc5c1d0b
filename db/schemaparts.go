package db

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// part is a table, index, trigger or view that our migrations make.
type part struct {
	kind, name string
	sql        string
	level      int      // the number of the migration that makes it what it is
	virtual    bool     // a table whose rows lie in other tables
	shadow     string   // the virtual table of which it is a part, "" for others
	columns    []column // of a table that is neither
}

type column struct {
	name, kind string
	notNull    bool
	otherwise  sql.NullString // its default, an expression
	key        bool
}

// schemaParts are all parts of the newest schema, in the order in which they are made, read from a database in memory
// that is made for it once.
var schemaParts = sync.OnceValues(func() ([]part, error) {
	q := openSQL(&sqlite.Driver{}, "file::memory:")
	defer q.Close()
	q.SetMaxOpenConns(1)
	level := map[string]int{}
	for i, script := range migrations {
		if _, err := q.Exec(script); err != nil {
			return nil, fmt.Errorf("make the schema: %w", err)
		}
		list, err := readParts(q)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if level[p.kind+p.name+p.sql] == 0 {
				level[p.kind+p.name+p.sql] = i + 1
			}
		}
	}
	list, err := readParts(q)
	for i := range list {
		p := &list[i]
		p.level = level[p.kind+p.name+p.sql]
		for _, v := range list {
			if v.virtual && v.name != p.name && strings.HasPrefix(p.name, v.name+"_") && p.kind == "table" {
				p.shadow = v.name
			}
		}
		if err == nil && p.kind == "table" && !p.virtual && p.shadow == "" {
			p.columns, err = readColumns(q, p.name)
		}
	}
	return list, err
})

// vec0Shadows are the tables without which a vec0 table does not work; older sqlite-vec makes some of the others only.
var vec0Shadows = []string{"_chunks", "_rowids", "_vector_chunks00", "_metadatachunks00"}

func readParts(q *sql.DB) ([]part, error) {
	rows, err := q.Query(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY type <> 'table', rowid`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []part
	for rows.Next() {
		var p part
		if err := rows.Scan(&p.kind, &p.name, &p.sql); err != nil {
			return nil, err
		}
		p.virtual = strings.HasPrefix(plainSQL(p.sql), "create virtual")
		list = append(list, p)
	}
	return list, rows.Err()
}

func readColumns(q *sql.DB, table string) ([]column, error) {
	rows, err := q.Query(`SELECT lower(name), type, "notnull", dflt_value, pk > 0 FROM pragma_table_info(?)`, table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []column
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.name, &c.kind, &c.notNull, &c.otherwise, &c.key); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// shadows are the tables in which a virtual table keeps its rows.
func (p part) shadows(all []part) (names []string) {
	vec0 := strings.Contains(plainSQL(p.sql), "using vec0")
	for _, s := range all {
		if s.shadow == p.name && (!vec0 || slices.Contains(vec0Shadows, strings.TrimPrefix(s.name, p.name))) {
			names = append(names, s.name)
		}
	}
	return names
}

var (
	sqlComment = lazy(`--[^\n]*`)
	sqlSpace   = lazy(`\s+`)
	sqlMark    = lazy(`\s*([(),;=<>|+])\s*`)
)

// lazy compiles an expression when it is first asked for: most runs ask for none.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// plainSQL is a statement in a form in which those that say the same are equal, whoever wrote them.
func plainSQL(s string) string {
	s = strings.ToLower(sqlSpace().ReplaceAllString(sqlComment().ReplaceAllString(s, ""), " "))
	s = strings.NewReplacer("if not exists ", "", "'", "", `"`, "", "`", "").Replace(s)
	return strings.TrimSpace(sqlMark().ReplaceAllString(s, "$1"))
}
