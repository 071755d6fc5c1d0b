package page

import (
	"encoding/json"
	"strings"

	"brain/db"
)

// ties are all links between pages.
type ties struct {
	links []idTie
	kinds kinds
}

// idTie is a link as the file has it.
type idTie struct {
	from, to int64
	kind     int32
}

// readTies reads all links of a type ("" is all types) from an index. Each of its columns comes as one JSON list: database/sql takes as
// long for a row as SQLite for three.
func readTies(tx *db.Tx, kind string) (*ties, error) {
	var from, to, types string
	query, args := `SELECT json_group_array(from_page_id), json_group_array(to_page_id), json_group_array(link_type) FROM links INDEXED BY links_from WHERE other_id IS NOT NULL`, []any{}
	if kind != "" {
		query, args = query+` AND link_type = ?`, append(args, kind)
	}
	err := tx.QueryRow(query, args, &from, &to, &types)
	if err != nil {
		return nil, err
	}
	starts, ends := jsonNumbers(from), jsonNumbers(to)
	kinds, err := newJSONTexts(types)
	if err != nil {
		return nil, err
	}
	t := &ties{links: make([]idTie, 0, strings.Count(from, ",")+1)}
	for {
		a, ok := starts.next()
		if !ok {
			return t, nil
		}
		b, _ := ends.next()
		t.links = append(t.links, idTie{a, b, t.kinds.of(kinds.next())})
	}
}

// between are the links whose pages both have a place, said by these places.
func (t *ties) between(place byID) []tie {
	var out []tie
	for _, l := range t.links {
		if a, b := place.get(l.from), place.get(l.to); a > 0 && b > 0 {
			out = append(out, tie{from: a - 1, to: b - 1, kind: l.kind})
		}
	}
	return out
}

// jsonNumbers is the rest of a JSON list of whole numbers, as SQLite writes it.
type jsonNumbers string

// next is the first number of the rest.
func (s *jsonNumbers) next() (n int64, ok bool) {
	rest := *s
	for len(rest) > 0 && (rest[0] == '[' || rest[0] == ',' || rest[0] == ']') {
		rest = rest[1:]
	}
	i, minus := 0, len(rest) > 0 && rest[0] == '-'
	if minus {
		i++
	}
	for ; i < len(rest) && rest[i] >= '0' && rest[i] <= '9'; i++ {
		n = 10*n + int64(rest[i]-'0')
		ok = true
	}
	if minus {
		n = -n
	}
	*s = rest[i:]
	return n, ok
}

// jsonTexts is the rest of a JSON list of texts, as SQLite writes it.
type jsonTexts struct {
	rest string
	read []string // where one of them is written with a backslash
}

func newJSONTexts(list string) (jsonTexts, error) {
	t := jsonTexts{rest: list}
	if !strings.Contains(list, `\`) {
		return t, nil
	}
	return t, json.Unmarshal([]byte(list), &t.read)
}

// next is the first text of the rest, "" where there is none.
func (t *jsonTexts) next() (text string) {
	if len(t.read) > 0 {
		text, t.read = t.read[0], t.read[1:]
		return text
	}
	_, rest, _ := strings.Cut(t.rest, `"`)
	text, t.rest, _ = strings.Cut(rest, `"`)
	return text
}
