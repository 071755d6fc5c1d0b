package agent

import (
	"path"
	"strings"
)

// scriptOf gives the script that a command runs, from its words or from its standard input, where it is a shell.
func scriptOf(all []command, c command) (string, bool) {
	words := program(c.given())
	switch path.Base(words[0]) {
	case "eval":
		return strings.Join(words[1:], " "), true
	case "source", ".":
		if len(words) == 2 && words[1] == "/dev/stdin" {
			return inputOf(all, c)
		}
	case "sh", "bash", "zsh", "dash", "ksh":
		return shellScript(all, c, words[1:])
	}
	return "", false
}

// shellScript reads the words after a shell's name: -c tells of a script, a name of a file, which is not read; else it reads from
// standard input.
func shellScript(all []command, c command, words []string) (string, bool) {
	text, stdin := false, false
	for len(words) > 0 {
		w := words[0]
		if w == "-" || w == "--" || w == "" || w[0] != '-' && w[0] != '+' {
			break
		}
		words = words[1:]
		switch {
		case w == "--rcfile" || w == "--init-file":
			words = words[min(1, len(words)):]
		case strings.HasPrefix(w, "--"):
		default:
			text = text || w[0] == '-' && strings.Contains(w, "c")
			stdin = stdin || w[0] == '-' && strings.Contains(w, "s")
			if last := w[len(w)-1]; last == 'o' || last == 'O' {
				words = words[min(1, len(words)):] // the name of an option
			}
		}
	}
	if len(words) > 0 && (words[0] == "-" || words[0] == "--") {
		words = words[1:]
	}
	switch {
	case text && len(words) > 0:
		return words[0], true
	case text || !stdin && len(words) > 0 && words[0] != "/dev/stdin":
		return "", false
	}
	return inputOf(all, c)
}

// maxPipe is how far back along a pipe a text is looked for, and maxPrinted how long one that printf makes may be.
const (
	maxPipe    = 20
	maxPrinted = 1 << 20
)

// inputOf gives what a command reads, where the script tells: the text of a here-document or here-string, or what cat, tee, echo and
// printf pass on.
func inputOf(all []command, c command) (string, bool) {
	for range maxPipe {
		if c.fed {
			return given(c.stdin), true
		}
		if c.from == 0 {
			return "", false
		}
		c = all[c.from-1]
		words := program(c.given())
		if len(words) == 0 {
			return "", false
		}
		switch path.Base(words[0]) {
		case "echo":
			return echoed(words[1:]), true
		case "printf":
			return printed(words[1:]), true
		case "tee":
		case "cat":
			for _, w := range words[1:] {
				if !strings.HasPrefix(w, "-") {
					return "", false // a file
				}
			}
		default:
			return "", false
		}
	}
	return "", false
}

// escapes are those of echo -e and printf that matter here.
var escapes = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`, `\"`, `"`)

func echoed(words []string) string {
	escaped := false
	for len(words) > 0 && len(words[0]) > 1 && words[0][0] == '-' && strings.Trim(words[0][1:], "neE") == "" {
		escaped = strings.Contains(words[0], "e")
		words = words[1:]
	}
	text := strings.Join(words, " ")
	if escaped {
		text = escapes.Replace(text)
	}
	return text
}

// printed fills words into the places of a format, which is used again as long as some are left.
func printed(words []string) string {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	format, words := escapes.Replace(words[0]), words[1:]
	var b strings.Builder
	for b.Len() < maxPrinted {
		left := len(words)
		for rest := format; rest != ""; {
			before, after, place := strings.Cut(rest, "%")
			b.WriteString(before)
			rest = after
			switch {
			case !place || after == "":
			case after[0] == '%':
				b.WriteByte('%')
				rest = after[1:]
			default:
				rest = after[1:]
				if len(words) > 0 {
					b.WriteString(words[0])
					words = words[1:]
				}
			}
		}
		if len(words) == 0 || len(words) == left {
			break
		}
	}
	return b.String()
}
