package memory

import "strings"

// cleanText makes a text fit to be kept, shown and sent: see cleaner.
func cleanText(s string) string { return new(cleaner).text("", s) }

// cleanLine is a text on one line: cleaned, and all blanks as one space.
func cleanLine(s string) string {
	return strings.Join(strings.FieldsFunc(new(cleaner).line("", s), space), " ")
}
