package engine

import (
	"context"
	"os"
	"path/filepath"

	"brain/db"
	"brain/page"
)

// rehearse lists what an import would do. The plan takes what a write would see, so it is made in a transaction that is rolled
// back, with the migration of an older file; where there is no brain yet it is made in a file that is thrown away.
func (e *Engine) rehearse(ctx context.Context, im *importer) error {
	d, err := e.open(ctx, false)
	if err == nil && d.State() != db.Ours || isAbsent(err) {
		return e.rehearseAnew(ctx, im)
	}
	if err != nil {
		return err
	}
	if err := d.Rehearse(ctx, im.prepare); err != nil {
		return err
	}
	return im.rehearsed()
}

func (e *Engine) rehearseAnew(ctx context.Context, im *importer) error {
	home, err := os.MkdirTemp("", "brain-plan-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	config := e.Config
	config.Path = filepath.Join(home, "plan.db")
	other := New(config)
	defer other.Close()
	if err := other.write(ctx, im.prepare); err != nil {
		return err
	}
	return im.rehearsed()
}

// rehearsed counts what the plan says, and reads the files for what is odd in them.
func (im *importer) rehearsed() error {
	r := im.out
	r.Changes = []FileChange{}
	for _, item := range im.plan.Items {
		if _, ok := im.load(item); !ok {
			continue
		}
		switch item.Action {
		case page.Add:
			r.Added++
		case page.Move:
			r.Moved++
		default:
			r.Changed++
		}
		r.Changes = append(r.Changes, FileChange{string(item.Action), item.Path, item.Slug, item.From})
	}
	unread := within(r.Skipped)
	for _, s := range im.plan.Gone {
		if !unread(s.Path) {
			r.Removed++
			r.Changes = append(r.Changes, FileChange{"remove", s.Path, s.Slug, ""})
		}
	}
	return nil
}
