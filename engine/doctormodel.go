package engine

import (
	"context"
	"errors"
	"fmt"
)

// checkModel compares the model that made the vectors of memories with the one that questions are embedded by: where they differ
// search ranks by words alone. BRAIN_EMBEDDER=none asks for that.
func (e *Engine) checkModel(ctx context.Context, out *DoctorResult) error {
	info, err := e.chunkInfo(ctx)
	if err != nil || !info.Any {
		return err
	}
	bad := func(text, fix string) {
		out.add(checkModel, CheckBad, 1, "model: "+text+": search ranks by words alone")
		out.Checks[len(out.Checks)-1].Fix = fix
	}
	enc, err := e.encoder(ctx)
	switch {
	case errors.Is(err, errKeywordsOnly):
		return nil
	case ctx.Err() != nil || errors.Is(err, ErrUsage):
		return err
	case err != nil:
		problem := Explain(err)
		bad(problem.Error(), problem.Fix)
		return nil
	}
	same := info.Model == enc.ID() && info.Dim == enc.Dim()
	whose := "of " + modelName(info.Model)
	if info.Foreign {
		whose = "of a model that the file does not name"
		if same, err = e.sameModel(ctx, enc); err != nil {
			return err
		}
	}
	if !same {
		bad(fmt.Sprintf("the vectors of memories are %s, those of questions of %s", whose, modelName(enc.ID())), "make them anew with `brain reindex --full`")
		return nil
	}
	out.add(checkModel, CheckGood, 0, "model: the vectors are of "+modelName(enc.ID()))
	return nil
}
