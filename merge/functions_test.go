package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"brain/db"
	"brain/merge"
)

// eval gives the value of an SQL expression; a float that is a float4 shows as PostgreSQL prints it.
func eval(tx *db.Tx, expression string) (string, error) {
	var v any
	if err := tx.QueryRow(`SELECT `+expression, nil, &v); err != nil {
		return "", err
	}
	switch v := v.(type) {
	case nil:
		return "NULL", nil
	case float64:
		if float64(float32(v)) == v {
			return fmt.Sprint(float32(v)), nil
		}
	case []byte:
		return fmt.Sprintf("%d bytes", len(v)), nil
	}
	return fmt.Sprint(v), nil
}

// The values are PostgreSQL 15's, pg_trgm 1.6's and pgvector 0.8.6's.
var functionCases = []struct{ expression, want string }{
	{`similarity('word', 'two words')`, "0.36363637"},
	{`similarity('a', 'a')`, "1"},
	{`similarity('', '')`, "0"},
	{`similarity(12, '12')`, "1"},
	{`word_similarity('word', 'two words')`, "0.8"},
	{`word_similarity('two words', 'word')`, "0.4"},
	{`show_trgm('word')`, `{"  w"," wo",ord,"rd ",wor}`},
	{`show_trgm('é')`, `{0xe69b54,0xe82c48}`},
	{`show_trgm('')`, `{}`},
	{`to_tsvector('The Fat Rats')`, `'fat':2 'rat':3`},
	{`to_tsvector('english', 'The Fat Rats')`, `'fat':2 'rat':3`},
	{`to_tsvector('pg_catalog.english', 'it''s')`, ``},
	{`to_tsvector('the')`, ``},
	{`to_tsvector(42)`, `'42':1`},
	{`plainto_tsquery('english', 'The Fat Rats')`, `'fat' & 'rat'`},
	{`plainto_tsquery('fat | rats')`, `'fat' & 'rat'`},
	{`phraseto_tsquery('english', 'The Fat Rats')`, `'fat' <-> 'rat'`},
	{`websearch_to_tsquery('english', '"fat rat" or cat -dog')`, `'fat' <-> 'rat' | 'cat' & !'dog'`},
	{`to_tsquery('english', 'fat & rats:*')`, `'fat' & 'rat':*`},
	{`ts_match(to_tsvector('fat cats'), plainto_tsquery('cat'))`, "1"},
	{`ts_match(to_tsvector('fat cats'), plainto_tsquery('dog'))`, "0"},
	{`ts_match(to_tsvector('fat cats'), plainto_tsquery('the'))`, "0"},
	{`ts_rank(to_tsvector('fat cats'), plainto_tsquery('cat'))`, "0.06079271"},
	{`ts_rank(to_tsvector('fat cats'), plainto_tsquery('fat cat'))`, "0.09910322"},
	{`ts_rank('''cat'':1A', '''cat''')`, "0.6079271"},
	{`ts_rank('{0.1, 0.2, 0.4, 0.5}', '''cat'':1A', '''cat''')`, "0.30396354"},
	{`ts_rank(to_tsvector('fat cats'), plainto_tsquery('cat'), 2)`, "0.030396355"},
	{`ts_rank('{0.1, 0.2, 0.4, 1.0}', to_tsvector('fat cats'), plainto_tsquery('cat'), 2)`, "0.030396355"},
	{`ts_rank(to_tsvector('fat cats'), plainto_tsquery('dog'))`, "0"},
	{`ts_rank_cd(to_tsvector('fat cats'), plainto_tsquery('cat'))`, "0.1"},
	{`ts_rank_cd(to_tsvector('fat cats'), plainto_tsquery('fat cat'), 32)`, "0.09090909"},
	{`cosine_distance('[1,0]', '[0,1]')`, "1"},
	{`cosine_distance('[1,2]', '[2,4]')`, "0"},
	{`cosine_distance('[1,0]', '[-1,0]')`, "2"},
	{`cosine_distance('[0,0]', '[0,1]')`, "NULL"},
	{`cosine_distance(x'0000803f00000000', '[0,1]')`, "1"},
	{`rrf(1, 1)`, "0.03278688524590163934"},
	{`rrf(1, NULL)`, "0.01639344262295081967"},
	{`rrf(NULL, 20)`, "0.01250000000000000000"},
	{`rrf(NULL, NULL)`, "0"},
	{`cosine_distance(vector('[1, 0]'), '[0,1]')`, "1"},
	{`timestamptz('2026-05-23T16:00:00.5+02:00')`, "2026-05-23T14:00:00.500000Z"},
	{`timestamptz('2026-05-23')`, "2026-05-23T00:00:00.000000Z"},
	{`sha256('abc')`, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	{`length(brain_tsvector('fat cats')) > 0`, "1"},
	{`brain_index_text('')`, ""},
	{`brain_index_text('fat cats')`, "cat fat"},
	{`CAST(brain_inflate(x'4b4c4a0600', NULL) AS TEXT)`, "abc"},
	{`CAST(brain_inflate(x'030100', CAST('abcd' AS BLOB)) AS TEXT)`, "dddd"},
}

func TestFunctions(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error {
		for _, tc := range functionCases {
			got, err := eval(tx, tc.expression)
			if err != nil {
				t.Errorf("%s: %v", tc.expression, err)
			} else if got != tc.want {
				t.Errorf("%s is %s, want %s", tc.expression, got, tc.want)
			}
		}
		return nil
	})
}

