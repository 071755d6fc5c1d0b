package memory

import (
	"cmp"
	"math"
	"slices"

	"brain/db"
	"brain/rank"
)

// scored is a memory with its score.
type scored struct {
	id      int64
	explain rank.Explanation
}

// fuse scores the memories of both lists and orders them. Those that cannot be among the first limit, however new and however
// often read, are left out before anything is read of them; a negative limit keeps all.
func fuse(tx *db.Tx, s *Stage, words []int64, near []meaning, ranker Ranker, limit int) ([]scored, error) {
	list := promising(candidates(words, near), ranker, limit)
	place := map[int64]int{}
	ids := make([]int64, len(list))
	for i, c := range list {
		ids[i], place[c.ID] = c.ID, i
	}
	err := eachOf(tx, `SELECT m.id, `+text("m.created_at")+`, `+number("m.access_count")+` FROM `+s.Rows()+` m WHERE m.id`, ids, "", func(scan func(...any) error) error {
		var id int64
		var created string
		var accesses int64
		if err := scan(&id, &created, &accesses); err != nil {
			return err
		}
		c := &list[place[id]]
		c.AgeDays, c.Accesses = ageDays(tx, created), accesses
		return nil
	})
	out := make([]scored, len(list))
	for i, c := range list {
		out[i] = scored{c.ID, ranker(c)}
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.explain.Final, a.explain.Final), cmp.Compare(a.id, b.id))
	})
	return out, err
}

// candidates puts the two lists into one, each memory with its places in them.
func candidates(words []int64, near []meaning) []rank.Candidate {
	place := map[int64]int{}
	var list []rank.Candidate
	for i, id := range words {
		place[id] = len(list)
		list = append(list, rank.Candidate{ID: id, Words: i, Meaning: -1})
	}
	for i, n := range near {
		k, ok := place[n.id]
		if !ok {
			k = len(list)
			list = append(list, rank.Candidate{ID: n.id, Words: -1})
			place[n.id] = k
		}
		list[k].Meaning, list[k].Sim = i, n.sim
	}
	return list
}

// promising leaves out the candidates that score less, at their best, than limit others do at their worst.
func promising(list []rank.Candidate, ranker Ranker, limit int) []rank.Candidate {
	if limit <= 0 || limit >= len(list) {
		return list
	}
	least := make([]float64, len(list))
	for i, c := range list {
		c.AgeDays, c.Accesses = math.MaxInt32, 0
		least[i] = ranker(c).Final
	}
	slices.Sort(least)
	enough := least[len(least)-limit]
	return slices.DeleteFunc(list, func(c rank.Candidate) bool {
		c.AgeDays, c.Accesses = 0, math.MaxInt64-1
		return ranker(c).Final < enough
	})
}

// unknownAge is how old brain-cli takes a memory for whose time it cannot read.
const unknownAge = 9999

func ageDays(tx *db.Tx, created string) int {
	t, err := db.ParseTime(created)
	if err != nil {
		return unknownAge
	}
	return int(math.Floor(tx.Now.Sub(t).Hours() / 24))
}
