package extract

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"time"
)

// Survey is a tree as it lies on disk, beside what an earlier run kept of it.
type Survey struct {
	x     *goExtractor
	tree  *goTree
	known *Known
	began time.Time

	same   map[string]*knownFile // files that say what they said
	kept   map[string]*knownFile // files that cannot be read now, but could once
	unread map[string]string     // what cannot be read, with the reason
}

// Look walks over a tree and finds what changed since known was kept; nil is nothing. It reads no file but those of which the system
// cannot tell that they are the same.
func Look(ctx context.Context, dir string, opts Options, known *Known) (*Survey, error) {
	s := &Survey{x: newExtractor(dir, opts), known: known, began: time.Now(), same: map[string]*knownFile{},
		kept: map[string]*knownFile{}, unread: map[string]string{}}
	var err error
	if s.tree, err = walkTree(ctx, dir, s.x.opts); err != nil {
		return nil, err
	}
	for _, skip := range s.tree.skipped {
		if skip.Fault {
			s.unread[skip.Path] = skip.Reason
		}
	}
	if known.empty() {
		return s, nil
	}
	for _, rel := range s.tree.files {
		if err := s.look(ctx, rel, goName, true); err != nil {
			return nil, err
		}
	}
	for _, f := range s.tree.other {
		if err := s.look(ctx, f.rel, f.lang.key(), f.lang.grammar == "" || TreeSitter); err != nil {
			return nil, err
		}
	}
	for rel, k := range known.files {
		if s.same[rel] == nil && within(rel, s.unread) {
			s.kept[rel] = k
		}
	}
	return s, nil
}

// goName is what a known file of Go has as its language.
const goName = "Go"

// key tells a language from all others.
func (l *language) key() string { return l.name + " " + l.grammar }

// look notes whether a file is as it was. One of a language that this build cannot read is what it was.
func (s *Survey) look(ctx context.Context, rel, lang string, readable bool) error {
	k := s.known.files[rel]
	if k == nil {
		if reason, ok := s.known.unread[rel]; ok {
			if f, err := os.Open(s.name(rel)); err == nil {
				f.Close()
			} else if reason == unreadReason(err) {
				s.unread[rel] = reason
			}
		}
		return nil
	}
	if k.lang != lang {
		return nil
	}
	now := s.tree.stamps[rel]
	if !readable || k.settled && now == k.stamp {
		s.same[rel] = k
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	raw, err := os.ReadFile(s.name(rel))
	if err != nil {
		s.unread[rel] = unreadReason(err)
		return nil
	}
	if sumOf(raw) != k.sum {
		return nil
	}
	again := *k
	again.stamp, again.settled = now, now.settled(s.began)
	s.same[rel] = &again
	return nil
}

func (s *Survey) name(rel string) string { return filepath.Join(s.x.root, filepath.FromSlash(rel)) }

func unreadReason(err error) string { return "cannot be read: " + pathErr(err) }

func sumOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Same says whether the tree gives the graph that is stored. exactly leaves out what the graph has beyond the tree.
func (s *Survey) Same(exactly bool) bool {
	return !s.known.empty() && len(s.same)+len(s.kept) == len(s.known.files) && len(s.same)+s.lacking()+s.refusing() == s.tree.total() &&
		maps.Equal(s.unread, s.known.unread) && slices.Equal(s.tree.projects, s.known.projects) && !(exactly && s.known.Carried())
}

// lacking counts the files that no build has read yet, and this one cannot.
func (s *Survey) lacking() int {
	n := 0
	for _, f := range s.tree.other {
		if f.lang.grammar != "" && !TreeSitter && s.same[f.rel] == nil {
			n++
		}
	}
	return n
}

// refusing counts the files of the walk that could not be read before either.
func (s *Survey) refusing() int {
	n := 0
	for rel := range s.unread {
		if _, ok := s.tree.stamps[rel]; ok {
			n++
		}
	}
	return n
}

// Told is what the run of which the tree is still the same told of it, without a graph.
func (s *Survey) Told() (*Result, error) {
	res := &Result{Skipped: s.tree.skipped}
	for _, rel := range s.tree.files {
		res.take(s.same[rel])
	}
	for _, f := range s.tree.other {
		lacks := f.lang.grammar != "" && !TreeSitter
		if lacks {
			res.Skipped = append(res.Skipped, Skip{Path: f.rel, Reason: needsCgo, Language: f.lang.name})
		} else {
			res.take(s.same[f.rel])
		}
	}
	for rel, reason := range s.unread {
		if _, ok := s.tree.stamps[rel]; ok {
			res.Skipped = append(res.Skipped, Skip{Path: rel, Reason: reason, Fault: true})
		}
	}
	return res, res.sort()
}

// Stale says that a part of the files had to be read to see that they are the same, which a note of their present stamps would save.
// Few are not worth a write.
func (s *Survey) Stale() bool {
	n := 0
	for rel, k := range s.same {
		if old := s.known.files[rel]; k != old && k.settled {
			n++
		}
	}
	return n >= 100
}

// Kept is what the file has of the tree, with the present stamps.
func (s *Survey) Kept() *Known {
	k := *s.known
	k.files = maps.Clone(s.same)
	maps.Copy(k.files, s.kept)
	return &k
}

func (r *Result) take(k *knownFile) {
	if k == nil {
		return
	}
	r.Files = append(r.Files, File{Path: k.path, SHA256: k.sum, ModTime: k.fileTime()})
	if k.problem != "" {
		r.Partial = append(r.Partial, Skip{Path: k.path, Reason: k.problem, Fault: k.fault})
	}
}

// within says whether a path is one of those, or lies in one of them.
func within(rel string, paths map[string]string) bool {
	for ; rel != "." && rel != "/"; rel = path.Dir(rel) {
		if _, ok := paths[rel]; ok {
			return true
		}
	}
	return false
}
