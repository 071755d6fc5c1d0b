package extract

import (
	"strings"
)

func (k *linker) addNote(i int32, u *unit, n remark) {
	if n.cite {
		k.edge(k.node[i][0], k.external(n.text, MakeID("docref", n.text), KindCitation), RelCites, "", Extracted, u.path, n.line)
		return
	}
	k.b.rationale(n.text, u.path, n.line, k.node[i][k.ownerOf(i, n.of)])
}

// addDocs makes rationale of the doc comments of declarations, as docstrings are that stand in them.
func (k *linker) addDocs(i int32, u *unit) {
	if u.lang.docstrings || u.lang.document {
		return
	}
	for d := range u.decls {
		if x := &u.decls[d]; len(x.doc) > minDoc && x.node != "" && u.primary(int32(d)) == int32(d) {
			k.b.rationale(x.doc, u.path, x.line, k.node[i][d])
		}
	}
}

// external is the node of a module or symbol that the tree does not hold.
func (k *linker) external(name, base, kind string) int32 {
	key := externalKey{base, name}
	if n, ok := k.externals[key]; ok {
		return n
	}
	rank := rankExternal << 8
	if strings.HasPrefix(name, "_") { // of pytest and _pytest the public one keeps the id
		rank++
	}
	n := k.b.add(Node{Label: clean(name), FileType: "concept", Kind: kind},
		claim{base: base, rank: rank, name: name, who: kind + " " + name, final: true})
	k.externals[key] = int32(n)
	return int32(n)
}

// externalType is the node of a type of the outside, known by its whole name, with its last part in the id as long as that is enough;
// of datetime the module and datetime the type in it the module keeps the id.
func (k *linker) externalType(u *unit, name string) int32 {
	if u.lang.typeImports && (u.lang.grammar == "php" || strings.ContainsAny(name, `.:\`)) { // imports name types: both are one node
		return k.external(name, MakeID(name), KindExternal)
	}
	short := name[strings.LastIndexAny(name, ".:\\/")+1:]
	key := externalKey{"\x00type", name} // no base holds a NUL
	if n, ok := k.externals[key]; ok {
		return n
	}
	n := k.b.add(Node{Label: clean(short), FileType: "code", Kind: KindExternalType, Container: clean(strings.TrimRight(strings.TrimSuffix(name, short), ".:\\/"))},
		claim{base: MakeID(short), rank: rankExternal<<8 + 2, name: name, who: "type " + name, final: true})
	k.externals[key] = int32(n)
	return int32(n)
}

// externalModule is the node of a module of the outside.
func (k *linker) externalModule(u *unit, p string) int32 {
	if u.lang.externalID != nil {
		id, label := u.lang.externalID(p)
		return k.external(label, id, KindExternal)
	}
	return k.external(p, MakeID(p), KindExternal)
}

func (k *linker) addImport(i int32, u *unit, im *imported) {
	if u.lang.linkImport != nil {
		u.lang.linkImport(k, i, u, im)
		return
	}
	if u.lang.resolve == nil {
		return
	}
	from := k.node[i][0]
	whole := *im
	whole.name, whole.local = "", ""
	relation := RelImports
	if im.flags&importFrom != 0 {
		relation = RelFrom
	}
	for _, v := range u.lang.resolve(k.resolver, u, &whole) {
		switch {
		case v.kind == valExternal:
			if name := strings.TrimLeft(im.path, "."); name != "" {
				k.edge(from, k.externalModule(u, name), relation, ctxImport, Extracted, u.path, im.line)
			}
		case v.kind == valModule && v.at.unit >= 0:
			to := k.nodeOf(ref{v.at.unit, 0})
			k.edge(from, to, relation, ctxImport, Extracted, u.path, im.line)
			if im.flags&importExport != 0 {
				k.edge(from, to, RelExports, ctxExport, Extracted, u.path, im.line)
			}
		}
	}
	if im.name == "" || im.name == "*" {
		return
	}
	for _, v := range u.lang.resolve(k.resolver, u, im) {
		if v.at.unit < 0 {
			continue
		}
		switch v.kind {
		case valType, valFunc:
			k.edge(from, k.nodeOf(v.at), RelImports, ctxImport, Extracted, u.path, im.line)
		case valModule:
			k.edge(from, k.nodeOf(v.at), RelFrom, ctxSubmodule, Extracted, u.path, im.line)
		}
	}
}
