package page

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/chunk"
)

// What is in the tree beside the pages, and the rule or fault that it meets.
var hardSkips = map[string]string{
	".hidden.md": RuleHidden, ".obsidian": RuleHidden, ".trash": RuleHidden, ".gitignore": RuleNotMarkdown,
	"node_modules": RuleNodeModules, "ignored": ".gitignore:1: ignored/", "x.tmp.md": ".gitignore:2: *.tmp.md",
	"attach/pic.png": RuleNotMarkdown, "link-to-plain.md": RuleSymlink, "broken.md": RuleSymlink, "loop.md": RuleSymlink, "dir/up": RuleSymlink,
	"pipe.md": "not a regular file", "unreadable.md": "cannot be read: permission denied", "bytes/\xff\xfe.md": "the name is not UTF-8",
}

// writeHardTree makes all of them and returns the folder.
func writeHardTree(t *testing.T, hard []hardFile) string {
	t.Helper()
	files := map[string]string{
		".hidden.md": "# hidden\n", ".obsidian/app.json": "{}", ".trash/old.md": "# old\n", "node_modules/x/readme.md": "# nm\n",
		".gitignore": "ignored/\n*.tmp.md\n!keep.tmp.md\n", "ignored/a.md": "# ignored\n", "x.tmp.md": "# tmp\n",
		"attach/pic.png": "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 200), "bytes/\xff\xfe.md": "# bad name\n", "unreadable.md": "# secret\n",
		"link-to-plain.md -> plain.md": "", "broken.md -> nowhere.md": "", "loop.md -> loop.md": "", "dir/up -> ..": "", "dir.md.d/really.md/": "",
	}
	for _, h := range hard {
		files[h.path] = h.src
	}
	root := writeTree(t, files)
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, root)
	for name, mode := range map[string]os.FileMode{"unreadable.md": 0, "..": 0o755} {
		if err := os.Chmod(filepath.Join(root, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// asNobody gives up root's right to read everything, in this thread. The test is left out where nobody else may look into the folder of
// temporary files.
func asNobody(t *testing.T, root string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	runtime.LockOSThread()
	if err := syscall.Setfsuid(nobody); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Setfsuid(0)
		runtime.UnlockOSThread()
	})
	if _, err := os.ReadDir(root); err != nil {
		t.Skip("another user cannot read here: ", err)
	}
}

// open lets everybody read a tree, whatever the umask is.
func open(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.Chmod(path, 0o755)
		case d.Type().IsRegular():
			return os.Chmod(path, 0o644)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestHardFiles(t *testing.T) {
	hard := hardFiles()
	root := writeHardTree(t, hard)
	asNobody(t, root)
	files, skips, err := Walk(context.Background(), root, ListOtherFiles())
	if err != nil {
		t.Fatal(err)
	}
	skipped := map[string]string{}
	for _, s := range skips {
		skipped[s.Path] = s.Rule
		if s.Fault {
			skipped[s.Path] = s.Reason
		}
	}
	if diff := cmp.Diff(hardSkips, skipped); diff != "" {
		t.Errorf("skips (-want +got):\n%s", diff)
	}
	if len(files) != len(hard) {
		t.Errorf("%d files are found, want %d", len(files), len(hard))
	}
	slugs, collisions := AssignSlugs(paths(files), nil)
	if len(collisions) != 5 {
		t.Errorf("collisions %v", collisions)
	}
	distinct := map[string]string{}
	var index []Name
	for p, slug := range slugs {
		if other, ok := distinct[slug]; ok {
			t.Errorf("%q and %q are both %q", p, other, slug)
		}
		distinct[slug] = p
		index = append(index, Name{Slug: slug, Path: p})
	}
	names := NewNames(index)
	for _, h := range hard {
		t.Run(strings.ToValidUTF8(h.path, "?"), func(t *testing.T) { h.check(t, root, slugs[h.path], names) })
	}
}

func (h hardFile) check(t *testing.T, root, slug string, names *Names) {
	src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(h.path)))
	if err != nil {
		t.Fatal(err)
	}
	checkParse(t, h.path, src)
	p := Parse(h.path, src)
	same := func(what, got, want string) {
		if want != "" && got != want {
			t.Errorf("%s is %.200q, want %.200q", what, got, want)
		}
	}
	if stem, collides := strings.CutSuffix(h.slug, "-"); collides {
		if len(slug) != len(stem)+5 || !strings.HasPrefix(slug, h.slug) {
			t.Errorf("slug is %q, want %s and a hash", slug, h.slug)
		}
	} else {
		same("slug", slug, h.slug)
	}
	same("title", p.Title, h.title)
	same("tags", strings.Join(p.Tags, "|"), h.tags)
	same("truth", p.CompiledTruth, h.truth)
	if p.Timeline != h.timeline {
		t.Errorf("timeline is %.200q, want %q", p.Timeline, h.timeline)
	}
	if p.Binary != h.binary || len(p.Warnings) != h.warnings || h.warnings > 0 && !strings.Contains(p.Warnings[0].Text, h.first) {
		t.Errorf("binary %v, warnings %v", p.Binary, p.Warnings)
	}
	var lead []string
	for _, l := range Links(p) {
		to, _ := names.ResolveTarget(h.path, l)
		if to == "" {
			to = "?"
		}
		lead = append(lead, to)
	}
	if got := strings.Join(lead, "|"); got != h.links {
		t.Errorf("links lead to %.200q, want %q", got, h.links)
	}
	if h.binary {
		return
	}
	if out, _, err := Render(p); err != nil || string(out) != string(src) {
		t.Errorf("unchanged, it is not its bytes: %v", err)
	}
	p.SetField("added", "x")
	if out, _, err := Render(p); err != nil {
		t.Errorf("with a key: %v", err)
	} else if strings.Count(string(out), "\n") > len(src) && len(src) > 100 {
		t.Errorf("with a key: %.200q", out)
	}
	checkRender(t, p)
	size := func(s string) int { return len(s) / 4 }
	for _, row := range Entries(p, func(text, reserve string) []string { return chunk.Windows(text, 254, size) }) {
		if len(row.Content) > 4*(254+2*maxHead) {
			t.Errorf("an entry of %d bytes", len(row.Content))
		}
	}
}
