package engine

import (
	"context"
	"math"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

// GetInput are the parameters of get.
type GetInput struct {
	UID string `json:"uid" arg:"1" value:"UID" required:"blank" help:"the memory: its uid, or a citation of anything"`
}

// GetResult is a memory. It marshals to all columns of its row in the order of the table, as brain-cli gives them; the values
// are those from before this recall was counted.
type GetResult struct {
	UID          string
	Type         string // the canonical one
	Title        string
	Content      string
	Project      string
	Tags         []string
	CreatedAt    string
	InvalidAt    string // "" where it is valid
	SupersededBy string
	fields       object
	after        func(context.Context)
}

// MarshalJSON writes the columns.
func (r *GetResult) MarshalJSON() ([]byte, error) { return marshal(r.fields) }

// Afterwards counts the recall.
func (r *GetResult) Afterwards(ctx context.Context) { r.after(ctx) }

// Get shows a memory, or what a citation names.
func (e *Engine) Get(ctx context.Context, in GetInput) (any, error) {
	if c, err := merge.ParseCitation(in.UID); err == nil && c.Store != merge.Memory {
		return e.Cite(ctx, CiteInput{Citation: in.UID})
	}
	uid := uidOf(in.UID)
	var m *memory.Full
	err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		m, err = memory.Get(tx, s, uid)
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &GetResult{UID: m.UID, Type: m.Type, Title: m.Title, Content: m.Content, Tags: m.Tags, CreatedAt: m.CreatedAt, InvalidAt: m.InvalidAt, SupersededBy: m.SupersededBy}
	if m.Project != nil {
		out.Project = *m.Project
	}
	for _, f := range m.Fields {
		value := f.Value
		if x, ok := value.(float64); ok {
			value = Decimal(x)
		}
		out.fields.add(f.Name, value)
	}
	out.after = func(ctx context.Context) {
		e.noteRecall(ctx, true, m.ID)
	}
	return out, nil
}

// HistoryResult is what was done to a memory, the oldest first. It marshals to the list alone.
type HistoryResult struct {
	UID         string
	Alterations []Alteration
}

// Alteration is something that was done to a memory.
type Alteration struct {
	At     string `json:"ts"`
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
	Delta  string `json:"delta"`
}

// MarshalJSON writes the list.
func (r *HistoryResult) MarshalJSON() ([]byte, error) { return marshal(r.Alterations) }

// History tells what was done to a memory.
func (e *Engine) History(ctx context.Context, in UIDInput) (*HistoryResult, error) {
	out := &HistoryResult{UID: uidOf(in.UID), Alterations: []Alteration{}}
	return out, e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		list, err := memory.History(tx, s, out.UID)
		for _, a := range list {
			out.Alterations = append(out.Alterations, Alteration{a.At, a.Kind, a.Reason, a.Delta})
		}
		return err
	})
}

// TagsInput are the parameters of tags.
type TagsInput struct {
	Limit int `json:"limit" default:"30" min:"-1000000000" help:"tags to list; a negative number lists all"`
}

// TagsResult is tags with how many memories have them, the most used first.
type TagsResult []Count

// Count is a name and how many memories have it.
type Count struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// Tags lists the tags of memories.
func (e *Engine) Tags(ctx context.Context, in TagsInput) (TagsResult, error) {
	out := TagsResult{}
	if in.Limit == 0 {
		return out, nil
	}
	err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		list, err := memory.Tags(tx, s, rowLimit(in.Limit))
		for _, t := range list {
			out = append(out, Count{t.Name, t.N})
		}
		return err
	})
	return out, err
}

// RecentInput are the parameters of recent.
type RecentInput struct {
	N int `json:"n" arg:"1" value:"N" default:"10" min:"-1000000000" help:"how many; a negative number lists all"`
}

// rowLimit is a number of rows as SQL's LIMIT takes it, to which brain-cli hands it on: a negative one is no limit.
func rowLimit(n int) int {
	if n < 0 {
		return math.MaxInt
	}
	return n
}

// RecentResult is memories, the newest first.
type RecentResult []RecentMemory

// RecentMemory is a line of recent.
type RecentMemory struct {
	UID       string  `json:"uid"`
	Type      string  `json:"type"`
	Title     string  `json:"title"`
	Project   *string `json:"project"`
	CreatedAt string  `json:"created_at"`
}

// Recent lists the newest memories that are true.
func (e *Engine) Recent(ctx context.Context, in RecentInput) (RecentResult, error) {
	out := RecentResult{}
	err := e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) error {
		list, err := memory.Recent(tx, s, rowLimit(in.N))
		for _, m := range list {
			out = append(out, RecentMemory{m.UID, m.Type, m.Title, m.Project, m.CreatedAt})
		}
		return err
	})
	return out, err
}

// MemoryStats counts the memories of a file, as brain-cli does.
type MemoryStats struct {
	Schema     string  `json:"schema"` // brain-cli's; "" where the file does not say
	Active     int64   `json:"active"` // neither deleted nor invalid
	Invalid    int64   `json:"invalid"`
	Deleted    int64   `json:"deleted"`
	Embedded   int64   `json:"embedded"`   // memories with vectors
	Embeddable int64   `json:"embeddable"` // all that are not deleted
	Types      []Count `json:"types"`
	Projects   []Count `json:"projects"` // the first ten
}

// memoryStats counts.
func memoryStats(tx *db.Tx) (*MemoryStats, error) {
	s, err := memory.ReadStage(tx)
	if err != nil {
		return nil, err
	}
	c, err := memory.CountAll(tx, s)
	out := &MemoryStats{Schema: c.Marker, Active: c.Active, Invalid: c.Invalid, Deleted: c.Deleted, Embedded: c.Embedded, Embeddable: c.Total, Types: counts(c.Types), Projects: counts(c.Projects)}
	return out, err
}

func counts(list []memory.Count) []Count {
	out := []Count{}
	for _, c := range list {
		out = append(out, Count{c.Name, c.N})
	}
	return out
}
