package db_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/db"
)

func ExampleBind() {
	sql, args, err := db.Bind(`SELECT * FROM t WHERE a = $1 AND v <> $2::vector OR a = :1`, map[string]any{"1": "text", "2": "[1, 2]"})
	fmt.Println(sql)
	fmt.Println(args, err)
	// Output:
	// SELECT * FROM t WHERE a = ?1 AND v <> ?2 OR a = ?1
	// [text [1, 2]] <nil>
}

func TestBind(t *testing.T) {
	for _, tc := range []struct {
		name   string
		sql    string
		values map[string]any
		want   string
		args   []any
	}{
		{"no parameters", `SELECT 1`, nil, `SELECT 1`, nil},
		{"all forms", `:a @b $c ?1 $2`, map[string]any{"a": 1, "b": 2, "c": 3, "1": 4, "2": 5}, `?1 ?2 ?3 ?4 ?5`, []any{1, 2, 3, 4, 5}},
		{"one name in every form is one value", `:x @x $x`, map[string]any{"x": 1}, `?1 ?1 ?1`, []any{1}},
		{"order of appearance", `$2 $1 $2`, map[string]any{"1": "a", "2": "b"}, `?1 ?2 ?1`, []any{"b", "a"}},
		{"cast", `$2::vector, 1`, map[string]any{"2": "v"}, `?1, 1`, []any{"v"}},
		{"cast of the other forms", `:q::vector @q::text ?1::text`, map[string]any{"q": "v", "1": "w"}, `?1 ?1 ?2`, []any{"v", "w"}},
		{"cast of something else stays", `content::text = :q`, map[string]any{"q": 1}, `content::text = ?1`, []any{1}},
		{"cast without a type stays", `$q::`, map[string]any{"q": 1}, `?1::`, []any{1}},
		{"letters beyond ASCII", `:größe`, map[string]any{"größe": 1}, `?1`, []any{1}},
		{"next to operators", `a=:q||:q`, map[string]any{"q": 1}, `a=?1||?1`, []any{1}},
		{"NULL", `:q`, map[string]any{"q": nil}, `?1`, []any{nil}},
		{"string", `':a' 'it''s :a' :b`, map[string]any{"b": 1}, `':a' 'it''s :a' ?1`, []any{1}},
		{"citation in a string", `WHERE citation_id = '[BM:gbrain:x:2026-05-23T14:00:00Z]'`, nil, `WHERE citation_id = '[BM:gbrain:x:2026-05-23T14:00:00Z]'`, nil},
		{"quoted names", "\":a\" `:a` [:a] :b", map[string]any{"b": 1}, "\":a\" `:a` [:a] ?1", []any{1}},
		{"doubled quotes inside", `"a"":b" :c`, map[string]any{"c": 1}, `"a"":b" ?1`, []any{1}},
		{"bracket has no escape", `[a]] :b`, map[string]any{"b": 1}, `[a]] ?1`, []any{1}},
		{"unclosed string", `SELECT ':a`, nil, `SELECT ':a`, nil},
		{"line comment", "-- :a\n:b", map[string]any{"b": 1}, "-- :a\n?1", []any{1}},
		{"line comment at the end", `:b -- :a`, map[string]any{"b": 1}, `?1 -- :a`, []any{1}},
		{"block comment", `/* :a ' */ :b`, map[string]any{"b": 1}, `/* :a ' */ ?1`, []any{1}},
		{"unclosed comment", `/* :a`, nil, `/* :a`, nil},
		{"slash and star at the end", `/*`, nil, `/*`, nil},
		{"minus is no comment", `1 - :a -:a`, map[string]any{"a": 1}, `1 - ?1 -?1`, []any{1}},
		{"dollar inside a word", `a$b`, nil, `a$b`, nil},
		{"number and word", `1e5 x'3a61'`, nil, `1e5 x'3a61'`, nil},
		{"signs alone", `: @ $ ->> '$.a'`, nil, `: @ $ ->> '$.a'`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, args, err := db.Bind(tc.sql, tc.values)
			if err != nil {
				t.Fatal(err)
			}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if diff := cmp.Diff(tc.args, args); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBindRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, sql string
		values    map[string]any
		want      string
	}{
		{"a parameter without a value", `:a :b`, map[string]any{"a": 1}, `bind: parameter "b" has no value`},
		{"a value that nothing asks for", `:a ':b'`, map[string]any{"a": 1, "b": 2}, `bind: the statement has no parameter "b"`},
		{"a bare question mark", `a = ?`, map[string]any{}, `bind: a bare ? has no name; write :name or $1`},
		{"a question mark and a word", `?a`, map[string]any{"a": 1}, `bind: a bare ? has no name; write :name or $1`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, _, err := db.Bind(tc.sql, tc.values)
			if err == nil || err.Error() != tc.want {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
}

// everyName answers for whatever name a statement asks for.
func everyName(sql string) map[string]any {
	values := map[string]any{}
	for {
		_, _, err := db.Bind(sql, values)
		if err == nil {
			return values
		}
		var name string
		if _, scan := fmt.Sscanf(err.Error(), "bind: parameter %q has no value", &name); scan != nil {
			return nil
		}
		values[name] = len(values)
	}
}

// numbered are the places of ?N outside of quotes and comments, and named says what else SQLite would take for a
// parameter. It walks the text by rules of its own: those of SQLite's tokenizer.
func parameters(sql string) (numbered int, named string) {
	for i := 0; i < len(sql); {
		rest := sql[i:]
		skip := func(closing string) {
			if j := strings.Index(rest[1:], closing); j >= 0 {
				i += 1 + j + len(closing)
			} else {
				i = len(sql)
			}
		}
		c := rest[0]
		switch {
		case strings.IndexByte("'\"`", c) >= 0:
			skip(string(c)) // a doubled quote reads as two strings side by side
		case c == '[':
			skip("]")
		case strings.HasPrefix(rest, "--"):
			skip("\n")
		case strings.HasPrefix(rest, "/*"):
			if j := strings.Index(rest[2:], "*/"); j >= 0 {
				i += 2 + j + 2
			} else {
				i = len(sql)
			}
		case word(c) > 0:
			for i < len(sql) && (word(sql[i]) > 0 || sql[i] == '$') {
				i++
			}
		case c == '?' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			numbered++
			i += 2
			for i < len(sql) && sql[i] >= '0' && sql[i] <= '9' {
				i++
			}
		case strings.IndexByte("$@:", c) >= 0 && len(rest) > 1 && word(rest[1]) > 0 && !strings.HasSuffix(sql[:i], ":"):
			return numbered, rest
		default:
			i++
		}
	}
	return numbered, ""
}

func word(c byte) int {
	return strings.IndexByte("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", c) + 1 + int(c>>7)
}

func FuzzBind(f *testing.F) {
	for _, s := range []string{`SELECT $1, $2::vector`, `'a'':b' "c" [d] :e`, "-- x\n:y /* :z */ ?3", `a$b @c`, `::a:::b`, `/*/ :a`, `:é$1::x::y`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		values := everyName(sql)
		if values == nil {
			return // refused for a bare ?
		}
		out, args, err := db.Bind(sql, values)
		if err != nil {
			t.Fatal(err)
		}
		if len(args) != len(values) {
			t.Errorf("%q: %d arguments for %d names", sql, len(args), len(values))
		}
		n, named := parameters(out)
		if named != "" {
			t.Errorf("%q became %q, in which %q is a name", sql, out, named)
		}
		if (n > 0) != (len(args) > 0) {
			t.Errorf("%q became %q: %d places for %d arguments", sql, out, n, len(args))
		}
		if len(values) == 0 && out != sql {
			t.Errorf("%q has no parameters but became %q", sql, out)
		}
	})
}
