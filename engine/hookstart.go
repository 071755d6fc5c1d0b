package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"brain/agent"
	"brain/db"
	"brain/memory"
)

// hookSessionStart puts what is known of the project in front of the agent. A session that goes on has it already.
func (e *Engine) hookSessionStart(ctx context.Context, in HookInput, out *HookResult) error {
	event, told, err := readEvent(ctx, out)
	if err != nil || event.Source == "resume" {
		return err
	}
	folder := event.Folder
	if folder == "" {
		if folder, err = os.Getwd(); err != nil {
			return err
		}
	}
	if root, ok := agent.Repository(folder); ok {
		folder = root
	}
	block, err := e.projectContext(ctx, filepath.Base(folder), in.Budget)
	if isAbsent(err) {
		return nil // a brain that is not there yet knows nothing
	}
	if err != nil {
		return err
	}
	text, err := agent.StartOutput(event, told, strings.Join(block.Lines, "\n"))
	if err != nil || len(text) == 0 {
		return err
	}
	out.Did, out.Text, out.after = "context", string(text), block.after
	return nil
}

// projectContext is the block of a project: its own memories, the newest first, else those that its name is like.
func (e *Engine) projectContext(ctx context.Context, project string, budget int) (*ContextResult, error) {
	q := memory.Question{Limit: contextLimit, Filter: memory.Filter{Project: project}}
	q, err := e.ready(ctx, q, "", true)
	if err != nil {
		return nil, err
	}
	var block memory.Block
	err = e.readMemories(ctx, func(tx *db.Tx, s *memory.Stage) (err error) {
		block, err = memory.ContextNewest(tx, s, q, project, budget)
		return err
	})
	if err != nil || block.Text != "" {
		return e.contextResult(project, budget, block), err
	}
	return e.Context(ctx, ContextInput{Text: project, Budget: budget, Limit: contextLimit, NoSemantic: true})
}

// contextLimit is how many memories a context considers, as context does by itself.
const contextLimit = 20
