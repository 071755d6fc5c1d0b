package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"brain/engine"
)

func TestAnExportLeavesWhatIsNoFile(t *testing.T) {
	e, _ := words(t)
	for _, slug := range []string{"away", "deep/x", "dir", "far/y", "linked", "loop", "nowhere", "pipe", "plain", "under/z"} {
		put(t, e, slug, "# "+slug)
	}
	outside := t.TempDir()
	tree(t, outside, map[string]string{"away.md": "mine"})
	out := t.TempDir()
	tree(t, out, map[string]string{"dir.md/x": "mine", "under": "a file", "real/linked.md": "old"})
	for name, to := range map[string]string{"away.md": filepath.Join(outside, "away.md"), "far": outside, "loop.md": "loop.md", "nowhere.md": "gone.md", "linked.md": "real/linked.md", "deep": "real"} {
		if err := os.Symlink(to, filepath.Join(out, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(out, "pipe.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Force: true}))
	var skipped []string
	for _, s := range r.Skipped {
		skipped = append(skipped, s.Path)
	}
	if diff := cmp.Diff([]string{"away.md", "dir.md", "far/y.md", "loop.md", "nowhere.md", "pipe.md", "under/z.md"}, skipped); diff != "" || r.Pages != 3 {
		t.Errorf("%+v (-want +got):\n%s", r, diff)
	}
	for file, want := range map[string]string{"real/linked.md": "# linked", "real/x.md": "# deep/x", "plain.md": "# plain", "dir.md/x": "mine", "under": "a file"} {
		if got, err := os.ReadFile(filepath.Join(out, file)); err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
	if info, err := os.Lstat(filepath.Join(out, "linked.md")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link: %v, %v", info, err)
	}
	if got, err := os.ReadFile(filepath.Join(outside, "away.md")); err != nil || string(got) != "mine" {
		t.Errorf("outside: %q, %v", got, err)
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) != 1 {
		t.Errorf("outside: %v, %v", left, err)
	}
}

// TestALinkBehindALinkIsNotMistaken: .. behind a folder that is a link is not the folder that the name shows.
func TestALinkBehindALinkIsNotMistaken(t *testing.T) {
	e, _ := words(t)
	put(t, e, "a/l", "# L")
	out := t.TempDir()
	tree(t, out, map[string]string{"x.md": "mine", "b/x.md": "old", "b/c/d": ""})
	for name, to := range map[string]string{"a": "b/c", "b/c/l.md": "../x.md"} {
		if err := os.Symlink(to, filepath.Join(out, name)); err != nil {
			t.Fatal(err)
		}
	}
	r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Force: true}))
	if got, _ := os.ReadFile(filepath.Join(out, "x.md")); string(got) != "mine" {
		t.Errorf("%+v: x.md is %q", r, got)
	}
}

// TestNamesThatADiskTakesForOne: a hard link is for two names what such a disk is.
func TestNamesThatADiskTakesForOne(t *testing.T) {
	e, _ := words(t)
	dir := t.TempDir()
	tree(t, dir, map[string]string{"A.md": "# upper", "a.md": "# lower"})
	imported(t, e, dir)
	out := t.TempDir()
	tree(t, out, map[string]string{"A.md": "# lower"})
	if err := os.Link(filepath.Join(out, "A.md"), filepath.Join(out, "a.md")); err != nil {
		t.Fatal(err)
	}
	for _, force := range []bool{false, true} {
		r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out, Force: force}))
		if len(r.Skipped) != 1 || r.Skipped[0].Path != "A.md" || !strings.Contains(r.Skipped[0].Reason, "a.md") {
			t.Errorf("%+v", r)
		}
		if got, _ := os.ReadFile(filepath.Join(out, "A.md")); string(got) != "# lower" {
			t.Errorf("A.md is %q", got)
		}
	}
}

func TestExportsAtOnceMixNothing(t *testing.T) {
	e, _ := words(t)
	for i := range 40 {
		put(t, e, fmt.Sprintf("n%d", i), fmt.Sprintf("# N%d\n\n%s", i, strings.Repeat(fmt.Sprintf("text %d ", i), 2000)))
	}
	alone, out := t.TempDir(), t.TempDir()
	exported(t, e, alone)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if _, err := e.Export(ctx, engine.ExportInput{Dir: out, Force: true}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if diff := cmp.Diff(filesOf(t, alone), filesOf(t, out)); diff != "" {
		t.Errorf("(-alone +at once):\n%s", diff)
	}
}

func TestWhatCannotBeReadIsNotWrittenOver(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	e, _ := words(t)
	put(t, e, "a", "# A")
	out := t.TempDir()
	tree(t, out, map[string]string{"a.md": "mine"})
	if err := os.Chmod(filepath.Join(out, "a.md"), 0); err != nil {
		t.Fatal(err)
	}
	if r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out})); len(r.Skipped) != 1 || r.Pages != 0 {
		t.Errorf("%+v", r)
	}
}

// TestAFileThatIsSavedMeanwhileIsKept: of an editor that saves all the time no text is lost.
func TestAFileThatIsSavedMeanwhileIsKept(t *testing.T) {
	e, _ := words(t)
	put(t, e, "a", "# A\n\nfirst")
	out := t.TempDir()
	exported(t, e, out)
	file := filepath.Join(out, "a.md")
	stop, done, begun := make(chan bool), make(chan string), make(chan bool, 1)
	go func() {
		last := ""
		for i := 0; ; i++ {
			select {
			case <-stop:
				done <- last
				return
			default:
			}
			last = fmt.Sprintf("mine %d", i)
			temp := file + "~"
			if os.WriteFile(temp, []byte(last), 0o600) != nil || os.Rename(temp, file) != nil {
				last = "cannot be saved"
			}
			select {
			case begun <- true:
			default:
			}
		}
	}()
	<-begun
	for i := range 20 {
		put(t, e, "a", fmt.Sprintf("# A\n\nnumber %d", i))
		if r := must[*engine.ExportResult](t)(e.Export(ctx, engine.ExportInput{Dir: out})); r.Written > 1 { // the metadata
			t.Errorf("written over: %+v", r)
		}
	}
	close(stop)
	if want := <-done; true {
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}
