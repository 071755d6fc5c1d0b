package db

// ReadAhead is how many files are read ahead.
func ReadAhead() int {
	aheads.Lock()
	defer aheads.Unlock()
	return len(aheads.of)
}
