package extract

import (
	"path"
	"strings"
)

func resolveRuby(r *resolver, u *unit, im *imported) []value {
	if i := rubyFile(r, u, im); i >= 0 {
		return []value{{kind: valModule, at: ref{i, 0}}}
	}
	return nil
}

// rubyFile is the file that a require means: beside the file, or below a lib folder.
func rubyFile(r *resolver, u *unit, im *imported) int32 {
	p := strings.TrimSuffix(im.path, ".rb") + ".rb"
	if im.flags&importLocal != 0 {
		if i, ok := r.byPath[path.Join(path.Dir(u.path), p)]; ok {
			return i
		}
		return -1
	}
	for dir := path.Dir(u.path); ; dir = path.Dir(dir) {
		for _, d := range []string{path.Join(dir, "lib"), dir} {
			if i, ok := r.byPath[path.Join(d, p)]; ok {
				return i
			}
		}
		if dir == "." || dir == "/" {
			return -1
		}
	}
}

func linkRequire(k *linker, i int32, u *unit, im *imported) {
	file := k.node[i][0]
	if to := rubyFile(k.resolver, u, im); to >= 0 {
		k.edge(file, k.node[to][0], RelFrom, ctxImport, Extracted, u.path, im.line)
		return
	}
	if im.flags&importLocal == 0 {
		k.edge(file, k.external(im.path, MakeID(im.path), KindExternal), RelImports, ctxImport, Extracted, u.path, im.line)
	}
}

// rubyGlobal finds a constant or a function at the top of any file: Ruby loads them into one space.
func rubyGlobal(r *resolver, u *unit, _ int32, name string) []value {
	vs := r.spaceMember(u, "", name)
	var out []value
	for _, v := range vs {
		if v.kind == valType || v.kind == valFunc || v.kind == valInstance || v.kind == valObject {
			out = append(out, v)
		}
	}
	if out == nil && name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return []value{{kind: valExternal, name: name}}
	}
	return out
}
