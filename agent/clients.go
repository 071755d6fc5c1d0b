package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Setup says for whom brain is set up.
type Setup struct {
	Client  string
	Home    string // the user's folder
	Project string // the root of the project
	Global  bool   // for all projects of the user, not for this one
	Hooks   bool   // hooks too
	Program string // absolute path of brain
	InPath  bool   // the name brain alone leads to it
	DB      string // absolute path of the file, where the user named one
	GOOS    string
	Getenv  func(string) string
}

// Kind says what a part of a set-up is for.
type Kind string

// The kinds of parts.
const (
	Rules Kind = "rules"
	MCP   Kind = "mcp"
	Hooks Kind = "hooks"
)

// part is one change of one file.
type part struct {
	kind Kind
	path string
	edit edit
	mode os.FileMode // of a new file
}

// ErrClient says that brain knows no such client.
var ErrClient = errors.New("no such client")

// client is what is known of one: it gives the parts of a set-up, and what brain cannot do for it.
type client func(s Setup) (parts []part, notes []string)

var clients = map[string]client{
	"claude-code":    claudeCode,
	"cursor":         cursor,
	"windsurf":       windsurf,
	"vscode-copilot": vscodeCopilot,
	"codex":          codex,
	"gemini-cli":     geminiCLI,
	"opencode":       opencode,
	"aider":          aider,
	"cline":          cline,
	"roo":            roo,
	"continue":       continueDev,
	"goose":          goose,
}

// Clients are the names of the clients that brain knows.
func Clients() []string {
	names := make([]string, 0, len(clients))
	for name := range clients {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// parts are those of a set-up.
func (s Setup) parts() (parts []part, notes []string, err error) {
	c := clients[s.Client]
	if c == nil {
		return nil, nil, fmt.Errorf("%w: %q", ErrClient, s.Client)
	}
	parts, notes = c(s)
	if s.Hooks {
		notes = append(notes, s.unhooked(parts)...)
	} else {
		parts = slices.DeleteFunc(parts, func(p part) bool { return p.kind == Hooks })
	}
	for i := range parts {
		switch {
		case parts[i].mode != 0:
		case s.Global && parts[i].kind == MCP:
			parts[i].mode = userOnly
		default:
			parts[i].mode = 0o644
		}
	}
	return parts, notes, nil
}

// unhooked says so if a client is asked for hooks and has none that brain knows: all that is made then is git's.
func (s Setup) unhooked(parts []part) []string {
	git := false
	for _, p := range parts {
		if p.kind != Hooks {
			continue
		}
		if _, git = p.edit.(shellHook); !git {
			return nil
		}
	}
	if git {
		return []string{"--hooks: brain knows no hooks of " + s.Client + ", only git's after each commit is set up"}
	}
	return []string{"--hooks: brain knows no hooks of " + s.Client + ", none is set up"}
}

// in gives a path in the user's folder or in the project.
func (s Setup) home(names ...string) string {
	return filepath.Join(append([]string{s.Home}, names...)...)
}

func (s Setup) project(names ...string) string {
	return filepath.Join(append([]string{s.Project}, names...)...)
}

// config gives a path in the folder for settings: XDG_CONFIG_HOME, else ~/.config.
func (s Setup) config(names ...string) string {
	if dir := s.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(append([]string{dir}, names...)...)
	}
	return s.home(append([]string{".config"}, names...)...)
}

// folder gives a path in the folder that a variable names, else in another of the user's.
func (s Setup) folder(variable, other string, names ...string) string {
	if dir := s.Getenv(variable); filepath.IsAbs(dir) {
		return filepath.Join(append([]string{dir}, names...)...)
	}
	return s.home(append([]string{other}, names...)...)
}

// code gives a path in the folder of VS Code's user profile.
func (s Setup) code(names ...string) string {
	names = append([]string{"Code", "User"}, names...)
	switch s.GOOS {
	case "darwin":
		return s.home(append([]string{"Library", "Application Support"}, names...)...)
	case "windows":
		return s.folder("APPDATA", filepath.Join("AppData", "Roaming"), names...)
	}
	return s.config(names...)
}

// either gives the first path if Global, else the second.
func (s Setup) either(global, project string) string {
	if s.Global {
		return global
	}
	return project
}

// command is how a client calls brain. A program with windows has not the PATH of a shell, so all projects get the whole path;
// what a project's files say holds on other machines too.
func (s Setup) command() string {
	if !s.Global && s.InPath {
		return "brain"
	}
	return s.Program
}

func (s Setup) env() object {
	if s.DB == "" {
		return nil
	}
	return object{{"BRAIN_DB", s.DB}}
}

// server is the entry of a server in the form that most clients have.
func (s Setup) server(more ...member) object {
	out := append(object(more), member{"command", s.command()}, member{"args", []string{"mcp"}})
	if env := s.env(); env != nil {
		out = append(out, member{"env", env})
	}
	return out
}

// userOnly is the mode of new files for all projects: clients keep keys of other servers beside ours.
const userOnly = 0o600

// everywhere is the set-up of a file that serves all projects, also where the rest is of one.
func (s Setup) everywhere() Setup {
	s.Global = true
	return s
}

// usersServers puts brain into the user's list of servers, of a client that has no list of a project.
func (s Setup) usersServers(path string) part {
	p := mcpJSON(path, "mcpServers", s.everywhere().server())
	p.mode = userOnly
	return p
}

// mcpJSON puts a server under a name into a JSON file.
func mcpJSON(path, key string, server object) part {
	return part{kind: MCP, path: path, edit: jsonEdit{path: []string{key, "brain"}, value: server, mine: isServer, keep: keptServer, what: `a server named "brain"`}}
}

// serverWords are the words of a server's command line.
func serverWords(v any) []string {
	entry, _ := v.(map[string]any)
	words := textsOf(entry["command"])
	if words == nil {
		words = textsOf(entry["cmd"])
	}
	return append(words, textsOf(entry["args"])...)
}

// textsOf is a text or a list of texts, as a list.
func textsOf(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, item := range v {
			s, _ := item.(string)
			out = append(out, s)
		}
		return out
	}
	return nil
}

func (s Setup) rules(path, header string, mcp bool) part {
	return part{kind: Rules, path: path, edit: markdownBlock(header, conventions(mcp, s.DB))}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
