package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// readCorpus is the texts of the recorded answers, from which mutations start.
func readCorpus() ([]string, error) {
	dir, err := goldenFolder()
	if err != nil {
		return nil, err
	}
	var texts []string
	for name, keys := range map[string][]string{
		"tsvector.jsonl":      {"text"},
		"tsquery.jsonl":       {"q"},
		"tsrank.jsonl":        {"title", "body", "timeline", "q"},
		"trigram.jsonl":       {"a", "b"},
		"merge_staging.jsonl": {"entity_name", "content"},
	} {
		if texts, err = appendTexts(texts, filepath.Join(dir, name), keys); err != nil {
			return nil, err
		}
	}
	// The files came in any order, and one seed must give one run.
	slices.Sort(texts)
	return slices.Compact(texts), nil
}

func appendTexts(texts []string, path string, keys []string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var row map[string]any
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		for _, key := range keys {
			if text, ok := row[key].(string); ok && text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts, lines.Err()
}

// goldenFolder is testdata/postgres of the module around the working directory.
func goldenFolder() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata", "postgres"), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("run this inside the module: the recorded texts are in its testdata")
		}
		dir = parent
	}
}
