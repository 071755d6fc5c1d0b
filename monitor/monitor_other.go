//go:build !linux || !cgo

package monitor

// Unslackened runs start.
func Unslackened(start func() error) error { return start() }
