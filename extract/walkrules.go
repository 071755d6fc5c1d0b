package extract

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const goHidden = `the go command ignores names that start with "." or "_"`

// skipDir is the reason for which a folder is left out; beside are the names in the folder that it lies in.
func (t *goTree) skipDir(rel string, beside []fs.DirEntry) string {
	name := path.Base(rel)
	switch {
	case t.all && skipAny[name] != "":
		return skipAny[name]
	case t.all && t.leaves(rel) != "":
		return t.leaves(rel)
	case t.all && t.excluded == nil:
		return buildOutput(name, beside)
	case t.all:
		return ""

	case name == ".git":
		return "Git's own folder"
	case name == "node_modules":
		return "node_modules holds code of others"
	case name == "vendor":
		return "vendor holds code of others"
	case name == "testdata":
		return "the go command ignores testdata"
	case name[0] == '.' || name[0] == '_':
		return goHidden
	}
	return ""
}

// skipAny are the folders that no language looks into.
var skipAny = map[string]string{
	".git":             "Git's own folder",
	"node_modules":     "node_modules holds code of others",
	"bower_components": "bower_components holds code of others",
	"vendor":           "vendor holds code of others",
	"site-packages":    "site-packages holds code of others",
	"testdata":         "testdata holds what tests read",
	"venv":             "a Python environment",
	".venv":            "a Python environment",
	"__pycache__":      "compiled code",
	"graphify-out":     "Graphify's output",
}

// leaves is the reason for which a tree of all languages leaves a file or folder out: git ignores it, it is hidden, or made by a
// tool from what is in the tree.
func (t *goTree) leaves(rel string) string {
	name := path.Base(rel)
	switch {
	case name[0] == '.' && name != ".github": // which holds a project's rules for who takes part
		return "hidden"
	case t.excluded != nil && t.excluded(rel):
		return "excluded by .gitignore"
	case strings.HasSuffix(name, ".min.js") || strings.HasSuffix(name, ".min.mjs"):
		return "minified"
	}
	return ""
}

// buildOutputs are the folders that build tools write, by the names of the manifests beside which they do.
var buildOutputs = map[string][]string{
	"build":    {"build.gradle", "build.gradle.kts", "setup.py", "pyproject.toml", "package.json"},
	"dist":     {"package.json", "setup.py", "pyproject.toml"},
	"target":   {"Cargo.toml", "pom.xml", "build.sbt"},
	"out":      {"package.json"},
	"coverage": {"package.json"},
	"bin":      {"*.csproj"},
	"obj":      {"*.csproj"},
}

// buildOutput is the reason for which a folder is what a build wrote, as far as that can be told without git.
func buildOutput(name string, beside []fs.DirEntry) string {
	for _, manifest := range buildOutputs[name] {
		if slices.ContainsFunc(beside, func(e fs.DirEntry) bool { ok, _ := path.Match(manifest, e.Name()); return ok }) {
			return "a build's output, by the " + strings.TrimPrefix(manifest, "*.") + " beside it"
		}
	}
	return ""
}

// goIgnores is the reason for which the go command does not look into a folder.
func goIgnores(dir string) string {
	for name := range strings.SplitSeq(dir, "/") {
		if name != "" && (name[0] == '.' || name[0] == '_') {
			return goHidden
		}
	}
	return ""
}

// skipFile is the reason for which the go command does not read a file.
func skipFile(e fs.DirEntry) string {
	if c := e.Name()[0]; c == '.' || c == '_' {
		return goHidden
	}
	if !e.Type().IsRegular() {
		return "not a regular file"
	}
	return ""
}

// isSource says whether a file of that name is looked for.
func (t *goTree) isSource(name string) bool {
	return strings.HasSuffix(name, ".go") || t.all && languageOf(name) != nil
}

// count is how many source files lie below dir; what it cannot read counts as none.
func (t *goTree) count(dir string) int {
	n := 0
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && t.isSource(d.Name()) {
			n++
		}
		return nil
	})
	return n
}
