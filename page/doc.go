// Package page reads markdown files as pages of a knowledge base: a compiled
// truth that is rewritten when evidence changes, above a timeline that only
// grows (GBrain v0).
//
// Parse turns the bytes of one file into a Page and never fails: what cannot be
// understood stays as text, and a Warning names the line. Walk finds the files,
// AssignSlugs names them, Entries cuts a page into the rows that are searched.
package page
