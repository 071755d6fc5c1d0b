package db

import (
	"fmt"
	"slices"
	"strings"
)

// repair puts back what the schema of a file of ours lacks, and fills what can be made again from the rest. What stood in a
// column or table that is gone, and nowhere else, stays lost.
func repair(tx *Tx) error {
	faults, err := Faults(tx)
	if err != nil || len(faults) == 0 {
		return err
	}
	all, err := schemaParts()
	if err != nil {
		return err
	}
	r := repairs{tx: tx, all: all, touched: map[string]bool{}}
	for _, f := range faults {
		if err := refuseLoss(tx, f); err != nil {
			return err
		}
		r.touched[f.Name] = true
	}
	for _, step := range []func([]Fault) error{r.tables, r.columns, r.rest, r.fill} {
		if err := step(faults); err != nil {
			return fmt.Errorf("put back the schema: %w", err)
		}
	}
	return nil
}

// held asks whether a file had something in a table that cannot be made again: its entries say so.
var held = map[string]string{
	"memories": `SELECT EXISTS (SELECT 1 FROM brain_entries WHERE source = 'memory')`,
	"pages":    `SELECT EXISTS (SELECT 1 FROM brain_entries WHERE source = 'gbrain')`,
}

// refuseLoss is an error where the fault is the loss of what was stored: an empty table in its place would pass for a whole one, and
// what is derived from it would be deleted as of nothing.
func refuseLoss(tx *Tx, f Fault) error {
	question := held[f.Name]
	if f.Kind != "table" || question == "" {
		return nil
	}
	var lost bool
	if err := tx.QueryRow(question, nil, &lost); err != nil || !lost {
		return err
	}
	return fmt.Errorf("%w: the table %s is gone, with what was in it", ErrCorrupt, f.Name)
}

type repairs struct {
	tx      *Tx
	all     []part
	touched map[string]bool // by name
}

func (r *repairs) part(name string) part {
	return r.all[slices.IndexFunc(r.all, func(p part) bool { return p.name == name })]
}

// tables makes those that are missing. A virtual table of which a part is missing is made anew.
func (r *repairs) tables(faults []Fault) error {
	done := map[string]bool{}
	for _, f := range faults {
		if f.Kind != "table" {
			continue
		}
		p := r.part(f.Name)
		if p.shadow != "" {
			p = r.part(p.shadow)
		}
		if done[p.name] {
			continue
		}
		done[p.name], r.touched[p.name] = true, true
		if p.virtual {
			if err := Remake(r.tx, p.name); err != nil {
				return err
			}
			continue
		}
		if err := r.tx.Script(p.sql); err != nil {
			return err
		}
	}
	return nil
}

func (r *repairs) columns(faults []Fault) error {
	for _, f := range faults {
		table, name, _ := strings.Cut(f.Name, ".")
		if f.Kind != "column" {
			continue
		}
		p := r.part(table)
		c := p.columns[slices.IndexFunc(p.columns, func(c column) bool { return c.name == name })]
		if c.key {
			return fmt.Errorf("%w: %s is a part of the key of its table", ErrCorrupt, f.Name)
		}
		if err := r.tx.Script(fmt.Sprintf(`ALTER TABLE %s ADD COLUMN %s %s%s`, table, c.name, c.kind, r.otherwise(c))); err != nil {
			return fmt.Errorf("add column %s: %w", f.Name, err)
		}
	}
	return nil
}

// otherwise is what a new column has in rows that are there: ALTER TABLE takes no default that is computed, such as the time,
// and none is not enough for a column that must not be NULL.
func (r *repairs) otherwise(c column) string {
	value := c.otherwise.String
	switch {
	case !c.notNull && (!c.otherwise.Valid || strings.Contains(value, "(")):
		return ""
	case strings.Contains(value, "("):
		value = "'" + r.tx.Now.UTC().Format("2006-01-02 15:04:05") + "'"
	case !c.otherwise.Valid && (strings.HasPrefix(c.kind, "INT") || c.kind == "REAL"):
		value = "0"
	case !c.otherwise.Valid:
		value = "''"
	}
	if c.notNull {
		return " NOT NULL DEFAULT " + value
	}
	return " DEFAULT " + value
}

