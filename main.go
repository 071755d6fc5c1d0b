// Brain keeps what an agent and a person know in one file, and answers offline.
package main

import (
	"embed"
	"os"

	"brain/cli"
	"brain/mcp"
	_ "brain/monitor"
)

// demo is what `brain demo` reads: the project's documentation and the source of the rooms that an entry passes on its way
// in and out. With all rooms the demo would not be done in twenty seconds on two cores.
//
//go:embed docs go.mod main.go engine/*.go page/*.go merge/*.go rank/*.go chunk/*.go vec/*.go db/*.go
var demo embed.FS

func main() {
	spread(os.Args[1:])
	collectLater()
	os.Exit(cli.Run(os.Args, cli.System(), demo, cli.Command{Operation: mcp.Operation, Alias: "mcp", Run: mcp.Serve}))
}
