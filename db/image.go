package db

import (
	"encoding/binary"
	"os"
)

// A new file is 150 pages, mostly empty, and what SQLite does to make them of SQL is a tenth of what it costs to read in a small tree: it
// parses each statement twice and writes the schema's pages to the journal and from there to the file. So a new file may be written as it
// stands, of an image.

// zeros is how many zero bytes end a run of others in a packed image.
const zeros = 8

// PackImage makes a file small: how long it is, then by turns how many zero bytes follow and how many others, with these.
func PackImage(file []byte) []byte {
	out := binary.AppendUvarint(nil, uint64(len(file)))
	for i := 0; i < len(file); {
		from := i
		for i < len(file) && file[i] == 0 {
			i++
		}
		out = binary.AppendUvarint(out, uint64(i-from))
		from, last := i, i // of the others, and after the last of them
		for ; i < len(file) && i-last < zeros; i++ {
			if file[i] != 0 {
				last = i + 1
			}
		}
		i = last
		out = binary.AppendUvarint(out, uint64(last-from))
		out = append(out, file[from:last]...)
	}
	return out
}

// unpackImage reads what PackImage wrote; nil for anything else.
func unpackImage(packed []byte) []byte {
	next := func(most int) int {
		n, size := binary.Uvarint(packed)
		if size <= 0 || n > uint64(most) {
			return -1
		}
		packed = packed[size:]
		return int(n)
	}
	const most = 64 << 20
	size := next(most)
	if size < 0 {
		return nil
	}
	file := make([]byte, size)
	for at := 0; at < size; {
		empty := next(size - at)
		if empty < 0 {
			return nil
		}
		at += empty
		n := next(min(size-at, len(packed)))
		if n < 0 || n > len(packed) || empty+n == 0 {
			return nil
		}
		copy(file[at:], packed[:n])
		packed = packed[n:]
		at += n
	}
	return file
}

// createOf makes a file of an image, whole or not at all, and says whether it did. Where it did not, that is another way's to do or to
// report: the system may not have what it takes, or another process was first.
func createOf(path string, packed []byte) bool {
	image := unpackImage(packed)
	if len(image) == 0 {
		return false
	}
	return publish(path, func(f *os.File) error {
		if _, err := f.Write(image); err != nil {
			return err
		}
		return f.Sync()
	})
}
