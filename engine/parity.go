package engine

import (
	"context"
	"fmt"
	"math"
)

// paritySentences try what two tokenizers and two encoders could see differently: case, accents, other scripts, code, numbers, and
// texts of one word up to a paragraph.
var paritySentences = []string{
	"ledger",
	"The ledger balances at the end of every month.",
	"who approved the rollforward of fixed assets?",
	"Café NAÏVE Ångström élève, Zürich and São Paulo",
	"Ｆｕｌｌ-width ＬＥＴＴＥＲＳ and ﬁne ligatures",
	"東京は日本の首都です",
	"Быстрая коричневая лиса",
	"func (e *Engine) Query(ctx context.Context, in QueryInput) (*QueryResult, error)",
	"SELECT entity_id, 1.0 / (60 + rank) FROM brain_entries ORDER BY 2 DESC;",
	"HTTP 404: /api/v2/users?id=42&sort=desc",
	"3.14159, 2.71828 and 1,000,000 are numbers",
	"don't can't won't it's",
	"snake_case camelCase kebab-case SCREAMING_CASE",
	"🙂 thumbs up 👍🏽",
	"antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
	"a",
	"...",
	"Depreciation is straight line, monthly, from the month after the asset was put into use.",
	"The meeting was moved from Tuesday to Thursday because the auditors asked for another week to look at the opening balance.",
	"Every row of the merged table carries a citation, and a citation resolves to the same text for ever: content that changes is a new row with a " +
		"citation of its own, and the old one stays where it was so that what was once cited can always be read again.",
}

// ModelParityInput are the parameters of model parity.
type ModelParityInput struct {
	Dir string  `json:"dir" arg:"1" value:"DIR" help:"the model's folder, or builtin (else the one in use)"`
	Min float64 `json:"min" default:"0.999" min:"-1" max:"1" help:"the least cosine that passes"`
}

// ModelParityResult says how near the vectors of our kernels and of hugot are, as cosines, and which sentence is the worst.
type ModelParityResult struct {
	Model     string  `json:"model"`
	ID        string  `json:"id"`
	Sentences int     `json:"sentences"`
	Min       float64 `json:"min"`
	Mean      float64 `json:"mean"`
	Worst     string  `json:"worst"`
}

// ModelParity runs twenty sentences through our own kernels and through hugot. It is an error if two vectors are further apart
// than the least cosine says.
func (e *Engine) ModelParity(ctx context.Context, in ModelParityInput) (*ModelParityResult, error) {
	c, err := e.named(ctx, in.Dir)
	if err != nil {
		return nil, err
	}
	ours, err := openNative(c.dir)
	if err != nil {
		return nil, explainModel(fmt.Errorf("our own kernels: %w", err), c)
	}
	theirs, err := openHugot(ctx, c.dir)
	if err != nil {
		return nil, explainModel(err, c)
	}
	defer closeEncoder(theirs)
	out := &ModelParityResult{Model: c.where(), ID: ours.ID(), Sentences: len(paritySentences), Min: 1}
	for i, s := range paritySentences {
		a, err := ours.Embed(ctx, []string{s})
		if err != nil {
			return nil, err
		}
		b, err := theirs.Embed(ctx, []string{s})
		if err != nil {
			return nil, err
		}
		// NaN must not pass for near.
		cosine := dot(a[0], b[0])
		if !(cosine >= out.Min) {
			out.Min, out.Worst = cosine, s
		}
		out.Mean += cosine / float64(len(paritySentences))
		e.Progress("parity", i+1, len(paritySentences))
	}
	if !(out.Min >= in.Min) {
		return nil, &Error{Problem: fmt.Sprintf("the backends do not agree: least cosine %.6f, mean %.6f, wanted %v", out.Min, out.Mean, in.Min),
			Cause: fmt.Sprintf("the worst sentence is %q", out.Worst), Fix: "run this model with BRAIN_EMBED_BACKEND=hugot, and report it"}
	}
	return out, nil
}

func dot(a, b []float32) (sum float64) {
	if len(a) != len(b) {
		return math.NaN()
	}
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
