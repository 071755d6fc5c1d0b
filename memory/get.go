package memory

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"brain/db"
)

// Field is a column of a memory: nil, an int64, a float64 or a string.
type Field struct {
	Name  string
	Value any
}

// Full is all that the file has of a memory.
type Full struct {
	Memory
	// Fields are the columns of the table in its order, also those that another program added, without content_hash; then
	// all_tags, the tags joined by commas, nil without any.
	Fields []Field
	Tags   []string
}

// Get gives the memory with that uid as it is; Bump and LogRecall then say that it was read. The error is a *UIDError of
// ErrUnknown or ErrDeleted.
func Get(tx *db.Tx, s *Stage, uid string) (*Full, error) {
	m, err := FindLive(tx, s, uid)
	if err != nil {
		return nil, err
	}
	f := &Full{Memory: m}
	if f.Fields, err = fields(tx, s, m.ID); err != nil {
		return nil, fmt.Errorf("read %s: %w", uid, err)
	}
	if f.Tags, err = tagsOf(tx, s, m.ID); err != nil {
		return nil, fmt.Errorf("read tags of %s: %w", uid, err)
	}
	all := Field{Name: "all_tags"}
	if len(f.Tags) > 0 {
		all.Value = strings.Join(f.Tags, ",")
	}
	f.Fields = append(f.Fields, all)
	return f, nil
}

func fields(tx *db.Tx, s *Stage, id int64) ([]Field, error) {
	var out []Field
	var list []string
	for _, name := range s.Columns {
		if name != "content_hash" {
			out = append(out, Field{Name: name})
			// The plus takes the declared type from the result, of which the driver would make a time.Time.
			list = append(list, `+"`+strings.ReplaceAll(name, `"`, `""`)+`"`)
		}
	}
	values, dest := make([]any, len(out)), make([]any, len(out))
	for i := range values {
		dest[i] = &values[i]
	}
	if err := tx.QueryRow(`SELECT `+strings.Join(list, ", ")+` FROM memories WHERE id = ?`, []any{id}, dest...); err != nil {
		return nil, err
	}
	for i, v := range values {
		if b, ok := v.([]byte); ok {
			v = strings.ToValidUTF8(string(b), "\uFFFD")
		}
		if f, ok := v.(float64); ok && math.IsInf(f, 0) {
			v = strconv.FormatFloat(f, 'g', -1, 64) // no number of JSON
		}
		out[i].Value = v
	}
	return out, nil
}
