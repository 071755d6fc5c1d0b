package agent

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var job = Job{Program: "/opt/it's 100% $ok/brain", DB: `/home/me/my "notes" & $x.db`}

func TestTheCronLineSurvivesTheShell(t *testing.T) {
	line := strings.Split(job.cron(), "\n")[1]
	// cron runs what stands before a bare %; \% is a % to it.
	command := strings.ReplaceAll(strings.TrimPrefix(line, "0 2 * * * "), `\%`, "%")
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	command = strings.Replace(command, cronShell(job.Program), cronShell(filepath.Join(dir, "brain")), 1)
	script := "#!/bin/sh\nprintf '%s|%s' \"$BRAIN_DB\" \"$*\" > " + seen + "\n"
	if err := os.WriteFile(filepath.Join(dir, "brain"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	if want := job.DB + "|maintain --if-due --quiet"; string(got) != want {
		t.Errorf("ran %q, want %q", got, want)
	}
}

// cronShell is the quoted form without cron's own escape.
func cronShell(s string) string { return strings.ReplaceAll(cronQuote(s), `\%`, "%") }

func TestInstallReplacesItsOwnLinesOnly(t *testing.T) {
	fakeCrontab(t, "1 2 3 4 5 mine\n")
	for range 2 {
		if err := job.Install(Cron); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff("1 2 3 4 5 mine\n"+job.cron(), readCrontab(t)); diff != "" {
		t.Errorf("after two installs (-want +got):\n%s", diff)
	}
	removed, err := job.Remove(Cron)
	if err != nil || !removed {
		t.Fatalf("Remove = %v, %v", removed, err)
	}
	if diff := cmp.Diff("1 2 3 4 5 mine\n", readCrontab(t)); diff != "" {
		t.Errorf("after the removal (-want +got):\n%s", diff)
	}
	if removed, err = job.Remove(Cron); err != nil || removed {
		t.Errorf("second Remove = %v, %v", removed, err)
	}
}

func TestEachFileHasAScheduleOfItsOwn(t *testing.T) {
	fakeCrontab(t, "")
	other := Job{Program: job.Program, DB: "/another.db"}
	for _, j := range []Job{job, other} {
		if err := j.Install(Cron); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(job.cron()+other.cron(), readCrontab(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if removed, err := job.Remove(Cron); err != nil || !removed {
		t.Fatalf("Remove = %v, %v", removed, err)
	}
	if diff := cmp.Diff(other.cron(), readCrontab(t)); diff != "" {
		t.Errorf("after the first is removed (-want +got):\n%s", diff)
	}
}

func TestAPathWithALineBreakIsRefused(t *testing.T) {
	for _, s := range []Scheduler{Cron, Systemd, Launchd} {
		if _, err := (Job{Program: "/brain", DB: "/a\nb.db"}).Files(s); err == nil {
			t.Errorf("%s takes it", s)
		}
	}
}

func TestACrontabThatCannotBeReadIsNotOverwritten(t *testing.T) {
	fakeCrontab(t, "1 2 3 4 5 mine\n")
	t.Setenv("CRONTAB_FAILS", "1")
	if err := job.Install(Cron); err == nil {
		t.Error("no error")
	}
	if got := readCrontab(t); got != "1 2 3 4 5 mine\n" {
		t.Errorf("table is now %q", got)
	}
}

// fakeCrontab puts a program named crontab in the PATH that keeps its table in a file: the real one would change the
// table of whoever runs the tests.
func fakeCrontab(t *testing.T, table string) {
	t.Helper()
	dir := t.TempDir()
	script := `#!/bin/sh
[ -n "$CRONTAB_FAILS" ] && { echo "permission denied" >&2; exit 1; }
case "$1" in -l) cat "$CRONTAB_FILE" ;; -) cat > "$CRONTAB_FILE" ;; esac
`
	if err := os.WriteFile(filepath.Join(dir, "crontab"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "table")
	if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CRONTAB_FILE", file)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func readCrontab(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(os.Getenv("CRONTAB_FILE"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSystemdFilesAreWellFormed(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", "/xdg")
	files, err := job.Files(Systemd)
	if err != nil {
		t.Fatal(err)
	}
	want := []File{
		{"/xdg/systemd/user/" + job.name() + ".service", `[Unit]
Description=brain: keep the file in order

[Service]
Type=oneshot
Environment="BRAIN_DB=/home/me/my \"notes\" & $x.db"
ExecStart="/opt/it's 100%% $$ok/brain" maintain --if-due --quiet
`},
		{"/xdg/systemd/user/" + job.name() + ".timer", timer},
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestThePlistEscapesItsTexts(t *testing.T) {
	if text := job.plist(); !strings.Contains(text, "notes\" &amp; $x.db</string>") || strings.Contains(text, " & ") {
		t.Errorf("plist: %s", text)
	}
}
