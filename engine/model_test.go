package engine_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/db"
	"brain/embed"
	"brain/engine"
	"brain/merge"
)

// modelFolder is the built-in model under another name, with a prefix before questions: so it is another model.
func modelFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mini")
	tree(t, dir, map[string]string{"config_sentence_transformers.json": `{"prompts": {"query": "query: "}}`})
	for from, to := range map[string]string{"all-MiniLM-L6-v2-int8.onnx": "model.onnx", "tokenizer.json": "tokenizer.json"} {
		from, err := filepath.Abs("../embed/model/" + from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(from, filepath.Join(dir, to)); err != nil {
			t.Skip(err)
		}
	}
	return dir
}

// noted is a brain of three pages, embedded, and what it says on the side.
func noted(t *testing.T) (e *engine.Engine, notices *[]string) {
	t.Helper()
	e, notices = brain(t), new([]string)
	e.Notice = func(s string) { *notices = append(*notices, s) }
	dir := t.TempDir()
	tree(t, dir, map[string]string{"cat.md": "# Cat\n\nA kitten sleeps.", "tax.md": "# Tax\n\nThe levy is due.", "sea.md": "# Sea\n\nWaves and salt."})
	must[*engine.ImportResult](t)(e.Import(ctx, engine.ImportInput{Dir: dir}))
	return e, notices
}

func ask(t *testing.T, e *engine.Engine, text string) *engine.QueryResult {
	t.Helper()
	out := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: text, Unified: true, Limit: 20}))
	e.Settle(ctx)
	return out
}

func TestTheModelOfAFileIsChangedAndVectorsFollow(t *testing.T) {
	sequential(t)
	e, notices := noted(t)
	dir := modelFolder(t)
	info := must[*engine.ModelInfoResult](t)(e.ModelInfo(ctx, engine.ModelInfoInput{Dir: dir}))
	if info.Name != "mini" || info.Dimension != 384 || info.Window != 512 || info.Pooling != "mean" || info.Backend != "native" || info.Query != "query: " ||
		info.Passage != "" || len(info.Files) != 2 || info.Files[0].Path != "model.onnx" || info.Files[0].Bytes < 1e7 || !strings.HasPrefix(info.ID, "mini-") {
		t.Errorf("info %+v", info)
	}
	used := must[*engine.ModelUseResult](t)(e.ModelUse(ctx, engine.ModelUseInput{Dir: dir}))
	if diff := cmp.Diff(&engine.ModelUseResult{Model: dir, ID: info.ID, Vectors: embed.BuiltinID, Reembed: true}, used); diff != "" {
		t.Errorf("use (-want +got):\n%s", diff)
	}
	list := must[*engine.ModelListResult](t)(e.ModelList(ctx, engine.ModelListInput{}))
	want := &engine.ModelListResult{Vectors: embed.BuiltinID, Models: []engine.ModelLine{
		{Model: "builtin", By: "default", ID: embed.BuiltinID},
		{Model: dir, By: "file", ID: info.ID, InUse: true},
	}}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	got := ask(t, e, "kitten")
	if got.Vector || got.Semantic == nil || *got.Semantic || !strings.Contains(got.Reason, info.ID) || got.Total != 1 {
		t.Errorf("with vectors of another model: %+v", got)
	}
	if len(*notices) != 1 || !strings.Contains((*notices)[0], "brain embed --all") {
		t.Errorf("notices %q", *notices)
	}
	must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{All: true}))
	if got := ask(t, e, "kitten"); !got.Vector || got.Semantic != nil || got.Total != 3 {
		t.Errorf("after embed --all: %+v", got)
	}
	if stats := must[*engine.StatsResult](t)(e.Stats(ctx, engine.StatsInput{})); stats.Model != info.ID {
		t.Errorf("the file's vectors are of %s, want %s", stats.Model, info.ID)
	}
	back := must[*engine.ModelUseResult](t)(e.ModelUse(ctx, engine.ModelUseInput{Dir: "builtin"}))
	if diff := cmp.Diff(&engine.ModelUseResult{Model: "builtin", ID: embed.BuiltinID, Vectors: info.ID, Reembed: true}, back); diff != "" {
		t.Errorf("back (-want +got):\n%s", diff)
	}
	t.Setenv("BRAIN_MODEL", dir)
	if got := ask(t, e, "kitten"); !got.Vector {
		t.Errorf("BRAIN_MODEL does not go before the file's model: %+v", got)
	}
	t.Setenv("BRAIN_MODEL", "builtin")
	if got := ask(t, e, "kitten"); got.Vector {
		t.Errorf("BRAIN_MODEL=builtin: %+v", got)
	}
}

