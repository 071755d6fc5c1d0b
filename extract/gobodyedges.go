package extract

import (
	"go/ast"
	"go/types"
)

// lowered makes the edges of a function whose body was lowered.
func (x *goEdges) lowered(from int, d *ast.FuncDecl, body goBody) {
	r := x.reader
	r.function, r.firstLocal = x.pass.info.Scopes[d.Type], body.local
	for i := body.first; i < body.last; i++ {
		u := &r.uses[i]
		var obj types.Object
		if r.reads(u.guard) {
			obj = r.object(u.expr)
		}
		edge := goEdge{from: from, context: goContexts[u.ctx], confidence: Extracted, pos: u.pos}
		switch obj := obj.(type) {
		case *types.Func, *types.TypeName:
			x.named(edge, obj, u.call)
		case nil:
			if u.call && u.plain {
				x.guess(edge, u)
			}
		}
	}
}

// guess makes the edge of a call of what go/types does not know.
func (x *goEdges) guess(edge goEdge, u *goUse) {
	r := x.reader
	e := &r.exprs[u.expr]
	unit := x.pass.unit
	if e.op == goSelect {
		q := r.qualifier(e.x)
		if q == nil || !r.reads(u.guard) {
			return
		}
		unit = x.dirs.find(q.Imported().Path(), x.file.dir)
	}
	if unit == nil {
		return
	}
	if to, ok := x.only(unit.funcs[r.names[e.name]]); ok {
		edge.to, edge.relation, edge.context, edge.confidence = to, RelCalls, ctxCall, Inferred
		x.emit(edge)
	}
}
