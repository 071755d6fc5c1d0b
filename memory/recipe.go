package memory

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"strings"
)

// ContentHash is brain-cli's key for duplicates: the first 16 hex digits of SHA-256 over title, line feed and content, both
// stripped of white space at their ends.
func ContentHash(title, content string) string {
	sum := sha256.Sum256([]byte(strip(title) + "\n" + strip(content)))
	return hex.EncodeToString(sum[:8])
}

// newUID is 12 of brain-cli's letters, [a-z2-7], of 8 random bytes.
func newUID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails, as of Go 1.24
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:])[:12])
}
