package mcp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"brain/engine"
	"brain/mcp"
)

// A server keeps a fact for an agent and finds it again.
func ExampleNew() {
	dir, err := os.MkdirTemp("", "brain")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	server := mcp.New(mcp.Options{Engine: engine.Config{Path: filepath.Join(dir, "brain.db")}})
	defer server.Close()

	ctx := context.Background()
	near, far := sdk.NewInMemoryTransports()
	if _, err := server.Connect(ctx, far); err != nil {
		fmt.Println(err)
		return
	}
	agent, err := sdk.NewClient(&sdk.Implementation{Name: "agent", Version: "1"}, nil).Connect(ctx, near, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer agent.Close()
	for _, call := range []sdk.CallToolParams{
		{Name: "save", Arguments: map[string]any{"type": "decision", "title": "Exports run hourly", "no-embed": true}},
		{Name: "search", Arguments: map[string]any{"query": "exports", "no-semantic": true}},
	} {
		answer, err := agent.CallTool(ctx, &call)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(call.Name, strings.Contains(answer.Content[0].(*sdk.TextContent).Text, "Exports run hourly"))
	}
	// Output:
	// save false
	// search true
}
