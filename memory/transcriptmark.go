package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// Watermark says how far a transcript was harvested. brain-cli 3.4.0 keeps the offset alone and so never harvests a file
// again that was truncated or replaced; Mark knows the bytes before the offset.
type Watermark struct {
	Offset int64  // bytes: the next harvest begins here, after a line feed; 0 at the start
	Mark   string // hash of up to 4 KB before Offset; "" if it was not taken
}

// markWindow is how many bytes before the offset the mark covers: lines of a transcript carry times and ids.
const markWindow = 4096

// markAt takes the watermark at offset.
func markAt(r io.ReaderAt, offset int64) (Watermark, error) {
	if offset <= 0 {
		return Watermark{}, nil
	}
	buf := make([]byte, min(offset, markWindow))
	if _, err := readAt(r, buf, offset-int64(len(buf))); err != nil {
		return Watermark{}, err
	}
	sum := sha256.Sum256(buf)
	return Watermark{offset, hex.EncodeToString(sum[:8])}, nil
}

// start is where to read a transcript of size bytes: at the offset if the file still is what it was before it, else at 0.
// Without a mark, as brain-cli leaves it, a line feed before the offset has to do.
func (w Watermark) start(r io.ReaderAt, size int64) (offset int64, restarted bool, err error) {
	switch {
	case w.Offset <= 0:
		return 0, false, nil
	case w.Offset > size:
		return 0, true, nil
	case w.Mark == "":
		var last [1]byte
		if _, err := readAt(r, last[:], w.Offset-1); err != nil {
			return 0, false, err
		}
		if last[0] != '\n' {
			return 0, true, nil
		}
		return w.Offset, false, nil
	}
	now, err := markAt(r, w.Offset)
	if err != nil {
		return 0, false, err
	}
	if now.Mark != w.Mark {
		return 0, true, nil
	}
	return w.Offset, false, nil
}

// readAt fills buf, or says that the transcript cannot be read.
func readAt(r io.ReaderAt, buf []byte, offset int64) (int, error) {
	n, err := r.ReadAt(buf, offset)
	if n == len(buf) {
		return n, nil
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, fmt.Errorf("read transcript: %w", err)
}
