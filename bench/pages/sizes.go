package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	_ "modernc.org/sqlite"
	_ "modernc.org/sqlite/vec"
)

// sizesShown is how many tables are named; the rest is summed up.
const sizesShown = 20

// sizes reports the size of the file beside the text, and what each table takes of it, its indexes included.
func (b *measurement) sizes(ctx context.Context) error {
	info, err := os.Stat(b.file)
	if err != nil {
		return err
	}
	fmt.Printf("file: %.1f MB, %.2f times the text\n", float64(info.Size())/1e6, float64(info.Size())/float64(b.text))
	q, err := sql.Open("sqlite", "file:"+b.file+"?mode=ro")
	if err != nil {
		return err
	}
	defer q.Close()
	rows, err := q.QueryContext(ctx, `SELECT coalesce(m.tbl_name, s.name) AS t, sum(s.pgsize) AS n FROM dbstat s LEFT JOIN sqlite_schema m ON m.name = s.name GROUP BY t ORDER BY n DESC`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var rest int64
	for i := 0; rows.Next(); i++ {
		var name string
		var n int64
		if err := rows.Scan(&name, &n); err != nil {
			return err
		}
		if i >= sizesShown {
			rest += n
			continue
		}
		fmt.Printf("  %-30s %8.2f MB  %.3f\n", name, float64(n)/1e6, float64(n)/float64(b.text))
	}
	fmt.Printf("  %-30s %8.2f MB  %.3f\n", "all others", float64(rest)/1e6, float64(rest)/float64(b.text))
	return rows.Err()
}
