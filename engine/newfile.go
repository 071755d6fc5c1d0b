package engine

import (
	"bytes"
	_ "embed"
	"time"
)

// newFile is what migrations and upgrades make of an empty file, packed, with noTime where they say when. A test holds it equal, and
// `go test ./engine -run ANewFile -update` writes it anew.
//
//go:embed newfile.image
var newFile []byte

// noTime stands for the time at which a file is made.
const noTime = "0000-00-00 00:00:00"

// newFileAt is newFile of a file that is made now.
func newFileAt(now time.Time) []byte {
	return bytes.ReplaceAll(newFile, []byte(noTime), []byte(now.UTC().Format(time.DateTime)))
}
