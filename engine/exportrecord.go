package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"brain/page"
)

// recordPath is the file of an export that lists the files which exports wrote into the folder.
const recordPath = ".brain/files.jsonl"

// record maps the files that exports wrote into a folder, and that are not known to be gone, to the SHA-256 that they had.
type record map[string]string

type recordLine struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// readRecord reads the record of a folder. Exports of older versions wrote none, but their metadata names the pages.
func readRecord(root *os.Root) record {
	out := record{}
	if meta, err := root.ReadFile(filepath.FromSlash(page.MetaPath)); err == nil {
		list, _ := page.UnmarshalMeta(meta)
		for _, m := range list {
			out[m.Path] = m.SHA256
		}
	}
	data, _ := root.ReadFile(filepath.FromSlash(recordPath)) // without one nothing is known
	for line := range bytes.Lines(data) {
		var l recordLine
		if json.Unmarshal(line, &l) == nil && fs.ValidPath(l.Path) && l.Path != "." {
			out[l.Path] = l.SHA256
		}
	}
	return out
}

func (r record) write(root *os.Root) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, p := range slices.Sorted(maps.Keys(r)) {
		if err := enc.Encode(recordLine{p, r[p]}); err != nil {
			return err
		}
	}
	old, err := root.ReadFile(filepath.FromSlash(recordPath))
	if err == nil && bytes.Equal(old, b.Bytes()) {
		return nil
	}
	return replaceFile(root, recordPath, b.Bytes(), func() bool { return true })
}

// Stale is a file that an earlier export wrote and that is no page's, or no raw data, now.
type Stale struct {
	Path    string `json:"path"`
	Changed bool   `json:"changed"` // somebody has changed it since, so it is never removed
	Removed bool   `json:"removed"`
}

// findStale finds the files of earlier exports that have no place in this one, and with prune removes them. Nothing that an
// export did not write, or that is no longer what it wrote, is touched.
func (x *exporter) findStale(places map[string]bool, prune bool) error {
	folded := map[string]string{}
	for p := range places {
		folded[strings.ToLower(p)] = p
	}
	for _, p := range slices.Sorted(maps.Keys(x.record)) {
		if places[p] {
			continue
		}
		info, err := x.root.Lstat(filepath.FromSlash(p))
		if err != nil || !info.Mode().IsRegular() {
			delete(x.record, p)
			continue
		}
		if other, err := x.root.Lstat(filepath.FromSlash(folded[strings.ToLower(p)])); err == nil && os.SameFile(info, other) {
			delete(x.record, p) // a disk that takes upper and lower case for one
			continue
		}
		data, err := x.root.ReadFile(filepath.FromSlash(p))
		// One that cannot be read may have been changed.
		s := Stale{Path: p, Changed: err != nil || x.record[p] != "" && page.HashSource(data) != x.record[p]}
		if prune && !s.Changed {
			if err := x.root.Remove(filepath.FromSlash(p)); err != nil {
				x.skip(p, fmt.Sprintf("cannot be removed: %v", rootCause(err)))
				x.out.Stale = append(x.out.Stale, s)
				continue
			}
			s.Removed = true
			x.out.Removed++
			delete(x.record, p)
			for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
				if x.root.Remove(filepath.FromSlash(dir)) != nil {
					break // something else is in it
				}
			}
		}
		x.out.Stale = append(x.out.Stale, s)
	}
	return nil
}