func TestEachFunctionHasACase(t *testing.T) {
	for _, f := range merge.Functions() {
		found := false
		for _, tc := range functionCases {
			found = found || strings.Contains(tc.expression, f.Name+"(")
		}
		if !found {
			t.Errorf("%s has none", f.Name)
		}
	}
}

func TestFunctionsOfNULLAreNULL(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error {
		for _, expression := range []string{
			`similarity(NULL, 'a')`, `similarity('a', NULL)`, `word_similarity('a', NULL)`, `show_trgm(NULL)`,
			`to_tsvector(NULL)`, `to_tsvector('english', NULL)`, `plainto_tsquery(NULL)`, `phraseto_tsquery('english', NULL)`,
			`websearch_to_tsquery(NULL)`, `to_tsquery(NULL)`, `ts_match(NULL, 'a')`, `ts_match('a', NULL)`, `ts_rank(NULL, 'a')`,
			`ts_rank('a', NULL)`, `ts_rank('a', 'a', NULL)`, `ts_rank_cd(NULL, 'a')`, `cosine_distance(NULL, '[1]')`, `cosine_distance('[1]', NULL)`,
			`sha256(NULL)`, `brain_tsvector(NULL)`, `brain_index_text(NULL)`, `brain_inflate(NULL, NULL)`,
		} {
			if got, err := eval(tx, expression); got != "NULL" {
				t.Errorf("%s is %q (%v)", expression, got, err)
			}
		}
		return nil
	})
}

func TestFunctionsRefuse(t *testing.T) {
	d := open(t)
	write(t, d, func(tx *db.Tx) error {
		for _, tc := range []struct{ expression, want string }{
			{`similarity('a')`, "wrong number of arguments"},
			{`similarity('a', 'b', 'c')`, "wrong number of arguments"},
			{`cosine_distance('[1]')`, "wrong number of arguments"},
			{`to_tsvector()`, "to_tsvector takes (text) or ('english', text)"},
			{`plainto_tsquery('english', 'a', 'b')`, "plainto_tsquery takes (text) or ('english', text)"},
			{`to_tsvector('simple', 'a')`, `text search configuration "simple" does not exist`},
			{`to_tsquery('fat &')`, "fat &"},
			{`ts_match('''a', 'a')`, ""},
			{`ts_match('a', 'a &')`, ""},
			{`ts_rank()`, "ts_rank takes ([weights,] tsvector, tsquery [, flags])"},
			{`ts_rank('a')`, "ts_rank takes"},
			{`ts_rank('{1,2,3}', 'a', 'a')`, ""},
			{`ts_rank_cd('a', 'a', 'a', 'a', 'a')`, "ts_rank_cd takes"},
			{`cosine_distance('[1,2]', '[1]')`, "different vector dimensions 2 and 1"},
			{`cosine_distance('1,2', '[1,2]')`, ""},
			{`cosine_distance(x'00', '[1]')`, ""},
			{`rrf(0, 1)`, "rrf takes ranks from 1 up, or NULL: got 0"},
			{`rrf(-1, 1)`, "rrf takes ranks"},
			{`rrf('1', 1)`, "rrf takes ranks"},
			{`rrf(1)`, "wrong number of arguments"},
			{`brain_inflate(x'ff', NULL)`, "data is damaged"},
		} {
			got, err := eval(tx, tc.expression)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s is %q, error %v; want %q", tc.expression, got, err, tc.want)
			}
		}
		return nil
	})
}

