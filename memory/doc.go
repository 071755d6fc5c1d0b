// Package memory keeps what an agent or a person has learned: typed memories in the tables of brain-cli 3.4.0 (its schema
// 4), which its own program can go on using.
//
// Reading takes a file of any stage of brain-cli as it is (ReadStage); a write finds the newest schema, because the first
// write migrates the file (Upgrade). Times are brain-cli's: UTC text, 2006-01-02 15:04:05, compared as text.
//
// Each memory is also an entry of package merge, in the store "memory", with spans that say when it was valid. Whoever
// changes a memory, triggers note it in memory_pending, and Sync brings the entry up to date.
package memory
