package db

import "strings"

// Schema is the SQL that makes a new file, with the reasons for what is in it.
func Schema() string { return strings.Join(migrations, "\n") }
