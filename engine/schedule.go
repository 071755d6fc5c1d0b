package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"brain/agent"
)

// ScheduleInput are the parameters of schedule.
type ScheduleInput struct {
	Do   string `json:"do" arg:"1" value:"install|print|remove" required:"" enum:"install|print|remove" help:"put it in, show what would be put in, or take it out"`
	With string `json:"with" enum:"cron|systemd|launchd" help:"the scheduler; by itself the one of this machine"`
}

// ScheduleResult says what stands where.
type ScheduleResult struct {
	Scheduler string          `json:"scheduler"`
	Done      string          `json:"done"` // installed, printed, removed, absent
	Files     []ScheduledFile `json:"files"`
}

// ScheduledFile is a file of the scheduler; for cron it is lines of the user's table and has no path.
type ScheduledFile struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Schedule puts the nightly care and the weekly full merge into the scheduler of the system.
func (e *Engine) Schedule(_ context.Context, in ScheduleInput) (*ScheduleResult, error) {
	s := agent.Scheduler(in.With)
	if s == "" {
		var err error
		if s, err = agent.DefaultScheduler(); errors.Is(err, agent.ErrNoScheduler) && in.Do == "print" {
			s = agent.Cron
		} else if err != nil {
			return nil, &Error{Problem: "this machine has no scheduler that brain knows", Cause: "there is neither systemd for users, nor cron, nor launchd",
				Fix: "run `brain maintain --if-due` by other means; `brain schedule print` shows the cron lines", Err: err}
		}
	}
	job, err := e.job()
	if err != nil {
		return nil, err
	}
	if in.Do == "remove" {
		removed, err := job.Remove(s)
		err = explainSchedule(s, err)
		out := &ScheduleResult{Scheduler: string(s), Done: "absent", Files: []ScheduledFile{}}
		if removed {
			out.Done = "removed"
		}
		return out, err
	}
	files, err := job.Files(s)
	if err != nil {
		return nil, explainSchedule(s, err)
	}
	out := &ScheduleResult{Scheduler: string(s), Done: "printed", Files: []ScheduledFile{}}
	for _, f := range files {
		out.Files = append(out.Files, ScheduledFile(f))
	}
	if in.Do == "install" {
		out.Done = "installed"
		err = explainSchedule(s, job.Install(s))
	}
	return out, err
}

// explainSchedule tells what the system's own program said.
func explainSchedule(s agent.Scheduler, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Problem: fmt.Sprintf("%s did not take the change", s), Cause: err.Error(),
		Fix: "choose another with --with cron|systemd|launchd, or run `brain maintain --if-due` by other means", Err: err}
}

func (e *Engine) job() (agent.Job, error) {
	program, err := os.Executable()
	if err != nil {
		return agent.Job{}, err
	}
	path := e.Path
	if path == "" {
		if path, err = DefaultPath(); err != nil {
			return agent.Job{}, err
		}
	}
	path, err = filepath.Abs(path)
	return agent.Job{Program: program, DB: path}, err
}
