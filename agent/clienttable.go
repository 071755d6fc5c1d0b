package agent

import (
	"path/filepath"
	"strings"
)

// The files and forms of each client. docs/agents.md says where each was read, and when.

func claudeCode(s Setup) ([]part, []string) {
	home := func(names ...string) string { return s.folder("CLAUDE_CONFIG_DIR", ".claude", names...) }
	memory := s.project("CLAUDE.md")
	if inner := s.project(".claude", "CLAUDE.md"); isFile(inner) && !exists(memory) {
		memory = inner
	}
	servers, settings := s.project(".mcp.json"), s.project(".claude", "settings.json")
	if s.Global {
		memory, servers, settings = home("CLAUDE.md"), s.folder("CLAUDE_CONFIG_DIR", "", ".claude.json"), home("settings.json")
	}
	parts := []part{s.rules(memory, "", true), mcpJSON(servers, "mcpServers", s.server(member{"type", "stdio"}))}
	parts = append(parts, s.claudeHooks(settings)...)
	var notes []string
	if !s.Global {
		notes = []string{"Claude Code asks once whether it may use the servers of a project"}
	}
	if s.Hooks {
		notes = append(notes, "the hook post-tool-use logs nothing until BRAIN_MERGE_ENABLED=1 is set")
	}
	return s.withGit(parts, notes)
}

func cursor(s Setup) ([]part, []string) {
	servers := mcpJSON(s.either(s.home(".cursor", "mcp.json"), s.project(".cursor", "mcp.json")), "mcpServers", s.server())
	if s.Global {
		return s.withGit([]part{servers}, []string{"Cursor keeps rules for all projects in its settings, not in a file: put the conventions there by hand (Settings, Rules), or set up each project with --project"})
	}
	if old := s.project(".cursorrules"); isFile(old) && !exists(s.project(".cursor", "rules")) {
		return s.withGit([]part{s.rules(old, "", true), servers}, nil)
	}
	header := frontmatter("description: How to use brain, the memory of this project and its user", "globs:", "alwaysApply: true")
	return s.withGit([]part{s.rules(s.project(".cursor", "rules", "brain.mdc"), header, true), servers}, nil)
}

func windsurf(s Setup) ([]part, []string) {
	servers := s.usersServers(s.home(".codeium", "windsurf", "mcp_config.json"))
	if s.Global {
		return s.withGit([]part{s.rules(s.home(".codeium", "windsurf", "memories", "global_rules.md"), "", true), servers}, nil)
	}
	notes := []string{"Windsurf reads MCP servers from the user's folder only"}
	header := frontmatter("trigger: always_on", "description: How to use brain, the memory of this project and its user")
	switch {
	case exists(s.project(".devin")):
		return s.withGit([]part{s.rules(s.project(".devin", "rules", "brain.md"), header, true), servers}, notes)
	case isFile(s.project(".windsurfrules")) && !exists(s.project(".windsurf", "rules")):
		return s.withGit([]part{s.rules(s.project(".windsurfrules"), "", true), servers}, notes)
	}
	return s.withGit([]part{s.rules(s.project(".windsurf", "rules", "brain.md"), header, true), servers}, notes)
}

func vscodeCopilot(s Setup) ([]part, []string) {
	server := s.server(member{"type", "stdio"})
	if s.Global {
		header := frontmatter("applyTo: '**'", "description: How to use brain, the memory of its user")
		return s.withGit([]part{s.rules(s.home(".copilot", "instructions", "brain.instructions.md"), header, true), mcpJSON(s.code("mcp.json"), "servers", server)}, nil)
	}
	return s.withGit([]part{s.rules(s.project(".github", "copilot-instructions.md"), "", true), mcpJSON(s.project(".vscode", "mcp.json"), "servers", server)}, nil)
}

func codex(s Setup) ([]part, []string) {
	home := func(name string) string { return s.folder("CODEX_HOME", ".codex", name) }
	body := "[mcp_servers.brain]\ncommand = " + tomlQuoted(s.command()) + "\nargs = [\"mcp\"]\n"
	if s.DB != "" {
		body += "env = { BRAIN_DB = " + tomlQuoted(s.DB) + " }\n"
	}
	server := func(path string) part {
		b := hashBlock("", body)
		b.foreign = func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "#") } // other keys are the entry's
		return part{kind: MCP, path: path, edit: tomlTable{b, "mcp_servers", "brain", s.serverSettings()}}
	}
	if s.Global {
		return s.withGit([]part{s.rules(home("AGENTS.md"), "", true), server(home("config.toml"))}, nil)
	}
	return s.withGit([]part{s.rules(s.project("AGENTS.md"), "", true), server(s.project(".codex", "config.toml"))},
		[]string{"Codex reads a project's .codex/config.toml only if it trusts the project"})
}

