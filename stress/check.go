package main

import (
	"context"
	"database/sql"
	"fmt"

	_ "modernc.org/sqlite"
	_ "modernc.org/sqlite/vec"
)

// check looks into the file when all is over, by SQLite alone.
func (r *run) check(ctx context.Context) error {
	q, err := sql.Open("sqlite", "file:"+r.file+"?mode=ro")
	if err != nil {
		return err
	}
	defer q.Close()
	var integrity string
	if err := q.QueryRowContext(ctx, `PRAGMA integrity_check`).Scan(&integrity); err != nil {
		return err
	}
	if integrity != "ok" {
		r.fault("integrity_check: %s", integrity)
	}
	for title, uid := range r.titles {
		var got string
		err := q.QueryRowContext(ctx, `SELECT title FROM memories WHERE uid = ? AND deleted_at IS NULL`, uid).Scan(&got)
		switch {
		case err != nil:
			r.fault("%s (%q) was acknowledged and is lost: %v", uid, title, err)
		case got != title:
			r.fault("%s is %q, saved as %q", uid, got, title)
		default:
			r.report.Kept++
		}
	}
	for what, query := range map[string]string{
		"live memories with the same content": `SELECT count(*) FROM (SELECT 1 FROM memories WHERE deleted_at IS NULL GROUP BY content_hash HAVING count(*) > 1)`,
		"memories without their entry":        `SELECT count(*) FROM memories m WHERE NOT EXISTS (SELECT 1 FROM entry_spans s WHERE s.source = 'memory' AND s.entity_id = m.uid)`,
		"memories left pending":               `SELECT count(*) FROM memory_pending`,
		"memories without a created line":     `SELECT count(*) FROM memories m WHERE NOT EXISTS (SELECT 1 FROM alterations a WHERE a.memory_uid = m.uid AND a.kind = 'create')`,
		"tags miscounted":                     `SELECT count(*) FROM tags t WHERE use_count <> (SELECT count(*) FROM memory_tags m WHERE m.tag_id = t.id)`,
	} {
		var n int
		if err := q.QueryRowContext(ctx, query).Scan(&n); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if n > 0 {
			r.fault("%d %s", n, what)
		}
	}
	if out, err := r.call(ctx, "doctor"); err != nil {
		r.fault("doctor: %v: %s", err, out.all())
	}
	return nil
}

func (r *run) fault(format string, args ...any) {
	r.report.Faults = append(r.report.Faults, fmt.Sprintf(format, args...))
}
