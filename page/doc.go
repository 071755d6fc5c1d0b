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
package page
