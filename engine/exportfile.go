package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/text/unicode/norm"
)

// A placeFault says that one file has no place in the folder, or that what is in its place must not go. It tells nothing of the
// next file.
type placeFault struct{ error }

func (f placeFault) Unwrap() error { return f.error }

var (
	errIsFolder  = errors.New("a folder is in its place")
	errNoFile    = errors.New("what is in its place is no file")
	errLeadsAway = errors.New("a symbolic link in its place leads nowhere, or out of the folder")
)

// fault says of an error what it means for the next file: a disk that is full or fails is full for all.
func fault(err error) error {
	if err == nil || slices.ContainsFunc([]error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO}, func(e error) bool { return errors.Is(err, e) }) {
		return err
	}
	return placeFault{err}
}

// inPlace reads the file in the place of another; fs.ErrNotExist if there is none. What is not a file is not opened: a pipe
// would wait for a writer.
func inPlace(root *os.Root, name string) (data []byte, info fs.FileInfo, err error) {
	name = filepath.FromSlash(name)
	info, err = root.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if link, e := root.Lstat(name); e == nil && link.Mode()&fs.ModeSymlink != 0 {
			return nil, nil, placeFault{errLeadsAway}
		}
		return nil, nil, fs.ErrNotExist
	}
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return nil, nil, fs.ErrNotExist // whether there is room, writing says
	case err != nil:
		return nil, nil, fault(err)
	case info.IsDir():
		return nil, nil, placeFault{errIsFolder}
	case !info.Mode().IsRegular():
		return nil, nil, placeFault{errNoFile}
	}
	data, err = root.ReadFile(name)
	return data, info, fault(err)
}

// errChanged says that somebody has written a file since it was looked at.
var errChanged = errors.New("somebody is writing it just now: export again")

// isStill says whether the file in a place is as it was looked at; nil is that there was none.
func isStill(root *os.Root, name string, was fs.FileInfo) bool {
	now, err := root.Stat(filepath.FromSlash(name))
	if was == nil || err != nil {
		return was == nil && errors.Is(err, fs.ErrNotExist)
	}
	return os.SameFile(was, now) && was.Size() == now.Size() && was.ModTime().Equal(now.ModTime())
}

// replaceFile writes a file whole or not at all: a run that is stopped leaves no half of one. A symbolic link stays one, and the
// file that it leads to is written. What is in the place goes if ready says so at the end, else the error is errChanged. The
// error is a placeFault if it is that of one file.
func replaceFile(root *os.Root, name string, data []byte, ready func() bool) error {
	if err := root.MkdirAll(".brain", 0o755); err != nil {
		return err
	}
	if err := root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o755); err != nil {
		return fault(err)
	}
	to, mode, err := destination(root, filepath.FromSlash(name))
	if err != nil {
		return fault(err)
	}
	temp, err := writeTemp(root, data, mode)
	if err != nil {
		return err
	}
	if err = errChanged; ready() {
		err = root.Rename(temp, to)
	}
	if err != nil {
		_ = root.Remove(temp) // the error that led here is the one to tell
		return fault(err)
	}
	return nil
}

// destination is the file that a name leads to, with the rights that it has.
func destination(root *os.Root, name string) (to string, mode fs.FileMode, err error) {
	to = name
	for range 40 {
		info, err := root.Lstat(to)
		switch {
		case errors.Is(err, fs.ErrNotExist) && to == name:
			return to, 0o644, nil
		case err != nil:
			return to, 0, err
		case info.IsDir():
			return to, 0, errIsFolder
		case info.Mode().IsRegular():
			// .. behind a folder that is a link itself is not what it looks like.
			if meant, err := root.Stat(name); err != nil || !os.SameFile(info, meant) {
				return to, 0, errLeadsAway
			}
			return to, info.Mode().Perm(), nil
		case info.Mode()&fs.ModeSymlink == 0:
			return to, 0, errNoFile
		}
		link, err := root.Readlink(to)
		if err != nil {
			return to, 0, err
		}
		if filepath.IsAbs(link) {
			break
		}
		to = filepath.Join(filepath.Dir(to), link)
	}
	return to, 0, errLeadsAway
}

// writing is how the files begin that are being written; the number of the process and that of the file follow.
const writing = "writing-"

// writings counts the files that this process has written.
var writings atomic.Int64

// writeTemp writes a new file below .brain.
func writeTemp(root *os.Root, data []byte, mode fs.FileMode) (name string, err error) {
	var f *os.File
	for range 100 { // a process of another machine may have this number too
		name = filepath.Join(".brain", fmt.Sprintf(writing+"%d-%d", os.Getpid(), writings.Add(1)))
		if f, err = root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return name, err
	}
	_, err = f.Write(data)
	if err == nil && mode != 0o644 {
		err = f.Chmod(mode)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = root.Remove(name) // the error that led here is the one to tell
	}
	return name, err
}

// leftAfter is when such a file is one that a killed process has left.
const leftAfter = 10 * time.Minute

// removeLeftovers removes what killed exports have left.
func removeLeftovers(root *os.Root) {
	entries, _ := fs.ReadDir(root.FS(), ".brain") // a new folder has none
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && strings.HasPrefix(entry.Name(), writing) && time.Since(info.ModTime()) > leftAfter {
			_ = root.Remove(filepath.Join(".brain", entry.Name())) // the next export tries again
		}
	}
}

// sameName is what a disk that takes upper and lower case, or letters and accents apart, for one makes of a path.
func sameName(p string) string { return norm.NFC.String(strings.ToLower(p)) }

// twin is the file of this run that the disk takes a path for; "" if there is none.
func (x *exporter) twin(p string) string {
	other, ok := x.names[sameName(p)]
	if !ok {
		return ""
	}
	a, err := x.root.Lstat(filepath.FromSlash(p))
	if err != nil {
		return ""
	}
	if b, err := x.root.Lstat(filepath.FromSlash(other)); err != nil || !os.SameFile(a, b) {
		return ""
	}
	return other
}
