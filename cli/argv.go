package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"brain/engine"
)

// call is a command line in order: the operation, its flags as given, its arguments.
type call struct {
	op    *engine.Operation
	flags map[string][]string
	args  []string
}

// The flags that every command has beside its own.
var commonFlags = []engine.Param{
	{Name: "json", Kind: engine.Bool, Added: true, Help: "print JSON"},
	{Name: "quiet", Kind: engine.Bool, Added: true, Help: "print no progress and no notices"},
	{Name: "help", Kind: engine.Bool, Help: "show help"},
}

// asksJSON says whether the words hold the flag --json, whatever else is wrong with them.
func asksJSON(words []string) bool {
	for _, w := range words {
		name, value, given := strings.Cut(w, "=")
		switch {
		case w == "--":
			return false
		case name == "--json" && (!given || value == "true"):
			return true
		}
	}
	return false
}

// split takes what may be the name of a command, one word or two, off the words. Flags that every command has may stand before
// it and inside it; the rest is all that is no part of the name, in order.
func split(words []string) (name, rest []string) {
	for i, w := range words {
		switch {
		case len(name) == 0 && (w == "--version" || w == "-v"):
			return []string{"version"}, slices.Concat(rest, words[i+1:])
		case isCommon(w):
			rest = append(rest, w)
		case w == "--" || isFlag(w) || len(name) == 2:
			return name, append(rest, words[i:]...)
		default:
			name = append(name, w)
		}
	}
	return name, rest
}

// isFlag says whether a word is a flag: it begins with - and is neither a number nor a text, which has white space, such as
// SQL that begins with a comment.
func isFlag(w string) bool {
	name, _, _ := strings.Cut(w, "=")
	return len(w) > 1 && w[0] == '-' && !isNumber(w) && !strings.ContainsFunc(name, unicode.IsSpace)
}

// isCommon says whether a word is one of the flags that every command has.
func isCommon(w string) bool {
	if w == "-h" || w == "-q" {
		return true
	}
	name, _, _ := strings.Cut(w, "=")
	return slices.ContainsFunc(commonFlags, func(p engine.Param) bool { return name == "--"+p.Name })
}

// says gives the value of a flag without one of its own.
func (c *call) says(name string) bool {
	given := c.flags[name]
	if len(given) == 0 {
		return false
	}
	yes, _ := strconv.ParseBool(given[len(given)-1]) // parse has checked it
	return yes
}

// parse reads the words after the operation's name as Python's argparse does, since brain-cli's callers count on it:
// flags anywhere, --opt v and --opt=v, unique prefixes, -- ends the flags. Everything wrong is a usage error.
func parse(op *engine.Operation, words []string) (*call, error) {
	c := &call{op: op, flags: map[string][]string{}}
	flags := slices.Concat(flagsOf(op), commonFlags)
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "--":
			c.args = append(c.args, words[i+1:]...)
			i = len(words)
		case w == "-h":
			c.flags["help"] = []string{"true"}
		case w == "-q":
			c.flags["quiet"] = []string{"true"}
		case !isFlag(w):
			c.args = append(c.args, w)
		case strings.HasPrefix(w, "--"):
			name, value, given := strings.Cut(w[2:], "=")
			p, err := match(op, flags, name)
			if err != nil {
				return nil, err
			}
			switch {
			case p.Kind == engine.Bool && !given:
				value = "true"
			case !given:
				values, n, ended := valuesOf(p, words[i+1:])
				if len(values) == 0 {
					return nil, misuse(op, "--%s needs a value", p.Name)
				}
				c.flags[p.Name] = append(c.flags[p.Name], values...)
				if i += n; ended {
					c.args, i = append(c.args, words[i+1:]...), len(words)
				}
				continue
			}
			if p.Kind == engine.Bool {
				// The library would call a bad one a parse error, which is no wrong usage to the table of exit codes.
				if _, err := p.Parse([]string{value}); err != nil {
					return nil, misuse(op, "--%s: %v", p.Name, err)
				}
			}
			c.flags[p.Name] = append(c.flags[p.Name], value)
		default:
			return nil, misuse(op, "there is no flag %s (a text that begins with - goes after --)", w)
		}
	}
	return c, nil
}

// valuesOf gives the words that a flag takes of those after it: one, or as many as there are up to the next flag, and how many
// words that were. Like argparse it takes no word that looks like a flag, unless the flags have ended with -- before it.
func valuesOf(p engine.Param, words []string) (values []string, n int, ended bool) {
	for _, w := range words {
		switch {
		case !ended && w == "--":
			ended = true
		case !ended && isFlag(w):
			return values, n, ended
		case len(values) == 1 && !p.Many:
			return values, n, ended
		default:
			values = append(values, w)
		}
		n++
	}
	return values, n, ended
}

// ordered is the command line as urfave/cli reads it: that library stops at the first argument and would take every flag
// after it for one more.
func (c *call) ordered() []string {
	argv := []string{"brain", c.op.Name}
	for _, p := range slices.Concat(flagsOf(c.op), commonFlags) {
		for _, v := range c.flags[p.Name] {
			argv = append(argv, "--"+p.Name+"="+v)
		}
	}
	argv = append(argv, "--")
	if c.op.Rest() && len(c.args) > 0 {
		return append(argv, strings.Join(c.args, " "))
	}
	return append(argv, c.args...)
}

func flagsOf(op *engine.Operation) []engine.Param {
	return slices.DeleteFunc(slices.Clone(op.Params), func(p engine.Param) bool { return p.Position > 0 })
}

func isNumber(w string) bool {
	return strings.Trim(w[1:], "0123456789.") == "" && w != "-."
}

// match finds the flag of that name, or the one that it is a prefix of.
func match(op *engine.Operation, flags []engine.Param, name string) (engine.Param, error) {
	var found []engine.Param
	var names []string
	for _, p := range flags {
		if p.Name == name {
			return p, nil
		}
		if name != "" && strings.HasPrefix(p.Name, name) {
			found = append(found, p)
		}
		names = append(names, p.Name)
	}
	// Callers of brain-cli know nothing of the flags that came later.
	if own := slices.DeleteFunc(slices.Clone(found), func(p engine.Param) bool { return p.Added }); len(own) == 1 {
		return own[0], nil
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		hint := ""
		if like := engine.Nearest(name, names); like != "" {
			hint = fmt.Sprintf("; did you mean --%s?", like)
		}
		return engine.Param{}, misuse(op, "%s has no flag --%s%s", op.Name, name, hint)
	}
	var could []string
	for _, p := range found {
		could = append(could, "--"+p.Name)
	}
	return engine.Param{}, misuse(op, "--%s could be %s", name, strings.Join(could, " or "))
}