// unified is the seed's unified relevance query, in SQLite's words: ts_match for @@, cosine_distance for <=>, rrf for the
// sum of two numeric quotients. The id breaks ties; NaN, which PostgreSQL puts last, is NULL here.
const unified = `
WITH text_ranked AS (
  SELECT id, ROW_NUMBER() OVER (ORDER BY ts_rank(to_tsvector('english', content), plainto_tsquery('english', $1)) DESC, id) AS rn
  FROM   brain_entries
  WHERE  ts_match(to_tsvector('english', content), plainto_tsquery('english', $1))
),
vector_ranked AS (
  SELECT id, ROW_NUMBER() OVER (ORDER BY cosine_distance(embedding, $2::vector) NULLS LAST, id) AS rn
  FROM   brain_entries
  WHERE  embedding IS NOT NULL AND $2::vector IS NOT NULL
),
fused AS (
  SELECT COALESCE(t.id, v.id) AS id, rrf(t.rn, v.rn) AS rrf_score
  FROM   text_ranked t
  FULL OUTER JOIN vector_ranked v ON t.id = v.id
)
SELECT id, rrf_score FROM fused ORDER BY rrf_score DESC, id LIMIT 20`

func TestTheSeedsQueryInSQLGivesWhatRunGives(t *testing.T) {
	type question struct {
		Q         string  `json:"q"`
		Embedding *string `json:"embedding"`
		Mode      string  `json:"mode"`
	}
	type row struct {
		ID  int64
		RRF string
	}
	d := universe(t)
	asked := 0
	read(t, d, func(tx *db.Tx) error {
		for i, q := range goldens[question](t, "merge_brain_queries") {
			if q.Mode == "null_vector" || testing.Short() && i%12 != 0 {
				continue
			}
			asked++
			values := map[string]any{"1": q.Q, "2": nil}
			run := merge.Query{Text: q.Q, Limit: 20}
			if q.Mode == "with_vector" {
				values["2"] = *q.Embedding
				run.Vector = parseVector(t, *q.Embedding)
			}
			statement, args, err := db.Bind(unified, values)
			if err != nil {
				return err
			}
			var bySQL, byRun []row
			err = tx.Each(statement, args, func(scan func(...any) error) error {
				var r row
				err := scan(&r.ID, &r.RRF)
				bySQL = append(bySQL, r)
				return err
			})
			if err != nil {
				return fmt.Errorf("%q: %w", q.Q, err)
			}
			answer, err := merge.Run(tx, run)
			if err != nil {
				return err
			}
			for _, h := range answer.Hits {
				byRun = append(byRun, row{h.ID, h.Score.String()})
			}
			if diff := cmp.Diff(bySQL, byRun); diff != "" {
				t.Errorf("%s %q (-SQL +Run):\n%s", q.Mode, q.Q, diff)
			}
		}
		return nil
	})
	if asked < 4 {
		t.Errorf("%d questions asked", asked)
	}
}

func TestALimitTakesTheTopOfTheRanking(t *testing.T) {
	d := universe(t)
	v := make([]float32, 16)
	v[3] = 1
	ask := func(limit int) (int, []merge.Hit) {
		var a merge.Answer
		read(t, d, func(tx *db.Tx) (err error) {
			a, err = merge.Run(tx, merge.Query{Text: "rollforward", Vector: v, Limit: limit})
			return err
		})
		return a.Total, a.Hits
	}
	total, all := ask(1000)
	if total != len(all) || total < 20 {
		t.Fatalf("total %d, %d rows", total, len(all))
	}
	for _, limit := range []int{-1, 0, 1, 7} {
		n, top := ask(limit)
		if n != total || len(top) != max(limit, 0) {
			t.Errorf("limit %d: total %d, %d rows", limit, n, len(top))
		} else if diff := cmp.Diff(all[:len(top)], top, cmpopts.EquateEmpty(), cmp.Comparer(func(a, b merge.Hit) bool { return a.Entry == b.Entry && a.Score == b.Score })); diff != "" {
			t.Errorf("limit %d (-all +top):\n%s", limit, diff)
		}
	}
}
