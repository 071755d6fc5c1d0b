package memory

import (
	"database/sql"
	"errors"
	"strings"

	"brain/db"
)

// Memory is a row of memories.
type Memory struct {
	ID        int64
	UID       string
	Type      string // one of Types
	Word      string // the type as it was given, lower case: an alias, or a word that brain-cli does not know
	Title     string
	Content   string
	Project   *string // nil where none was given
	CreatedAt string  // as in the file: 2006-01-02 15:04:05 in UTC, "" where it has none
	UpdatedAt string
	// DeletedAt, InvalidAt, SupersededBy and Abstract are "" where they do not hold.
	DeletedAt    string
	InvalidAt    string
	SupersededBy string
	Abstract     string
	AccessCount  int64
}

// text is a column as text, ” where it is NULL. SQLite keeps whatever it is given in any column: numbers and bytes where a
// text is meant come with files of other programs. It also takes the declared type DATETIME from the result, of which the
// driver would make a time.Time and database/sql then text of another form.
func text(column string) string { return "coalesce(CAST(" + column + " AS TEXT), '')" }

// number is a column as an integer, 0 where it is none.
func number(column string) string { return "coalesce(CAST(" + column + " AS INTEGER), 0)" }

// textsOf are columns by text, with commas between.
func textsOf(columns ...string) string {
	for i, c := range columns {
		columns[i] = text(c)
	}
	return strings.Join(columns, ", ")
}

// canonicalText is the canonical type of m.
var canonicalText = text("coalesce(m.canonical_type, " + canonicalSQL("m.type") + ")")

// rowColumns are what scanRow reads from Stage.Rows AS m.
var rowColumns = `m.id, ` + text("m.uid") + `, ` + canonicalText + `, ` + textsOf("m.type", "m.title", "m.content") + `, CAST(m.project AS TEXT), ` +
	textsOf("m.created_at", "m.updated_at", "m.deleted_at", "m.invalid_at", "m.superseded_by", "m.abstract") + `, ` + number("m.access_count")

// scanRow reads rowColumns, and more after them.
func scanRow(scan func(...any) error, more ...any) (Memory, error) {
	var m Memory
	err := scan(append([]any{&m.ID, &m.UID, &m.Type, &m.Word, &m.Title, &m.Content, &m.Project, &m.CreatedAt, &m.UpdatedAt,
		&m.DeletedAt, &m.InvalidAt, &m.SupersededBy, &m.Abstract, &m.AccessCount}, more...)...)
	return m, err
}

// Find gives the memory with that uid, deleted or not. The error is a *UIDError of ErrUnknown.
func Find(tx *db.Tx, s *Stage, uid string) (Memory, error) {
	var m Memory
	err := sql.ErrNoRows
	if each := tx.Each(`SELECT `+rowColumns+` FROM `+s.Rows()+` m WHERE m.uid = ?`, []any{uid}, func(scan func(...any) error) error {
		m, err = scanRow(scan)
		return err
	}); each != nil {
		return m, each
	}
	if errors.Is(err, sql.ErrNoRows) {
		return m, unknown(tx, s, uid)
	}
	return m, err
}

// FindLive is Find of a memory that is not deleted; else the error is a *UIDError of ErrDeleted.
func FindLive(tx *db.Tx, s *Stage, uid string) (Memory, error) {
	m, err := Find(tx, s, uid)
	if err == nil && m.DeletedAt != "" {
		err = &UIDError{UID: uid, Err: ErrDeleted}
	}
	return m, err
}
