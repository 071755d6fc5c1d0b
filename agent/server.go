package agent

import (
	"debug/buildinfo"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// isServer tells brain's own entry of a server: its command is brain, whose first argument is mcp or serve.
func isServer(v any) bool {
	words := serverWords(v)
	return len(words) >= 2 && (words[1] == "mcp" || words[1] == "serve") && isBrain(words[0])
}

// isBrain says whether a word names brain's program, by its name or, where the file has another, by what Go noted in it. It is not run:
// what a project's files name may be anything.
func isBrain(word string) bool {
	if strings.TrimSuffix(filepath.Base(filepath.ToSlash(word)), ".exe") == "brain" {
		return true
	}
	path, err := exec.LookPath(word)
	if err != nil {
		return false
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	info, err := buildinfo.ReadFile(path)
	return err == nil && info.Main.Path == "brain"
}

// isGone says whether a program that a client's file names is not there any more. What a client fills in itself, such as ${HOME}, and
// what lies below a project is left to it.
func isGone(program string) bool {
	if strings.Contains(program, "$") || filepath.Base(program) != program && !filepath.IsAbs(program) {
		return false
	}
	_, err := exec.LookPath(program)
	return err != nil
}

// serverSettings are what a set-up changes of an entry that is there: the program if it is gone, and the file if one is named.
type serverSettings struct{ command, db string }

func (s Setup) serverSettings() serverSettings { return serverSettings{s.command(), s.DB} }

// changes are those that an entry needs; "" where it needs none.
func (s serverSettings) changes(entry map[string]any) (command, db string) {
	if now := serverWords(entry); len(now) > 0 && now[0] != s.command && isGone(now[0]) {
		command = s.command
	}
	for _, name := range []string{"env", "envs"} {
		if env, ok := entry[name].(map[string]any); ok && env["BRAIN_DB"] == s.db {
			return command, ""
		}
	}
	return command, s.db
}

// keptServer is ours with what its user made of it: the program as long as it is there, the arguments, whether it is turned on.
func keptServer(theirs any, ours object) object {
	entry, _ := theirs.(map[string]any)
	out := object{}
	for _, m := range ours {
		have, there := entry[m.name]
		switch {
		case !there, m.name == "type", m.name == "env", m.name == "environment":
		case m.name == "command":
			m.value = keptCommand(have, m.value)
		default:
			m.value = have
		}
		out = append(out, m)
	}
	return out
}

// keptCommand is a program, or a list that begins with one.
func keptCommand(theirs, ours any) any {
	have := textsOf(theirs)
	if len(have) == 0 {
		return ours
	}
	program, list := ours.(string)
	list = !list
	if list {
		program = textsOf(roundTrip(ours))[0]
	}
	if !isGone(have[0]) {
		program = have[0]
	}
	if _, isList := theirs.([]any); isList && list {
		return append([]string{program}, have[1:]...)
	} else if isList || list {
		return ours
	}
	return program
}

// keptHook is our group of hooks with what its user made of it.
func keptHook(theirs any, ours object) object {
	group, _ := theirs.(map[string]any)
	hook, _ := listOf(group["hooks"])[0].(map[string]any) // isHook has seen it
	out := object{}
	for _, m := range ours {
		have, there := group[m.name]
		switch {
		case m.name == "hooks":
			m.value = []any{keptMembers(hook, m.value.([]any)[0].(object))}
		case there:
			m.value = have
		}
		out = append(out, m)
	}
	return out
}

func keptMembers(theirs map[string]any, ours object) object {
	out := object{}
	left := maps.Clone(theirs)
	for _, m := range ours {
		if have, there := theirs[m.name]; m.name == "command" {
			line, _ := have.(string)
			m.value = keptLine(line, m.value.(string))
		} else if there {
			m.value = have
		}
		delete(left, m.name)
		out = append(out, m)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		out = append(out, member{name, left[name]})
	}
	return out
}

// keptLine is the line of a hook: theirs, unless its program is gone or it names another file than ours; further arguments stay.
func keptLine(theirs, ours string) string {
	settings, call := hookCall(theirs)
	named, _ := hookCall(ours)
	if len(call) >= 3 && !isGone(call[0]) && (len(named) == 0 || slices.Contains(settings, named[0])) {
		return theirs
	}
	for _, w := range call[min(3, len(call)):] {
		ours += " " + shellQuoted(w)
	}
	return ours
}

// hookCall gives the words with which a line calls a hook of brain's, and the settings before them.
func hookCall(line string) (settings, call []string) {
	for _, words := range Commands(line) {
		call := withoutSettings(words)
		if len(call) >= 3 && call[1] == "hook" && isBrain(call[0]) {
			return words[:len(words)-len(call)], call
		}
	}
	return nil, nil
}
