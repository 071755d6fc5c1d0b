package extract

// indexed is x[i] of a value, and x with arguments of a type.
func (r *resolver) indexed(u int32, x *expr) []value {
	var out []value
	of := r.infer(u, x.x)
	if name := r.units[u].exprs[x.x]; len(of) == 0 && r.units[u].lang.globals && (name.op == opTypeName || name.op == opName) && r.units[u].lang.generics[name.name] != "" {
		of = []value{{kind: valExternal, name: name.name}}
	}
	if known := r.aliased(u, x, of); known != nil {
		return fill(of, known, 0)
	}
	for _, v := range of {
		switch v.kind {
		case valType, valExternal:
			v.args = nil
			for _, e := range r.operands(u, x) {
				v.args = append(v.args, r.instances(u, r.infer(u, e)))
			}
			if v.kind == valExternal && r.units[u].exprs[x.x].op == opLit {
				out = join(out, r.outside(u, v))
			} else {
				out = join(out, []value{v})
			}
		case valShape:
			switch {
			case v.name == shapeTuple && x.pos > 0 && int(x.pos) <= len(v.args):
				out = join(out, v.args[x.pos-1])
			case v.name == shapeMap && len(v.args) > 1:
				out = join(out, v.args[1])
			default:
				out = join(out, r.elements(v))
			}
		case valInstance:
			out = join(out, r.callAll(r.member(v, "__getitem__")))
		case valOutside:
			if r.units[u].exprs[x.x].op == opLit {
				out = join(out, []value{v})
			}
		}
	}
	return out
}

// aliased is what the type parameters of an alias stand for where it has arguments, nil for what is no such alias.
func (r *resolver) aliased(u int32, x *expr, of []value) map[ref][]value {
	if len(of) == 0 || of[0].kind != valAlias || !r.units[of[0].at.unit].lang.aliasArgs {
		return nil
	}
	at := of[0].at
	ds := r.units[at.unit].decls
	args := r.operands(u, x)
	var known map[ref][]value
	for d := at.decl + 1; int(d) < len(ds) && len(known) < len(args) && ds[d].scope >= at.decl; d++ {
		if ds[d].scope == at.decl && ds[d].kind == declTypeParam {
			if known == nil {
				known = map[ref][]value{}
			}
			known[ref{at.unit, d}] = r.instances(u, r.infer(u, args[len(known)]))
		}
	}
	return known
}

// elements is what comes of iterating over a value.
func (r *resolver) elements(v value) []value {
	switch v.kind {
	case valShape:
		switch v.name {
		case shapeList, shapeMap:
			if v.name == shapeMap && pairMaps[v.of] {
				return v.pair()
			}
			if len(v.args) > 0 {
				return v.args[0]
			}
		case shapeTuple:
			var out []value
			for _, a := range v.args {
				out = join(out, a)
			}
			return out
		}
	case valInstance:
		if it := r.callAll(r.member(v, "__iter__")); it != nil {
			var out []value
			for _, i := range it {
				if i.kind == valInstance {
					out = join(out, r.callAll(r.member(i, "__next__")))
				} else {
					out = join(out, r.elements(i))
				}
			}
			return out
		}
		return r.callAll(r.member(v, "__getitem__"))
	}
	return nil
}

// pair is a key of a map with its value.
func (v *value) pair() []value {
	return []value{{kind: valShape, name: shapeTuple, soft: v.soft, args: v.args[:min(2, len(v.args))]}}
}

// pairMaps are the maps whose elements are keys with their values: C++'s.
var pairMaps = setOf("map unordered_map multimap unordered_multimap")

func (r *resolver) awaited(v value) []value {
	if v.kind == valShape && v.name == shapeAwait {
		if len(v.args) == 0 {
			return nil
		}
		return v.args[0]
	}
	return []value{v}
}

// shapeMember gives the methods of containers that hand out what is in them.
func (r *resolver) shapeMember(v value, name string) []value {
	gives := func(vs ...[]value) []value {
		return []value{{kind: valShape, name: shapeFunc, soft: v.soft, args: vs}}
	}
	part := func(i int) []value {
		if i < len(v.args) {
			return v.args[i]
		}
		return nil
	}
	list := func(of []value) []value { return []value{{kind: valShape, name: shapeList, args: [][]value{of}}} }
	switch v.name {
	case shapeList:
		switch name {
		case "pop", "popleft", "get", "first", "last", "shift", "at", "find", "next", "getFirst", "getLast", "remove", "poll", "peek", "element",
			"First", "Last", "Single", "FirstOrDefault", "findFirst", "orElse", "orElseGet", "orElseThrow", "head", "unwrap":
			return gives(part(0))
		case "entries":
			return gives(list([]value{{kind: valShape, name: shapeTuple, args: [][]value{nil, part(0)}}}))
		case "copy", "filter", "splice", "toSorted", "toReversed", "slice", "concat", "reverse", "sort", "iterator", "stream", "sorted", "distinct", "limit", "skip", "listIterator", "iter", "subList",
			"Where", "OrderBy", "ToList", "ToArray", "toList", "values", "tail", "toArray", "spliterator", "descendingIterator":
			return gives([]value{v})
		}
	case shapeMap:
		switch name {
		case "get", "pop", "setdefault", "getOrDefault", "computeIfAbsent", "put", "remove":
			return gives(part(1))
		case "values":
			return gives(list(part(1)))
		case "keys", "keySet":
			return gives(list(part(0)))
		case "items", "entries", "entrySet":
			return gives(list([]value{{kind: valShape, name: shapeTuple, args: [][]value{part(0), part(1)}}}))
		case "copy":
			return gives([]value{v})
		}
	case shapeTuple:
		switch name {
		case "first", "Key":
			return part(0)
		case "second", "Value":
			return part(1)
		case "getKey", "key", "_1":
			return gives(part(0))
		case "getValue", "value", "_2":
			return gives(part(1))
		}
	case shapeAwait:
		switch name {
		case "catch", "finally":
			return gives([]value{v})
		}
	}
	return nil
}
