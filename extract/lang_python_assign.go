package extract

import "strings"

func (p *pythonLowering) assign(n node, in int32) int32 {
	left, right, typ := n.field("left"), n.field("right"), n.field("type")
	var t int32
	if typ.ok() {
		context := ctxType
		if p.at(in).kind == declType {
			context = ctxField
		}
		t = p.typ(typ, in, context, in)
	}
	if left.is("identifier") && typ.text() == "" && p.typeVariable(left, right, in) {
		return 0
	}
	v := p.ex(right, in)
	p.handOn(v, right, in, ctxAssignment)
	if left.is("identifier") && p.around(in, declFunc) < 0 && isAliasMark(typ.text()) {
		p.declare(decl{kind: declAlias, node: KindAlias, name: left.text(), scope: in, line: n.line(), pos: n.start(), flags: isUnordered,
			sig: p.keep(cut(oneLine(n.text()))), typ: p.typ(right, in, ctxType, in)})
		return 0
	}
	switch left.kind() {
	case "identifier":
		p.bindName(left, v, t, in, n)
	case "attribute":
		p.bindField(left, v, t, in)
	default:
		p.bind(left, v, in, n)
	}
	return v
}

// typeVariable declares T of T = TypeVar("T", bound=…), a type parameter of what uses it.
func (p *pythonLowering) typeVariable(left, right node, in int32) bool {
	f := right.field("function").text()
	if !right.is("call") || f != "TypeVar" && !strings.HasSuffix(f, ".TypeVar") {
		return false
	}
	p.callee(right.field("function"), in)
	d := p.declare(decl{kind: declTypeParam, name: left.text(), scope: in, line: left.line(), pos: left.start(), flags: isUnordered})
	for a := range right.field("arguments").children() {
		if a.is("keyword_argument") && a.field("name").text() == "bound" {
			p.setType(d, p.typ(a.field("value"), in, "", in))
		}
	}
	return true
}

// isAliasMark reports whether a variable's type says that it is a type.
func isAliasMark(t string) bool { return t == "TypeAlias" || strings.HasSuffix(t, ".TypeAlias") }
