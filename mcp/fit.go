package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"brain/engine"
)

// An agent reads an answer with all else that it has to think of, and every client hands it on in another form: some the structured
// content, some the text. So the form that programs get has a bound of its own, which texts are cut for: what is found is told in
// any case, and `get` gives it whole.

// answerRoom is how many characters an answer has that the table marks as one of many rows, and rowRoom how many for each row, where
// more than a usual number of rows was asked for.
const (
	answerRoom = 12_000
	rowRoom    = 600
)

// wrap is what stands around an answer that is no object.
const wrap = `{"result":}`

// roomOf is how many characters the JSON of an answer may have; 0 is no bound.
func roomOf(op *engine.Operation, result any, rows int) int {
	if b, ok := result.(engine.Budgeted); ok {
		return b.Room() - len(wrap)
	}
	if op != nil && op.Many {
		return max(answerRoom, rowRoom*rows) - len(wrap)
	}
	return 0
}

// cuttable are the fields that hold text. Names by which something is asked for stay whole.
var cuttable = map[string]bool{"content": true, "text": true, "snippet": true, "title": true, "abstract": true, "entity_name": true, "query": true}

// shortest is how many characters are left of a text at least.
const shortest = 40

// fit cuts the texts of an answer, all to the same length, until it has no more characters than room; then it leaves out the last
// rows. note says what was done, "" if nothing was.
func fit(op *engine.Operation, result any, plain json.RawMessage) (out json.RawMessage, note string) {
	room := roomOf(op, result, len(rowsOf(plain)))
	if room == 0 || utf8.RuneCount(plain) <= room {
		return plain, ""
	}
	// The greatest length that does is found by halves: shorter texts make a shorter answer.
	low, high := shortest, room
	for low < high {
		if n := (low + high + 1) / 2; utf8.RuneCount(cutTexts(plain, n)) <= room {
			low = n
		} else {
			high = n - 1
		}
	}
	out, note = cutTexts(plain, low), "texts that end with … were cut to fit; get with a row's uid, slug or citation gives it whole"
	all := rowsOf(out)
	rows := all
	for len(rows) > 0 && utf8.RuneCount(out) > room {
		rows = rows[:len(rows)-1]
		out = withRows(out, rows)
	}
	if left := len(all) - len(rows); left > 0 {
		note += fmt.Sprintf("; %d more rows did not fit", left)
	}
	return out, note
}

// rowsOf are the rows of an answer: the answer itself, or its results.
func rowsOf(plain json.RawMessage) (rows []json.RawMessage) {
	if json.Unmarshal(plain, &rows) == nil {
		return rows
	}
	var o struct{ Results []json.RawMessage }
	if json.Unmarshal(plain, &o) != nil {
		return nil
	}
	return o.Results
}

// withRows is an answer with other rows.
func withRows(plain json.RawMessage, rows []json.RawMessage) json.RawMessage {
	var o map[string]any
	var with any = rows
	if json.Unmarshal(plain, &o) == nil {
		o["results"] = rows
		with = o
	}
	if out, err := encode(with); err == nil {
		return out
	}
	return plain
}

// cutTexts cuts the texts of fields that are cuttable to n characters. All else stays byte for byte.
func cutTexts(plain json.RawMessage, n int) json.RawMessage {
	var out bytes.Buffer
	key := ""
	for i := 0; i < len(plain); {
		if plain[i] != '"' {
			if c := plain[i]; c == '{' || c == '}' || c == '[' || c == ']' {
				key = "" // texts of an array are names, such as tags
			}
			out.WriteByte(plain[i])
			i++
			continue
		}
		end := i + 1
		for plain[end] != '"' {
			if plain[end] == '\\' {
				end++
			}
			end++
		}
		end++
		quoted := plain[i:end]
		i = end
		var s string
		switch isKey := i < len(plain) && plain[i] == ':'; {
		case json.Unmarshal(quoted, &s) != nil:
		case isKey:
			key = s
		case cuttable[key]:
			if short := engine.Cut(s, n); short != s {
				if cut, err := encode(short); err == nil {
					quoted = cut
				}
			}
		}
		out.Write(quoted)
	}
	return out.Bytes()
}
