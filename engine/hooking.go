package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"time"

	"brain/agent"
	"brain/llm"
)

// HookInput are the parameters of hook.
type HookInput struct {
	Event  string `json:"event" arg:"1" value:"EVENT" required:"" enum:"post-tool-use|session-start|stop|post-commit" help:"what happened: post-tool-use, session-start or stop of an agent, post-commit of git"`
	Budget int    `json:"budget" default:"1500" value:"TOKENS" min:"-1000000000" help:"of session-start: how long the context may be; at least 100, four characters a token"`
	Now    bool   `json:"now" help:"of post-commit: do the work here and wait for it, instead of in the background"`
}

// HookResult is what a hook did. Text is all that its client reads.
type HookResult struct {
	Event   string `json:"event"`
	Did     string `json:"did"` // nothing, logged, context, started, extracted
	Text    string `json:"text"`
	Problem string `json:"problem,omitempty"` // why nothing was done, where something should have been

	after func(context.Context)
}

// Afterwards notes that the memories of a context were recalled.
func (r *HookResult) Afterwards(ctx context.Context) {
	if r.after != nil {
		r.after(ctx)
	}
}

// hookPatience is how long a hook may take before it gives up: whoever called it waits.
const hookPatience = 5 * time.Second

// leastBudget is how many tokens a context may always have: brain-cli takes smaller budgets for it.
const leastBudget = 100

// maxEvent is how much of an event is read; one that is longer is none.
const maxEvent = 32 << 20

// Hook does what is to be done when an agent or git tells of an event. It never fails: what goes wrong is told in the result,
// and whoever called the hook goes on. Work that takes longer runs in the background, with this process's own program.
// Inside of the model's own command (BRAIN_HARVEST=1) every hook does nothing, or it would call itself for ever.
func (e *Engine) Hook(ctx context.Context, in HookInput) (out *HookResult, _ error) {
	out = &HookResult{Event: in.Event, Did: "nothing"}
	defer func() {
		// Go ends a process that panics with 2, by which a client would take a hook for a veto.
		if p := recover(); p != nil {
			*out = HookResult{Event: in.Event, Did: "nothing", Problem: fmt.Sprint(p)}
		}
	}()
	if llm.Guarded() || in.Event == "post-tool-use" && os.Getenv("BRAIN_MERGE_ENABLED") != "1" {
		return out, nil
	}
	if !in.Now {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, hookPatience)
		defer cancel()
	}
	var err error
	switch in.Event {
	case "post-tool-use":
		err = e.hookToolUse(ctx, out)
	case "session-start":
		err = e.hookSessionStart(ctx, in, out)
	case "stop":
		err = e.hookStop(ctx, out)
	case "post-commit":
		err = e.hookCommit(ctx, in, out)
	}
	if err != nil {
		out.Problem = Explain(err).Error()
	}
	if in.Event == "session-start" && in.Budget < leastBudget && out.Problem == "" {
		out.Problem = fmt.Sprintf("--budget %d counts as %d, the least there is", in.Budget, leastBudget)
	}
	return out, nil
}

// readEvent reads the event from standard input. told is false where a person called the hook, and there is none. What is no event is
// told of as a problem, and the hook goes on without one.
func readEvent(ctx context.Context, out *HookResult) (event agent.Event, told bool, err error) {
	if info, err := os.Stdin.Stat(); err != nil || info.Mode()&os.ModeCharDevice != 0 {
		return event, false, nil
	}
	in, err := openInput(ctx, "-")
	if err != nil {
		return event, false, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxEvent))
	if err != nil {
		return event, false, fmt.Errorf("read the event: %w", err)
	}
	if event, told = agent.ParseEvent(text); !told && len(bytes.TrimSpace(text)) > 0 {
		out.Problem = "standard input holds no event: a client gives one JSON object"
	}
	return event, told, nil
}

// hookToolUse logs the questions that a shell command asked. It opens neither the file nor the model.
func (e *Engine) hookToolUse(ctx context.Context, out *HookResult) error {
	event, _, err := readEvent(ctx, out)
	if err != nil {
		return err
	}
	call, ok := event.Bash()
	if !ok {
		return nil
	}
	if call.Session == "" {
		call.Session = os.Getenv("CLAUDE_SESSION_ID")
	}
	lines := agent.Queries(call, queryFlags, e.Now())
	if len(lines) == 0 {
		return nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return err
	}
	if err := agent.Append(agent.LogPath(home), lines); err != nil {
		return fmt.Errorf("log the question: %w", err)
	}
	out.Did = "logged"
	return nil
}

// queryFlags tells the reader of command lines what it must know of the flags of query.
func queryFlags(name string) (whole string, value bool) {
	var found []Param
	for _, p := range paramsOf(reflect.TypeFor[QueryInput]()) {
		switch {
		case p.Position > 0:
		case p.Name == name:
			return name, p.Kind != Bool
		case strings.HasPrefix(p.Name, name):
			found = append(found, p)
		}
	}
	if len(found) == 1 {
		return found[0].Name, found[0].Kind != Bool
	}
	return name, false
}
