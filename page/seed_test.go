package page

import (
	"flag"

	_ "pgregory.net/rapid" // has the flag
)

// Properties draw the same on every machine and in every run, so that no change fails by a draw that it did not make;
// -rapid.seed=0 draws anew.
func init() { flag.Set("rapid.seed", "20261130") }
