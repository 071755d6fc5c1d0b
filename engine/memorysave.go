package engine

import (
	"context"
	"fmt"
	"strings"

	"brain/db"
	"brain/memory"
)

// AddInput are the parameters of add: save without an abstract.
type AddInput struct {
	Type        string   `json:"type" value:"TYPE" required:"blank" word:"" help:"learning, decision, bug, snippet, note, task, person, project, or a word of your own"`
	Title       string   `json:"title" value:"TEXT" required:"blank" help:"the fact in one line"`
	Content     string   `json:"content" value:"TEXT" help:"the whole of it; - reads standard input"`
	ContentFile string   `json:"content-file" value:"FILE" added:"" help:"read the content from a file; - is standard input"`
	Project     string   `json:"project" value:"NAME" help:"the project it belongs to"`
	Area        string   `json:"area" value:"NAME" help:"the area it belongs to"`
	Tags        []string `json:"tags" value:"A,B" help:"tags, with commas between; may be repeated"`
	SourceFile  string   `json:"source-file" value:"PATH" help:"the file it was learned from"`
	Force       bool     `json:"force" help:"save it though it is there already"`
	NoEmbed     bool     `json:"no-embed" help:"make no vectors: the words alone find it"`
	Status      string   `json:"status" enum:"pending|doing|done|waiting|cancelled" help:"of a task (else pending)"`
	Priority    string   `json:"priority" enum:"p1|p2|p3|p4" help:"of a task"`
	Energy      string   `json:"energy" enum:"high|medium|low" help:"of a task"`
	Points      *int64   `json:"points" value:"N" min:"-2147483648" help:"of a task"`
	DueAt       string   `json:"due-at" value:"TIME" help:"of a task"`
	ExternalRef string   `json:"external-ref" value:"ID" help:"of a task: where else it is kept"`
	ParentUID   string   `json:"parent-uid" value:"UID" help:"of a task: the one that it is a part of"`
}

// SaveInput are the parameters of save.
type SaveInput struct {
	AddInput
	Abstract string `json:"abstract" value:"TEXT" help:"the fact in a sentence, for context; else the head of the content"`
}

// UpdateInput are the parameters of update.
type UpdateInput struct {
	UID         string  `json:"uid" arg:"1" value:"UID" required:"blank" help:"the memory"`
	Append      *string `json:"append" value:"TEXT" help:"add this to the content, with the date; - reads standard input"`
	Replace     *string `json:"replace" value:"TEXT" help:"put this in the place of the content; - reads standard input"`
	ContentFile string  `json:"content-file" value:"FILE" added:"" help:"read the new content from a file; - is standard input"`
	Abstract    *string `json:"abstract" value:"TEXT" help:"put this in the place of the abstract"`
	Reason      string  `json:"reason" value:"TEXT" help:"why, for the history"`
}

// SaveResult is the memory that was saved, or the one that says the same already.
type SaveResult struct {
	UID       string `json:"uid"`
	Duplicate bool   `json:"duplicate"`
}

// Verdict is ErrDuplicate where nothing was saved.
func (r *SaveResult) Verdict() error {
	if !r.Duplicate {
		return nil
	}
	return &Error{Problem: "this memory is there already: " + r.UID, Fix: "update it with `brain update " + r.UID + "`, or save it once more with --force", Kind: ErrDuplicate, Token: "DUPLICATE: " + r.UID}
}

// Add saves a memory as brain-cli's older command does.
func (e *Engine) Add(ctx context.Context, in AddInput) (*SaveResult, error) {
	return e.Save(ctx, SaveInput{AddInput: in})
}

// Save stores a memory, unless one with the same title and content is there.
func (e *Engine) Save(ctx context.Context, in SaveInput) (*SaveResult, error) {
	content, err := textFrom(ctx, "content", in.Content, in.ContentFile)
	if err != nil {
		return nil, err
	}
	return e.save(ctx, memory.New{Type: in.Type, Title: in.Title, Content: content, Project: in.Project, Area: in.Area, Tags: in.Tags,
		SourceFile: in.SourceFile, Abstract: in.Abstract, Task: memory.Task{Status: in.Status, Priority: in.Priority, Energy: in.Energy,
			Points: in.Points, DueAt: in.DueAt, ExternalRef: in.ExternalRef, ParentUID: in.ParentUID}}, in.Force, in.NoEmbed)
}

// save embeds a memory and stores both in one transaction: no lock is held while the model runs.
func (e *Engine) save(ctx context.Context, n memory.New, force, noEmbed bool) (*SaveResult, error) {
	vectors, err := e.embedMemory(ctx, n.Title, n.Content, noEmbed)
	if err != nil {
		return nil, err
	}
	var saved memory.Saved
	err = e.keep(ctx, func(tx *db.Tx) error {
		var err error
		if saved, err = memory.Save(tx, n, force); err != nil || saved.Duplicate {
			return err
		}
		return vectors.store(tx, saved.UID)
	})
	if err != nil {
		return nil, err
	}
	e.tell(saved.Notes)
	if len(saved.SimilarProjects) > 0 {
		e.Notice(fmt.Sprintf("project %s is new; is %s meant?", n.Project, strings.Join(saved.SimilarProjects, " or ")))
	}
	return &SaveResult{saved.UID, saved.Duplicate}, nil
}

// UIDResult names the memory that was changed.
type UIDResult struct {
	UID  string `json:"uid"`
	Done string `json:"done"` // one of the words below
}

// What was done to a memory.
const (
	DoneUpdated  = "updated"
	DoneDeleted  = "deleted"
	DoneRestored = "restored"
)

// Update changes the text of a memory.
func (e *Engine) Update(ctx context.Context, in UpdateInput) (*UIDResult, error) {
	ch := memory.Change{Append: in.Append, Replace: in.Replace, Abstract: in.Abstract, Reason: in.Reason}
	for flag, text := range map[string]**string{"append": &ch.Append, "replace": &ch.Replace} {
		if *text == nil {
			continue
		}
		full, err := textFrom(ctx, flag, **text, "")
		if err != nil {
			return nil, err
		}
		*text = &full
	}
	if in.ContentFile != "" {
		if ch.Replace != nil {
			return nil, usage("leave one out", "--replace and --content-file exclude each other")
		}
		full, err := textFrom(ctx, "replace", "", in.ContentFile)
		if err != nil {
			return nil, err
		}
		ch.Replace = &full
	}
	out := &UIDResult{uidOf(in.UID), DoneUpdated}
	return out, e.updateMemory(ctx, out.UID, ch)
}
