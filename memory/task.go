package memory

import (
	"errors"

	"brain/db"
)

// The words that brain-cli's tasks take.
var (
	Statuses   = []string{"pending", "doing", "done", "waiting", "cancelled"}
	Priorities = []string{"p1", "p2", "p3", "p4"}
	Energies   = []string{"high", "medium", "low"}
)

// Task is what a memory of type task has more; a memory of another type ignores it.
type Task struct {
	Status      string // one of Statuses; "" is pending
	Priority    string // one of Priorities, or ""
	Energy      string // one of Energies, or ""
	Points      *int64
	DueAt       string
	ExternalRef string
	ParentUID   string
}

// check refuses words that the table's constraints would refuse, with ErrTask.
func (t Task) check() error {
	return errors.Join(oneOf(ErrTask, "status", t.Status, Statuses), oneOf(ErrTask, "priority", t.Priority, Priorities), oneOf(ErrTask, "energy", t.Energy, Energies))
}

func (t Task) save(tx *db.Tx, id int64, c *cleaner) error {
	if t.Status == "" {
		t.Status = "pending"
	}
	_, err := tx.Exec(`INSERT INTO task_meta(memory_id, status, priority, energy, points, due_at, external_ref, parent_uid) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		id, t.Status, orNull(t.Priority), orNull(t.Energy), t.Points, orNull(c.line("due date", t.DueAt)),
		orNull(c.line("external reference", t.ExternalRef)), orNull(c.line("parent", t.ParentUID)))
	return err
}

// orNull is the value for SQL: brain-cli leaves what was not given NULL.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
