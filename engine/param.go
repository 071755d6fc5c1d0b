package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Kind is the type of a parameter.
type Kind string

// The kinds of parameters.
const (
	String  Kind = "string"
	Int     Kind = "integer"
	Float   Kind = "number"
	Bool    Kind = "boolean"
	Strings Kind = "array" // may be given more than once
)

// Param is one parameter of an operation.
type Param struct {
	Name     string // the flag's and the JSON field's name
	Kind     Kind
	Help     string
	Default  string
	Value    string // what stands for the value in help, like DIR
	Enum     []string
	Position int  // 1, 2, … for arguments without a flag; 0 for flags
	Rest     bool // the last argument takes all that remain, joined by spaces
	Many     bool // the flag takes all words up to the next flag
	Added    bool // a flag that brain-cli's command of that name has not: its own go first where a prefix fits both
	Required bool
	Needed   bool     // a program must give it, unless one that agents do not see takes its place
	Blank    bool     // must be given where it is required, but may be empty
	Word     bool     // a program must not leave it blank, though a command line may, as brain-cli's does
	Min, Max *float64 // the least and the greatest number; nil is none
	Terminal bool     // of use on a terminal only, such as what goes on until somebody stops it

	field []int
}

// paramsOf reads the parameters from a struct type, and from those that are embedded in it. Tags: json (name), help, default,
// value, enum (a|b), arg (position, or "N,rest"), many, added, required ("blank": it may be empty), needed, word, min, max, terminal.
func paramsOf(t reflect.Type) []Param { return appendParams(nil, t, nil) }

// appendParams appends those of a type that is embedded at the given index. Every start of the program reads all operations', so
// a tag is gone through once: StructTag.Get does it for every key.
func appendParams(out []Param, t reflect.Type, at []int) []Param {
	for i := range t.NumField() {
		f := t.Field(i)
		field := append(at[:len(at):len(at)], i)
		if f.Anonymous {
			out = appendParams(out, f.Type, field)
			continue
		}
		p := Param{Kind: kindOf(f.Type), field: field}
		for tag := string(f.Tag); tag != ""; {
			var key, value string
			key, value, tag = cutTag(tag)
			p.set(key, value)
		}
		if p.Name != "" && p.Name != "-" {
			out = append(out, p)
		}
	}
	return out
}

// cutTag takes the first key and value off a struct's tag; the key is "" where there is none.
func cutTag(tag string) (key, value, rest string) {
	key, rest, ok := strings.Cut(strings.TrimLeft(tag, " "), ":")
	quoted, err := strconv.QuotedPrefix(rest)
	if !ok || err != nil {
		return "", "", ""
	}
	value, _ = strconv.Unquote(quoted)
	return key, value, rest[len(quoted):]
}

// set takes one key of the tag.
func (p *Param) set(key, value string) {
	switch key {
	case "json":
		p.Name, _, _ = strings.Cut(value, ",")
	case "help":
		p.Help = value
	case "default":
		p.Default = value
	case "value":
		p.Value = value
	case "enum":
		if value != "" {
			p.Enum = strings.Split(value, "|")
		}
	case "arg":
		number, mode, _ := strings.Cut(value, ",")
		p.Position, _ = strconv.Atoi(number)
		p.Rest = mode == "rest"
	case "required":
		p.Required, p.Blank = true, value == "blank"
	case "word":
		p.Word = true
	case "needed":
		p.Needed = true
	case "many":
		p.Many = true
	case "added":
		p.Added = true
	case "terminal":
		p.Terminal = true
	case "min":
		p.Min = bound(value)
	case "max":
		p.Max = bound(value)
	}
}

func bound(tag string) *float64 {
	if n, err := strconv.ParseFloat(tag, 64); err == nil {
		return &n
	}
	return nil
}

func kindOf(t reflect.Type) Kind {
	switch t.Kind() {
	case reflect.Pointer: // nil is: not given
		return kindOf(t.Elem())
	case reflect.Bool:
		return Bool
	case reflect.Int, reflect.Int64:
		return Int
	case reflect.Float64:
		return Float
	case reflect.Slice:
		return Strings
	}
	return String
}

// Parse reads the texts given for a parameter on a command line into its JSON value. The error says what was wanted.
func (p Param) Parse(texts []string) (json.RawMessage, error) {
	last := texts[len(texts)-1]
	var v any
	var err error
	switch p.Kind {
	case Bool:
		v, err = strconv.ParseBool(last)
	case Int:
		v, err = parseInt(last)
	case Float:
		v, err = parseFloat(last)
	case Strings:
		v = texts
	default:
		v = last
	}
	if err != nil {
		return nil, fmt.Errorf("%q is no %s", last, p.Kind)
	}
	return json.Marshal(v)
}

func setDefaults(params []Param, in reflect.Value) {
	for _, p := range params {
		if p.Default == "" {
			continue
		}
		raw, err := p.Parse([]string{p.Default})
		if err == nil {
			err = json.Unmarshal(raw, in.FieldByIndex(p.field).Addr().Interface())
		}
		if err != nil {
			panic(fmt.Sprintf("default of %s: %v", p.Name, err)) // a fault of the table itself; a test walks all of it
		}
	}
}

func checkBounds(p Param, v reflect.Value) error {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if p.Min == nil && p.Max == nil || !v.IsValid() {
		return nil
	}
	n := 0.0
	if v.CanInt() {
		n = float64(v.Int())
	} else {
		n = v.Float()
	}
	switch {
	case p.Min != nil && p.Max != nil && (n < *p.Min || n > *p.Max):
		return usage(fmt.Sprintf("use a number from %s to %s", plain(*p.Min), plain(*p.Max)), "%s: %s is not between %s and %s", p.Label(), plain(n), plain(*p.Min), plain(*p.Max))
	case p.Min != nil && n < *p.Min:
		return usage(fmt.Sprintf("use a number from %s up", plain(*p.Min)), "%s: %s is less than %s", p.Label(), plain(n), plain(*p.Min))
	}
	return nil
}

// plain is a number without an exponent.
func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func checkParams(op *Operation, in reflect.Value) error {
	for _, p := range op.Params {
		v := in.FieldByIndex(p.field)
		if p.Required && !p.Blank && v.IsZero() {
			return usage(fmt.Sprintf("see `brain help %s`", op.Name), "%s needs %s", op.Name, p.Label())
		}
		if err := checkBounds(p, v); err != nil {
			return err
		}
		if p.Enum == nil || v.IsZero() {
			continue
		}
		values := []string{v.String()}
		if p.Kind == Strings {
			values = v.Interface().([]string)
		}
		for _, s := range values {
			if !slices.Contains(p.Enum, s) {
				return usage("choose one of "+strings.Join(p.Enum, ", "), "%s: %q is not known", p.Label(), s)
			}
		}
	}
	return nil
}

// Label is how a parameter is spoken of: DIR for an argument, --limit for a flag.
func (p Param) Label() string {
	if p.Position == 0 {
		return "--" + p.Name
	}
	if p.Value != "" {
		return p.Value
	}
	return strings.ToUpper(p.Name)
}

// Rest says whether the operation's last argument takes all that remain.
func (op *Operation) Rest() bool {
	return slices.ContainsFunc(op.Params, func(p Param) bool { return p.Rest })
}
