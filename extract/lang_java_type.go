package extract

func (j *javaLowering) typeName(n node, in int32) int32 {
	switch n.kind() {
	case "identifier", "type_identifier":
		return j.lowering.typeName(n.text(), in, n.start())
	case "scoped_identifier":
		return j.lowering.member(j.typeName(n.field("scope"), in), n.field("name").text())
	case "scoped_type_identifier":
		var e int32
		for c := range n.children() {
			switch {
			case c.is("marker_annotation", "annotation"):
			case e == 0:
				e = j.typeName(c, in)
			default:
				e = j.lowering.member(e, c.text())
			}
		}
		return e
	case "generic_type":
		return j.typeName(n.first(), in)
	}
	return 0
}

// typ lowers a type and notes what it names.
func (j *javaLowering) typ(n node, in int32, context string, of int32) int32 {
	if !n.ok() || !j.enter() {
		return 0
	}
	defer j.leave()
	switch n.kind() {
	case "type_identifier", "scoped_type_identifier", "identifier", "scoped_identifier":
		e := j.typeName(n, in)
		if context != "" {
			j.use(use{what: useType, in: of, expr: e, line: n.line(), context: context})
		}
		return e
	case "generic_type":
		e := j.typ(n.first(), in, context, of)
		var xs []int32
		for c := range n.child("type_arguments").children() {
			xs = append(xs, j.typ(c, in, ctxGeneric, of))
		}
		if e == 0 || len(xs) == 0 {
			return e
		}
		return j.withList(expr{op: opIndex, x: e}, xs)
	case "array_type":
		return j.array(j.typ(n.field("element"), in, context, of), n.field("dimensions"))
	case "integral_type", "floating_point_type", "boolean_type":
		return j.lit(n.text())
	case "void_type":
		return 0
	}
	var e int32 // wildcards, annotated types, lists of types
	for c := range n.children() {
		if !c.is("marker_annotation", "annotation", "super") {
			e = j.typ(c, in, context, of)
		}
	}
	return e
}
