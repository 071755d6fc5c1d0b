package db

import (
	"slices"
	"strings"
)

// Fault is a part of the schema that a file lacks, or has in another form than ours.
type Fault struct {
	Kind  string // table, column, index, trigger or view
	Name  string // a column's is table.column
	Other bool   // it is there, but says something else
}

// String names the part and what is wrong with it.
func (f Fault) String() string {
	if f.Other {
		return f.Kind + " " + f.Name + " is another than brain's"
	}
	return f.Kind + " " + f.Name + " is missing"
}

// Faults lists what is wrong with the schema of a file, by reading only: of a file of ours against the migrations that it
// has, of a brain-cli file whose marker says schema 4 against what its program always makes there. Migrate repairs it.
func Faults(tx *Tx) ([]Fault, error) {
	is, err := identifyIn(tx.ctx, tx.tx)
	if err != nil {
		return nil, tx.classify(err)
	}
	all, err := schemaParts()
	if err != nil {
		return nil, err
	}
	have, err := partsOf(tx)
	if err != nil {
		return nil, err
	}
	switch {
	case is.state == Ours:
		return faultsOf(tx, all, have, is.schema)
	case is.state == BrainCLI && is.brainCLI >= newestBrainCLI:
		return brainCLIFaults(tx, have)
	}
	return nil, nil
}

// partsOf maps kind and name of what a file has to its SQL.
func partsOf(tx *Tx) (map[string]string, error) {
	have := map[string]string{}
	err := tx.Each(`SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema`, nil, func(scan func(...any) error) error {
		var name, text string
		err := scan(&name, &text)
		have[name] = text
		return err
	})
	return have, err
}

func faultsOf(tx *Tx, all []part, have map[string]string, level int) ([]Fault, error) {
	var out []Fault
	for _, p := range all {
		text, there := have[p.kind+" "+p.name]
		switch {
		case p.level > level || p.shadow != "":
		case !there:
			out = append(out, Fault{Kind: p.kind, Name: p.name})
		case p.virtual:
			// A table of vectors has the dimension of its model.
			if plain := plainSQL(text); !strings.Contains(plain, "using vec0") && plain != plainSQL(p.sql) {
				out = append(out, Fault{Kind: p.kind, Name: p.name, Other: true})
			}
			for _, s := range p.shadows(all) {
				if _, there := have["table "+s]; !there {
					out = append(out, Fault{Kind: "table", Name: s})
				}
			}
		case p.kind == "table":
			missing, err := missingColumns(tx, p)
			if err != nil {
				return nil, err
			}
			out = append(out, missing...)
		case plainSQL(text) != plainSQL(p.sql):
			out = append(out, Fault{Kind: p.kind, Name: p.name, Other: true})
		}
	}
	return out, nil
}

func missingColumns(tx *Tx, p part) ([]Fault, error) {
	have, err := columnsOf(tx, p.name)
	var out []Fault
	for _, c := range p.columns {
		if !slices.Contains(have, c.name) {
			out = append(out, Fault{Kind: "column", Name: p.name + "." + c.name})
		}
	}
	return out, err
}

func columnsOf(tx *Tx, table string) ([]string, error) {
	return texts(tx, `SELECT lower(name) FROM pragma_table_info(?)`, table)
}

// brainCLIParts are what brain-cli 3.4.0 always makes of its schema 4 beside the table memories. Other parts it makes when it
// first needs them, or where it has sqlite-vec.
var brainCLIParts = []string{"table tags", "table memory_tags", "table type_aliases", "table task_meta", "table memory_links", "table memory_versions",
	"table memories_fts", "trigger memories_ai", "trigger memories_ad", "trigger memories_au", "trigger memory_tags_ai", "trigger memory_tags_ad",
	"trigger memories_version_on_update"}

func brainCLIFaults(tx *Tx, have map[string]string) ([]Fault, error) {
	var out []Fault
	missing, err := MissingColumns(tx)
	for _, c := range missing {
		out = append(out, Fault{Kind: "column", Name: "memories." + c.Name})
	}
	for _, name := range brainCLIParts {
		if _, there := have[name]; !there {
			kind, name, _ := strings.Cut(name, " ")
			out = append(out, Fault{Kind: kind, Name: name})
		}
	}
	return out, err
}

// Writable says whether a write would be refused for whose file it is: a file or memories of a newer program are ErrNewer.
func Writable(tx *Tx) error {
	is, err := identifyIn(tx.ctx, tx.tx)
	if err == nil {
		err = is.writable()
	}
	return tx.classify(err)
}
