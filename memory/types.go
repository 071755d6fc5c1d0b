package memory

import (
	"database/sql"
	"errors"
	"slices"
	"strings"

	"brain/db"
)

// Types are brain-cli's canonical types of memories.
var Types = []string{"learning", "decision", "bug", "snippet", "note", "task", "person", "project"}

// aliases are brain-cli's 21 words for its 8 types. A file may hold more of them, in its table type_aliases.
var aliases = [][2]string{
	{"learning", "learning"}, {"lesson", "learning"}, {"insight", "learning"},
	{"decision", "decision"}, {"choice", "decision"},
	{"bug", "bug"}, {"fix", "bug"}, {"issue", "bug"},
	{"snippet", "snippet"}, {"code", "snippet"}, {"pattern", "snippet"}, {"recipe", "snippet"},
	{"note", "note"}, {"reference", "note"}, {"checklist", "note"}, {"merge-snapshot", "note"},
	{"task", "task"}, {"todo", "task"}, {"person", "person"}, {"contact", "person"}, {"project", "project"},
}

// CanonicalType gives the canonical type of a word in any case: that of the file's aliases, else of brain-cli's own; a word
// that neither knows is a note.
func CanonicalType(tx *db.Tx, s *Stage, word string) (string, error) {
	word = lower(strip(word))
	if s.HasTable("type_aliases") {
		var canonical string
		err := tx.QueryRow(`SELECT CAST(canonical AS TEXT) FROM type_aliases WHERE alias = ?`, []any{word}, &canonical)
		if !errors.Is(err, sql.ErrNoRows) {
			return canonical, err
		}
	}
	if i := slices.IndexFunc(aliases, func(a [2]string) bool { return a[0] == word }); i >= 0 {
		return aliases[i][1], nil
	}
	return "note", nil
}

// canonicalSQL is an expression for the canonical type of a column with the word, where no column holds it.
func canonicalSQL(column string) string {
	var b strings.Builder
	b.WriteString("CASE lower(trim(" + column + ", char(9,10,11,12,13,32)))")
	for _, a := range aliases {
		b.WriteString(" WHEN '" + a[0] + "' THEN '" + a[1] + "'")
	}
	b.WriteString(" ELSE 'note' END")
	return b.String()
}
