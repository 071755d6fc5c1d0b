package engine

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// jsonDocs are the lines of docs/json.md for each command, with the short forms that its head explains.
func jsonDocs(t *testing.T) (docs map[string]string, short string) {
	t.Helper()
	text, err := os.ReadFile("../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	short, table, ok := strings.Cut(string(text), "```\n")
	if !ok {
		t.Fatal("docs/json.md holds no table")
	}
	table, notes, _ := strings.Cut(table, "```")
	docs = map[string]string{}
	var names []string
	for line := range strings.Lines(table) {
		if head := strings.TrimRight(line[:min(len(line), 16)], " \n"); head != "" {
			// A line of names that reaches into the next column is followed by what they all give.
			if line = strings.TrimRight(line, "\n"); len(line) > 16 && strings.Contains(line, ", ") && !strings.Contains(line, "  ") {
				head, line = line, ""
			}
			names = strings.Split(head, ", ")
		}
		for _, name := range names {
			docs[name] += line
		}
	}
	return docs, short + notes
}

// fieldsOf are the names of the fields of a result in JSON; ok is false where the type alone does not tell them.
func fieldsOf(typ reflect.Type) (names []string, ok bool) {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		if typ.Implements(reflect.TypeFor[json.Marshaler]()) {
			return nil, false
		}
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || reflect.PointerTo(typ).Implements(reflect.TypeFor[json.Marshaler]()) {
		return nil, false
	}
	for _, f := range reflect.VisibleFields(typ) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || f.Anonymous && name == "" || name == "-":
		case name == "":
			names = append(names, f.Name)
		default:
			names = append(names, name)
		}
	}
	return names, true
}

func TestTheJSONPageKnowsEachFieldOfEachCommand(t *testing.T) {
	docs, short := jsonDocs(t)
	checked := 0
	for _, op := range Operations() {
		doc, ok := docs[op.Name]
		if !ok {
			t.Errorf("docs/json.md has no line for %s", op.Name)
			continue
		}
		fields, ok := fieldsOf(op.out)
		if !ok {
			continue
		}
		checked++
		for _, name := range fields {
			word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
			// COUNTS and ROW stand for several fields.
			if !word.MatchString(doc) && !(strings.ContainsAny(doc, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && word.MatchString(short)) {
				t.Errorf("docs/json.md says nothing of %s of %s", name, op.Name)
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d commands were checked", checked)
	}
	for name := range docs {
		if Find(name) == nil && !strings.Contains(" query --unified help help COMMAND completion man error call ", " "+name+" ") {
			t.Errorf("docs/json.md has a line for %q, which is no command", name)
		}
	}
}
