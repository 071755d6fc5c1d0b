package extract

import (
	"database/sql"
	"strings"

	"brain/db"
)

// names gives the numbers by which a file knows nodes. What it does not know yet gets the next one.
type names struct {
	tx    *db.Tx
	empty bool // the file had no node and no edge
	ids   map[string]int64
	last  int64
}

func namesOf(tx *db.Tx) (*names, error) {
	n := &names{tx: tx, ids: map[string]int64{}}
	err := tx.QueryRow(`SELECT coalesce(max(id), 0), NOT EXISTS (SELECT 1 FROM node_rows) AND NOT EXISTS (SELECT 1 FROM edge_rows) FROM node_rows`, nil,
		&n.last, &n.empty)
	return n, err
}

// look finds the numbers of names, of those that have one.
func (n *names) look(list []string) error {
	if n.empty {
		return nil
	}
	var wanted []any
	for _, name := range list {
		if _, known := n.ids[name]; !known {
			wanted = append(wanted, name)
		}
	}
	const most = 64
	for len(wanted) > 0 {
		k := min(len(wanted), most)
		err := n.tx.Each(`SELECT id, name FROM node_rows WHERE name IN (?`+strings.Repeat(", ?", k-1)+`)`, wanted[:k], func(scan func(...any) error) error {
			var id int64
			var name string
			err := scan(&id, &name)
			n.ids[name] = id
			return err
		})
		if err != nil {
			return err
		}
		wanted = wanted[k:]
	}
	return nil
}

// next gives a name the next number.
func (n *names) next(name string) int64 {
	n.last++
	n.ids[name] = n.last
	return n.last
}

// place is a source location as it is stored: "L12" as 12, none as NULL.
func place(location string) any {
	if location == "" {
		return nil
	}
	digits, ok := strings.CutPrefix(location, "L")
	if !ok || len(digits) == 0 || len(digits) > 16 || digits[0] == '0' {
		return location
	}
	var line int64
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return location
		}
		line = line*10 + int64(digits[i]-'0')
	}
	return line
}

// orNull is a text as it is stored where NULL says the same as what it mostly is.
func orNull(s, mostly string) any {
	if s == mostly {
		return nil
	}
	return s
}

// sweep removes what was kept of nodes that are gone for the sake of their names: where no edge ends there and no entry waits.
func sweep(tx *db.Tx) error {
	_, err := tx.Exec(`DELETE FROM node_rows WHERE group_id IS NULL AND NOT EXISTS (SELECT 1 FROM edge_rows WHERE source = node_rows.id)
		AND NOT EXISTS (SELECT 1 FROM edge_rows WHERE target = node_rows.id) AND NOT EXISTS (SELECT 1 FROM graph_pending WHERE node_rows.id BETWEEN first AND last)`)
	return err
}

// number is a number as it is stored, NULL for none.
func number(n *float64) sql.NullFloat64 {
	if n == nil {
		return sql.NullFloat64{}
	}
	return sql.NullFloat64{Float64: *n, Valid: true}
}
