package mcp

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"brain/engine"
)

// Operation is `brain serve`, for the command line.
var Operation = &engine.Operation{
	Name:    "serve",
	Summary: "offer the brain to an agent by MCP",
	Help: `Speaks the Model Context Protocol over standard input and output, until its input ends (exit code 0). brain mcp is the same. The small
surface has the twelve tools that agents need most; the full one all operations. The file is that of BRAIN_DB, else ~/brain.db; it is
opened by the first call, and other processes work on it at the same time.`,
	Examples: []engine.Example{
		{Command: "brain serve", Does: "what an agent's settings name as the command of the server"},
		{Command: "brain serve --surface full --timeout 60", Does: "all operations, a minute for each call"},
	},
	Params: []engine.Param{
		{Name: "surface", Kind: engine.String, Default: Small, Enum: []string{Small, Full}, Help: "which operations are tools"},
		{Name: "timeout", Kind: engine.Int, Default: strconv.Itoa(defaultTimeout), Value: "SECONDS", Min: new(float64), Help: "how long a call may take; 0 is without end"},
	},
}

// Serve is what Operation does: it serves one client on the process's standard input and output, which nothing else may use from then
// on.
func Serve(ctx context.Context, config engine.Config, params json.RawMessage) error {
	in := struct {
		Surface string
		Timeout int
	}{Small, defaultTimeout}
	if err := json.Unmarshal(params, &in); err != nil {
		return err
	}
	if in.Surface != Small && in.Surface != Full {
		return &engine.Error{Problem: "--surface: " + engine.Cut(in.Surface, 100) + " is not known", Fix: "choose small or full", Kind: engine.ErrUsage}
	}
	if in.Timeout < 0 || in.Timeout > maxTimeout {
		return &engine.Error{Problem: "--timeout: a call may take from 0 to " + strconv.Itoa(maxTimeout) + " seconds", Fix: "0 is without end", Kind: engine.ErrUsage}
	}
	stdin, stdout, err := claim()
	if err != nil {
		return &engine.Error{Problem: "standard input and output cannot be taken for the protocol", Cause: err.Error(), Fix: "start brain with both open", Err: err}
	}
	defer stdout.Close()
	return New(Options{Engine: config, Surface: in.Surface, Timeout: time.Duration(in.Timeout) * time.Second}).Run(ctx, stdin, stdout)
}

// The seconds that a call may take: by itself, and at most, which is a day.
const (
	defaultTimeout = 600
	maxTimeout     = 24 * 60 * 60
)
