package db

import (
	"fmt"
	"strconv"
	"strings"
)

// Bind rewrites the named parameters of a statement (:name, @name, $name, $1, $2::vector, ?1) to numbered ones and gives
// their values in order. database/sql cannot bind a name that begins with a digit, and the seed's SQL says $1 and
// $2::vector, which SQLite reads as one name. A parameter without a value is an error that names it; so is a value that
// no parameter asks for.
func Bind(sql string, values map[string]any) (string, []any, error) {
	var out strings.Builder
	var args []any
	number := map[string]int{}
	for i := 0; i < len(sql); {
		switch c := sql[i]; {
		case c == '\'' || c == '"' || c == '`' || c == '[':
			end := skipQuoted(sql, i)
			out.WriteString(sql[i:end])
			i = end
		case c == '-' && strings.HasPrefix(sql[i:], "--"), c == '/' && strings.HasPrefix(sql[i:], "/*"):
			end := skipComment(sql, i)
			out.WriteString(sql[i:end])
			i = end
		case c == '?':
			name, end := identifier(sql, i+1)
			if name == "" || strings.Trim(name, "0123456789") != "" {
				return "", nil, fmt.Errorf("bind: a bare ? has no name; write :name or $1")
			}
			i = skipCast(sql, end)
			if err := bindOne(&out, &args, number, values, name); err != nil {
				return "", nil, err
			}
		case strings.HasPrefix(sql[i:], "::"):
			// A cast of something else is SQLite's to refuse; its type is no parameter.
			_, end := identifier(sql, i+2)
			out.WriteString(sql[i:end])
			i = end
		case c == ':' || c == '@' || c == '$':
			name, end := identifier(sql, i+1)
			if name == "" {
				out.WriteByte(c)
				i++
				continue
			}
			i = skipCast(sql, end)
			if err := bindOne(&out, &args, number, values, name); err != nil {
				return "", nil, err
			}
		case isIdentifier(c):
			// A word is passed whole, so that a $ inside it is no parameter.
			end := i
			for end < len(sql) && (isIdentifier(sql[end]) || sql[end] == '$') {
				end++
			}
			out.WriteString(sql[i:end])
			i = end
		default:
			out.WriteByte(c)
			i++
		}
	}
	for name := range values {
		if number[name] == 0 {
			return "", nil, fmt.Errorf("bind: the statement has no parameter %q", name)
		}
	}
	return out.String(), args, nil
}

func bindOne(out *strings.Builder, args *[]any, number map[string]int, values map[string]any, name string) error {
	if number[name] == 0 {
		v, ok := values[name]
		if !ok {
			return fmt.Errorf("bind: parameter %q has no value", name)
		}
		*args = append(*args, v)
		number[name] = len(*args)
	}
	out.WriteString("?" + strconv.Itoa(number[name]))
	return nil
}

// skipCast passes over PostgreSQL's ::type after a parameter.
func skipCast(sql string, i int) int {
	if strings.HasPrefix(sql[i:], "::") {
		if name, end := identifier(sql, i+2); name != "" {
			return end
		}
	}
	return i
}

func identifier(sql string, i int) (string, int) {
	end := i
	for end < len(sql) && isIdentifier(sql[end]) {
		end++
	}
	return sql[i:end], end
}

func isIdentifier(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// skipQuoted passes over a string or a quoted name; a doubled quote stays inside. An unclosed one runs to the end.
func skipQuoted(sql string, i int) int {
	closing := sql[i]
	if closing == '[' {
		closing = ']'
	}
	for j := i + 1; j < len(sql); j++ {
		if sql[j] != closing {
			continue
		}
		if closing != ']' && j+1 < len(sql) && sql[j+1] == closing {
			j++
			continue
		}
		return j + 1
	}
	return len(sql)
}

func skipComment(sql string, i int) int {
	closing := "\n"
	if sql[i] == '/' {
		closing = "*/"
	}
	if j := strings.Index(sql[i+2:], closing); j >= 0 {
		return i + 2 + j + len(closing)
	}
	return len(sql)
}
