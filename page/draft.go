package page

import "time"

// Status says what a write did to a page.
type Status string

// What a write may do.
const (
	Created  Status = "created"
	Updated  Status = "updated"
	Moved    Status = "moved"    // the same page at another path of its root
	Restored Status = "restored" // it had been deleted
	Skipped  Status = "skipped"  // it is stored as it is
)

// Saved is what a write did.
type Saved struct {
	ID       int64    `json:"id"`
	Slug     string   `json:"slug"`
	Status   Status   `json:"status"`
	Entries  int      `json:"entries"`  // of the page, however many of them are new
	Links    int      `json:"links"`    // that its text holds
	Dangling []string `json:"dangling"` // targets of them that no page is called
	Events   int      `json:"events"`   // dated entries of its timeline
	// Lost names what commands had added and the new text cannot hold; it is in the history.
	Lost []string `json:"lost"`
	// Warnings tell what is odd in a text that was put, and what writing into a file did to it besides.
	Warnings []Warning `json:"warnings"`
}

// Draft is a page on its way into the file.
type Draft struct {
	Page Page      // as Parse gives it, with the slug it shall have
	Root int64     // the root whose file it is; 0 if it came from no file
	Old  *Stored   // the row that it becomes; nil for a new one
	At   time.Time // when it was written: the file's time; the transaction's if zero
	Why  string    // told in the history of what it replaces: import, put, revert; without it nothing is kept there
	Meta *Meta     // what an export knew of it; only a new page takes it
	// Origin is whence text that is new comes. FromFile gives the text to the file, so that what is missing from the file
	// the next time is gone; what commands have added stays.
	Origin Origin

	notes   []Warning    // what writing into the text did to it besides
	exact   bool         // nothing is carried over: the text is all that there shall be
	carried map[any]bool // tags, keys of links and of events that were
}

// Origin is who has written something into a page.
type Origin string

// The origins of tags, links and timeline entries.
const (
	FromText    Origin = "text"
	FromFile    Origin = "file"
	FromCommand Origin = "command"
)
