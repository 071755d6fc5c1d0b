package engine_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

// threeStores is a page and a node of one name, and a memory, with vectors of two numbers.
const threeStores = `
{"source":"gbrain","entity_id":"ledger","entity_name":"Ledger","content":"the ledger <balances>","embedding":"[1,0]","created_at":"2026-01-01T00:00:00.5Z","updated_at":"2026-01-01T00:00:01Z"}
{"source":"graphify","entity_id":"ledger_go","entity_name":"Ledger","content":"type Ledger","embedding":[0.6,0.8],"created_at":"2026-01-02T00:00:00Z"}
{"source":"memory","entity_id":"m1","entity_name":"ledger()","content":"balances are checked","embedding":null,"created_at":"2026-01-03T00:00:00Z"}
{"source":"gbrain","entity_id":"zero","entity_name":"Zero","content":"nothing","embedding":"[0,0]","created_at":"2026-01-04T00:00:00Z"}
`

const threeStoresJSON = `{
  "query": "ledger",
  "vector": true,
  "total": 3,
  "results": [
    {
      "rank": 1,
      "id": 1,
      "source": "gbrain",
      "entity_id": "ledger",
      "entity_name": "Ledger",
      "content": "the ledger <balances>",
      "citation_id": "[BM:gbrain:ledger:2026-01-01T00:00:00Z]",
      "rrf_score": "0.03278688524590163934",
      "text_rank": 1,
      "vector_rank": 1,
      "text_score": 0.06079271,
      "vector_score": 1,
      "crossrefs": [
        {
          "id": 2,
          "source": "graphify",
          "entity_id": "ledger_go",
          "entity_name": "Ledger",
          "citation_id": "[BM:graphify:ledger_go:2026-01-02T00:00:00Z]",
          "relation": "same_name",
          "similarity": 1,
          "calls": []
        }
      ]
    },
    {
      "rank": 2,
      "id": 2,
      "source": "graphify",
      "entity_id": "ledger_go",
      "entity_name": "Ledger",
      "content": "type Ledger",
      "citation_id": "[BM:graphify:ledger_go:2026-01-02T00:00:00Z]",
      "rrf_score": "0.03225806451612903226",
      "text_rank": 2,
      "vector_rank": 2,
      "text_score": 0.06079271,
      "vector_score": 0.6000000238418579,
      "crossrefs": [
        {
          "id": 1,
          "source": "gbrain",
          "entity_id": "ledger",
          "entity_name": "Ledger",
          "citation_id": "[BM:gbrain:ledger:2026-01-01T00:00:00Z]",
          "relation": "same_name",
          "similarity": 1,
          "calls": []
        }
      ]
    },
    {
      "rank": 3,
      "id": 4,
      "source": "gbrain",
      "entity_id": "zero",
      "entity_name": "Zero",
      "content": "nothing",
      "citation_id": "[BM:gbrain:zero:2026-01-04T00:00:00Z]",
      "rrf_score": "0.01587301587301587302",
      "text_rank": null,
      "vector_rank": 3,
      "text_score": null,
      "vector_score": null,
      "crossrefs": []
    }
  ]
}
`

func TestTheJSONOfAnAnswer(t *testing.T) {
	e := brain(t)
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, threeStores)}))
	ask := func(in engine.QueryInput) *engine.QueryResult {
		in.Unified = true
		if in.Limit == 0 {
			in.Limit = 20
		}
		return must[*engine.QueryResult](t)(e.Query(ctx, in))
	}
	if diff := cmp.Diff(threeStoresJSON, toJSON(t, ask(engine.QueryInput{Text: "ledger", Vector: "[1,0]"}))); diff != "" {
		t.Errorf("with a vector (-want +got):\n%s", diff)
	}
	byText := ask(engine.QueryInput{Text: "balances", TextOnly: true})
	got := toJSON(t, byText)
	for _, want := range []string{`"vector": false`, `"total": 1`, `"vector_rank": null`, `"vector_score": null`, `"rrf_score": "0.01639344262295081967"`} {
		if !strings.Contains(got, want) {
			t.Errorf("by text: no %s in\n%s", want, got)
		}
	}
	if got := toJSON(t, ask(engine.QueryInput{Text: "absent", TextOnly: true})); got != "{\n  \"query\": \"absent\",\n  \"vector\": false,\n  \"total\": 0,\n  \"results\": []\n}\n" {
		t.Errorf("nothing found: %s", got)
	}
}

