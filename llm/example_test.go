//go:build unix

package llm_test

import (
	"context"
	"fmt"

	"brain/llm"
)

func ExampleCommand_Ask() {
	c := llm.Command{"/bin/sh", "-c", "echo '[]'"}
	fmt.Println(c.Ask(context.Background(), llm.Request{Prompt: "Which facts last?"}))
	// Output: []
	//  <nil>
}