// tomlQuoted is a text as a basic string of TOML.
func tomlQuoted(w string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range w {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			b.WriteString(`\u00` + string("0123456789ABCDEF"[r>>4]) + string("0123456789ABCDEF"[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

func geminiCLI(s Setup) ([]part, []string) {
	return s.withGit([]part{s.rules(s.either(s.home(".gemini", "GEMINI.md"), s.project("GEMINI.md")), "", true),
		mcpJSON(s.either(s.home(".gemini", "settings.json"), s.project(".gemini", "settings.json")), "mcpServers", s.server())},
		[]string{"Gemini CLI starts servers only in folders that it trusts"})
}

func opencode(s Setup) ([]part, []string) {
	server := object{{"type", "local"}, {"command", []string{s.command(), "mcp"}}, {"enabled", true}}
	if env := s.env(); env != nil {
		server = append(server, member{"environment", env})
	}
	file := s.either(s.config("opencode", "opencode.json"), s.project("opencode.json"))
	if with := file + "c"; isFile(with) && !exists(file) {
		file = with // opencode.jsonc
	}
	return s.withGit([]part{s.rules(s.either(s.config("opencode", "AGENTS.md"), s.project("AGENTS.md")), "", true), mcpJSON(file, "mcp", server)}, nil)
}

func aider(s Setup) ([]part, []string) {
	notes := []string{"aider has no MCP: it uses the commands"}
	if s.Global {
		conventions := s.home(".config", "brain", "aider.md")
		return s.withGit([]part{s.rules(conventions, "", false), {kind: Rules, path: s.home(".aider.conf.yml"), edit: yamlList{"read", conventions}}}, notes)
	}
	return s.withGit([]part{s.rules(s.project("CONVENTIONS.md"), "", false), {kind: Rules, path: s.project(".aider.conf.yml"), edit: yamlList{"read", "CONVENTIONS.md"}}}, notes)
}

func cline(s Setup) ([]part, []string) {
	servers := s.home(".cline", "data", "settings", "cline_mcp_settings.json")
	if old := s.code("globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json"); isFile(old) && !exists(servers) {
		servers = old
	}
	rule := s.rules(s.either(s.home(".cline", "rules", "brain.md"), s.project(".clinerules", "brain.md")), "", true)
	var notes []string
	if !s.Global {
		notes = []string{"Cline reads MCP servers from the user's folder only"}
		if old := s.project(".clinerules"); isFile(old) {
			rule = s.rules(old, "", true)
		}
	}
	return s.withGit([]part{rule, s.usersServers(servers)}, notes)
}

func roo(s Setup) ([]part, []string) {
	if s.Global {
		return s.withGit([]part{s.rules(s.home(".roo", "rules", "brain.md"), "", true),
			mcpJSON(s.code("globalStorage", "rooveterinaryinc.roo-cline", "settings", "mcp_settings.json"), "mcpServers", s.server())}, nil)
	}
	file := s.project(".roo", "rules", "brain.md")
	if old := s.project(".roorules"); isFile(old) && !exists(s.project(".roo", "rules")) {
		file = old
	}
	return s.withGit([]part{s.rules(file, "", true), mcpJSON(s.project(".roo", "mcp.json"), "mcpServers", s.server())}, nil)
}

func continueDev(s Setup) ([]part, []string) {
	dir := s.either(s.home(".continue"), s.project(".continue"))
	body := "name: brain\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: brain\n    command: " + quoted(s.command()) + "\n    args:\n      - mcp\n"
	if s.DB != "" {
		body += "    env:\n      BRAIN_DB: " + quoted(s.DB) + "\n"
	}
	return s.withGit([]part{s.rules(filepath.Join(dir, "rules", "brain.md"), frontmatter("name: brain", "alwaysApply: true"), true),
		{kind: MCP, path: filepath.Join(dir, "mcpServers", "brain.yaml"), edit: ownYAML{hashBlock("", body), s.serverSettings()}}}, nil)
}

func goose(s Setup) ([]part, []string) {
	config := s.config("goose", "config.yaml")
	if s.GOOS == "windows" {
		config = s.folder("APPDATA", filepath.Join("AppData", "Roaming"), "Block", "goose", "config", "config.yaml")
	}
	envs := "envs: {}\n"
	if s.DB != "" {
		envs = "envs:\n  BRAIN_DB: " + quoted(s.DB) + "\n"
	}
	lines := "type: stdio\nname: brain\ndescription: \"What is known: memories, pages, code\"\nenabled: true\ncmd: " + quoted(s.everywhere().command()) + "\nargs:\n  - mcp\nenv_keys: []\n" + envs + "timeout: 300\n"
	server := part{kind: MCP, path: config, mode: userOnly, edit: yamlMap{key: "extensions", name: "brain", lines: lines, settings: s.everywhere().serverSettings()}}
	hints := s.project(".goosehints")
	var notes []string
	if s.Global {
		hints = filepath.Join(filepath.Dir(config), ".goosehints")
	} else {
		notes = []string{"Goose reads extensions from the user's folder only"}
	}
	return s.withGit([]part{s.rules(hints, "", true), server}, notes)
}
