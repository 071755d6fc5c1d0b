package agent

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// claudeLocal is where Claude Code keeps the servers that its user added for one project alone. A set-up does not write there.
func claudeLocal(s Setup) part {
	return part{kind: MCP, path: s.folder("CLAUDE_CONFIG_DIR", "", ".claude.json"), edit: jsonEdit{path: []string{"projects", s.Project, "mcpServers", "brain"}}}
}

// lookAtServers looks for brain's among the servers of a file, under whatever name.
func (i *inspector) lookAtServers(e edit, in place, text string) error {
	servers, err := serversIn(e, text)
	if err == nil && servers == nil {
		_, err = e.add(text) // what stands where the servers should be is told as a set-up would
	}
	if err != nil {
		return err
	}
	found := false
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		if entry, _ := servers[name].(map[string]any); isServer(entry) {
			found = true
			i.servers = append(i.servers, in)
			i.lookAtServer(in, entry)
		}
	}
	if !found && servers["brain"] != nil {
		i.find(in, Finding{Problem: `the server named "brain" is another's, or does not call brain itself`, Fix: "rename it or take it out, then run " + i.again(in.global, false)})
	}
	return nil
}

// serversIn are the servers of a file by name.
func serversIn(e edit, text string) (servers map[string]any, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	switch e := e.(type) {
	case jsonEdit:
		v, err := plainJSON(text)
		for _, name := range e.path[:len(e.path)-1] {
			o, _ := v.(map[string]any)
			v = o[name]
		}
		servers, _ = v.(map[string]any)
		return servers, err
	case tomlTable:
		v, err := plainTOML(text)
		servers, _ = v[e.parent].(map[string]any)
		return servers, err
	case yamlMap:
		v, err := plainYAML(text)
		servers, _ = v[e.key].(map[string]any)
		return servers, err
	case ownYAML:
		v, err := plainYAML(text)
		servers = map[string]any{}
		for _, entry := range listOf(v["mcpServers"]) {
			named, _ := entry.(map[string]any)
			servers[fmt.Sprint(named["name"])] = named
		}
		return servers, err
	}
	return nil, nil
}

// lookAtServer looks at brain's entry: the program, the file, and whether it is turned off.
func (i *inspector) lookAtServer(in place, entry map[string]any) {
	i.lookAtProgram(in, serverWords(entry)[0], "the server", i.again(in.global, false))
	for _, name := range []string{"env", "environment", "envs"} {
		env, _ := entry[name].(map[string]any)
		if file, ok := env["BRAIN_DB"].(string); ok {
			i.lookAtFile(in, file, "the server")
		}
	}
	if entry["disabled"] == true || entry["enabled"] == false {
		i.find(in, Finding{Problem: "the server is turned off there", Fix: "turn it on in the client, if that was not meant", Minor: true})
	}
}

// lookAtHooks looks at the hooks of an event that call brain.
func (i *inspector) lookAtHooks(e jsonEdit, in place, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	v, err := plainJSON(text)
	if err != nil {
		return err
	}
	for _, name := range e.path {
		o, _ := v.(map[string]any)
		v = o[name]
	}
	for _, group := range listOf(v) {
		g, _ := group.(map[string]any)
		for _, hook := range listOf(g["hooks"]) {
			h, _ := hook.(map[string]any)
			if command, ok := h["command"].(string); ok && i.lookAtCommands(in, command, "the hook "+e.path[len(e.path)-1]) {
				i.hooks = true
			}
		}
	}
	return nil
}

// lookAtCommands looks at the calls of brain's hooks in a script; any says that there are some.
func (i *inspector) lookAtCommands(in place, script, whose string) (any bool) {
	for _, words := range Commands(script) {
		call := withoutSettings(words)
		if len(call) < 3 || call[1] != "hook" || !isBrain(call[0]) {
			continue
		}
		any = true
		i.lookAtSettings(in, words[:len(words)-len(call)], whose)
		i.lookAtProgram(in, call[0], whose, i.again(in.global, true))
	}
	return any
}

// lookAtProgram looks whether a program can be run. What a client fills in itself, such as ${HOME}, is left to it.
func (i *inspector) lookAtProgram(in place, program, whose, again string) {
	if strings.Contains(program, "$") {
		return
	}
	path := program
	bare := filepath.Base(program) == program
	if !bare && !filepath.IsAbs(program) {
		path = filepath.Join(i.project, program)
	}
	_, err := exec.LookPath(path)
	switch {
	case err == nil:
	case bare:
		i.find(in, Finding{Problem: fmt.Sprintf("%s calls %s, which is not in the PATH", whose, program), Fix: "put the folder of brain into the PATH, or run " + again})
	case errors.Is(err, fs.ErrPermission):
		i.find(in, Finding{Problem: fmt.Sprintf("%s calls %s, which may not be run", whose, program), Fix: "make it runnable (chmod +x), or run " + again})
	default:
		i.find(in, Finding{Problem: fmt.Sprintf("%s calls %s, which is not there", whose, program), Fix: again})
	}
}

// lookAtSettings looks at the file that settings before a command name as its brain.
func (i *inspector) lookAtSettings(in place, settings []string, whose string) {
	for _, s := range settings {
		if file, ok := strings.CutPrefix(s, "BRAIN_DB="); ok {
			i.lookAtFile(in, file, whose)
		}
	}
}

// lookAtFile looks whether the file that something names as its brain opens; of a client that names it in several places once.
func (i *inspector) lookAtFile(in place, file, whose string) {
	key := fmt.Sprint(i.shared[in.path], file)
	if i.looked[key] {
		return
	}
	i.looked[key] = true
	switch {
	case file == "" || strings.Contains(file, "$"):
	case !filepath.IsAbs(file):
		i.find(in, Finding{Problem: fmt.Sprintf("%s names the file %s, which is another one in each folder", whose, file), Fix: "name its whole path"})
	default:
		if problem, fix := i.opens(file); problem != "" {
			i.find(in, Finding{Problem: fmt.Sprintf("%s names the file %s: %s", whose, file, problem), Fix: fix})
		}
	}
}
