package extract

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"path"
	"strconv"
	"strings"
)

// Manifests tell what a project is called and what it needs. They are read without tree-sitter, in every build.
var (
	goManifest     = language{name: "go.mod", files: []string{"go.mod"}, lower: lowerGoMod, linkImport: linkDependency}
	npmManifest    = language{name: "package.json", files: []string{"package.json"}, lower: lowerPackageJSON, linkImport: linkDependency}
	cargoManifest  = language{name: "Cargo.toml", files: []string{"Cargo.toml"}, lower: lowerCargo, linkImport: linkDependency}
	pythonManifest = language{name: "pyproject.toml", files: []string{"pyproject.toml"}, lower: lowerPyproject, linkImport: linkDependency}
	mavenManifest  = language{name: "pom.xml", files: []string{"pom.xml"}, lower: lowerPom, linkImport: linkDependency}
)

// project declares the node of a project.
func (l *lowering) project(name, version string, line int32) int32 {
	if name == "" {
		return 0
	}
	sig := name
	if version != "" {
		sig += " " + version
	}
	d := l.declare(decl{kind: declSpace, node: KindProject, name: name, idName: "pkg_" + name, flags: isRooted, line: line, sig: l.keep(sig)})
	l.u.space = l.at(d).name
	return d
}

// need notes a dependency of the project.
func (l *lowering) need(of int32, name, version string, line int32) {
	if name == "" {
		return
	}
	l.u.imports = append(l.u.imports, imported{path: l.keep(name), name: l.keep(version), scope: of, line: line})
}

// linkDependency makes the edge to a project of the tree, or to the node of one that it does not hold.
func linkDependency(k *linker, i int32, u *unit, im *imported) {
	from := k.node[i][k.ownerOf(i, im.scope)]
	for _, at := range k.spaces[spaceKey{u.lang.familyName(), im.path}] {
		for d := range k.units[at.unit].decls {
			if k.units[at.unit].decls[d].node == KindProject {
				k.edge(from, k.node[at.unit][d], RelDependsOn, ctxDependency, Extracted, u.path, im.line)
				return
			}
		}
	}
	to := k.external(im.path, MakeID("ref", im.path), KindExternal)
	if im.flags&importSide != 0 { // of package.json, where each dependency has a node of its own
		k.edge(k.node[i][0], to, RelImports, ctxImport, Extracted, u.path, im.line)
		k.edge(from, to, RelDeclares, "", Extracted, u.path, im.line)
		return
	}
	k.edge(from, to, RelDependsOn, ctxDependency, Extracted, u.path, im.line)
}

func lowerGoMod(l *lowering, _ node) {
	of, block := int32(0), ""
	line := int32(0)
	for text := range strings.Lines(string(l.src)) {
		line++
		text, _, _ = strings.Cut(text, "//")
		f := strings.Fields(text)
		switch {
		case len(f) == 0:
		case f[0] == ")":
			block = ""
		case len(f) == 2 && f[1] == "(":
			block = f[0]
		case f[0] == "module" && len(f) == 2:
			of = l.project(unquoted(f[1]), "", line)
		case f[0] == "require" && len(f) == 3:
			l.need(of, unquoted(f[1]), f[2], line)
		case block == "require" && len(f) == 2:
			l.need(of, unquoted(f[0]), f[1], line)
		}
	}
}

func unquoted(s string) string {
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	return s
}

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

// pom is what is read of Maven's file.
type pom struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
	Parent     struct {
		GroupID string `xml:"groupId"`
		Version string `xml:"version"`
	} `xml:"parent"`
	Dependencies []pomDependency `xml:"dependencies>dependency"`
	Managed      []pomDependency `xml:"dependencyManagement>dependencies>dependency"`
}

type pomDependency struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
}

func lowerPom(l *lowering, _ node) {
	var p pom
	dec := xml.NewDecoder(bytes.NewReader(l.src))
	dec.Strict = false
	if dec.Decode(&p) != nil || p.ArtifactID == "" {
		return
	}
	group, version := p.GroupID, p.Version
	if group == "" {
		group = p.Parent.GroupID
	}
	if version == "" {
		version = p.Parent.Version
	}
	of := l.project(joined(group, p.ArtifactID), version, 1)
	for _, d := range append(p.Dependencies, p.Managed...) {
		g := d.GroupID
		if g == "${project.groupId}" {
			g = group
		}
		line := int32(1)
		if i := bytes.Index(l.src, []byte("<artifactId>"+d.ArtifactID+"</artifactId>")); i >= 0 {
			line += int32(bytes.Count(l.src[:i], []byte("\n")))
		}
		l.need(of, joined(g, d.ArtifactID), d.Version, line)
	}
}

func joined(group, artifact string) string {
	if group == "" || artifact == "" {
		return artifact
	}
	return group + ":" + artifact
}

// Limits on the keys of a package.json, Graphify's.
const (
	maxKeyDepth = 6
	maxKeys     = 500
)

// lowerPackageJSON gives a node to each key, as Graphify does, and one to each dependency.
func lowerPackageJSON(l *lowering, _ node) {
	d := &jsonLowering{lowering: l, dec: json.NewDecoder(bytes.NewReader(l.src))}
	if t, err := d.dec.Token(); err != nil || t != json.Delim('{') {
		return
	}
	d.object(0, "", 1)
}

type jsonLowering struct {
	*lowering
	dec  *json.Decoder
	keys int
}

func (d *jsonLowering) line() int32 {
	return 1 + int32(bytes.Count(d.src[:min(int(d.dec.InputOffset()), len(d.src))], []byte("\n")))
}

// object reads the rest of an object whose keys belong to the declaration up.
func (d *jsonLowering) object(up int32, parent string, depth int) bool {
	for d.dec.More() {
		t, err := d.dec.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return false
		}
		line := d.line()
		id := int32(0)
		if d.keys < maxKeys && depth <= maxKeyDepth {
			d.keys++
			name := key
			if parent != "" {
				name = parent + "_" + key
			}
			id = d.declare(decl{kind: declVar, node: KindKey, name: key, idName: d.keep(name), flags: isFlat, owner: up, line: line})
		}
		if !d.value(id, key, parent, depth, line) {
			return false
		}
	}
	_, err := d.dec.Token()
	return err == nil
}

func (d *jsonLowering) value(id int32, key, parent string, depth int, line int32) bool {
	t, err := d.dec.Token()
	if err != nil {
		return false
	}
	switch t {
	case json.Delim('{'):
		return d.object(id, key, depth+1)
	case json.Delim('['):
		for d.dec.More() {
			var skip json.RawMessage
			if d.dec.Decode(&skip) != nil {
				return false
			}
		}
		_, err := d.dec.Token()
		return err == nil
	}
	if s, ok := t.(string); ok && id != 0 && (parent == "dependencies" || strings.HasSuffix(parent, "Dependencies")) && depth == 2 {
		x := d.at(id)
		x.node = KindDependency
		x.label = d.keep(key + "@" + s)
		d.u.imports = append(d.u.imports, imported{path: d.keep(key), name: d.keep(s), scope: id, line: line, flags: importSide})
	}
	if s, ok := t.(string); ok && key == "name" && depth == 1 {
		d.u.space = d.keep(s)
	}
	return true
}

// npmName is the package of a file's nearest package.json.
func npmName(r *resolver, file string) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if i, ok := r.byPath[path.Join(dir, "package.json")]; ok {
			return r.units[i].space
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}