func TestVectorsOfAnotherModelAreNotComparedWithOurs(t *testing.T) {
	var notices []string
	e := brain(t)
	e.Notice = func(s string) { notices = append(notices, s) }
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, threeStores), Model: "theirs"}))
	answer := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "ledger", Unified: true, Limit: 20}))
	if answer.Vector || answer.Total != 2 {
		t.Errorf("vector %v, total %d", answer.Vector, answer.Total)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "theirs") || !strings.Contains(notices[0], "brain embed --all") {
		t.Errorf("notices %q", notices)
	}
}

func TestAnOldRevisionNamesTheOneThatIsServed(t *testing.T) {
	e := brain(t)
	dir := t.TempDir()
	tree(t, dir, map[string]string{"a.md": "# Alpha\n\nfirst words"})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	tree(t, dir, map[string]string{"a.md": "# Alpha\n\nsecond words"})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir, NoEmbed: true}))
	answer := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "words", Unified: true, Limit: 20, TextOnly: true, IncludeInvalid: true}))
	if len(answer.Results) != 2 {
		t.Fatalf("%d rows", len(answer.Results))
	}
	first, second := answer.Results[0], answer.Results[1]
	if first.Superseded != second.CitationID || second.Superseded != "" {
		t.Errorf("superseded by %q and %q", first.Superseded, second.Superseded)
	}
	cited := must[*engine.CiteResult](t)(e.Cite(ctx, engine.CiteInput{Citation: first.CitationID}))
	if cited.ID != first.ID || cited.Superseded != second.CitationID || !strings.Contains(cited.Content, "first words") {
		t.Errorf("cited %+v", cited)
	}
}

func TestAnUnknownCitationNamesTheNearest(t *testing.T) {
	e := brain(t)
	must[*engine.EntriesImportResult](t)(e.EntriesImport(ctx, engine.EntriesImportInput{File: lines(t, threeStores)}))
	_, err := e.Cite(ctx, engine.CiteInput{Citation: "[BM:gbrain:ledgr:2026-01-01T00:00:00Z]"})
	got := engine.Explain(err)
	if err == nil || !strings.Contains(got.Fix, "did you mean\n  [BM:gbrain:ledger:2026-01-01T00:00:00Z]  Ledger") {
		t.Errorf("%+v", got)
	}
	_, err = e.Cite(ctx, engine.CiteInput{Citation: "[BM:gbrain:qqqqq:2026-01-01T00:00:00Z]"})
	if err == nil || strings.Contains(engine.Explain(err).Fix, "did you mean") {
		t.Errorf("%+v", engine.Explain(err))
	}
	_, err = e.Cite(ctx, engine.CiteInput{Citation: "ledger"})
	if got := engine.Explain(err); err == nil || got.Problem != "this is no citation" {
		t.Errorf("%+v", got)
	}
}

func TestAVectorOfAnotherLengthIsToldTheRightOne(t *testing.T) {
	e := withThreeStores(t)
	_, err := e.Query(ctx, engine.QueryInput{Text: "ledger", Unified: true, Vector: "[1,2,3]"})
	got := engine.Explain(err)
	if err == nil || got.Problem != "--vector is 3-dimensional, the file's vectors are 2-dimensional" || !strings.Contains(got.Fix, "leave --vector out") {
		t.Errorf("%+v", got)
	}
}
