//go:build unix

package bench

import (
	"os"
	"runtime"
	"syscall"
)

// MaxRSS is the most memory that a process held, in MB. Linux counts it in KiB, macOS in bytes.
func MaxRSS(p *os.ProcessState) float64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss) / 1e6
	}
	return float64(usage.Maxrss) / 1e3
}
