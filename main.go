// Brain keeps what an agent and a person know in one file, and answers offline.
package main

import (
	"embed"
	"os"

	"brain/cli"
)

// demo is what `brain demo` reads: the project's documentation and its Go source.
//
//go:embed docs go.mod main.go cli/*.go engine/*.go page/*.go extract/*.go merge/*.go rank/*.go chunk/*.go embed/*.go fts/*.go vec/*.go db/*.go
var demo embed.FS

func main() {
	os.Exit(cli.Run(os.Args, cli.System(), demo))
}
