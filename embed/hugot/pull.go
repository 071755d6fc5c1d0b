package hugot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/knights-analytics/hugot"

	"brain/pattern"
)

// ErrName tells that a name is not one of a model on the hub.
var ErrName = errors.New("a model's name is like sentence-transformers/all-MiniLM-L6-v2")

var modelName = pattern.Lazy(`^[\w.-]+/[\w.-]+$`)

// onnxFiles are where the ONNX file is looked for on the hub, the first one first; as embed looks for it on the disk.
var onnxFiles = []string{"onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx"}

// besides are files that hugot's downloader leaves out, but that embed follows.
var besides = []string{"modules.json", "sentence_bert_config.json", "config_sentence_transformers.json"}

// Pull downloads a model from the Hugging Face hub into the folder dir, which must not be there yet or be empty. What was downloaded
// once stays in the hub's cache (~/.cache/huggingface), where a second try goes on. The hub is HF_ENDPOINT, else
// https://huggingface.co; HF_TOKEN opens models that are not public.
func Pull(ctx context.Context, name, dir string) error {
	if !modelName().MatchString(name) || strings.Contains(name, "..") {
		return fmt.Errorf("pull %q: %w", name, ErrName)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("pull into %s: %w", dir, fs.ErrExist)
	}
	if err := download(ctx, name); err != nil {
		return fmt.Errorf("pull %s: %w", name, err)
	}
	snapshot, err := snapshot(name)
	if err == nil {
		err = copyTree(dir, snapshot)
	}
	if err != nil {
		return fmt.Errorf("pull %s: %w", name, err)
	}
	return nil
}

// download brings the model into the hub's cache. hugot's downloader also copies it, without the folders that its files are in,
// so that 1_Pooling/config.json and config.json become one: that copy is thrown away. It takes one file more a call.
func download(ctx context.Context, name string) error {
	temp, err := os.MkdirTemp("", "brain-pull-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	options := hugot.NewDownloadOptions()
	options.MaxRetries = 1
	options.AuthToken = os.Getenv("HF_TOKEN")
	get := func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return caught(func() error {
			_, err := hugot.DownloadModel(ctx, name, temp, options)
			return err
		})
	}
	for _, options.OnnxFilePath = range onnxFiles {
		if err = get(); err == nil || !strings.Contains(err.Error(), "file not found at") {
			break
		}
	}
	if err != nil {
		return err
	}
	for _, options.ExternalDataPath = range append([]string{options.OnnxFilePath + "_data"}, besides...) {
		if err := get(); err != nil {
			return err
		}
	}
	return nil
}

// snapshot is where the hub's cache keeps the newest version of a model that was downloaded
// (https://huggingface.co/docs/huggingface_hub/guides/manage-cache).
func snapshot(name string) (string, error) {
	cache := os.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		cache = filepath.Join(os.Getenv("HOME"), ".cache")
	}
	repo := filepath.Join(cache, "huggingface", "hub", "models--"+strings.ReplaceAll(name, "/", "--"))
	data, err := os.ReadFile(filepath.Join(repo, "info", "main"))
	if err != nil {
		return "", err
	}
	var info struct {
		Hash string `json:"sha"`
	}
	if err := json.Unmarshal(data, &info); err != nil {
		return "", fmt.Errorf("read the cache: %w", err)
	}
	return filepath.Join(repo, "snapshots", filepath.Base(info.Hash)), nil
}

// copyTree copies files with their folders; the cache's own are links.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		return copyFile(target, path)
	})
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
