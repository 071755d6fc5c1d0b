package page

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// MetaPath is the file of an export that holds what markdown has no place for.
// Walk passes it over.
const MetaPath = ".brain/meta.jsonl"

// Meta is what an export says of one page besides its file.
type Meta struct {
	Path      string    `json:"path"` // of the page's file in the export
	Slug      string    `json:"slug"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	// SHA256 of the file as exported (HashSource): in a file that was changed
	// since, UpdatedAt holds no longer.
	SHA256 string `json:"sha256,omitempty"`
	// TruthAt is when the truth last became another text, and Entries are the times in the citations of the page's chunks
	// where they are not CreatedAt, by entity id. Both hold for the file as exported only.
	TruthAt time.Time            `json:"truth_at,omitzero"`
	Entries map[string]time.Time `json:"entries,omitempty"`
}

// MarshalMeta writes a line of JSON for each page, by path, times in UTC: the
// same pages always give the same file. The error names a page that a line
// cannot hold: its path leads out of the export, or its year is beyond 9999.
func MarshalMeta(pages []Meta) ([]byte, error) {
	sorted := slices.Clone(pages)
	slices.SortFunc(sorted, func(a, b Meta) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Slug, b.Slug)) })
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, m := range sorted {
		m.CreatedAt, m.UpdatedAt, m.TruthAt = m.CreatedAt.UTC(), m.UpdatedAt.UTC(), m.TruthAt.UTC()
		if err := m.check(); err != nil {
			return nil, fmt.Errorf("write metadata of %q: %w", m.Path, err)
		}
		if err := enc.Encode(m); err != nil {
			return nil, fmt.Errorf("write metadata of %q: %w", m.Path, err)
		}
	}
	return b.Bytes(), nil
}

// UnmarshalMeta reads such a file. Lines that say nothing of a page are named
// and left out; of two lines about one path the last counts.
func UnmarshalMeta(file []byte) ([]Meta, []Warning) {
	var pages []Meta
	var warnings []Warning
	index := map[string]int{}
	for i, line := range bytes.Split(bytes.TrimPrefix(file, []byte(utf8Mark)), []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var m Meta
		err := json.Unmarshal(line, &m)
		if err == nil {
			err = m.check()
		}
		if err != nil {
			warnings = append(warnings, Warning{i + 1, "metadata: " + err.Error()})
			continue
		}
		if at, ok := index[m.Path]; ok {
			pages[at] = m
			continue
		}
		index[m.Path] = len(pages)
		pages = append(pages, m)
	}
	return pages, tidyWarnings(warnings)
}

// MergeMeta is the metadata of an export of some pages into the folder of an earlier one: what that said of other pages stays.
func MergeMeta(earlier, now []byte) ([]byte, error) {
	pages, _ := UnmarshalMeta(now)
	slugs, paths := map[string]bool{}, map[string]bool{}
	for _, m := range pages {
		slugs[m.Slug], paths[m.Path] = true, true
	}
	others, _ := UnmarshalMeta(earlier)
	for _, m := range others {
		if !slugs[m.Slug] && !paths[m.Path] {
			pages = append(pages, m)
		}
	}
	return MarshalMeta(pages)
}

func (m Meta) check() error {
	if !fs.ValidPath(m.Path) || m.Path == "." {
		return fmt.Errorf("%.80q is no path in the export", m.Path)
	}
	if m.Slug == "" {
		return errors.New("it names no slug")
	}
	return nil
}
