// Package page reads markdown files as pages of a knowledge base: a compiled
// truth that is rewritten when evidence changes, above a timeline that only
// grows (GBrain v0).
//
// Parse turns the bytes of one file into a Page and never fails: what cannot be
// understood stays as text, and a Warning names the line. Walk finds the files,
// AssignSlugs names them, Entries cuts a page into the rows that are searched,
// Links and Names say which pages refer to which. Render is the inverse of Parse:
// it writes a changed page into its file, and leaves every line that says the
// same as it is. RawPath and MarshalMeta lay out what an export keeps beside the
// pages.
//
// The other half is the store, functions of a transaction that hold the SQL. A
// page's source is the truth and all else follows from it: Save, through which
// every write goes, makes the rows of tags, links, timeline entries, names, words
// and entries those that the source says, and keeps what was there as a version.
// Commands (Tag, AddLink, AddEvent, …) change the source by Render. Sync plans an
// import, Export is its inverse.
package page
