package cli

import "brain/engine"

// printFileRestored tells of a file that a copy took the place of.
func (t *Terminal) printFileRestored(r *engine.FileRestored) error {
	if r.Backup != "" {
		t.line("the file as it was: %s", r.Backup)
	}
	return t.line("✓ %s is as %s", r.Path, r.From)
}

func (t *Terminal) printVacuum(r *engine.VacuumResult) error {
	if r.WAL > 0 {
		t.aside("%s of it lie in the WAL, which others are reading: run brain vacuum again when they have ended", bytesText(r.WAL))
	}
	if r.After >= r.Before {
		return t.line("✓ %s has nothing to give back: %s", r.Path, bytesText(r.After))
	}
	return t.line("✓ %s: %s, was %s", r.Path, bytesText(r.After), bytesText(r.Before))
}
