package extract

import (
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
