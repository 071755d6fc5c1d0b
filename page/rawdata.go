package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"strings"
)

// rawDir is where an export keeps the raw data of its pages. Walk passes it over.
const rawDir = ".raw"

// RawPath is where the raw data that a source gave for a page is exported to,
// relative to the export: .raw/people/ada/crunchbase.json. Characters that a file
// name cannot hold everywhere are percent-encoded.
func RawPath(slug, source string) string {
	var dirs []string
	for segment := range strings.SplitSeq(slug, "/") {
		dirs = append(dirs, fileName(segment))
	}
	return path.Join(rawDir, path.Join(dirs...), fileName(source)+".json")
}

// ParseRawPath is the inverse of RawPath; ok is false for any other path.
func ParseRawPath(file string) (slug, source string, ok bool) {
	inner, ok := strings.CutPrefix(file, rawDir+"/")
	dir, name := path.Split(inner)
	name, json := strings.CutSuffix(name, ".json")
	slug, err := url.PathUnescape(strings.TrimSuffix(dir, "/"))
	source, err2 := url.PathUnescape(name)
	if !ok || !json || err != nil || err2 != nil || RawPath(slug, source) != file {
		return "", "", false
	}
	return slug, source, true
}

// fileName makes a name of one path segment that every file system takes.
func fileName(s string) string {
	var b strings.Builder
	for i, r := range []byte(s) {
		last := i == len(s)-1
		if r < ' ' || r == 0x7f || strings.IndexByte(`/\:*?"<>|%`, r) >= 0 || r == '.' && (i == 0 || last) || r == ' ' && last {
			fmt.Fprintf(&b, "%%%02X", r)
		} else {
			b.WriteByte(r)
		}
	}
	if b.Len() == 0 {
		return "%"
	}
	return b.String()
}

// MarshalRaw makes the file of raw data, which is JSON: indented, with the keys
// and the spelling of numbers that it has.
func MarshalRaw(data []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(data), "", "  "); err != nil {
		return nil, fmt.Errorf("write raw data: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// UnmarshalRaw reads the file of raw data as compact JSON.
func UnmarshalRaw(file []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, bytes.TrimPrefix(file, []byte(utf8Mark))); err != nil {
		return nil, fmt.Errorf("read raw data: %w", err)
	}
	return b.Bytes(), nil
}
