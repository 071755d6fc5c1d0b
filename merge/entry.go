package merge

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"

	"brain/db"
)

// The stores that rows come from. brain-merge names the first two; memories are the third.
const (
	GBrain   = "gbrain"
	Graphify = "graphify"
	Memory   = "memory"
)

// Row is one knowledge unit on its way into brain_entries: brain-merge's ingestor schema without what the merge itself
// assigns (id, citation, hash).
type Row struct {
	Source     string
	EntityID   string
	EntityName string
	Content    string
	Embedding  []float32 // nil until the embed job runs
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// Entry is a stored row.
type Entry struct {
	ID         int64
	Source     string
	EntityID   string
	EntityName string
	Content    string
	CreatedAt  string // db.TimeFormat
	UpdatedAt  string
	CitationID string
}

// Hash is the dedup key: SHA-256 of the content's bytes, in hex, with no normalisation at all (a trailing space, another
// Unicode form or another case is another content).
func Hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// Clean makes text storable as PostgreSQL's text is: valid UTF-8 without NUL. Invalid bytes become U+FFFD; a NUL becomes
// a space, so that the words around it stay apart.
func Clean(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", " ")
}

// clean applies Clean to every text of the row, and makes its times those that will stand in the file: a citation is cut
// from the rounded time, as PostgreSQL cuts it from what timestamptz holds.
func (r Row) clean() Row {
	r.CreatedAt, r.UpdatedAt = db.RoundTime(r.CreatedAt), db.RoundTime(r.UpdatedAt)
	r.Source, r.EntityID, r.EntityName, r.Content = Clean(r.Source), Clean(r.EntityID), Clean(r.EntityName), Clean(r.Content)
	return r
}
