package agent

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// patchYAML changes the program and the file of an entry that is ours, and nothing else of it. entryIn finds the entry in a text.
func (s serverSettings) patchYAML(text string, entryIn func(text string) (entry *yaml.Node, err error)) (string, error) {
	for range 3 { // one change a step: each moves what follows
		entry, err := entryIn(text)
		if err != nil {
			return text, err
		}
		have := map[string]any{}
		if err := entry.Decode(&have); err != nil {
			return text, yamlFault(err)
		}
		command, db := s.changes(have)
		key, at := entryOf(entry, "cmd")
		env := "envs"
		if at == nil {
			key, at = entryOf(entry, "command")
			env = "env"
		}
		switch {
		case command == "" && db == "":
			return text, nil
		case at == nil || at.Kind != yaml.ScalarNode || at.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		case command != "":
			text = setScalar(text, at, command)
			continue
		default:
			if out, ok := setEnv(text, entry, key, at, env, db); ok {
				text = out
				continue
			}
		}
		break
	}
	return text, fault(0, "change it by hand", "brain does not know how to change its server in this file")
}

// setScalar puts another text in the place of one of a line.
func setScalar(text string, at *yaml.Node, value string) string {
	place := placeOf(text, at)
	return text[:place] + quoted(value) + text[place+scalarLength(text[place:], at):]
}

// setEnv puts BRAIN_DB into the settings of an entry; command is its key of the program, program the value.
func setEnv(text string, entry, command, program *yaml.Node, name, db string) (string, bool) {
	_, env := entryOf(entry, name)
	line := "BRAIN_DB: " + quoted(db)
	if env == nil {
		if entry.Style&yaml.FlowStyle != 0 {
			return text, false
		}
		next := offsetOf(text, program.Line+1)
		indent := strings.Repeat(" ", command.Column-1)
		return closed(text[:next]) + indent + name + ":\n" + indent + "  " + line + "\n" + text[next:], true
	}
	if env.Kind != yaml.MappingNode {
		return text, false
	}
	_, old := entryOf(env, "BRAIN_DB")
	switch {
	case old != nil && old.Kind == yaml.ScalarNode && old.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		return setScalar(text, old, db), true
	case old != nil:
		return text, false
	case env.Style&yaml.FlowStyle != 0:
		place := placeOf(text, env) + 1
		if len(env.Content) > 0 {
			line += ", "
		}
		return text[:place] + line + text[place:], true
	}
	start := offsetOf(text, env.Content[0].Line)
	return text[:start] + strings.Repeat(" ", env.Content[0].Column-1) + line + "\n" + text[start:], true
}
