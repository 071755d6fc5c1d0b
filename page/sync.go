package page

import (
	"cmp"
	"path"
	"slices"

	"brain/db"
	"brain/merge"
)

// Action is what an import does with a file.
type Action string

// What an import may do with a file.
const (
	Add  Action = "add"
	Edit Action = "edit"
	Move Action = "move" // the page of a file that lay elsewhere, whose bytes this one has
	Keep Action = "keep" // it is stored as it is
)

// Item is one file of a plan.
type Item struct {
	Path   string
	Slug   string
	Action Action
	Old    *Stored // the page that it becomes; nil for a new one
	From   string  // the former path of a moved one, in its former root
}

// Plan is what an import of a root would do.
type Plan struct {
	Items      []Item      // by path
	Gone       []Stored    // pages whose file is gone, by path
	Forgotten  []Stored    // pages that a command deleted and whose file is gone now, by path
	Collisions []Collision // files whose slug another page has
}

// Tree is what is found in a folder: the files that can be read, and a way to hash one; ok is false when it turns out that
// it cannot be read.
type Tree struct {
	Paths  []string
	Hash   func(path string) (sha256 string, ok bool)
	Unread func(path string) bool // may be there all the same; nil: nothing is
	Meta   map[string]Meta        // what an export tells of its files, by path; may be nil
	Inside []Inside               // roots of earlier imports that are parts of this one
}

// Inside is a root whose folder lies in the tree of another.
type Inside struct {
	Root merge.Root
	Path string // in the tree
}

// Sync plans how the pages of a root come to be those of the tree. Only pages of the root, and of those inside it, are touched,
// and such as came from no file and have the slug that a new file wants: an export that is read back into its own file.
func Sync(tx *db.Tx, root merge.Root, t Tree) (*Plan, error) {
	m := &moves{tree: t, have: map[string]Stored{}, hashes: map[string]string{}, present: make(map[string]bool, len(t.Paths))}
	if err := m.readPages(tx, root); err != nil {
		return nil, err
	}
	for _, p := range t.Paths {
		m.present[p] = true
	}
	from := m.find()
	plan := &Plan{}
	moved := map[int64]bool{}
	for _, at := range from {
		moved[m.have[at].ID] = true
	}
	for at, s := range m.have {
		_, taken := from[at]
		switch {
		case moved[s.ID] || m.isThere(at) && !taken:
		case !s.Deleted:
			plan.Gone = append(plan.Gone, s)
		case s.FileHash != "":
			plan.Forgotten = append(plan.Forgotten, s)
		}
	}
	plan.Gone = append(plan.Gone, m.doubles...)
	for _, list := range [][]Stored{plan.Gone, plan.Forgotten} {
		slices.SortFunc(list, func(a, b Stored) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID)) })
	}
	for _, p := range slices.Sorted(slices.Values(t.Paths)) {
		item := Item{Path: p, Action: Add}
		if at, ok := from[p]; ok {
			item.take(m.have[at], Move)
		} else if s, ok := m.have[p]; ok {
			hash := m.hash(p)
			switch {
			case hash == "":
				continue
			case hash != s.FileHash:
				item.take(s, Edit)
			case s.RootID != root.ID:
				item.take(s, Move)
			default:
				item.take(s, Keep)
			}
		} else if hash, asked := m.hashes[p]; asked && hash == "" {
			continue
		}
		plan.Items = append(plan.Items, item)
	}
	// Of pages with the same text the first has the entry, and a citation of its own: that is the one whose citation the export
	// tells of.
	slices.SortStableFunc(plan.Items, func(a, b Item) int {
		return cmp.Compare(min(1, len(t.Meta[b.Path].Entries)), min(1, len(t.Meta[a.Path].Entries)))
	})
	return plan, plan.nameNew(tx, root, t.Meta)
}

func (item *Item) take(s Stored, action Action) {
	item.Old, item.Slug, item.Action = &s, s.Slug, action
	if action == Move {
		item.From = s.Path
	}
}

// nameNew gives slugs to the new files: what an export says, else by path, with the root's name before it unless it is the
// first root. No two pages of the file have one slug.
func (plan *Plan) nameNew(tx *db.Tx, root merge.Root, meta map[string]Meta) error {
	prefix := ""
	if !root.First {
		prefix = SlugOf(root.Name)
	}
	wanted := map[string][]int{} // slug → new items
	var paths []string
	byPath := map[string]int{}
	for i, item := range plan.Items {
		if item.Action != Add {
			continue
		}
		full := path.Join(prefix, item.Path)
		paths = append(paths, full)
		byPath[full] = i
		slug := SlugOf(full)
		if m, ok := meta[item.Path]; ok && root.First && SlugOf(m.Slug) == m.Slug {
			slug = m.Slug // an export cuts short what no file can be called
		}
		wanted[slug] = append(wanted[slug], i)
	}
	if len(paths) == 0 {
		return nil
	}
	taken := map[string]string{}
	err := tx.Each(`SELECT `+storedColumns+` FROM pages`, nil, func(scan func(...any) error) error {
		s, err := scanStored(scan)
		if err != nil {
			return err
		}
		taken[s.Slug] = ""
		if s.RootID == root.ID && s.Path != "" {
			taken[s.Slug] = path.Join(prefix, s.Path)
		}
		if claims := wanted[s.Slug]; s.RootID == 0 && len(claims) > 0 {
			// Of files that want the slug, the one that is spelled like it.
			i := claims[max(0, slices.IndexFunc(claims, func(i int) bool { return path.Join(prefix, plan.Items[i].Path) == s.Slug+".md" }))]
			plan.Items[i].Old, plan.Items[i].Action = &s, Edit
			taken[s.Slug] = path.Join(prefix, plan.Items[i].Path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, full := range paths {
		slug := meta[plan.Items[byPath[full]].Path].Slug
		if _, is := taken[slug]; slug != "" && !is && SlugOf(slug) == slug {
			taken[slug] = full
		}
	}
	slugs, collisions := AssignSlugs(paths, taken)
	for full, i := range byPath {
		plan.Items[i].Slug = slugs[full]
	}
	for _, c := range collisions {
		// Paths are told as they lie in the root.
		c.Path = plan.Items[byPath[c.Path]].Path
		plan.Collisions = append(plan.Collisions, c)
	}
	return nil
}
