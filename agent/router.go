package agent

import (
	"path"
	"slices"
	"strings"
)

// Asked is a question that a shell command asks brain.
type Asked struct {
	Text    string
	Unified bool
	Stores  []string // that were named with --store
}

// Flags says of the flags of `brain query` what a reader of command lines must know: it gives the whole name that a flag is a
// prefix of, and whether a value follows it.
type Flags func(name string) (whole string, value bool)

// maxAsked is how many questions of one shell command are told of.
const maxAsked = 20

// Questions finds the calls of `brain query` in a shell command: in pipes, lists and substitutions, behind settings of
// variables and programs such as env and timeout, under any path, and in the texts that are given to eval, to sh -c, and to a
// shell's standard input by a here-document, a here-string, cat, echo or printf. What only mentions such a call, in quotes or
// comments, is none, and neither is a call for help.
func Questions(command string, flags Flags) []Asked {
	// Nearly no command holds both words, and those that do not are not read.
	if !strings.Contains(command, "brain") || !strings.Contains(command, "query") {
		return nil
	}
	return questions(command, flags, 0)
}

// maxScripts is how deep scripts inside of scripts are followed.
const maxScripts = 4

func questions(script string, flags Flags, depth int) []Asked {
	var out []Asked
	all := commands(script)
	for _, c := range all {
		words := program(c.typed())
		if len(words) == 0 {
			continue
		}
		if inner, ok := scriptOf(all, c); ok {
			if depth < maxScripts {
				out = append(out, questions(inner, flags, depth+1)...)
			}
		} else if name := path.Base(words[0]); name == "brain" || name == "brain.exe" {
			if q, ok := question(words[1:], flags); ok {
				out = append(out, q)
			}
		}
		if len(out) >= maxAsked {
			return out[:maxAsked]
		}
	}
	return out
}

// program takes settings of variables and programs that run others off the words of a command.
func program(words []string) []string {
	words = withoutSettings(words)
	for len(words) > 0 && launchers[path.Base(words[0])] {
		words = launched(words[1:])
	}
	return words
}

// launchers are programs that run what stands after their own flags.
var launchers = map[string]bool{"command": true, "exec": true, "env": true, "nohup": true, "sudo": true, "doas": true, "timeout": true, "gtimeout": true,
	"nice": true, "ionice": true, "setsid": true, "stdbuf": true, "time": true, "xargs": true, "caffeinate": true, "chronic": true}

// launched takes flags, their values, settings and durations off what stands before the program that is run.
func launched(words []string) []string {
	for len(words) > 0 {
		w := words[0]
		switch {
		case isSetting(w), strings.HasPrefix(w, "-") && len(w) > 2, w != "" && strings.Trim(w, "0123456789.smhd") == "":
			words = words[1:]
		case w == "-u" || w == "-n" || w == "-k" || w == "-s" || w == "-g" || w == "-C" || w == "-I" || w == "-P" || w == "-L" || w == "-d":
			words = words[min(2, len(words)):]
		case strings.HasPrefix(w, "-"):
			words = words[1:]
		default:
			return words
		}
	}
	return nil
}

func withoutSettings(words []string) []string {
	for len(words) > 0 && isSetting(words[0]) {
		words = words[1:]
	}
	return words
}

// isSetting says whether a word is of the form NAME=value.
func isSetting(w string) bool {
	name, _, ok := strings.Cut(w, "=")
	name = strings.TrimSuffix(name, "+")
	return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == "" && (name[0] < '0' || name[0] > '9')
}

// question reads the words after brain, as brain does: flags anywhere, -- ends them.
func question(words []string, flags Flags) (Asked, bool) {
	var q Asked
	var texts []string
	named := false
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "--":
			texts = append(texts, words[i+1:]...)
			i = len(words)
		case strings.HasPrefix(w, "--"):
			name, value, given := strings.Cut(w[2:], "=")
			name, takes := flags(name)
			if takes && !given && i+1 < len(words) {
				i++
				value = words[i]
			}
			switch name {
			case "help":
				return q, false
			case "unified":
				q.Unified = !given || value == "true" || value == "1"
			case "store":
				q.Stores = append(q.Stores, value)
			}
		case w == "-h":
			return q, false
		case strings.HasPrefix(w, "-") && len(w) == 2 && w[1] > '9':
		case !named:
			if w != "query" {
				return q, false
			}
			named = true
		default:
			texts = append(texts, w)
		}
	}
	q.Text = strings.Join(texts, " ")
	slices.Sort(q.Stores)
	q.Stores = slices.Compact(q.Stores)
	return q, named
}
