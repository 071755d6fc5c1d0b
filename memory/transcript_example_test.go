package memory_test

import (
	"fmt"
	"strings"

	"brain/memory"
)

func ExampleReadDelta() {
	session := `{"type":"user","message":{"content":"why is the export late?"}}
{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash"},{"type":"text","text":"It waits for the lock."}]}}
`
	d, err := memory.ReadDelta(strings.NewReader(session), int64(len(session)), memory.Watermark{})
	fmt.Println(d.Text)
	fmt.Println(d.Format, d.Next.Offset == int64(len(session)), err)
	// Output:
	// USER: why is the export late?
	//
	// ASSISTANT: It waits for the lock.
	// claude-code true <nil>
}

func ExampleRedact() {
	text, found := memory.Redact("set DB_PASSWORD=hunter22 <private>for Ines</private>")
	fmt.Println(text)
	fmt.Println(found)
	// Output:
	// set DB_PASSWORD=[redacted: credential] [redacted: private]
	// [{credential 1} {private 1}]
}

func ExampleDropEchoes() {
	text, lines := memory.DropEchoes("I asked brain:\nk3mzq7pabc2d  [bug     ] Replays charge twice  (2026-11-30)\nThat is it.")
	fmt.Println(text)
	fmt.Println(lines)
	// Output:
	// I asked brain:
	// That is it.
	// 1
}

func ExampleParseAnswer() {
	a, err := memory.ParseAnswer(`Here: [{"type":"bug","title":"Replays charge twice","tags":"pay"},{"title":7}]`, "larkspur")
	for _, c := range a.Candidates {
		fmt.Println(c.Type, c.Title, c.Project, c.Tags)
	}
	fmt.Println(a.Rejected, err)
	// Output:
	// bug Replays charge twice larkspur [pay]
	// [{ title is not a text}] <nil>
}
