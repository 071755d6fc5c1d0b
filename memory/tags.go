package memory

import (
	"slices"
	"strings"

	"brain/db"
)

// ParseTags reads a comma list: stripped, lower case, each once, in the order in which they stand.
func ParseTags(list string) []string {
	var out []string
	for _, tag := range strings.Split(list, ",") {
		if tag = lower(strip(tag)); tag != "" && !slices.Contains(out, tag) {
			out = append(out, tag)
		}
	}
	return out
}

// addTags ties tags to a memory, and says how many it did not have.
func addTags(tx *db.Tx, id int64, tags []string) (added int64, err error) {
	for _, tag := range tags {
		if _, err := tx.Exec(`INSERT OR IGNORE INTO tags(name, created_at) VALUES (?, ?)`, tag, Stamp(tx.Now)); err != nil {
			return added, err
		}
		res, err := tx.Exec(`INSERT OR IGNORE INTO memory_tags(memory_id, tag_id) SELECT ?, id FROM tags WHERE name = ?`, id, tag)
		if err != nil {
			return added, err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return added, err
		}
		added += n
	}
	return added, nil
}

// TagCount is a tag and how many memories have it.
type TagCount struct {
	Name string
	N    int64
}

// Tags lists the tags in use, the most used first; limit 0 is all.
func Tags(tx *db.Tx, s *Stage, limit int) ([]TagCount, error) {
	if !s.HasTable("tags") {
		return rawTags(tx, s, limit)
	}
	var out []TagCount
	err := tx.Each(`SELECT `+text("name")+`, `+number("use_count")+` FROM tags WHERE use_count > 0 ORDER BY use_count DESC, id LIMIT ?`, []any{orAll(limit)}, func(scan func(...any) error) error {
		var t TagCount
		err := scan(&t.Name, &t.N)
		out = append(out, t)
		return err
	})
	return out, err
}

// rawTags counts the tags of a file from before brain-cli's schema 3, where they stand in the memories alone.
func rawTags(tx *db.Tx, s *Stage, limit int) ([]TagCount, error) {
	place := map[string]int{}
	var out []TagCount
	err := tx.Each(`SELECT `+text("m.tags")+` FROM `+s.Rows()+` m WHERE m.tags <> '' ORDER BY m.id`, nil, func(scan func(...any) error) error {
		var list string
		if err := scan(&list); err != nil {
			return err
		}
		for _, tag := range ParseTags(list) {
			if _, ok := place[tag]; !ok {
				place[tag] = len(out)
				out = append(out, TagCount{Name: tag})
			}
			out[place[tag]].N++
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b TagCount) int { return int(b.N - a.N) })
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out, err
}

// tagsOf lists the tags of a memory, in the order in which the file first had them.
func tagsOf(tx *db.Tx, s *Stage, id int64) ([]string, error) {
	out := []string{}
	if !s.HasTable("memory_tags") || !s.HasTable("tags") {
		var list string
		err := tx.QueryRow(`SELECT `+text("m.tags")+` FROM `+s.Rows()+` m WHERE m.id = ?`, []any{id}, &list)
		return append(out, ParseTags(list)...), err
	}
	err := tx.Each(`SELECT `+text("t.name")+` FROM memory_tags mt JOIN tags t ON t.id = mt.tag_id WHERE mt.memory_id = ? ORDER BY t.id`, []any{id}, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		out = append(out, name)
		return err
	})
	return out, err
}

// orAll makes of a limit of 0 SQLite's word for none.
func orAll(limit int) int {
	if limit <= 0 {
		return -1
	}
	return limit
}
