package engine_test

import "testing"

// sequential leaves a test of one goroutine out where -short is asked for, as the race detector's run does:
// it has no race to find there, and modernc's SQLite is 25 times slower under it.
func sequential(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine: nothing for the race detector")
	}
}
