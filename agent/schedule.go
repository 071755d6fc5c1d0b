package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Job is what keeps a brain in order: vectors for what has none every night, and the full merge that brain-merge wants weekly,
// Sunday 02:00, with GBrain's weekly look at the pages. The scheduler starts it every day, and `maintain --if-due` leaves out
// what is not due: a machine that was off on Sunday night catches up on its next day.
type Job struct {
	Program string // absolute path of brain
	DB      string // absolute path of the file
}

// Scheduler is one of the systems that can run the job.
type Scheduler string

// The schedulers known.
const (
	Cron    Scheduler = "cron"
	Systemd Scheduler = "systemd"
	Launchd Scheduler = "launchd"
)

// ErrNoScheduler says that the machine has none of the schedulers.
var ErrNoScheduler = errors.New("no scheduler found")

// DefaultScheduler is the one of this machine: launchd on macOS, else systemd's user instance if it runs, else cron.
func DefaultScheduler() (Scheduler, error) {
	if runtime.GOOS == "darwin" {
		return Launchd, nil
	}
	if exec.Command("systemctl", "--user", "show-environment").Run() == nil {
		return Systemd, nil
	}
	if _, err := exec.LookPath("crontab"); err == nil {
		return Cron, nil
	}
	return "", ErrNoScheduler
}

// File is a file that a scheduler reads: for cron it is the block of lines in the user's table, and Path is empty.
type File struct {
	Path string
	Text string
}

// Files are what installing the job writes.
func (j Job) Files(s Scheduler) ([]File, error) {
	if strings.ContainsAny(j.DB+j.Program, "\n\r\x00") {
		return nil, errors.New("a path with a line break cannot stand in a scheduler's file")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("find the home folder: %w", err)
	}
	switch s {
	case Systemd:
		dir := os.Getenv("XDG_CONFIG_HOME")
		if dir == "" {
			dir = filepath.Join(home, ".config")
		}
		dir = filepath.Join(dir, "systemd", "user")
		return []File{
			{filepath.Join(dir, j.name()+".service"), j.service()},
			{filepath.Join(dir, j.name()+".timer"), timer},
		}, nil
	case Launchd:
		return []File{{filepath.Join(home, "Library", "LaunchAgents", j.name()+".plist"), j.plist()}}, nil
	}
	return []File{{"", j.cron()}}, nil
}

// name tells the jobs of different files apart: each brain has a schedule of its own.
func (j Job) name() string {
	sum := sha256.Sum256([]byte(j.DB))
	return "brain-merge-" + hex.EncodeToString(sum[:4])
}

// begin and end are the marks between which cron's lines stand, by which they are found again.
func (j Job) begin() string { return "# " + j.name() + ": begin" }
func (j Job) end() string   { return "# " + j.name() + ": end" }

func (j Job) cron() string {
	return fmt.Sprintf("%s\n0 2 * * * BRAIN_DB=%s %s maintain --if-due --quiet >/dev/null\n%s\n", j.begin(), cronQuote(j.DB), cronQuote(j.Program), j.end())
}

// cronQuote quotes for the shell; cron itself ends a command at a bare %.
func cronQuote(s string) string {
	return "'" + strings.NewReplacer("'", `'\''`, "%", `\%`).Replace(s) + "'"
}

func (j Job) service() string {
	return fmt.Sprintf("[Unit]\nDescription=brain: keep the file in order\n\n[Service]\nType=oneshot\nEnvironment=%s\nExecStart=%s maintain --if-due --quiet\n",
		systemdQuote("BRAIN_DB="+j.DB), strings.ReplaceAll(systemdQuote(j.Program), "$", "$$"))
}

// systemdQuote quotes as systemd.syntax(7) says; a bare % would be a specifier. In ExecStart, not in Environment, a $
// begins a variable too.
func systemdQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%").Replace(s) + `"`
}

// timer starts the service every night; Persistent makes up for a night when the machine was off.
const timer = "[Unit]\nDescription=brain: look every night what is to be done\n\n[Timer]\nOnCalendar=*-*-* 02:00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n"

func (j Job) plist() string {
	x := func(s string) string { return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s) }
	return fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>%s</string>
  <key>ProgramArguments</key>
  <array><string>%s</string><string>maintain</string><string>--if-due</string><string>--quiet</string></array>
  <key>EnvironmentVariables</key>
  <dict><key>BRAIN_DB</key><string>%s</string></dict>
  <key>StartCalendarInterval</key>
  <dict><key>Hour</key><integer>2</integer><key>Minute</key><integer>0</integer></dict>
</dict>
</plist>
`, j.name(), x(j.Program), x(j.DB))
}

// Install puts the job into the scheduler, replacing an older one.
func (j Job) Install(s Scheduler) error {
	files, err := j.Files(s)
	if err != nil {
		return err
	}
	if s == Cron {
		return editCrontab(func(table string) string { return j.withoutBlock(table) + files[0].Text })
	}
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(f.Path, []byte(f.Text), 0o644); err != nil {
			return err
		}
	}
	if s == Launchd {
		run("launchctl", "unload", files[0].Path) // an older one may be loaded or not
		return run("launchctl", "load", files[0].Path)
	}
	err = run("systemctl", "--user", "daemon-reload")
	if err == nil {
		err = run("systemctl", "--user", "enable", "--now", j.name()+".timer")
	}
	if err != nil {
		// What systemd did not take must not wait for its next start.
		for _, f := range files {
			os.Remove(f.Path)
		}
	}
	return err
}

// Remove takes the job of j's file out of the scheduler. removed is false if it was not there.
func (j Job) Remove(s Scheduler) (removed bool, err error) {
	if s == Cron {
		err := editCrontab(func(table string) string {
			out := j.withoutBlock(table)
			removed = out != table
			return out
		})
		return removed, err
	}
	files, err := j.Files(s)
	if err != nil {
		return false, err
	}
	if _, err := os.Stat(files[0].Path); errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if s == Launchd {
		err = run("launchctl", "unload", files[0].Path)
	} else {
		err = run("systemctl", "--user", "disable", "--now", j.name()+".timer")
	}
	for _, f := range files {
		err = errors.Join(err, os.Remove(f.Path))
	}
	return true, err
}

// withoutBlock cuts the lines of j's file out of a crontab.
func (j Job) withoutBlock(table string) string {
	before, rest, ok := strings.Cut(table, j.begin()+"\n")
	if !ok {
		return table
	}
	_, after, _ := strings.Cut(rest, j.end()+"\n")
	return before + after
}

func editCrontab(edit func(string) string) error {
	list := exec.Command("crontab", "-l")
	var stderr bytes.Buffer
	list.Stderr = &stderr
	table, err := list.Output()
	// "no crontab for USER" is exit code 1 and an empty table; anything else must not be overwritten.
	if err != nil && !strings.Contains(stderr.String(), "no crontab") {
		return fmt.Errorf("read the crontab: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	old := string(table)
	if old != "" && !strings.HasSuffix(old, "\n") {
		old += "\n"
	}
	changed := edit(old)
	if changed == old {
		return nil
	}
	write := exec.Command("crontab", "-")
	write.Stdin = strings.NewReader(changed)
	if out, err := write.CombinedOutput(); err != nil {
		return fmt.Errorf("write the crontab: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}
