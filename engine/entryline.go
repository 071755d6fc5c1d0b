package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"brain/db"
	"brain/merge"
	"brain/vec"
)

// entryLine is a line of the file. Other keys (id, ord, citation_id, content_hash) are allowed and not needed: ids are
// given anew, and hash and citation follow from the row.
type entryLine struct {
	Source     *string         `json:"source"`
	EntityID   *string         `json:"entity_id"`
	EntityName *string         `json:"entity_name"`
	Content    *string         `json:"content"`
	Embedding  json.RawMessage `json:"embedding"`
	CreatedAt  *string         `json:"created_at"`
	UpdatedAt  *string         `json:"updated_at"`
}

// readEntry reads a line into a row. The error says in words what is wrong with the line.
func readEntry(line []byte) (merge.Row, error) {
	var l entryLine
	if err := json.Unmarshal(line, &l); err != nil {
		return merge.Row{}, lineError(line, err)
	}
	if kind := jsonKind(line); kind != "an object" { // null, which fills no field
		return merge.Row{}, fmt.Errorf("not a JSON object but %s", kind)
	}
	for _, need := range []struct {
		name  string
		value *string
	}{{"source", l.Source}, {"entity_id", l.EntityID}, {"entity_name", l.EntityName}, {"content", l.Content}, {"created_at", l.CreatedAt}} {
		if need.value == nil {
			return merge.Row{}, fmt.Errorf("%s is missing", need.name)
		}
	}
	row := merge.Row{Source: *l.Source, EntityID: *l.EntityID, EntityName: *l.EntityName, Content: *l.Content}
	if row.Source == "" {
		return row, errors.New("source is empty")
	}
	var err error
	if row.CreatedAt, err = db.ParseTime(*l.CreatedAt); err != nil {
		return row, fmt.Errorf("created_at: %w", err)
	}
	if row.UpdatedAt, err = parseOr(l.UpdatedAt, row.CreatedAt); err != nil {
		return row, fmt.Errorf("updated_at: %w", err)
	}
	row.Embedding, err = readVector(l.Embedding)
	return row, err
}

func parseOr(s *string, otherwise time.Time) (time.Time, error) {
	if s == nil || *s == "" {
		return otherwise, nil
	}
	return db.ParseTime(*s)
}

// readVector takes pgvector's text form or a JSON array; null is no vector.
func readVector(raw json.RawMessage) ([]float32, error) {
	text := string(raw)
	switch jsonKind(raw) {
	case "nothing", "null":
		return nil, nil
	case "text":
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, fmt.Errorf("embedding: %w", err)
		}
	case "a list":
	default:
		return nil, fmt.Errorf("embedding is %s, neither '[…]' nor a list of numbers nor null", jsonKind(raw))
	}
	v, err := vec.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("embedding: %w", err)
	}
	return v, nil
}

// lineError says in words what the JSON library found.
func lineError(line []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(line)):
		return errors.New("not a JSON object: the line ends in the middle of it")
	case errors.As(err, &syntax):
		return fmt.Errorf("not a JSON object: byte %d cannot stand there", syntax.Offset)
	case errors.As(err, &kind) && kind.Field != "":
		what := map[string]string{"array": "a list", "object": "an object", "bool": "true or false"}[kind.Value]
		if what == "" {
			what = "a number"
		}
		return fmt.Errorf("%s is %s, not text", kind.Field, what)
	case errors.As(err, &kind):
		return fmt.Errorf("not a JSON object but %s", jsonKind(line))
	}
	return fmt.Errorf("not a JSON object: %w", err)
}

// jsonKind names what a JSON text is, by its first character.
func jsonKind(text []byte) string {
	s := strings.TrimLeft(string(text[:min(len(text), 64)]), " \t\r\n")
	if s == "" {
		return "nothing"
	}
	switch s[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "text"
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	}
	return "a number"
}

// replaced counts what of a line of JSON cannot be kept as it is: bytes that are no UTF-8 and halves of surrogate pairs, for
// which U+FFFD is taken, and NULs, for which a space is taken, since PostgreSQL's text knows neither.
func replaced(line []byte) (broken, nul int) {
	for i := 0; i < len(line); {
		if line[i] != '\\' {
			r, n := utf8.DecodeRune(line[i:])
			if r == utf8.RuneError && n == 1 {
				broken++
			}
			i += n
			continue
		}
		code, ok := escaped(line[i:])
		switch {
		case !ok:
			i += 2
			continue
		case code == 0:
			nul++
		case code >= 0xDC00 && code <= 0xDFFF:
			broken++
		case code >= 0xD800 && code <= 0xDBFF:
			if low, ok := escaped(line[i+6:]); ok && low >= 0xDC00 && low <= 0xDFFF {
				i += 6
			} else {
				broken++
			}
		}
		i += 6
	}
	return broken, nul
}

// escaped reads the \uXXXX at the start of b.
func escaped(b []byte) (code uint64, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	code, err := strconv.ParseUint(string(b[2:6]), 16, 32)
	return code, err == nil
}
