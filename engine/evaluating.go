package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
)

// EvalInput are the parameters of eval.
type EvalInput struct {
	Golden     string  `json:"golden" value:"FILE" help:"questions to the memories of the file, as lines of JSON with query and expected_uid"`
	Set        string  `json:"set" value:"DIR" help:"documents, questions and grades in a folder"`
	In         string  `json:"in" enum:"memory|gbrain" default:"memory" help:"with --set: what the documents shall be, memories or pages"`
	DB         string  `json:"db" value:"FILE" help:"the brain to ask (else BRAIN_DB, else ~/brain.db)"`
	NoSemantic bool    `json:"no-semantic" help:"rank by words alone"`
	Rank       string  `json:"rank" help:"how to rank (else the setting search.rank)"`
	MinRecall5 float64 `json:"min-recall5" default:"0.7" min:"0" help:"fail if recall@5 of --golden is below"`
	Baselines  bool    `json:"baselines" help:"with --set: also what simple systems reach"`
}

// EvalResult are the measures of a golden set. MRR10 is of the reciprocal ranks within ten.
type EvalResult struct {
	N          int            `json:"n"`
	Recall1    Decimal        `json:"recall1"`
	Recall5    Decimal        `json:"recall5"`
	MRR10      Decimal        `json:"mrr10"`
	MinRecall5 Decimal        `json:"min_recall5"`
	Passed     bool           `json:"passed"`
	Questions  []EvalQuestion `json:"questions"`
}

// EvalQuestion is a question of a golden set and where its answer stood: 0 is not within ten.
type EvalQuestion struct {
	Query       string `json:"query"`
	ExpectedUID string `json:"expected_uid"`
	Note        string `json:"note"`
	Rank        int    `json:"rank"`
}

// Verdict is an error where recall@5 is below what was asked for.
func (r *EvalResult) Verdict() error {
	if r.Passed {
		return nil
	}
	return &Error{Problem: fmt.Sprintf("recall@5 is %.3f, below %v", float64(r.Recall5), float64(r.MinRecall5)), Fix: "see the questions whose rank is above 5, or lower --min-recall5"}
}

// EvalSetResult are the measures over a retrieval set, of brain's search first.
type EvalSetResult struct {
	Documents int            `json:"documents"`
	Queries   int            `json:"queries"`
	Model     string         `json:"model"`
	Systems   []EvalMeasures `json:"systems"`
	Groups    []EvalGroup    `json:"groups"` // empty where the questions name none
}

// EvalGroup are the measures over the questions of one group.
type EvalGroup struct {
	Name    string         `json:"name"`
	Queries int            `json:"queries"`
	Systems []EvalMeasures `json:"systems"`
}

// Eval measures search by a golden set, or by a retrieval set.
func (e *Engine) Eval(ctx context.Context, in EvalInput) (any, error) {
	switch {
	case (in.Golden == "") == (in.Set == ""):
		return nil, usage("give one of them: see `brain help eval`", "eval takes --golden FILE or --set DIR")
	case in.Set != "":
		return e.evalSet(ctx, in)
	case in.DB == "":
		return e.evalGolden(ctx, in)
	}
	c := e.Config
	c.Path = in.DB
	other := New(c)
	defer other.Close()
	return other.evalGolden(ctx, in)
}

func (e *Engine) evalGolden(ctx context.Context, in EvalInput) (*EvalResult, error) {
	questions, err := readGolden(ctx, in.Golden)
	if err != nil {
		return nil, err
	}
	out := &EvalResult{N: len(questions), MinRecall5: Decimal(in.MinRecall5), Questions: questions}
	for i := range questions {
		q := &questions[i]
		r, err := e.Search(ctx, SearchInput{Text: q.Query, Limit: evalDepth, NoSemantic: in.NoSemantic, Rank: in.Rank})
		if err != nil {
			return nil, err
		}
		for j, h := range r.Hits {
			if h.UID == q.ExpectedUID {
				q.Rank = j + 1
				break
			}
		}
		if q.Rank == 1 {
			out.Recall1++
		}
		if q.Rank > 0 && q.Rank <= 5 {
			out.Recall5++
		}
		if q.Rank > 0 {
			out.MRR10 += 1 / Decimal(q.Rank)
		}
	}
	for _, sum := range []*Decimal{&out.Recall1, &out.Recall5, &out.MRR10} {
		*sum /= Decimal(out.N)
	}
	out.Passed = out.Recall5 >= out.MinRecall5
	return out, nil
}

// readGolden reads brain-cli's form: a line a question, blank lines and those that begin with # passed over.
func readGolden(ctx context.Context, file string) (out []EvalQuestion, err error) {
	err = readLines(ctx, file, func(line []byte) error {
		if line[0] == '#' {
			return nil
		}
		var q struct {
			Query       *string `json:"query"`
			ExpectedUID *string `json:"expected_uid"`
			Note        string  `json:"note"`
		}
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		if q.Query == nil || q.ExpectedUID == nil {
			return fmt.Errorf("query or expected_uid is missing")
		}
		out = append(out, EvalQuestion{Query: *q.Query, ExpectedUID: *q.ExpectedUID, Note: q.Note})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = &Error{Problem: "there is no question in " + filepath.Base(file), Fix: `write lines like {"query": "…", "expected_uid": "…"}`}
	}
	return out, err
}
