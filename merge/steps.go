package merge

import (
	"errors"
	"fmt"

	"brain/db"
)

// Step is what one step of the merge did: how many things it looked at, and how many it added. Step 2 adds nothing: it
// looks at the names, and Revised is how many of them have more than one revision.
type Step struct {
	Step    int    `json:"step"`
	Name    string `json:"name"`
	Looked  int    `json:"looked"`
	Added   int    `json:"added"`
	Revised int    `json:"revised,omitempty"`
}

// The keys of brain_meta under which the last runs are remembered.
const (
	metaLastMerge = "last_merge"
	metaLastFull  = "last_full_merge"
)

// Merge runs steps 1 and 2, or all four, in one transaction each through the given write. It is idempotent: on merged
// data every step adds nothing.
func Merge(write func(func(*db.Tx) error) error, full bool) ([]Step, error) {
	steps := stepsOf(full)
	var done []Step
	for i, run := range steps {
		err := write(func(tx *db.Tx) error {
			s, err := run(tx)
			if err != nil {
				return err
			}
			done = append(done, s)
			if i < len(steps)-1 {
				return nil
			}
			return remember(tx, full)
		})
		if err != nil {
			return nil, fmt.Errorf("merge step %d: %w", i+1, err)
		}
	}
	return done, nil
}

func stepsOf(full bool) []func(*db.Tx) (Step, error) {
	steps := []func(*db.Tx) (Step, error){step1, step2}
	if full {
		steps = append(steps, step3, step4)
	}
	return steps
}

// errRehearsed rolls a rehearsal back.
var errRehearsed = errors.New("rehearsed")

// Rehearse says what Merge would do: it runs the steps in one transaction, each on what the one before left, and rolls
// all of it back.
func Rehearse(write func(func(*db.Tx) error) error, full bool) ([]Step, error) {
	var done []Step
	err := write(func(tx *db.Tx) error {
		for i, run := range stepsOf(full) {
			s, err := run(tx)
			if err != nil {
				return fmt.Errorf("merge step %d: %w", i+1, err)
			}
			done = append(done, s)
		}
		return errRehearsed
	})
	if errors.Is(err, errRehearsed) {
		return done, nil
	}
	return nil, err
}

func remember(tx *db.Tx, full bool) error {
	now := db.FormatTime(tx.Now)
	if full {
		if err := tx.SetMeta(metaLastFull, now); err != nil {
			return err
		}
	}
	return tx.SetMeta(metaLastMerge, now)
}

// LastMerge says when the last merge and the last full merge ran; "" if never.
func LastMerge(tx *db.Tx) (any, full string, err error) {
	if any, err = tx.Meta(metaLastMerge); err != nil {
		return "", "", err
	}
	full, err = tx.Meta(metaLastFull)
	return any, full, err
}

// step1 takes the staged rows in the order of ord and empties the staging table. The stores write their entries
// themselves; what stands in staging was put there by SQL.
func step1(tx *db.Tx) (Step, error) {
	s := Step{Step: 1, Name: "dedup by content hash"}
	var rows []Row
	err := tx.Each(`SELECT source, entity_id, entity_name, content, created_at, updated_at, embedding FROM staging_entries ORDER BY ord`, nil,
		func(scan func(...any) error) error {
			var r Row
			var created, updated string
			var blob []byte
			if err := scan(&r.Source, &r.EntityID, &r.EntityName, &r.Content, &created, &updated, &blob); err != nil {
				return err
			}
			var err error
			if r.CreatedAt, err = db.ParseTime(created); err != nil {
				return err
			}
			if r.UpdatedAt, err = db.ParseTime(updated); err != nil {
				return err
			}
			if r.Embedding, err = decode(blob); err != nil {
				return err
			}
			rows = append(rows, r)
			return nil
		})
	if err != nil {
		return s, err
	}
	for _, r := range rows {
		_, inserted, err := Ingest(tx, r)
		if err != nil {
			return s, err
		}
		s.Looked++
		if inserted {
			s.Added++
		}
	}
	_, err = tx.Exec(`DELETE FROM staging_entries`)
	return s, err
}

// step2 orders the revisions of each name. That happens when they are read (Revisions); here it is only counted how many
// names have more than one.
func step2(tx *db.Tx) (Step, error) {
	s := Step{Step: 2, Name: "temporal ordering"}
	err := tx.QueryRow(`SELECT count(*), coalesce(sum(n > 1), 0) FROM (SELECT count(*) AS n FROM brain_entries GROUP BY entity_name)`, nil, &s.Looked, &s.Revised)
	return s, err
}

func step3(tx *db.Tx) (Step, error) {
	looked, added, err := linkNames(tx)
	return Step{Step: 3, Name: "cross-link by name", Looked: looked, Added: added}, err
}

func step4(tx *db.Tx) (Step, error) {
	looked, added, err := linkVectors(tx)
	return Step{Step: 4, Name: "vector proximity", Looked: looked, Added: added}, err
}
