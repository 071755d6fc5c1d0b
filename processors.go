package main

import (
	"slices"
	"time"

	"brain/onecpu"
)

// oneProcessor is for how long a command that answers at once runs on one processor. Whoever is not done by then has work that
// several may share.
const oneProcessor = 50 * time.Millisecond

// atOnce are the commands that read a few rows of the file and do nothing that is shared between processors.
var atOnce = []string{"get", "search", "context", "recent", "stats", "history", "tags", "version", "list", "timeline", "links", "backlinks", "graph", "diff", "raw", "ingest-log", "orphans", "health"}

// spread gives the program all processors: at once, but for the commands that would only lose time to them.
func spread(args []string) {
	if fills(args) {
		widenPages()
	}
	if len(args) > 0 && (slices.Contains(atOnce, args[0]) || savesWords(args)) {
		time.AfterFunc(oneProcessor, onecpu.Leave)
		return
	}
	onecpu.Leave()
}

// fills says that a command fills much memory: it reads a tree of code, or writes its graph, which for 370,000 lines costs an eighth less
// in wide pages and for 25,000 no more.
func fills(args []string) bool {
	return len(args) > 0 && args[0] == "extract" || len(args) > 1 && args[0] == "graph" && args[1] == "export"
}

// savesWords says that a memory is saved without being embedded, which is shared between processors.
func savesWords(args []string) bool {
	return (args[0] == "save" || args[0] == "add") && slices.Contains(args, "--no-embed")
}
