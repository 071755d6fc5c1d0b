package engine_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/fstest"

	"brain/engine"
)

func TestADemoThatIsNotFinishedLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	for name, tc := range map[string]struct {
		ctx  context.Context
		tree fstest.MapFS
	}{
		"stopped":      {stopped, fstest.MapFS{"docs/a.md": {Data: []byte("# A\n")}}},
		"without docs": {ctx, fstest.MapFS{"a.go": {Data: []byte("package a\n")}}},
	} {
		e := engine.New(engine.Config{Demo: tc.tree})
		if _, err := e.Demo(tc.ctx, engine.DemoInput{}); err == nil || name == "stopped" && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: %v are left, %v", name, left, err)
		}
	}
}
