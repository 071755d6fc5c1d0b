package hugot_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/embed/hugot"
)

// hub answers as the Hugging Face hub does, with the files of one model.
func hub(t *testing.T, name string, files map[string]string) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	var siblings []map[string]string
	for file := range files {
		siblings = append(siblings, map[string]string{"rfilename": file})
	}
	slices.SortFunc(siblings, func(a, b map[string]string) int { return strings.Compare(a["rfilename"], b["rfilename"]) })
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/models/"+name+"/revision/main" || r.URL.Path == "/api/models/"+name {
			json.NewEncoder(w).Encode(map[string]any{"id": name, "sha": commit, "siblings": siblings})
			return
		}
		text, ok := files[strings.TrimPrefix(r.URL.Path, "/"+name+"/resolve/"+commit+"/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", fmt.Sprintf(`"%x"`, text))
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		if r.Method != http.MethodHead {
			fmt.Fprint(w, text)
		}
	}))
	t.Cleanup(server.Close)
	t.Setenv("HF_ENDPOINT", server.URL)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

func TestAModelIsPulledWithAllThatBelongsToIt(t *testing.T) {
	want := map[string]string{
		"onnx/model.onnx": "weights", "onnx/model.onnx_data": "more weights", "tokenizer.json": "{}", "config.json": "root", "1_Pooling/config.json": "cls",
		"modules.json": "[]", "sentence_bert_config.json": "window", "config_sentence_transformers.json": "prompts",
	}
	files := map[string]string{"onnx/model_fp16.onnx": "other", "README.md": "read me", "pytorch_model.bin": "other"}
	for name, text := range want {
		files[name] = text
	}
	hub(t, "org/model", files)
	dir := filepath.Join(t.TempDir(), "model")
	if err := hugot.Pull(ctx, "org/model", dir); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		got[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the folder (-want +got):\n%s", diff)
	}
	if err := hugot.Pull(ctx, "org/model", dir); !errors.Is(err, fs.ErrExist) {
		t.Errorf("into a folder that holds something: %v", err)
	}
}

func TestWhatCannotBePulledIsTold(t *testing.T) {
	hub(t, "org/torch", map[string]string{"tokenizer.json": "{}", "pytorch_model.bin": "x"})
	for name, want := range map[string]string{
		"org/torch": "not found at", "org/absent": "pull org/absent", "absent": "a model's name is like", "../../x": "a model's name is like",
	} {
		dir := filepath.Join(t.TempDir(), "to")
		if err := hugot.Pull(ctx, name, dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: a folder was made", name)
		}
	}
}
