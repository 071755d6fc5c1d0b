package extract

import (
	"io/fs"
	"time"
)

// stamp is what the system tells of a file without reading it. A file whose stamp is the same has the same bytes, unless it was written
// within [settleTime] of the moment at which the stamp was taken. Times of last change and numbers of files that the system does not
// have are 0.
type stamp struct {
	size    int64
	written int64 // the time that anyone can set, in nanoseconds
	changed int64 // the time that the system sets itself
	number  uint64
}

func stampOf(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), written: info.ModTime().UnixNano()}
	s.changed, s.number = systemStamp(info)
	return s
}

// settleTime is how coarse a file system's times may be: two writes within it can bear the same one.
const settleTime = 2 * time.Second

// settled says whether the file had lain untouched for long enough at a moment.
func (s stamp) settled(at time.Time) bool {
	return max(s.written, s.changed) < at.Add(-settleTime).UnixNano()
}

func (p *packer) stamp(s *stamp) {
	packNumber(p, &s.size)
	packNumber(p, &s.written)
	packNumber(p, &s.changed)
	p.uint(&s.number)
}
