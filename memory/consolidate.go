package memory

import (
	"cmp"
	"slices"

	"brain/db"
)

// Sweep says which memories are to be looked at for near duplicates.
type Sweep struct {
	// Threshold is the cosine similarity of a chunk with a memory's first, from which on they are near. brain-cli's is .85.
	Threshold float64
	// Limit is how many clusters are given; 0 is none.
	Limit   int
	Project string // "" is any
}

// Cluster is memories that are near one another, by id.
type Cluster struct {
	MaxSim  float64 // of its nearest pair
	Members []Memory
}

// Clusters finds near duplicates among the memories that are neither deleted nor invalid: those with one content hash, which
// are 1 alike, and those of which one's first chunk is near a chunk of the other. The nearest clusters come first.
// Memories without a hash are no duplicates of one another, as they are to brain-cli.
func Clusters(tx *db.Tx, s *Stage, w Sweep) ([]Cluster, error) {
	v, err := Filter{Project: w.Project}.sieve(tx, s)
	if err != nil {
		return nil, err
	}
	u := union{parent: map[int64]int64{}, sim: map[int64]float64{}}
	if s.Has("content_hash") {
		if err := joinTwins(v, &u); err != nil {
			return nil, err
		}
	}
	if err := joinNear(tx, s, v, w.Threshold, &u); err != nil {
		return nil, err
	}
	return u.clusters(tx, s, w.Limit)
}

// joinTwins joins the memories with one content hash.
func joinTwins(v *sieve, u *union) error {
	first := map[string]int64{}
	return v.tx.Each(`SELECT id, `+text("content_hash")+` FROM memories WHERE content_hash IS NOT NULL AND id IN (`+v.query+`) ORDER BY id`, v.args, func(scan func(...any) error) error {
		var id int64
		var hash string
		if err := scan(&id, &hash); err != nil {
			return err
		}
		if keeper, ok := first[hash]; ok {
			u.join(keeper, id, 1)
		} else {
			first[hash] = id
		}
		return nil
	})
}

// union is sets of memories that are near, with the highest similarity in each.
type union struct {
	parent map[int64]int64
	sim    map[int64]float64 // by root
}

func (u *union) root(id int64) int64 {
	for {
		p, ok := u.parent[id]
		if !ok || p == id {
			return id
		}
		if pp, ok := u.parent[p]; ok {
			u.parent[id] = pp
		}
		id = p
	}
}

// join puts the sets of two memories together.
func (u *union) join(a, b int64, sim float64) {
	ra, rb := u.root(a), u.root(b)
	best := max(sim, u.sim[ra], u.sim[rb])
	u.parent[ra], u.parent[rb] = min(ra, rb), min(ra, rb)
	u.sim[min(ra, rb)] = best
}

// clusters gives the sets, the nearest first.
func (u *union) clusters(tx *db.Tx, s *Stage, limit int) ([]Cluster, error) {
	sets := map[int64][]int64{}
	for id := range u.parent {
		r := u.root(id)
		sets[r] = append(sets[r], id)
	}
	var roots []int64
	for r := range sets {
		roots = append(roots, r)
	}
	slices.SortFunc(roots, func(a, b int64) int { return cmp.Or(cmp.Compare(u.sim[b], u.sim[a]), cmp.Compare(a, b)) })
	var out []Cluster
	for _, r := range slicePython(roots, limit) {
		c := Cluster{MaxSim: u.sim[r]}
		err := eachOf(tx, `SELECT `+rowColumns+` FROM `+s.Rows()+` m WHERE m.id`, sets[r], "", func(scan func(...any) error) error {
			m, err := scanRow(scan)
			c.Members = append(c.Members, m)
			return err
		})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(c.Members, func(a, b Memory) int { return cmp.Compare(a.ID, b.ID) })
		out = append(out, c)
	}
	return out, nil
}