// rest makes indexes, triggers and views.
func (r *repairs) rest(faults []Fault) error {
	for _, f := range faults {
		if f.Kind == "table" || f.Kind == "column" {
			continue
		}
		if f.Other {
			if err := r.tx.Script(fmt.Sprintf(`DROP %s %s`, f.Kind, f.Name)); err != nil {
				return err
			}
		}
		if err := r.tx.Script(r.part(f.Name).sql); err != nil {
			return err
		}
	}
	return nil
}

// any says whether a part of one of these names was put back.
func (r *repairs) any(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		if prefix, ok := strings.CutSuffix(name, "*"); ok {
			for have := range r.touched {
				if strings.HasPrefix(have, prefix) {
					return true
				}
			}
		}
		return r.touched[name]
	})
}

// fill makes again what is derived, where it or the triggers that keep it up to date were missing. memories_au of brain-cli
// did the same work, only more often. What is derived from memories follows from Sync and from what the store adds.
func (r *repairs) fill(faults []Fault) error {
	lost := func(name string) bool { return slices.Contains(faults, Fault{Kind: "trigger", Name: name}) }
	for _, f := range []struct {
		broken bool
		script string
	}{
		{r.any("memories_fts*", "memories.title", "memories.content", "memories.tags", "memories.project", "memories.type") || r.any("memories_replaced_*") || lost("memories_ai") || lost("memories_ad") || lost("memories_au"),
			`INSERT INTO memories_fts(memories_fts) VALUES ('rebuild')`},
		{r.any("memory_chunks"), `DELETE FROM vector_tables WHERE name = 'memory_chunks'`},
		{r.any("entry_counts*", "brain_entries_counts_*"), `DELETE FROM entry_counts;
			INSERT INTO entry_counts(source, n, embedded) SELECT source, count(*), count(embedding) FROM brain_entries GROUP BY source`},
		{r.any("brain_entries_compared_*"), `DELETE FROM compared_vectors`},
	} {
		if f.broken {
			if err := r.tx.Script(f.script); err != nil {
				return err
			}
		}
	}
	if r.any("entry_texts", "entries_fts*", "brain_entries_text_*") {
		if err := RefillEntryTexts(r.tx); err != nil {
			return err
		}
	}
	if r.any("memory_pending", "memory_texts_pending", "memories_pending_*", "memories_texts_pending_*", "memories_replaced_*", "memory_grams*", "memories.content", "memories.project", "memories.tags", "memories.deleted_at", "memories.invalid_at") {
		return PendAll(r.tx)
	}
	return nil
}

// RefillEntryTexts computes the tsvectors of all entries, and their index, by the functions of package merge.
func RefillEntryTexts(tx *Tx) error {
	if err := Remake(tx, "entries_fts"); err != nil {
		return err
	}
	return tx.Script(`DELETE FROM entry_texts;
		INSERT INTO entry_texts(entry_id, tsvector) SELECT id, brain_tsvector(content) FROM brain_entries;
		INSERT INTO entries_fts(rowid, lexemes) SELECT id, brain_index_text(content) FROM brain_entries`)
}

// Remake makes a virtual table of the schema anew and empty, however damaged it is: an index that is filled again from what
// it indexes, or vectors that are computed again.
func Remake(tx *Tx, name string) error {
	all, err := schemaParts()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(p part) bool { return p.name == name && p.virtual })
	if i < 0 {
		return fmt.Errorf("make %s anew: it is no virtual table of the schema", name)
	}
	if err := forget(tx, all[i], all); err != nil {
		return fmt.Errorf("drop %s: %w", name, err)
	}
	if err := tx.Script(all[i].sql); err != nil {
		return fmt.Errorf("make %s: %w", name, err)
	}
	return nil
}

// forget drops a virtual table. One whose own tables are not whole cannot be opened, and SQLite opens what it is to drop: its
// row is taken out of the schema then.
func forget(tx *Tx, p part, all []part) error {
	if err := tx.Script(`SAVEPOINT forget`); err != nil {
		return err
	}
	err := tx.Script(`DROP TABLE IF EXISTS ` + p.name)
	if err != nil {
		err = tx.Script(fmt.Sprintf(`ROLLBACK TO forget; PRAGMA writable_schema = ON;
			DELETE FROM sqlite_schema WHERE type = 'table' AND name = '%s' AND sql LIKE 'create virtual%%'; PRAGMA writable_schema = RESET`, p.name))
	}
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.shadow != p.name {
			continue
		}
		if err := tx.Script(`DROP TABLE IF EXISTS ` + s.name); err != nil {
			return err
		}
	}
	return tx.Script(`RELEASE forget`)
}
