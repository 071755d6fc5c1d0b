package engine

// Effect says what an operation does to the file, or to the system around it. Every operation states one.
type Effect string

// The effects, from the least on.
const (
	// Reads changes nothing but what is derived: how often a memory was read, indexes that another program left behind.
	Reads Effect = "reads"
	// Adds adds, and leaves what is there as it is.
	Adds Effect = "adds"
	// Changes replaces or hides what is there. What it was is kept (versions, history, restore), can be made again, or is set
	// back by the same operation.
	Changes Effect = "changes"
	// Destroys may replace or remove what cannot be brought back.
	Destroys Effect = "destroys"
)

// Agent says how an agent uses an operation that is on the small surface of the MCP server.
type Agent struct {
	Use    string   // when to call it, in a sentence or two
	Params []string // those that an agent needs; the others work too, and are listed on the full surface
}
