package engine_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestInitOffersAVaultOnce(t *testing.T) {
	home := t.TempDir()
	files := map[string]string{"vault/.obsidian/app.json": "{}", "vault/readme.md": "x", "vault/more.md": "x", "notes/index.md": "x", "Documents/a/.obsidian/app.json": "{}", "Documents/a/x.md": "x",
		"src/tool/go.mod": "module x", "src/tool/README.md": "x", "code/old/go.mod": "module y"}
	for i := range 6 {
		for _, dir := range []string{"vault/deep/people", "vault/daily", "notes/people", "notes/places", "src/tool/docs"} {
			files[fmt.Sprintf("%s/%d.md", dir, i)] = "x"
		}
	}
	tree(t, home, files)
	t.Setenv("HOME", home)
	offered := func(e *engine.Engine) (out []string) {
		r := must[*engine.InitResult](t)(e.Init(ctx, engine.InitInput{}))
		for _, n := range r.Found {
			rel := strings.TrimPrefix(n.Path, home+"/")
			out = append(out, fmt.Sprintf("%s %s %d", rel, n.Kind, n.Files))
		}
		return out
	}
	all := []string{"vault notes 14", "notes notes 13", "Documents/a notes 1", "src/tool code 0", "code/old code 0"}
	for _, here := range []string{"vault", "vault/deep/people", "vault/deep"} {
		t.Chdir(filepath.Join(home, here))
		if diff := cmp.Diff(all, offered(brain(t))); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", here, diff)
		}
	}
	t.Chdir(t.TempDir())
	e := brain(t)
	imported(t, e, filepath.Join(home, "vault"))
	if diff := cmp.Diff(all[1:], offered(e)); diff != "" {
		t.Errorf("the vault is in (-want +got):\n%s", diff)
	}
	e = brain(t)
	imported(t, e, filepath.Join(home, "vault/deep"))
	if diff := cmp.Diff(all, offered(e)); diff != "" {
		t.Errorf("a part of the vault is in (-want +got):\n%s", diff)
	}
}
