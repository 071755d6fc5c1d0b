package extract

// FormatError tells that a file is no graph.json that can be read. Each field
// is one line.
type FormatError struct {
	Problem string // what is wrong with the file
	Cause   string // how it most likely came to be
	Fix     string // what to do
}

func (e *FormatError) Error() string { return e.Problem + ": " + e.Cause + "; " + e.Fix }

const (
	fixRebuild = "write it again from the source (brain extract, or graphify extract)"
	fixName    = "name the graph.json, which Graphify writes to graphify-out/"
)
