package agent_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"brain/agent"
)

// killedWorld names the world in which the test's own program sets a client up, to be killed meanwhile.
const killedWorld = "BRAIN_TEST_KILLED_WORLD"

func killedSetup(root string) (world, agent.Setup) {
	w := world{root, filepath.Join(root, "home"), filepath.Join(root, "project"), filepath.Join(root, "state")}
	s := w.setup("claude-code", false)
	s.Hooks = true
	return w, s
}

// setUpToBeKilled runs in a process of its own; TestMain calls it.
func setUpToBeKilled(root string) {
	w, s := killedSetup(root)
	p, err := agent.NewPlan(s, w.state, false)
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString("ready\n")
	if err := p.Apply(time.Now()); err != nil {
		panic(err)
	}
}

// Whenever a set-up is killed, the next one or undoing it leaves nothing of it behind.
func TestASetUpThatIsKilledLeavesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 24 {
		w, s := killedSetup(newWorld(t).root)
		w.write(t, "project/CLAUDE.md", "mine\n")
		if err := os.MkdirAll(filepath.Join(w.project, ".git", "objects"), 0o755); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("git", "init", "-q", "--template=", w.project).CombinedOutput(); err != nil {
			t.Skip("no git here: ", string(out))
		}
		before := w.all(t)
		c := exec.Command(self)
		c.Env = append(os.Environ(), killedWorld+"="+w.root)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		bufio.NewReader(out).ReadString('\n')
		time.Sleep(time.Duration(i) * 800 * time.Microsecond)
		c.Process.Kill()
		c.Wait()
		if i%2 == 0 {
			apply(t, w, s, false)
			for name := range w.all(t) {
				if strings.HasSuffix(name, ".tmp") {
					t.Errorf("round %d: %s is left", i, name)
				}
			}
		}
		p := apply(t, w, s, true)
		if err := p.Tidy(); err != nil { // where there is nothing to undo
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, w.all(t)); diff != "" {
			t.Fatalf("round %d (-before +after):\n%s", i, diff)
		}
	}
}

// all are the files of the project, git's too.
func (w world) all(t fataler) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(w.root, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == w.state {
			return filepath.SkipDir
		}
		out[path] = ""
		if !d.IsDir() {
			b, err := os.ReadFile(path)
			out[path] = string(b)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
