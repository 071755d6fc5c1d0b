package agent

// JournalFile is where the journal's entry of a file lies.
var JournalFile = journalFile
