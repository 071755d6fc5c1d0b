package extract

import (
	"path"
	"strings"
)

var jsExts = []string{"", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}

// jsWritten are the files that a compiled file's name stands for.
var jsWritten = map[string][]string{".js": {".ts", ".tsx", ".d.ts"}, ".jsx": {".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}}

// jsModule finds the file that a specifier means in a file, -1 if it is not in the tree.
func jsModule(r *resolver, u *unit, spec string) int32 {
	if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") || spec == "." || spec == ".." {
		return jsFile(r, path.Join(path.Dir(u.path), spec))
	}
	for _, p := range jsAliases(r, u, spec) {
		if to := jsFile(r, p); to >= 0 {
			return to
		}
	}
	name, rest := npmPackage(spec)
	dir, ok := jsPackages(r)[name]
	if !ok {
		return -1
	}
	if rest != "" {
		for _, p := range []string{path.Join(dir, rest), path.Join(dir, "src", rest)} {
			if to := jsFile(r, p); to >= 0 {
				return to
			}
		}
		return -1
	}
	for _, p := range []string{"src/index", "source/index", "index", "lib/index", "src/" + path.Base(name), "src/main"} {
		if to := jsFile(r, path.Join(dir, p)); to >= 0 {
			return to
		}
	}
	return -1
}

// npmPackage splits a specifier into the package's name and what is taken of it.
func npmPackage(spec string) (name, rest string) {
	i := strings.IndexByte(spec, '/')
	if i >= 0 && strings.HasPrefix(spec, "@") {
		if k := strings.IndexByte(spec[i+1:], '/'); k >= 0 {
			i += 1 + k
		} else {
			i = -1
		}
	}
	if i < 0 {
		return spec, ""
	}
	return spec[:i], spec[i+1:]
}

// jsFile is the file at a path as Node and TypeScript complete it.
func jsFile(r *resolver, p string) int32 {
	isJS := func(i int32) bool { return r.units[i].lang.familyName() == "javascript" }
	for _, e := range jsExts {
		if i, ok := r.byPath[p+e]; ok && isJS(i) {
			return i
		}
	}
	ext := path.Ext(p)
	for _, e := range jsWritten[ext] {
		if i, ok := r.byPath[strings.TrimSuffix(p, ext)+e]; ok {
			return i
		}
	}
	for _, e := range jsExts[1:] {
		if i, ok := r.byPath[path.Join(p, "index"+e)]; ok {
			return i
		}
	}
	return -1
}

// jsPackages are the folders of the tree's npm packages by name.
func jsPackages(r *resolver) map[string]string {
	return layout(r, "npm", func() map[string]string {
		out := map[string]string{}
		for _, u := range r.units {
			if u.lang.name == "package.json" && u.space != "" {
				if _, ok := out[u.space]; !ok {
					out[u.space] = path.Dir(u.path)
				}
			}
		}
		return out
	})
}

// jsAliases are the paths that the nearest tsconfig.json gives a specifier.
func jsAliases(r *resolver, u *unit, spec string) []string {
	var out []string
	for dir := path.Dir(u.path); ; dir = path.Dir(dir) {
		for _, f := range []string{"tsconfig.json", "jsconfig.json"} {
			if i, ok := r.byPath[path.Join(dir, f)]; ok {
				out = append(out, tsPaths(r, r.units[i], spec, 0)...)
			}
		}
		if i, ok := r.byPath[path.Join(dir, "package.json")]; ok && strings.HasPrefix(spec, "#") {
			for _, im := range r.units[i].imports {
				if im.flags&importAlias != 0 {
					out = append(out, matchAlias(dir, im.path, im.name, spec)...)
				}
			}
		}
		if len(out) > 0 || dir == "." || dir == "/" {
			return out
		}
	}
}

func tsPaths(r *resolver, c *unit, spec string, depth int) []string {
	var out []string
	dir := path.Dir(c.path)
	for _, im := range c.imports {
		switch {
		case im.flags&importAlias != 0:
			out = append(out, matchAlias(path.Join(dir, c.space), im.path, im.name, spec)...)
		case im.flags&importInclude != 0 && depth < 5: // extends
			p := path.Join(dir, im.path)
			for _, f := range []string{p, p + ".json", path.Join(p, "tsconfig.json")} {
				if i, ok := r.byPath[f]; ok {
					out = append(out, tsPaths(r, r.units[i], spec, depth+1)...)
					break
				}
			}
		}
	}
	if c.space != "" {
		out = append(out, path.Join(dir, c.space, spec))
	}
	return out
}

// matchAlias gives the path that an alias with at most one star makes of a specifier.
func matchAlias(dir, pattern, target, spec string) []string {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		if pattern == spec {
			return []string{path.Join(dir, target)}
		}
		return nil
	}
	if len(spec) < len(before)+len(after) || !strings.HasPrefix(spec, before) || !strings.HasSuffix(spec, after) {
		return nil
	}
	return []string{path.Join(dir, strings.Replace(target, "*", spec[len(before):len(spec)-len(after)], 1))}
}
