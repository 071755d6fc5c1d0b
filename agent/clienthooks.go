package agent

import "strings"

// claudeHooks are the hooks of Claude Code's settings. They time out early: a session waits for them.
func (s Setup) claudeHooks(settings string) []part {
	var out []part
	for _, h := range []struct {
		event, matcher, name string
		timeout              int
	}{
		{"PostToolUse", "Bash", "post-tool-use", 5},
		{"SessionStart", "startup|clear|compact", "session-start", 10},
		{"Stop", "", "stop", 10},
	} {
		group := object{}
		if h.matcher != "" {
			group = append(group, member{"matcher", h.matcher})
		}
		group = append(group, member{"hooks", []any{object{{"type", "command"}, {"command", s.hookCommand(h.name)}, {"timeout", h.timeout}}}})
		out = append(out, part{kind: Hooks, path: settings, edit: jsonEdit{path: []string{"hooks", h.event}, array: true, value: group, mine: isHook(h.name), keep: keptHook}})
	}
	return out
}

// hookCommand is the line of a shell that calls a hook.
func (s Setup) hookCommand(name string) string {
	line := shellQuoted(s.command()) + " hook " + name
	if s.DB != "" {
		line = "BRAIN_DB=" + shellQuoted(s.DB) + " " + line
	}
	return line
}

func shellQuoted(w string) string {
	if w != "" && strings.Trim(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-+:@") == "" {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// isHook tells a group of hooks that is one call of brain's.
func isHook(name string) func(any) bool {
	return func(v any) bool {
		group, _ := v.(map[string]any)
		list, _ := group["hooks"].([]any)
		if len(list) != 1 {
			return false
		}
		hook, _ := list[0].(map[string]any)
		command, _ := hook["command"].(string)
		_, call := hookCall(command)
		return len(call) > 0 && call[2] == name
	}
}
