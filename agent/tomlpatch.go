package agent

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlPlaces are where the values of an entry stand in a text: offsets, of what is not there 0.
type tomlPlaces struct {
	command, commandEnd int // the program
	db, dbEnd           int // BRAIN_DB
	inline              int // behind the bracket of env = {
	table               int // behind the header of the table of env
}

// placesIn looks for an entry's values.
func (e tomlTable) placesIn(text string) (at tomlPlaces) {
	var p unstable.Parser
	p.Reset([]byte(text))
	var table []string
	for p.NextExpression() {
		x := p.Expression()
		switch x.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = keyOf(x)
			if slices.Equal(table, []string{e.parent, e.name, "env"}) {
				header := x.Child()
				for header.Next() != nil {
					header = header.Next()
				}
				end := int(header.Raw.Offset + header.Raw.Length)
				at.table = end + len(text[end:]) - len(strings.TrimLeft(text[end:], "\"' \t]"))
			}
		case unstable.KeyValue:
			at.keyValue(text, x, slices.Concat(table, keyOf(x))[min(2, len(table)):], e, table)
		}
	}
	return at
}

func (at *tomlPlaces) keyValue(text string, x *unstable.Node, key []string, e tomlTable, table []string) {
	if len(table) < 2 || table[0] != e.parent || table[1] != e.name {
		return
	}
	value := x.Value()
	begin, end := int(value.Raw.Offset), int(value.Raw.Offset+value.Raw.Length)
	switch strings.Join(key, "\n") {
	case "command":
		at.command, at.commandEnd = begin, end
	case "env\nBRAIN_DB":
		at.db, at.dbEnd = begin, end
	case "env":
		if value.Kind != unstable.InlineTable {
			return
		}
		at.inline = begin + 1
		for c := value.Children(); c.Next(); {
			if pair := c.Node(); pair.Kind == unstable.KeyValue && slices.Equal(keyOf(pair), []string{"BRAIN_DB"}) {
				raw := pair.Value().Raw
				at.db, at.dbEnd = int(raw.Offset), int(raw.Offset+raw.Length)
			}
		}
	}
}

func keyOf(x *unstable.Node) (key []string) {
	for k := x.Key(); k.Next(); {
		key = append(key, string(k.Node().Data))
	}
	return key
}

// patch changes the program and the file of an entry that is ours, and nothing else of it.
func (e tomlTable) patch(text string) (string, error) {
	for range 3 { // one change a step: each moves what follows
		v, err := plainTOML(text)
		if err != nil {
			return text, err
		}
		entry, _ := e.entry(v)
		have, _ := entry.(map[string]any)
		command, db := e.settings.changes(have)
		at := e.placesIn(text)
		_, hasEnv := have["env"]
		switch setting := "BRAIN_DB = " + tomlQuoted(db); {
		case command == "" && db == "":
			return text, nil
		case at.command == 0:
		case command != "":
			text = text[:at.command] + tomlQuoted(command) + text[at.commandEnd:]
			continue
		case at.db > 0:
			text = text[:at.db] + tomlQuoted(db) + text[at.dbEnd:]
			continue
		case at.inline > 0:
			if strings.HasPrefix(strings.TrimLeft(text[at.inline:], " \t\n"), "}") {
				text = text[:at.inline] + " " + setting + text[at.inline:]
			} else {
				text = text[:at.inline] + " " + setting + "," + text[at.inline:]
			}
			continue
		case at.table > 0:
			text = text[:at.table] + "\n" + setting + text[at.table:]
			continue
		case !hasEnv:
			text = text[:at.commandEnd] + "\nenv = { " + setting + " }" + text[at.commandEnd:]
			continue
		}
		break
	}
	return text, fault(0, "change it by hand", "brain does not know how to change its server in this file")
}
