package mcp

import (
	"errors"
	"io/fs"
	"sync"

	"brain/engine"
)

// file is the brain that a server works on. It lives for hours, in which another file may come to be at the path: a copy that was
// restored, or a new one after it was removed. Then the next call opens that one, and the old is closed when nobody uses it any more.
type file struct {
	config engine.Config

	mu  sync.Mutex
	now *opened
}

// opened is an Engine on one file.
type opened struct {
	engine *engine.Engine
	users  int
	old    bool // another has its place
}

// open gives the Engine on what is at the path now, until release is called.
func (f *file) open() (e *engine.Engine, release func(), err error) {
	path := f.config.Path
	if path == "" {
		if path, err = engine.DefaultPath(); err != nil {
			return nil, nil, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now != nil && f.now.engine.Moved() {
		if err := f.now.engine.Leave(); err != nil {
			return nil, nil, err
		}
		f.now.old = true
		if f.now.users == 0 {
			f.now.engine.Close() // there is no file any more that this could harm
		}
		f.now = nil
	}
	if f.now == nil {
		config := f.config
		config.Path = path
		f.now = &opened{engine: engine.New(config)}
	}
	o := f.now
	o.users++
	return o.engine, func() { f.release(o) }, nil
}

func (f *file) release(o *opened) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if o.users--; o.old && o.users == 0 {
		o.engine.Close() // as above
	}
}

// close ends the use of the file.
func (f *file) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now == nil {
		return nil
	}
	err := f.now.engine.Close()
	f.now = nil
	if errors.Is(err, fs.ErrClosed) {
		return nil
	}
	return err
}
