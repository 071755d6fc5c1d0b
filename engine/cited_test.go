package engine_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestACitationOfSeveralPagesChangesNone(t *testing.T) {
	e, _ := words(t)
	put(t, e, "one/readme", "# Readme\n\nthe same")
	put(t, e, "two/readme", "# Readme\n\nthe same")
	put(t, e, "three", "other")
	citation := must[any](t)(e.Show(ctx, engine.ShowInput{Ref: "two/readme"})).(*engine.PageResult).Citation
	for name, change := range map[string]func() error{
		"tag":    func() error { _, err := e.Tag(ctx, engine.TagInput{Ref: citation, Tag: "x"}); return err },
		"delete": func() error { _, err := e.DeleteRef(ctx, engine.RefInput{Ref: citation}); return err },
		"link to": func() error {
			_, err := e.Tie(ctx, engine.TieInput{From: "three", To: citation})
			return err
		},
		"link from": func() error {
			_, err := e.Tie(ctx, engine.TieInput{From: citation, To: "three"})
			return err
		},
	} {
		err := change()
		var told *engine.Error
		if !errors.As(err, &told) || engine.ExitCode(err) != 3 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var slugs []string
		for _, c := range told.Candidates {
			slugs = append(slugs, c.Slug)
		}
		if diff := cmp.Diff([]string{"one/readme", "two/readme"}, slugs); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got := column(t, e, `SELECT (SELECT count(*) FROM page_tags) + (SELECT count(*) FROM links) + (SELECT count(*) FROM pages WHERE deleted_at IS NOT NULL)`); got[0] != "0" {
		t.Errorf("%s changes", got[0])
	}
	// A text that only one has names that one, whoever had it first.
	put(t, e, "one/readme", "# Readme\n\nanother")
	if _, err := e.Tag(ctx, engine.TagInput{Ref: citation, Tag: "x"}); engine.ExitCode(err) != 3 {
		t.Errorf("the one that had it and the one that has it: %v", err)
	}
	own := must[any](t)(e.Show(ctx, engine.ShowInput{Ref: "one/readme"})).(*engine.PageResult).Citation
	if r := must[*engine.PageSaved](t)(e.Tag(ctx, engine.TagInput{Ref: own, Tag: "x"})); r.Slug != "one/readme" {
		t.Errorf("tagged %s", r.Slug)
	}
	if _, err := e.Show(ctx, engine.ShowInput{Ref: citation}); err != nil {
		t.Errorf("a reader: %v", err)
	}
}
