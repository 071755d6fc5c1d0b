package extract

import (
	"go/token"
	"go/types"
)

// newType is the type that a type expression makes.
func (r *goReader) newType(x *goExpr) goMeaning {
	var t types.Type
	switch x.op {
	case goArray:
		t = types.NewArray(r.typ(x.x), -1)
	case goSliceType:
		t = types.NewSlice(r.typ(x.x))
	case goMapType:
		t = types.NewMap(r.typ(x.x), r.typ(x.y))
	case goChanType:
		t = types.NewChan(chanDir(x.sub), r.typ(x.x))
	case goInterface:
		t = types.NewInterfaceType(nil, nil)
	case goFuncType:
		params := r.tuple(x.x)
		if x.sub == 1 {
			last := params[len(params)-1]
			params[len(params)-1] = types.NewParam(token.NoPos, nil, "", types.NewSlice(last.Type()))
		}
		t = types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(r.tuple(x.y)...), x.sub == 1)
	case goStructType:
		list := r.list(x.x)
		var fields []*types.Var
		for i := 0; i+2 < len(list); i += 3 {
			fields = append(fields, types.NewField(token.NoPos, r.pass.pkg, r.names[list[i]], r.typ(list[i+1]), list[i+2] == 1))
		}
		if guard(func() error { t = types.NewStruct(fields, nil); return nil }) != nil {
			return goNothing // two fields of one name
		}
	default:
		return goNothing
	}
	return goMeaning{mode: goTypeMode, typ: t}
}

func (r *goReader) tuple(list int32) []*types.Var {
	var out []*types.Var
	for _, e := range r.list(list) {
		out = append(out, types.NewParam(token.NoPos, r.pass.pkg, "", r.typ(e)))
	}
	return out
}

// chanDir is the direction of a channel of go/ast in go/types.
func chanDir(dir uint8) types.ChanDir {
	switch dir {
	case 1:
		return types.SendOnly
	case 2:
		return types.RecvOnly
	}
	return types.SendRecv
}

// methodExpr is the type of T.Method.
func methodExpr(t types.Type, sig *types.Signature) types.Type {
	params := []*types.Var{types.NewParam(token.NoPos, nil, "", t)}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}
