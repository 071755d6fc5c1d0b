package llm

import (
	"errors"
	"strings"
)

// Words cuts a command line into words as a POSIX shell does, without expanding anything: blanks part words, '…' is taken
// as it is, in "…" a backslash protects only " \ $ and `, elsewhere it protects any character. Where escape is false (the
// command lines of Windows, whose paths are full of backslashes) a backslash is an ordinary character outside quotes too.
func Words(line string, escape bool) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote byte
	open := false // a word has begun, perhaps an empty one: ''
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == 0:
			return nil, errors.New("a command line holds no NUL")
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && (c != '\\' || !escape):
			word.WriteByte(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && escape:
			if i++; i == len(line) {
				return nil, errors.New("the command line ends in a backslash")
			}
			if quote == '"' && !strings.ContainsRune("\"\\$`", rune(line[i])) {
				word.WriteByte('\\')
			}
			word.WriteByte(line[i])
			open = true
		case c == '\'' || c == '"':
			quote, open = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteByte(c)
			open = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed: " + string(quote))
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}
