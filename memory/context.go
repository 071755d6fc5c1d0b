package memory

import (
	"errors"
	"strings"
	"unicode/utf8"

	"brain/db"
)

// ErrBlankQuestion says that a question has no text.
var ErrBlankQuestion = errors.New("question is blank")

// The lengths of abstracts, in code points.
const (
	contextAbstract  = 240
	neighborAbstract = 160
)

// AutoAbstract is the head of a content in one line, cut after max code points with an ellipsis.
func AutoAbstract(content string, max int) string {
	return cut(strings.Join(strings.FieldsFunc(content, space), " "), max)
}

// abstractOf is the abstract that a memory was given, else the head of its content.
func abstractOf(m Memory, max int) string {
	if m.Abstract != "" {
		return oneLine(m.Abstract)
	}
	return AutoAbstract(m.Content, max)
}

// oneLine is text that may have come from anywhere as one line without control characters.
func oneLine(s string) string { return new(cleaner).line("", s) }

// cut ends s after max code points, with an ellipsis where something is left.
func cut(s string, max int) string {
	for i := range s {
		if max == 0 {
			return s[:i] + "…"
		}
		max--
	}
	return s
}

// Recalled is a memory in a context, as one line there stands for it.
type Recalled struct {
	Hit
	Abstract string
}

// Block is what goes into an agent's context.
type Block struct {
	// Text is the lines, without a line feed at the end; "" where nothing was found.
	Text string
	// Rows are the memories in it; LogRecall notes that they were seen.
	Rows     []Recalled
	Semantic bool
	Reason   string
}

// The smallest budget, and how many characters brain-cli takes a token for.
const (
	minBudget     = 100
	charsPerToken = 4
)

// Room is how many characters a budget of tokens is.
func Room(budget int) int { return max(min(budget, 1<<28), minBudget) * charsPerToken }

const contextFooter = "(full detail: `brain get <uid>`)"

// Context searches and makes of the hits a block of lines for a prompt, of at most budget tokens (four characters each; at
// least 100). It ends before the first line that does not fit; if that is the very first, it is cut. brain-cli prints that
// one whole. The error is ErrBlankQuestion.
func Context(tx *db.Tx, s *Stage, q Question, budget int) (Block, error) {
	if strip(q.Text) == "" {
		return Block{}, ErrBlankQuestion
	}
	a, err := Search(tx, s, q)
	if err != nil {
		return Block{}, err
	}
	return blockOf(q.Text, a, budget), nil
}

// ContextNewest is Context without a question: the newest memories that the filter lets through. about stands in the heading, by
// which the block is known again when it comes back in a transcript.
func ContextNewest(tx *db.Tx, s *Stage, q Question, about string, budget int) (Block, error) {
	q.Text = ""
	a, err := Search(tx, s, q)
	if err != nil {
		return Block{}, err
	}
	return blockOf(about, a, budget), nil
}

// blockOf makes lines of an answer.
func blockOf(about string, a Found, budget int) Block {
	b := Block{Semantic: a.Semantic, Reason: a.Reason}
	if len(a.Hits) == 0 {
		return b
	}
	room := Room(budget)
	// A question may be longer than the whole block; it must leave room for an answer.
	lines := []string{cutTo("## Relevant memories (brain) — "+oneLine(about), room/2)}
	used := runes(lines[0]) + runes(contextFooter) + 2
	for _, h := range a.Hits {
		r := Recalled{h, abstractOf(h.Memory, contextAbstract)}
		head, tail := r.line()
		if used+runes(head)+runes(tail)+1 > room {
			if len(b.Rows) > 0 {
				break
			}
			head = cutTo(head, room-used-1-runes(tail))
		}
		used += runes(head) + runes(tail) + 1
		lines, b.Rows = append(lines, head+tail), append(b.Rows, r)
	}
	b.Text = strings.Join(append(lines, contextFooter), "\n")
	return b
}

// line is the row's line in two parts, of which the first may be cut: the uid must stay whole.
func (r Recalled) line() (head, tail string) {
	head = "- [" + r.Type + "] " + oneLine(r.Title) + " — " + r.Abstract
	tail = " (" + r.UID + ", " + cutDate(r.CreatedAt) + ")"
	return head, tail
}

// cutDate is the date of a time as it stands in the file, which may be any text.
func cutDate(created string) string {
	for i := range created {
		if i >= len("2006-01-02") {
			return oneLine(created[:i])
		}
	}
	return oneLine(created)
}

// cutTo makes s at most max code points long, the ellipsis included.
func cutTo(s string, max int) string {
	if runes(s) <= max {
		return s
	}
	return cut(s, max-1)
}

func runes(s string) int { return utf8.RuneCountInString(s) }
