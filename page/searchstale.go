package page

// Stale says that a page's compiled truth is older than what its timeline tells: the truth wants to be written anew.
type Stale struct {
	TruthAt string // the day of the truth, 2013-07-01
	Newest  string // the date of the newest entry, 2013-07-01, 2013-07 or 2013
}

// staleness compares the time of a truth with the date of the newest entry of its timeline, in the world and not in the file
// (GBrain compares when rows were written). A month or a year that is not over may lie before the truth.
func staleness(truthAt, newest string) *Stale {
	const day = len("2013-07-01")
	if len(truthAt) < day || newest == "" || len(newest) > day || newest <= truthAt[:len(newest)] {
		return nil
	}
	return &Stale{truthAt[:day], newest}
}
