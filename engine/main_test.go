package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain takes away what whoever runs the tests has set for a brain of their own, and for git, which in a hook would work on the
// repository of the commit. Paths are compared as they are in the file: without links.
func TestMain(m *testing.M) {
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch {
		case strings.HasPrefix(name, "GIT_"):
			os.Unsetenv(name)
		case name == "BRAIN_DB", name == "BRAIN_DEBUG", name == "BRAIN_EMBEDDER", name == "BRAIN_EMBED_BACKEND", name == "BRAIN_HARVEST",
			name == "BRAIN_LLM", name == "BRAIN_MERGE_ENABLED", name == "BRAIN_MODEL", name == "CLAUDE_SESSION_ID", name == "XDG_CONFIG_HOME":
			os.Unsetenv(name)
		}
	}
	// Nor counts anybody's own configuration of git, which may sign commits or ignore files.
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	if dir, err := filepath.EvalSymlinks(os.TempDir()); err == nil {
		os.Setenv("TMPDIR", dir)
	}
	os.Exit(m.Run())
}
