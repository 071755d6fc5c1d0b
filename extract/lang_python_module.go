package extract

import (
	"path"
	"slices"
	"strings"
)

// resolvePython finds a module as Python would with each folder that holds top-level packages on its path.
func resolvePython(r *resolver, u *unit, im *imported) []value {
	dots := len(im.path) - len(strings.TrimLeft(im.path, "."))
	name := im.path[dots:]
	if dots == 0 && im.name == "" && im.local != "" && !strings.Contains(im.local, ".") && strings.HasPrefix(im.path, im.local+".") {
		name = im.local // import a.b binds a
	}
	asked := pythonAsked{path.Dir(u.path), name, dots}
	known := pythonLayout(r).known
	module, ok := known[asked]
	if !ok {
		if dots > 0 {
			module = pythonRelative(r, u, asked)
		} else {
			module = pythonModule(r, u, name)
		}
		known[asked] = module
	}
	if im.name == "" || im.name == "*" {
		if module == nil {
			return []value{{kind: valExternal, name: name}}
		}
		return module
	}
	if module == nil {
		return []value{{kind: valExternal, name: strings.TrimPrefix(im.path+"."+im.name, ".")}}
	}
	if got := r.member(module[0], im.name); got != nil {
		return got
	}
	return pythonSub(r, module[0], im.name)
}

// pythonRelative finds a module by its name below the folder of the importing file, or one above it.
func pythonRelative(r *resolver, u *unit, asked pythonAsked) []value {
	dir := asked.dir
	for range asked.dots - 1 {
		dir = path.Dir(dir)
	}
	p := path.Join(dir, strings.ReplaceAll(asked.name, ".", "/"))
	if p == "." {
		p = ""
	}
	return pythonFile(r, u.lang, p)
}

// pythonSub is the module of a name in a package, if there is one.
func pythonSub(r *resolver, pkg value, name string) []value {
	if pkg.kind != valModule {
		return nil
	}
	p, lang := pkg.name, pkg.lang
	if p == "" {
		u := r.units[pkg.at.unit]
		lang = u.lang
		if !isPythonPackage(u.path) {
			return nil
		}
		p = path.Dir(u.path)
		if p == "." {
			p = ""
		}
	}
	return pythonFile(r, lang, path.Join(p, name))
}

func isPythonPackage(p string) bool { return strings.HasPrefix(path.Base(p), "__init__.py") }

// pythonFile is the module at a path without extension: a file, a package, or a folder that works as one.
func pythonFile(r *resolver, lang *language, p string) []value {
	for _, f := range []string{p + ".py", path.Join(p, "__init__.py"), p + ".pyi", path.Join(p, "__init__.pyi")} {
		if i, ok := r.byPath[f]; ok {
			return []value{{kind: valModule, at: ref{i, 0}}}
		}
	}
	if pythonLayout(r).dirs[p] {
		return []value{{kind: valModule, name: p, at: ref{-1, 0}, lang: lang}}
	}
	return nil
}

// pythonModule finds an absolute module name: below the folder of the importing file, the folders above it, and the folders that hold
// packages elsewhere in the tree.
func pythonModule(r *resolver, u *unit, name string) []value {
	p := strings.ReplaceAll(name, ".", "/")
	first, _, _ := strings.Cut(p, "/")
	dir := path.Dir(u.path)
	for isPython := true; isPython; { // a package's own modules are not on the path
		if _, isPython = r.byPath[path.Join(dir, "__init__.py")]; isPython && dir != "." {
			dir = path.Dir(dir)
		} else {
			isPython = false
		}
	}
	for {
		if got := pythonFile(r, u.lang, path.Join(dir, p)); got != nil && (got[0].at.unit >= 0 || strings.Contains(p, "/")) {
			return got
		}
		if dir == "." || dir == "/" {
			break
		}
		dir = path.Dir(dir)
	}
	for _, root := range pythonLayout(r).roots[first] {
		if got := pythonFile(r, u.lang, path.Join(root, p)); got != nil && got[0].at.unit >= 0 {
			return got
		}
	}
	return nil
}

// pythonSpecial knows the built-in functions that give what they were given.
func pythonSpecial(r *resolver, u int32, name string, scope int32, args []int32) ([]value, bool) {
	switch name {
	case "super":
		if c := r.typeAround(u, scope); c >= 0 {
			return r.instances(u, r.baseTypes(r.whole(ref{u, c}))), true
		}
	case "type":
		if len(args) == 1 {
			var out []value
			for _, v := range r.infer(u, args[0]) {
				if v.kind == valInstance {
					v.kind = valType
					out = join(out, []value{v})
				}
			}
			return out, true
		}
	case "cast":
		if len(args) == 2 {
			return r.instances(u, r.infer(u, args[0])), true
		}
	case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset":
		if len(args) > 0 {
			var of []value
			for _, v := range r.infer(u, args[0]) {
				of = join(of, r.elements(v))
			}
			return []value{{kind: valShape, name: shapeList, args: [][]value{of}}}, true
		}
	case "next", "min", "max":
		if len(args) > 0 {
			var of []value
			for _, v := range r.infer(u, args[0]) {
				of = join(of, r.elements(v))
			}
			return of, true
		}
	case "enumerate":
		if len(args) > 0 {
			var of []value
			for _, v := range r.infer(u, args[0]) {
				of = join(of, r.elements(v))
			}
			pair := value{kind: valShape, name: shapeTuple, args: [][]value{nil, of}}
			return []value{{kind: valShape, name: shapeList, args: [][]value{{pair}}}}, true
		}
	case "zip":
		pair := value{kind: valShape, name: shapeTuple}
		for _, a := range args {
			var of []value
			for _, v := range r.infer(u, a) {
				of = join(of, r.elements(v))
			}
			pair.args = append(pair.args, of)
		}
		return []value{{kind: valShape, name: shapeList, args: [][]value{{pair}}}}, true
	}
	return nil, false
}

// pythonPaths is what Python's import system would look at.
type pythonPaths struct {
	dirs  map[string]bool
	roots map[string][]string // top-level name → folders that hold it
	known map[pythonAsked][]value
}

// pythonAsked is a module as a file names it: by the file's folder, and the dots in front of the name.
type pythonAsked struct {
	dir, name string
	dots      int
}

func pythonLayout(r *resolver) *pythonPaths {
	return layout(r, "python", func() *pythonPaths {
		p := &pythonPaths{dirs: map[string]bool{}, roots: map[string][]string{}, known: map[pythonAsked][]value{}}
		for _, u := range r.units {
			if u.lang.name != "Python" {
				continue
			}
			dir := path.Dir(u.path)
			for d := dir; d != "."; d = path.Dir(d) {
				p.dirs[d] = true
			}
			top, name := dir, strings.TrimSuffix(path.Base(u.path), path.Ext(u.path))
			for top != "." {
				if _, ok := r.byPath[path.Join(top, "__init__.py")]; !ok {
					break
				}
				name, top = path.Base(top), path.Dir(top)
			}
			if top == "." {
				top = ""
			}
			if !slices.Contains(p.roots[name], top) {
				p.roots[name] = append(p.roots[name], top)
			}
		}
		for _, roots := range p.roots {
			slices.SortFunc(roots, comparePaths)
		}
		return p
	})
}
