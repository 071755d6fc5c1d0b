package extract

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Build is what a run keeps of a tree for the next one.
type Build struct {
	Known *Known
	read  int
	parts map[string][]byte // what files say, and the graph of the Go code; what the file has already is not among them
	fresh []lowered         // whose units are to be packed yet
}

// goPart is the name under which the graph of the Go code is kept. No file bears it.
const goPart = "*.go"

// Read gives the graph of the tree. Files that say what they said are not read again: part gives what was kept of them, by their path,
// nil for nothing. Of a file that cannot be read now the graph has what was kept, and of Go code what the caller adds by [Carry].
func (s *Survey) Read(ctx context.Context, part func(name string) []byte) (*Result, *Build, error) {
	if part == nil {
		part = func(string) []byte { return nil }
	}
	res := &Result{}
	build := &Build{parts: map[string][]byte{}, Known: &Known{maker: maker(), files: map[string]*knownFile{}}}
	b := &graphBuilder{}
	if err := s.readGo(ctx, b, res, build, part); err != nil {
		return nil, nil, err
	}
	units, err := s.readOthers(ctx, res, build, part)
	if err != nil {
		return nil, nil, err
	}
	for rel, k := range s.kept {
		build.Known.files[rel] = k
	}
	build.Known.unread, build.Known.projects = s.unread, s.tree.projects
	link(b, units, s.tree.projects)
	clear(units)
	build.pack(s.x.opts.Jobs)
	res.Graph = b.build()
	res.Skipped = append(res.Skipped, s.tree.skipped...)
	return res, build, res.sort()
}

// Knows says whether the graph has what a file said, though it could not be read.
func (b *Build) Knows(file string) bool {
	k := b.Known.files[file]
	return k != nil && k.lang != goName
}

// Read is how many files had to be read.
func (b *Build) Read() int { return b.read }

// keep notes a file that was read.
func (b *Build) keep(s *Survey, rel, lang, sum, problem string, fault bool) *knownFile {
	at := s.tree.stamps[rel]
	k := &knownFile{path: rel, lang: lang, stamp: at, settled: at.settled(s.began), sum: sum, problem: problem, fault: fault}
	b.Known.files[rel] = k
	b.read++
	return k
}

// readGo adds what the Go code says to b: as it was kept, if no file of it changed.
func (s *Survey) readGo(ctx context.Context, b *graphBuilder, res *Result, build *Build, part func(string) []byte) error {
	dirs := &goDirs{modules: readModules(s.x.root, s.tree.mods)}
	var same []*knownFile
	for _, rel := range s.tree.files {
		if k := s.same[rel]; k != nil {
			same = append(same, k)
		}
	}
	if len(same) == len(s.tree.files) && s.known != nil && s.known.goCode == goState(same, dirs) && b.unpack(part(goPart), s.known.goCode) {
		for _, k := range same {
			build.Known.files[k.path] = k
			res.take(k)
		}
		build.Known.goCode = s.known.goCode
		return nil
	}
	files, err := s.x.parse(ctx, s.tree)
	if err != nil {
		return err
	}
	for i := range s.tree.skipped { // what parse could not read
		if skip := &s.tree.skipped[i]; skip.Fault && s.unread[skip.Path] == "" {
			s.unread[skip.Path] = skip.Reason
			if k := s.knownFile(skip.Path); k != nil {
				s.kept[skip.Path] = k
			}
		}
	}
	if len(files) > 0 { // what is known of Go's library need not be made
		if err := s.x.graph(ctx, b, files, dirs); err != nil {
			return err
		}
	}
	same = same[:0]
	for _, f := range files {
		same = append(same, build.keep(s, f.rel, goName, f.sha, f.problem, f.problem != ""))
		res.take(same[len(same)-1])
	}
	goRationale(b, files)
	build.Known.goCode = goState(same, dirs)
	build.parts[goPart] = b.pack(build.Known.goCode)
	return nil
}

func (s *Survey) knownFile(rel string) *knownFile {
	if s.known.empty() {
		return nil
	}
	return s.known.files[rel]
}

