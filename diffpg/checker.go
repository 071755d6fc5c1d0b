package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// checker asks both sides about inputs of one kind.
type checker struct {
	kind *kind
	conn *conn
}

// differs is the error for a difference that no rule explains. It is the report.
type differs struct {
	kind  *kind
	input input
	diff  difference
}

// Error shows the input and both answers.
func (e *differs) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s differs\n", e.kind.name, e.diff.name)
	for i, part := range e.input {
		if e.kind.parts == nil {
			fmt.Fprintf(&b, "  line %-6d %s\n", i+1, part)
		} else {
			fmt.Fprintf(&b, "  %-11s %+q\n", e.kind.parts[i], part)
		}
	}
	server, brain := e.diff.server, e.diff.brain
	if a, b := strings.Split(server, "\n"), strings.Split(brain, "\n"); len(a)+len(b) > 2 {
		server, brain = firstLines(a, b)
	}
	from := max(0, shared(server, brain)-maxShown/2)
	fmt.Fprintf(&b, "PostgreSQL    %s\nbrain         %s", clipped(server, from), clipped(brain, from))
	return b.String()
}

// maxShown is how much of an answer is shown, in bytes, around the place where the answers part.
const maxShown = 400

// shared is how long two texts are the same.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func clipped(s string, from int) string {
	s = s[min(from, len(s)):]
	dots := ""
	if len(s) > maxShown {
		s, dots = s[:maxShown], "…"
	}
	if from > 0 {
		return "…" + strings.ToValidUTF8(s, "") + dots
	}
	return strings.ToValidUTF8(s, "") + dots
}

// firstLines are the lines in which two texts first differ.
func firstLines(a, b []string) (string, string) {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	at := func(lines []string) string {
		if i < len(lines) {
			return lines[i]
		}
		return "(no more)"
	}
	return fmt.Sprintf("line %d: %s", i+1, at(a)), fmt.Sprintf("line %d: %s", i+1, at(b))
}

// run compares n generated inputs and counts the known differences by the name of their rule. Its error is a *differs
// for the first other one, or what went wrong.
func (c *checker) run(ctx context.Context, g *generator, n int) (known map[string]int, err error) {
	known = map[string]int{}
	for n > 0 {
		if err := ctx.Err(); err != nil {
			return known, err
		}
		inputs := make([]input, min(n, c.kind.batch))
		for i := range inputs {
			inputs[i] = c.kind.generate(g)
		}
		n -= len(inputs)
		diffs, err := c.diffs(inputs)
		if err != nil {
			return known, err
		}
		for i, d := range diffs {
			if d == nil {
				continue
			}
			r, err := c.explain(inputs[i], *d)
			if err != nil {
				return known, err
			}
			if r == nil {
				return known, c.shrink(ctx, inputs[i], *d)
			}
			known[r.name]++
		}
	}
	return known, nil
}

// diffs is the difference for each input, nil where both sides agree. The server works while brain does.
func (c *checker) diffs(inputs []input) ([]*difference, error) {
	type result struct {
		answers []answer
		err     error
	}
	done := make(chan result, 1)
	go func() {
		answers, err := c.kind.server(c.conn, inputs)
		done <- result{answers, err}
	}()
	ours := make([]answer, len(inputs))
	var ourErr error
	for i, in := range inputs {
		if ours[i], ourErr = c.kind.brain(in); ourErr != nil {
			break
		}
	}
	theirs := <-done
	if theirs.err != nil {
		return nil, fmt.Errorf("%s: %w", c.kind.name, theirs.err)
	}
	if ourErr != nil {
		return nil, fmt.Errorf("%s: %w", c.kind.name, ourErr)
	}
	diffs := make([]*difference, len(inputs))
	for i := range inputs {
		if d, ok := compareAnswers(theirs.answers[i], ours[i]); ok {
			diffs[i] = &d
		}
	}
	return diffs, nil
}

// explain is the rule for a known difference, nil if there is none.
func (c *checker) explain(in input, d difference) (*rule, error) {
	for i := range rules {
		r := &rules[i]
		if r.message != nil && r.message(c.kind, in, d) {
			return r, nil
		}
		if r.without == nil {
			continue
		}
		freed, changed := freedOf(in, r.without)
		if !changed {
			continue
		}
		diffs, err := c.diffs([]input{freed})
		if err != nil {
			return nil, err
		}
		if diffs[0] == nil {
			return r, nil
		}
	}
	return nil, nil
}

func freedOf(in input, without func(string) string) (input, bool) {
	freed, changed := make(input, len(in)), false
	for i, part := range in {
		freed[i] = without(part)
		changed = changed || freed[i] != part
	}
	return freed, changed
}

// shrinkTime bounds the search for a smaller input.
const shrinkTime = 30 * time.Second

// shrink looks for a smaller input that still differs, until none of the simpler ones does.
func (c *checker) shrink(ctx context.Context, in input, d difference) error {
	best := &differs{c.kind, in, d}
	deadline := time.Now().Add(shrinkTime)
	for {
		smaller, err := c.simplerDiffering(ctx, best.input, deadline)
		if err != nil {
			return fmt.Errorf("%w\n(not cut down further: %v)", best, err)
		}
		if smaller == nil {
			return best
		}
		best = smaller
	}
}

func (c *checker) simplerDiffering(ctx context.Context, in input, deadline time.Time) (*differs, error) {
	var tried []input
	try := func() (*differs, error) {
		defer func() { tried = tried[:0] }()
		if err := ctx.Err(); err != nil || time.Now().After(deadline) {
			return nil, err
		}
		diffs, err := c.diffs(tried)
		if err != nil {
			return nil, err
		}
		for i, d := range diffs {
			if d == nil {
				continue
			}
			r, err := c.explain(tried[i], *d)
			if err != nil {
				return nil, err
			}
			if r == nil {
				return &differs{c.kind, append(input(nil), tried[i]...), *d}, nil
			}
		}
		return nil, nil
	}
	for candidate := range c.kind.simpler(in) {
		if tried = append(tried, candidate); len(tried) < min(c.kind.batch, 16) {
			continue
		}
		if found, err := try(); found != nil || err != nil {
			return found, err
		}
	}
	if len(tried) > 0 {
		return try()
	}
	return nil, nil
}
