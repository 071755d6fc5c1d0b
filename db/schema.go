package db

// Schema is the SQL that makes a new file, with the reasons for what is in it.
func Schema() string { return spine }
