package extract

import "strings"

// tomlLine is an assignment of a TOML file; of a value that is a table or list, its text.
type tomlLine struct {
	section, key, value string
	line                int32
}

// tomlLines reads as much of TOML as manifests need: sections, keys, and values up to the end of their brackets.
func tomlLines(src string) []tomlLine {
	var out []tomlLine
	section := ""
	lines := strings.Split(src, "\n")
	for i := 0; i < len(lines); i++ {
		t := strings.TrimSpace(tomlBare(lines[i]))
		if strings.HasPrefix(t, "[") {
			section = strings.ReplaceAll(strings.Trim(t, "[] \t"), `"`, "")
			continue
		}
		key, value, ok := strings.Cut(t, "=")
		if !ok {
			continue
		}
		line := int32(i + 1)
		value = strings.TrimSpace(value)
		for strings.Count(value, "[") > strings.Count(value, "]") && i+1 < len(lines) {
			i++
			value += " " + strings.TrimSpace(tomlBare(lines[i]))
		}
		out = append(out, tomlLine{section, strings.Trim(strings.TrimSpace(key), `"'`), value, line})
	}
	return out
}

// tomlBare is a line without its comment.
func tomlBare(s string) string {
	quote := byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#':
			return s[:i]
		}
	}
	return s
}

// tomlStrings are the quoted strings in a value.
func tomlStrings(s string) []string {
	var out []string
	for {
		i := strings.IndexAny(s, `"'`)
		if i < 0 {
			return out
		}
		end := strings.IndexByte(s[i+1:], s[i])
		if end < 0 {
			return out
		}
		out = append(out, s[i+1:i+1+end])
		s = s[i+end+2:]
	}
}

func tomlString(s string) string {
	if list := tomlStrings(s); len(list) > 0 && strings.IndexAny(s, `"'`) == 0 {
		return list[0]
	}
	return ""
}

func lowerCargo(l *lowering, _ node) {
	lines := tomlLines(string(l.src))
	name, version := "", ""
	for _, t := range lines {
		if t.section == "package" {
			switch t.key {
			case "name":
				name = tomlString(t.value)
			case "version":
				version = tomlString(t.value)
			}
		}
	}
	of := l.project(name, version, 1)
	for _, t := range lines {
		section, rest, _ := strings.Cut(strings.TrimPrefix(t.section, "workspace."), "dependencies")
		if !strings.Contains(t.section, "dependencies") || section != "" && !strings.HasSuffix(section, "-") && !strings.HasSuffix(section, ".") {
			continue
		}
		switch {
		case rest == "":
			key, _, _ := strings.Cut(t.key, ".")
			l.need(of, key, tomlString(t.value), t.line)
		case t.key == "version" || t.key == "path" || t.key == "git":
			l.need(of, strings.TrimPrefix(rest, "."), tomlString(t.value), t.line)
		}
	}
}

func lowerPyproject(l *lowering, _ node) {
	lines := tomlLines(string(l.src))
	name, version := "", ""
	for _, t := range lines {
		if t.section == "project" || t.section == "tool.poetry" {
			switch t.key {
			case "name":
				name = tomlString(t.value)
			case "version":
				version = tomlString(t.value)
			}
		}
	}
	of := l.project(name, version, 1)
	for _, t := range lines {
		switch {
		case t.section == "project" && t.key == "dependencies",
			t.section == "project.optional-dependencies", t.section == "dependency-groups",
			t.section == "build-system" && t.key == "requires":
			for _, s := range tomlStrings(t.value) {
				name, rest := requirement(s)
				l.need(of, name, rest, t.line)
			}
		case strings.HasPrefix(t.section, "tool.poetry.") && strings.HasSuffix(t.section, "dependencies") && t.key != "python":
			l.need(of, t.key, tomlString(t.value), t.line)
		}
	}
}

// requirement splits "name[extra]>=1; marker" into name and rest.
func requirement(s string) (name, rest string) {
	i := strings.IndexFunc(s, func(r rune) bool {
		return !(r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	})
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}
