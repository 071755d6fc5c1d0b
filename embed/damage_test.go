package embed

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDamageIsToldFromAnotherFamily(t *testing.T) {
	onnx, tokenizer := readSmall(t)[0].file, smallTokenizer()
	const anchor = "embeddings.LayerNorm.weight"
	other := strings.ReplaceAll(onnx, "Softmax", "LogSoft")
	for name, test := range map[string]struct {
		onnx, tokenizer string
		file, content   string
		want            error
		text            string
	}{
		"onnx empty":                    {"", tokenizer, "", "", ErrDamaged, "model.onnx is empty"},
		"onnx cut":                      {onnx[:len(onnx)/2], tokenizer, "", "", ErrDamaged, "protocol buffer"},
		"onnx cut at its last byte":     {onnx[:len(onnx)-1], tokenizer, "", "", ErrDamaged, "protocol buffer"},
		"onnx garbage":                  {strings.Repeat("\xff", 100), tokenizer, "", "", ErrDamaged, "protocol buffer"},
		"onnx without a graph":          {"\x08\x08", tokenizer, "", "", ErrDamaged, "0 operations"},
		"a name in onnx flipped":        {strings.Replace(onnx, anchor, "embeddings.LayerNorm.weighs", 1), tokenizer, "", "", ErrDamaged, "which is nowhere"},
		"another operation":             {other, tokenizer, "", "", ErrUnsupported, ""},
		"another model, tokenizer cut":  {other, tokenizer[:len(tokenizer)/2], "", "", ErrDamaged, "read tokenizer"},
		"other names":                   {strings.ReplaceAll(onnx, anchor, "embeddings.LayerNorm.wonder"), tokenizer, "", "", ErrUnsupported, ""},
		"tokenizer empty":               {onnx, "", "", "", ErrDamaged, "tokenizer.json is empty"},
		"tokenizer cut":                 {onnx, tokenizer[:len(tokenizer)-2], "", "", ErrDamaged, "end of JSON"},
		"tokenizer without anything":    {onnx, "{}", "", "", ErrDamaged, `it has no "model"`},
		"tokenizer without vocabulary":  {onnx, `{"model": {"type": "WordPiece"}}`, "", "", ErrDamaged, `no "vocab"`},
		"tokenizer of nothing but that": {onnx, `{"model": {"vocab": {"a": 1}}}`, "", "", ErrUnsupported, "no normalizer, want BertNormalizer, no pre_tokenizer"},
		"Unigram":                       {onnx, `{"model": {"type": "Unigram", "vocab": [["a", -1.5]]}}`, "", "", ErrUnsupported, ""},
		"BPE": {onnx, `{"pre_tokenizer": {"type": "ByteLevel"}, "model": {"type": "BPE", "vocab": {"a": 0}}}`, "", "", ErrUnsupported,
			"pre_tokenizer ByteLevel, want BertPreTokenizer, model BPE, want WordPiece"},
		"tokenizer of a larger model": {onnx, strings.Replace(tokenizer, `"[UNK]": 0`, `"[UNK]": 0, "x1": 999`, 1), "", "", ErrDamaged, "1000 word pieces"},
		"pooling garbled":             {onnx, tokenizer, "1_Pooling/config.json", "\x00\x01", ErrDamaged, "1_Pooling/config.json"},
		"pooling empty":               {onnx, tokenizer, "1_Pooling/config.json", "", ErrDamaged, "is empty"},
		"negative window":             {onnx, tokenizer, "sentence_bert_config.json", `{"max_seq_length": -5}`, ErrDamaged, "max_seq_length is -5"},
	} {
		files := map[string]string{"model.onnx": test.onnx, "tokenizer.json": test.tokenizer}
		if test.file != "" {
			files[test.file] = test.content
		}
		_, err := Open(writeModel(t, files))
		if !errors.Is(err, test.want) || errors.Is(err, ErrDamaged) && errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error %v, want %v with %q", name, err, test.want, test.text)
		}
	}
}

func TestACutONNXFileIsDamaged(t *testing.T) {
	for _, m := range readSmall(t) {
		for at := 1; at < len(m.file); at += len(m.file) / 50 {
			if _, err := readBERT(m.file[:at]); !errors.Is(err, ErrDamaged) {
				t.Errorf("at byte %d of %d: error %v", at, len(m.file), err)
			}
		}
	}
}

func TestTheBuiltInModelIsWellFormed(t *testing.T) {
	if err := graphDamage(builtinModel); err != nil {
		t.Error(err)
	}
	if err := tokenizerDamage(builtinTokenizer); err != nil {
		t.Error(err)
	}
}

func TestOnlyRegularFilesOfAFolderAreRead(t *testing.T) {
	onnx := readSmall(t)[0].file
	dir := writeModel(t, map[string]string{"model.onnx": onnx, "real.json": smallTokenizer()})
	tokenizer := filepath.Join(dir, "tokenizer.json")
	if err := os.Symlink("real.json", tokenizer); err != nil {
		t.Skip(err)
	}
	if _, err := Open(dir); err != nil {
		t.Errorf("a link to a regular file: %v", err)
	}
	for _, file := range []string{filepath.Join(dir, "model.onnx"), os.DevNull} {
		if _, err := Open(file); err == nil || !strings.Contains(err.Error(), "is no folder") {
			t.Errorf("%s: error %v", file, err)
		}
	}
	for _, target := range []string{os.DevNull, dir} {
		if err := errors.Join(os.Remove(tokenizer), os.Symlink(target, tokenizer)); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "tokenizer.json is no regular file") {
			t.Errorf("a link to %s: error %v", target, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: error %v", err)
	}
}

func TestALargeFileIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokenizer.json")
	if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, maxJSONBytes+1)); err != nil {
		t.Skip(err) // a file system without sparse files
	}
	if _, err := ReadFile(path); err == nil || !strings.Contains(err.Error(), "is larger than") {
		t.Errorf("error %v", err)
	}
}
