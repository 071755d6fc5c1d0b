package extract

import (
	"path"
	"slices"
	"strings"
)

// share makes one type of the declarations that bear its name, in languages where any file can add to a type.
func (r *resolver) share() {
	type typeKey struct{ family, name, project string }
	first := map[typeKey]ref{}
	var qualifiers []ref
	join := func(at ref) {
		u := r.units[at.unit]
		name := ""
		for s := at.decl; s != 0; s = u.decls[s].scope {
			name = u.decls[s].name + u.arity(s) + "." + name
		}
		key := typeKey{family: u.lang.familyName(), name: u.space + "." + name}
		if u.lang.partial {
			key.project = r.projectOf(u.path)
		}
		if f, ok := first[key]; ok {
			r.main[at] = f
			r.parts[f] = append(r.parts[f], at)
		} else {
			first[key] = at
		}
	}
	for i, u := range r.units {
		for d := range u.decls {
			x := &u.decls[d]
			if x.flags&isCompanion != 0 {
				c := r.firstOf(int32(i), nameKey{x.scope, x.name})
				for c != 0 && u.decls[c].flags&isCompanion != 0 {
					c = u.decls[c].same
				}
				if c != 0 {
					of := ref{int32(i), c}
					r.parts[of] = append(r.parts[of], ref{int32(i), int32(d)})
				}
			}
			if x.flags&isShared == 0 || x.kind != declType {
				continue
			}
			if x.flags&isQualifier != 0 {
				qualifiers = append(qualifiers, ref{int32(i), int32(d)})
				continue
			}
			join(ref{int32(i), int32(d)})
		}
	}
	for _, at := range qualifiers { // the type itself is what declares it, if anything does
		join(at)
	}
}

// arity tells types of one name and different numbers of type parameters apart; it is "" where there are none.
func (u *unit) arity(d int32) string {
	if !u.lang.partial || u.decls[d].kind != declType {
		return ""
	}
	n := 0
	for e := d + 1; int(e) < len(u.decls) && u.decls[e].scope == d && u.decls[e].kind == declTypeParam; e++ {
		n++
	}
	return strings.Repeat(",", n)
}

// isProject says whether a file of this name is a project of .NET.
func isProject(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".csproj", ".fsproj", ".vbproj":
		return true
	}
	return false
}

// projectOf is the nearest folder around a file that holds a project, "" if none does.
func (r *resolver) projectOf(file string) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if _, ok := slices.BinarySearch(r.projects, dir); ok {
			return dir
		}
	}
	return ""
}
