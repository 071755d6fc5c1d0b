package extract

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// makerForm is the form in which a Known is kept.
const makerForm = "2"

// maker names the program that reads files as this one does: what another one kept of a tree is not taken over. Builds of one commit are
// alike, with cgo or without; one that was built of changed files, or of none that a version control knows, is like itself alone.
var maker = sync.OnceValue(func() string {
	parts := []string{makerForm}
	exact := false
	if info, ok := debug.ReadBuildInfo(); ok {
		parts = append(parts, info.GoVersion, info.Main.Version)
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				parts = append(parts, s.Value)
				exact = true
			case "vcs.modified":
				exact = exact && s.Value == "false"
			}
		}
	}
	if !exact {
		if name, err := os.Executable(); err == nil {
			if info, err := os.Stat(name); err == nil {
				parts = append(parts, fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
			}
		}
	}
	return strings.Join(parts, " ")
})
