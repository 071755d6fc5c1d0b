package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"brain/rank"
)

// evalDepth is how far down a ranking a measure looks.
const evalDepth = 10

// evalSet is a retrieval set: documents, questions, and which document answers which question how well.
type evalSet struct {
	docs    []evalDoc
	queries []evalQuery
	grades  map[string]map[string]float64 // by question, by document
}

type evalDoc struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Type  string `json:"type"` // of a page; may be empty
}

type evalQuery struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Group string `json:"group"` // what kind of question it is; may be empty
}

// text is what is indexed of a document as one text.
func (d evalDoc) text() string { return d.Title + "\n" + d.Text }

// readEvalSet reads corpus.jsonl, queries.jsonl and qrels.tsv of a folder. Questions that no document answers are left out.
func readEvalSet(ctx context.Context, dir string) (*evalSet, error) {
	set := &evalSet{grades: map[string]map[string]float64{}}
	err := readLines(ctx, filepath.Join(dir, "corpus.jsonl"), func(line []byte) error {
		var d evalDoc
		err := json.Unmarshal(line, &d)
		set.docs = append(set.docs, d)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = readLines(ctx, filepath.Join(dir, "qrels.tsv"), func(line []byte) error {
		cells := strings.Split(strings.TrimRight(string(line), "\r\n"), "\t")
		if len(cells) != 3 {
			return fmt.Errorf("%d columns, not question, document and grade", len(cells))
		}
		grade, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			if len(set.grades) == 0 {
				return nil // the head of the table
			}
			return fmt.Errorf("grade %q is no number", cells[2])
		}
		if set.grades[cells[0]] == nil {
			set.grades[cells[0]] = map[string]float64{}
		}
		set.grades[cells[0]][cells[1]] = grade
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = readLines(ctx, filepath.Join(dir, "queries.jsonl"), func(line []byte) error {
		var q evalQuery
		err := json.Unmarshal(line, &q)
		if len(set.grades[q.ID]) > 0 {
			set.queries = append(set.queries, q)
		}
		return err
	})
	if err == nil && (len(set.docs) == 0 || len(set.queries) == 0) {
		err = &Error{Problem: "there is nothing to ask in " + dir, Cause: fmt.Sprintf("%d documents, %d questions with an answer", len(set.docs), len(set.queries)),
			Fix: "name a folder with corpus.jsonl, queries.jsonl and qrels.tsv: see `brain help eval`"}
	}
	return set, err
}

// readLines calls line for each line of a file that is not blank; its error is told with file and number.
func readLines(ctx context.Context, path string, line func([]byte) error) error {
	f, err := openInput(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	return eachLine(f, func(number int, text []byte, whole bool) error {
		err := errors.New("the line is too long")
		if whole {
			err = line(text)
		}
		if err != nil {
			return &Error{Problem: fmt.Sprintf("%s:%d is no such line", path, number), Cause: err.Error(), Fix: "see `brain help eval` for the form", Err: err}
		}
		return nil
	})
}

// measures are the usual ones over the first ten of a ranking, each a mean over the questions.
type measures struct {
	ndcg, mrr, recall float64
	n                 int
}

// add counts one question: ids are the documents in rank order.
func (m *measures) add(ids []string, grades map[string]float64) {
	m.n++
	dcg, first, found, relevant := 0.0, 0.0, 0, 0
	var ideal []float64
	for _, g := range grades {
		if g > 0 {
			relevant++
			ideal = append(ideal, g)
		}
	}
	for i, id := range ids[:min(len(ids), evalDepth)] {
		g := grades[id]
		if g <= 0 {
			continue
		}
		dcg += g / math.Log2(float64(i)+2)
		if first == 0 {
			first = 1 / float64(i+1)
		}
		if i < 5 {
			found++
		}
	}
	if best := idealDCG(ideal); best > 0 {
		m.ndcg += dcg / best
	}
	m.mrr += first
	if relevant > 0 {
		m.recall += float64(found) / float64(relevant)
	}
}

// idealDCG is what the best ranking of these grades gains.
func idealDCG(grades []float64) (sum float64) {
	slices.SortFunc(grades, func(a, b float64) int { return cmp.Compare(b, a) })
	for i, g := range grades[:min(len(grades), evalDepth)] {
		sum += g / math.Log2(float64(i)+2)
	}
	return sum
}

// EvalMeasures are the measures of one way to rank.
type EvalMeasures struct {
	Name    string  `json:"name"`
	NDCG10  Decimal `json:"ndcg10"`
	MRR10   Decimal `json:"mrr10"`
	Recall5 Decimal `json:"recall5"`
}

func (m *measures) result(name string) EvalMeasures {
	n := float64(max(m.n, 1))
	return EvalMeasures{name, Decimal(rank.Round(m.ndcg/n, 4)), Decimal(rank.Round(m.mrr/n, 4)), Decimal(rank.Round(m.recall/n, 4))}
}

// tally is the measures of one way to rank: over all questions, and over those of each group.
type tally struct {
	name   string
	all    measures
	groups map[string]*measures
}

func (t *tally) add(ids []string, group string, grades map[string]float64) {
	t.all.add(ids, grades)
	if group == "" {
		return
	}
	if t.groups == nil {
		t.groups = map[string]*measures{}
	}
	if t.groups[group] == nil {
		t.groups[group] = &measures{}
	}
	t.groups[group].add(ids, grades)
}
