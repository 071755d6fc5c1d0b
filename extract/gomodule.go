package extract

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"brain/pattern"
)

// goModule is a go.mod of the tree. Every one counts, whether a go.work names
// it or not.
type goModule struct {
	dir  string // "" for the root
	path string
}

// readModules reads the module paths of the go.mod files, sorted by folder.
func readModules(root string, mods []string) []goModule {
	var out []goModule
	for _, rel := range mods {
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(rel)))
		if err != nil {
			continue // its packages then go by their folders
		}
		if p := modulePath(string(src)); p != "" {
			out = append(out, goModule{dir: strings.TrimSuffix(strings.TrimSuffix(rel, "go.mod"), "/"), path: p})
		}
	}
	slices.SortFunc(out, func(a, b goModule) int {
		return strings.Compare(a.dir, b.dir)
	})
	return out
}

// modulePath is the path in the module line of a go.mod, "" without one.
func modulePath(mod string) string {
	for l := range strings.Lines(mod) {
		l, _, _ = strings.Cut(l, "//")
		fields := strings.Fields(l)
		if len(fields) == 2 && fields[0] == "module" {
			if p, err := strconv.Unquote(fields[1]); err == nil {
				return p
			}
			return fields[1]
		}
	}
	return ""
}

// goDirs knows which import path is which folder.
type goDirs struct {
	modules []goModule // sorted by folder
	units   map[string][]*goUnit
}

// module is the module that a folder belongs to, nil for none.
func (d *goDirs) module(dir string) *goModule {
	for i := len(d.modules) - 1; i >= 0; i-- { // a folder's parents sort before it
		if m := &d.modules[i]; inDir(dir, m.dir) {
			return m
		}
	}
	return nil
}

func inDir(dir, parent string) bool {
	return parent == "" || dir == parent || strings.HasPrefix(dir, parent+"/")
}

// importPath is the path by which a folder's package is imported. Without a
// go.mod it is the folder's own path, and for the root name.
func (d *goDirs) importPath(dir, name string) string {
	m := d.module(dir)
	switch {
	case m == nil && dir == "":
		return name
	case m == nil:
		return dir
	case m.path == "std": // the standard library's own go.mod
		return strings.TrimPrefix(strings.TrimPrefix(dir, m.dir), "/")
	}
	return path.Join(m.path, strings.TrimPrefix(dir, m.dir))
}

// find gives the package that a file in dir imports as importPath, nil if it
// is not in the tree. Where several modules have one path, as copies do, the
// importer's own comes first, then the one with the shortest folder.
func (d *goDirs) find(importPath, dir string) *goUnit {
	own := d.module(dir)
	if own != nil {
		if u := d.in(own, importPath); u != nil {
			return u
		}
	}
	var best *goUnit
	for i := range d.modules {
		u := d.in(&d.modules[i], importPath)
		if u != nil && (best == nil || len(u.dir) < len(best.dir)) {
			best = u
		}
	}
	if best != nil {
		return best
	}
	if len(d.modules) == 0 { // a tree of the time before modules
		for _, dir := range []string{importPath, path.Join("src", importPath)} {
			if u := primary(d.units[dir]); u != nil {
				return u
			}
		}
	}
	return nil
}

func (d *goDirs) in(m *goModule, importPath string) *goUnit {
	rest, ok := strings.CutPrefix(importPath, m.path)
	if m.path == "std" {
		rest, ok = "/"+importPath, true
	}
	if !ok || rest != "" && rest[0] != '/' {
		return nil
	}
	dir := strings.TrimPrefix(path.Join(m.dir, rest), "/")
	if d.module(dir) != m {
		return nil
	}
	return primary(d.units[dir])
}

var majorVersion = pattern.Lazy(`^v[0-9]+$`)

// lastPart is the last element of an import path that is no major version.
func lastPart(importPath string) string {
	last := path.Base(importPath)
	if majorVersion().MatchString(last) {
		if dir := path.Dir(importPath); dir != "." {
			last = path.Base(dir)
		}
	}
	return last
}
