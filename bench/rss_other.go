//go:build !unix

package bench

import "os"

// MaxRSS is not known here.
func MaxRSS(*os.ProcessState) float64 { return 0 }