func TestVectorsOfTheBuiltInModelAreKnownByItsOldName(t *testing.T) {
	e, notices := noted(t)
	model := func() string { return column(t, e, `SELECT model FROM vector_tables`)[0] }
	edit(t, e, `UPDATE vector_tables SET model = 'all-MiniLM-L6-v2-int8'`)
	if got := ask(t, e, "kitten"); !got.Vector || len(*notices) > 0 {
		t.Errorf("%+v, notices %q", got, *notices)
	}
	must[*engine.EmbedResult](t)(e.Embed(ctx, engine.EmbedInput{}))
	if model() != embed.BuiltinID {
		t.Errorf("after embed the file says %s", model())
	}
	edit(t, e, `UPDATE vector_tables SET model = 'all-MiniLM-L6-v2-int8', dim = 16`)
	if got := ask(t, e, "kitten"); got.Vector {
		t.Errorf("that name with another dimension: %+v", got)
	}
}

// edit changes the file as another program could.
func edit(t *testing.T, e *engine.Engine, statement string, args ...any) {
	t.Helper()
	d, err := db.Open(ctx, e.Path, db.Options{Functions: merge.Functions()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestStagesHaveTheNamesOfBrainCLI: whoever reads BRAIN_DEBUG's lines finds them.
func TestStagesHaveTheNamesOfBrainCLI(t *testing.T) {
	sequential(t)
	t.Setenv("BRAIN_MODEL", modelFolder(t))
	first, _ := noted(t)
	for _, call := range []struct {
		text  string
		begin []string // a model that was never opened here has no ID to look for
	}{{"an animal at rest", []string{"model load", "embed query"}}, {"an animal at rest", []string{"query cache hit"}}, {"another", []string{"query cache miss", "model load", "embed query"}}} {
		var stages []string
		e := engine.New(engine.Config{Path: first.Path, Debug: func(stage string, _ time.Duration) {
			if stage != engine.StageLine && stage != engine.StageWrite { // that the vector of a question is kept is no stage of it
				stages = append(stages, stage)
			}
		}})
		ask(t, e, call.text)
		e.Close()
		if diff := cmp.Diff(append(call.begin, "filter", "fts query", "knn query", "fusion", "total"), stages); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestAQuestionAskedAgainNeedsNoModel(t *testing.T) {
	t.Setenv("BRAIN_MODEL", modelFolder(t))
	e, _ := noted(t)
	first := ask(t, e, "an animal at rest")
	edit(t, e, `UPDATE query_vectors SET embedding = (SELECT embedding FROM brain_entries WHERE entity_id = 'sea')`)
	second := ask(t, onFile(t, e.Path), "an animal at rest")
	if first.Results[0].EntityID != "cat" || second.Results[0].EntityID != "sea" {
		t.Errorf("first %s, then by the vector in the file %s", first.Results[0].EntityID, second.Results[0].EntityID)
	}
	given := must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "another", Unified: true, Limit: 1, Vector: column(t, e, `SELECT vec_to_json(embedding) FROM brain_entries`)[0]}))
	ask(t, e, "another one")
	if n := column(t, e, `SELECT count(*) FROM query_vectors`); n[0] != "2" || !given.Vector {
		t.Errorf("%s questions are kept, want 2 and none of --vector", n[0])
	}
}

// TestADamagedVectorOfAQuestionIsMadeAgain: the query neither fails nor finds nothing, and what is kept is whole again.
func TestADamagedVectorOfAQuestionIsMadeAgain(t *testing.T) {
	t.Setenv("BRAIN_MODEL", modelFolder(t))
	e, _ := noted(t)
	want := ask(t, e, "an animal at rest")
	whole := column(t, e, `SELECT hex(embedding) FROM query_vectors`)
	for _, damaged := range []string{`x''`, `x'0000803f'`, `x'00'`, `'text'`, `zeroblob(length(embedding))`, `unhex(replace(hex(zeroblob(length(embedding) / 4)), '00', '0000C07F'))`,
		`unhex(replace(hex(zeroblob(length(embedding) / 4)), '00', '0000807F'))`} {
		edit(t, e, `UPDATE query_vectors SET embedding = `+damaged)
		got := ask(t, onFile(t, e.Path), "an animal at rest")
		if diff := cmp.Diff(want.Results, got.Results); diff != "" {
			t.Errorf("%s (-want +got):\n%s", damaged, diff)
		}
		if diff := cmp.Diff(whole, column(t, e, `SELECT hex(embedding) FROM query_vectors`)); diff != "" {
			t.Errorf("%s is kept (-want +got):\n%s", damaged, diff)
		}
	}
}

func TestAQueryWaitsForNoWriter(t *testing.T) {
	t.Setenv("BRAIN_MODEL", modelFolder(t))
	e, _ := noted(t)
	d, err := db.Open(ctx, e.Path, db.Options{Functions: merge.Functions()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Write(ctx, func(*db.Tx) error {
		// One that waited would do so each time, for the ten seconds of a writer; a machine that is busy is so now and then.
		for range 5 {
			soon, cancel := context.WithTimeout(ctx, 8*time.Second)
			got, err := e.Query(soon, engine.QueryInput{Text: "kitten", Unified: true, Limit: 20})
			if err == nil && !got.Vector {
				t.Errorf("%+v", got)
			}
			e.Settle(soon)
			late := soon.Err() != nil
			cancel()
			if !late {
				return err
			}
		}
		return errors.New("it waits")
	})
	if err != nil {
		t.Error(err)
	}
	if n := column(t, e, `SELECT count(*) FROM query_vectors`); n[0] != "0" {
		t.Errorf("%s questions are kept: the lock was held", n[0])
	}
}

// TestAnAnswerIsGivenBeforeItsQuestionIsKept: what asks for the vector writes nothing by itself.
func TestAnAnswerIsGivenBeforeItsQuestionIsKept(t *testing.T) {
	e, _ := noted(t)
	kept := func() string { return column(t, e, `SELECT count(*) FROM query_vectors`)[0] }
	must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: "kitten", Unified: true, Limit: 20}))
	if n := kept(); n != "0" || !e.Owes() {
		t.Errorf("%s questions are kept, and something is owed: %v", n, e.Owes())
	}
	e.Settle(ctx)
	if n := kept(); n != "1" || e.Owes() {
		t.Errorf("%s questions are kept, and something is owed: %v", n, e.Owes())
	}
}

// TestWhatIsLeftIsWrittenInTheEnd: whoever does not settle closes.
func TestWhatIsLeftIsWrittenInTheEnd(t *testing.T) {
	first, _ := noted(t)
	e := onFile(t, first.Path)
	for i := range 70 {
		must[*engine.QueryResult](t)(e.Query(ctx, engine.QueryInput{Text: fmt.Sprint("kitten ", i), Unified: true, Limit: 1}))
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if n := column(t, first, `SELECT count(*) FROM query_vectors`)[0]; n != "64" {
		t.Errorf("%s questions are kept", n)
	}
}

func TestAModelThatDoesNotOpenIsExplained(t *testing.T) {
	e, notices := noted(t)
	empty := t.TempDir()
	_, err := e.ModelUse(ctx, engine.ModelUseInput{Dir: empty})
	if got := engine.Explain(err); err == nil || got.Problem != "the model "+empty+" does not open" || got.Cause == "" || !strings.Contains(got.Fix, "model.onnx") {
		t.Errorf("use: %+v", got)
	}
	t.Setenv("BRAIN_MODEL", empty)
	_, err = e.Query(ctx, engine.QueryInput{Text: "kitten", Unified: true})
	if got := engine.Explain(err); err == nil || !strings.Contains(got.Fix, "BRAIN_MODEL") {
		t.Errorf("query with BRAIN_MODEL: %+v", got)
	}
	t.Setenv("BRAIN_MODEL", "")
	gone := modelFolder(t)
	must[*engine.ModelUseResult](t)(e.ModelUse(ctx, engine.ModelUseInput{Dir: gone}))
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, e, "kitten"); got.Vector || !strings.Contains(got.Reason, "does not open") || got.Total != 1 {
		t.Errorf("query with the file's own model gone: %+v", got)
	}
	if len(*notices) != 1 || !strings.Contains((*notices)[0], "brain model use builtin") {
		t.Errorf("notices %q", *notices)
	}
	_, err = e.Embed(ctx, engine.EmbedInput{})
	if got := engine.Explain(err); err == nil || !strings.Contains(got.Fix, "brain model use builtin") {
		t.Errorf("embed: %+v", got)
	}
}

func TestTheBackendIsChosenByTheEnvironment(t *testing.T) {
	e := brain(t)
	for _, backend := range []string{"", "native", "onnx"} {
		t.Setenv("BRAIN_EMBED_BACKEND", backend)
		info := must[*engine.ModelInfoResult](t)(e.ModelInfo(ctx, engine.ModelInfoInput{}))
		if info.Backend != "native" || info.ID != embed.BuiltinID || info.Window != 256 || info.Dir != "" {
			t.Errorf("%q: %+v", backend, info)
		}
	}
	t.Setenv("BRAIN_EMBED_BACKEND", "cuda")
	_, err := e.Embed(ctx, engine.EmbedInput{})
	if got := engine.Explain(err); !errors.Is(err, engine.ErrUsage) || !strings.Contains(got.Problem, "cuda") {
		t.Errorf("%+v", got)
	}
	var notices []string
	e.Notice = func(s string) { notices = append(notices, s) }
	t.Setenv("BRAIN_EMBED_BACKEND", "onnx")
	t.Setenv("BRAIN_DEBUG", "1")
	must[*engine.ModelInfoResult](t)(e.ModelInfo(ctx, engine.ModelInfoInput{}))
	if len(notices) != 1 || !strings.Contains(notices[0], "native runs instead") {
		t.Errorf("notices %q", notices)
	}
}

// wordModel is no BERT: a text's vector is the mean of its words'. It is made here, of the bytes of ONNX's protobuf
// (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
func wordModel(t *testing.T, words map[string][2]float32) string {
	t.Helper()
	field := func(number byte, body ...string) string {
		all := strings.Join(body, "")
		return string(binary.AppendUvarint([]byte{number<<3 | 2}, uint64(len(all)))) + all
	}
	number := func(field byte, n byte) string { return string([]byte{field << 3, n}) }
	value := func(name string, kind byte, dims ...string) string {
		return field(1, name) + field(2, field(1, number(1, kind), field(2, dims...)))
	}
	any2 := []string{field(1, field(2, "batch")), field(1, field(2, "tokens"))}
	vocab := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]"}
	for w := range words {
		vocab = append(vocab, w)
	}
	var weights []byte
	ids := map[string]int{}
	for i, w := range vocab {
		ids[w] = i
		for _, x := range words[w] {
			weights = binary.LittleEndian.AppendUint32(weights, math.Float32bits(x))
		}
	}
	const int64s, floats = 7, 1
	graph := field(7,
		field(1, field(1, "words"), field(1, "input_ids"), field(2, "last_hidden_state"), field(4, "Gather")),
		field(2, "words"),
		field(5, number(1, byte(len(vocab))), number(1, 2), number(2, floats), field(8, "words"), field(9, string(weights))),
		field(11, value("input_ids", int64s, any2...)), field(11, value("attention_mask", int64s, any2...)),
		field(12, value("last_hidden_state", floats, append(any2, field(1, number(1, 2)))...)))
	tokenizer, err := json.Marshal(map[string]any{
		"normalizer":     map[string]any{"type": "BertNormalizer", "clean_text": true, "lowercase": true},
		"pre_tokenizer":  map[string]any{"type": "BertPreTokenizer"},
		"model":          map[string]any{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": ids},
		"added_tokens":   []any{},
		"post_processor": map[string]any{"type": "BertProcessing", "cls": []any{"[CLS]", 2}, "sep": []any{"[SEP]", 3}},
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "words")
	tree(t, dir, map[string]string{"model.onnx": number(1, 8) + field(8, number(2, 13)) + graph, "tokenizer.json": string(tokenizer)})
	return dir
}
