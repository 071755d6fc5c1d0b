package extract

import (
	"os"
	"strings"
	"testing"
)

// TestMain takes away what git sets for its hooks: the repository of the commit.
func TestMain(m *testing.M) {
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	// Nor counts anybody's own configuration, which may sign commits or ignore files.
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	os.Exit(m.Run())
}
