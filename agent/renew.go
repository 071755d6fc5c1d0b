package agent

import (
	"bytes"
	"reflect"
	"slices"
)

// renew makes the plan again where a file, or what the journal says of it, has changed since it was made. Who agreed to a set-up agreed
// to a part of it too, and to nothing else; who agreed to undo one, to whatever of it is there.
func (p *Plan) renew() error {
	changed, err := p.outdated()
	if !changed {
		return err
	}
	now, replan := NewPlan(p.setup, p.state, p.undo)
	if replan != nil {
		return replan
	}
	for _, c := range now.Changes {
		if !c.Same() && !p.undo && !slices.ContainsFunc(p.Changes, c.like) {
			if err == nil {
				err = at(c.Path, changedMeanwhile())
			}
			return err
		}
	}
	*p = *now
	return nil
}

// outdated says whether something has changed since the plan was made, and as err which file that is to be changed.
func (p *Plan) outdated() (changed bool, err error) {
	for i := range p.Changes {
		c := &p.Changes[i]
		if err := c.asPlanned(); err != nil {
			return true, err
		}
		if e, err := findEntry(p.state, c.Real); err == nil && !reflect.DeepEqual(e, c.noted) {
			changed = true
		}
	}
	return changed, nil
}

// like says whether a change is that of another plan.
func (c *Change) like(old Change) bool {
	same := func(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
	return old.Real == c.Real && same(old.Before, c.Before) && same(old.After, c.After)
}