// goState tells a state of a tree's Go code from all others.
func goState(files []*knownFile, dirs *goDirs) string {
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%s\x00%s\n", f.path, f.sum)
	}
	for _, m := range dirs.modules {
		fmt.Fprintf(h, "%s\x00%s\x00\n", m.dir, m.path)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// readOthers gives the units of the other files.
func (s *Survey) readOthers(ctx context.Context, res *Result, build *Build, part func(string) []byte) ([]*unit, error) {
	var units []*unit
	var fresh []otherFile
	for _, f := range s.tree.other {
		k := s.same[f.rel]
		if k == nil {
			fresh = append(fresh, f)
			continue
		}
		u := unpackKept(part(f.rel), k.sum)
		if u == nil {
			fresh = append(fresh, f)
			continue
		}
		units = append(units, u)
		build.Known.files[f.rel] = k
		if f.lang.grammar != "" && !TreeSitter {
			res.Skipped = append(res.Skipped, Skip{Path: f.rel, Reason: needsCgo, Language: f.lang.name})
		} else {
			res.take(k)
		}
	}
	read, err := s.x.lowerAll(ctx, fresh, s.tree.total())
	if err != nil {
		return nil, err
	}
	for i, f := range read {
		lang := fresh[i].lang
		switch {
		case f.unit != nil:
			units = append(units, f.unit)
			res.take(build.keep(s, f.path, lang.key(), f.sha, f.problem, f.fault))
			build.fresh = append(build.fresh, f)
		case f.problem == needsCgo:
			res.Skipped = append(res.Skipped, Skip{Path: f.path, Reason: needsCgo, Language: lang.name})
		default:
			s.unread[f.path] = f.problem
			if k := s.knownFile(f.path); k != nil {
				s.kept[f.path] = k
			}
			res.Skipped = append(res.Skipped, Skip{Path: f.path, Reason: f.problem, Fault: true})
		}
	}
	for rel, k := range s.kept {
		if k.lang == goName {
			continue
		}
		if u := unpackKept(part(rel), k.sum); u != nil {
			units = append(units, u)
		} else {
			delete(s.kept, rel)
		}
	}
	slices.SortFunc(units, func(a, b *unit) int { return cmp.Compare(a.path, b.path) })
	return units, nil
}

// pack packs the units of the files that were read, and lets go of them: what they say takes a tenth of the memory so, and writing the
// graph is still to come.
func (b *Build) pack(jobs int) {
	packed := make([][]byte, len(b.fresh))
	var g errgroup.Group
	var next atomic.Int32
	for range min(jobs, len(b.fresh)) {
		g.Go(func() error {
			p := newPacker()
			for i := int(next.Add(1)) - 1; i < len(packed); i = int(next.Add(1)) - 1 {
				packed[i] = p.kept(b.fresh[i].unit, b.fresh[i].sha)
				b.fresh[i].unit = nil
			}
			return nil
		})
	}
	_ = g.Wait()
	for i := range b.fresh {
		b.parts[b.fresh[i].path] = packed[i]
	}
	b.fresh = nil
}

// kept packs a unit as it is kept: behind the sum of the file that it was read from. It holds for the program that wrote it: what a unit
// is, and what a language makes of a file, changes from version to version.
func (p *packer) kept(u *unit, sum string) []byte {
	p.begin()
	p.out = append(p.out, sum...)
	p.unit(u)
	return slices.Clone(p.out)
}

func unpackKept(b []byte, sum string) *unit {
	if len(b) < len(sum) || string(b[:len(sum)]) != sum {
		return nil
	}
	return unpackUnit(b[len(sum):])
}

// sort brings the lists into order, and gives the error of a tree of which nothing could be read for want of cgo.
func (r *Result) sort() error {
	byPath := func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortStableFunc(r.Skipped, byPath)
	slices.SortStableFunc(r.Partial, byPath)
	slices.SortFunc(r.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	if len(r.Files) == 0 && slices.ContainsFunc(r.Skipped, func(s Skip) bool { return s.Reason == needsCgo }) {
		return ErrNeedsCgo
	}
	return nil
}

// fileTime is the time of a file's stamp.
func (k *knownFile) fileTime() time.Time { return time.Unix(0, k.stamp.written) }
