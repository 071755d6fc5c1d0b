//go:build unix

package embed

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAPipeIsNotOpened(t *testing.T) {
	for _, name := range []string{"model.onnx", "tokenizer.json", "modules.json"} {
		files := map[string]string{"model.onnx": readSmall(t)[0].file, "tokenizer.json": smallTokenizer()}
		delete(files, name)
		dir := writeModel(t, files)
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o644); err != nil {
			t.Skip(err)
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), name+" is no regular file") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
