package page

import (
	"path"
	"slices"

	"brain/db"
	"brain/merge"
)

// moves finds which files are those of other paths: a file whose bytes a page was read from, which is no longer where it was,
// takes the page along.
type moves struct {
	tree    Tree
	have    map[string]Stored // the pages by where their files lay in the tree, the deleted ones too
	doubles []Stored          // of roots inside whose file is that of a page of the root, too
	present map[string]bool
	hashes  map[string]string // of files; "" for those that cannot be read
}

// readPages reads the pages of a root and of those inside it.
func (m *moves) readPages(tx *db.Tx, root merge.Root) error {
	own, err := storedPages(tx, root)
	if err != nil {
		return err
	}
	for _, s := range own {
		m.have[s.Path] = s
	}
	for _, in := range m.tree.Inside {
		list, err := storedPages(tx, in.Root)
		if err != nil {
			return err
		}
		for _, s := range list {
			at := path.Join(in.Path, s.Path)
			switch other, ok := m.have[at]; {
			case !ok || other.Deleted && !s.Deleted:
				m.have[at] = s
			case !s.Deleted:
				m.doubles = append(m.doubles, s)
			}
		}
	}
	return nil
}

// hash is the SHA-256 of a file, "" if it cannot be read.
func (m *moves) hash(p string) string {
	hash, ok := m.hashes[p]
	if !ok {
		if got, readable := m.tree.Hash(p); readable {
			hash = got
		}
		m.hashes[p] = hash
	}
	return hash
}

// isThere says whether there is, or may be, a file at the path.
func (m *moves) isThere(p string) bool {
	return m.present[p] || m.tree.Unread != nil && m.tree.Unread(p)
}

// find gives for each file that was moved the path where it lay. A page leaves a path at which there is a file of other bytes
// only if that is a page's file, too: two files that changed their names with each other are both moved, while a file that was
// copied and then edited is edited.
func (m *moves) find() map[string]string {
	astray := map[string][]string{} // paths of pages whose file is not there any more, by its hash
	for at, s := range m.have {
		if s.FileHash != "" && (!m.isThere(at) || m.present[at] && m.hash(at) != s.FileHash && m.hash(at) != "") {
			astray[s.FileHash] = append(astray[s.FileHash], at)
		}
	}
	from := map[string]string{}
	if len(astray) == 0 {
		return from
	}
	for _, p := range slices.Sorted(slices.Values(m.tree.Paths)) {
		s, known := m.have[p]
		hash := m.hash(p)
		if hash == "" || known && hash == s.FileHash {
			continue
		}
		if at, ok := m.pick(p, astray[hash], known && !s.Deleted); ok {
			from[p] = at
			astray[hash] = slices.DeleteFunc(astray[hash], func(other string) bool { return other == at })
		}
	}
	for again := true; again; {
		again = false
		for p, at := range from {
			if _, free := from[at]; m.present[at] && !free {
				delete(from, p)
				again = true
			}
		}
	}
	return from
}

// pick chooses the page that a file takes along, of several whose file had its bytes: one whose file had the same name; without
// such a one it cannot be told which it was, unless there is only one. A page that a command deleted comes only where there is
// no other, and not in the place of one that is there.
func (m *moves) pick(p string, astray []string, instead bool) (at string, ok bool) {
	astray = slices.Sorted(slices.Values(astray))
	isDeleted := func(at string) bool { return m.have[at].Deleted }
	if living := slices.DeleteFunc(slices.Clone(astray), isDeleted); len(living) > 0 {
		astray = living
	} else if instead {
		return "", false
	}
	named := slices.DeleteFunc(slices.Clone(astray), func(at string) bool { return path.Base(at) != path.Base(p) })
	switch {
	case len(named) > 0:
		return named[0], true
	case len(astray) == 1:
		return astray[0], true
	}
	return "", false
}

// storedPages gives the pages of a root that have a path, the deleted ones too.
func storedPages(tx *db.Tx, root merge.Root) (out []Stored, err error) {
	err = tx.Each(`SELECT `+storedColumns+` FROM pages WHERE root_id = ? AND path IS NOT NULL`, []any{root.ID}, func(scan func(...any) error) error {
		s, err := scanStored(scan)
		out = append(out, s)
		return err
	})
	return out, err
}
