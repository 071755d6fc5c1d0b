package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// errNoServer says that there is no PostgreSQL 15 here, or none that can be started.
var errNoServer = errors.New("no PostgreSQL 15")

// server is a private PostgreSQL that lives as long as this program.
type server struct {
	dir     string // the cluster and the socket
	version string
	cmd     *exec.Cmd
	log     *os.File
}

// setup are the extension, functions and tables that questions use.
//
//go:embed setup.sql
var setup string

// startServer makes a cluster in a temporary folder and starts a server on it. Nothing is synced to the disk: the data
// lives for one run.
func startServer(ctx context.Context) (s *server, err error) {
	bin, version, err := findServer(ctx)
	if err != nil {
		return nil, err
	}
	s = &server{version: version}
	if s.dir, err = os.MkdirTemp("", "diffpg"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.stop()
			s = nil
		}
	}()
	if s.log, err = os.Create(filepath.Join(s.dir, "log")); err != nil {
		return nil, err
	}
	attributes, err := unprivileged(s.dir)
	if err != nil {
		return nil, err
	}
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.Dir, cmd.SysProcAttr, cmd.Stdout, cmd.Stderr = s.dir, attributes, s.log, s.log
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TZ=UTC")
		return cmd
	}
	data := filepath.Join(s.dir, "data")
	initdb := command("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	if err := initdb.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w\n%s", errNoServer, initdb.Path, err, s.logged())
	}
	// JIT costs more than it saves on queries as short as these, and would blur what is measured.
	s.cmd = command("postgres", "-D", data, "-k", s.dir, "-F", "-c", "listen_addresses=", "-c", "autovacuum=off", "-c", "jit=off",
		"-c", "max_parallel_workers_per_gather=0", "-c", "client_min_messages=error", "-c", "log_min_messages=fatal")
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return nil, fmt.Errorf("%w: %w", errNoServer, err)
	}
	c, err := s.await(ctx)
	if err != nil {
		return nil, err
	}
	defer c.close()
	if _, err := c.query(setup); err != nil {
		return nil, fmt.Errorf("set the server up: %w", err)
	}
	return s, nil
}

// await connects as soon as the server lets it.
func (s *server) await(ctx context.Context) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for {
		c, err := s.connect(ctx)
		if err == nil {
			return c, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: it does not come up: %w\n%s", errNoServer, err, s.logged())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (s *server) connect(ctx context.Context) (*conn, error) {
	n, err := new(net.Dialer).DialContext(ctx, "unix", filepath.Join(s.dir, ".s.PGSQL.5432"))
	if err != nil {
		return nil, err
	}
	c, err := newConn(n, "postgres", "postgres")
	if err != nil {
		n.Close()
	}
	return c, err
}

// logged is what the server's programs wrote.
func (s *server) logged() string {
	text, err := os.ReadFile(s.log.Name())
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// stop ends the server and removes its data.
func (s *server) stop() {
	if s.cmd != nil {
		s.cmd.Process.Signal(os.Interrupt) // fast shutdown
		s.cmd.Wait()
	}
	if s.log != nil {
		s.log.Close()
	}
	os.RemoveAll(s.dir)
}

// findServer is the folder of the programs of PostgreSQL 15, the version that brain reproduces.
func findServer(ctx context.Context) (bin, version string, err error) {
	var seen []string
	for _, dir := range binFolders(ctx) {
		out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
		if err != nil {
			continue
		}
		version := strings.TrimSpace(string(out))
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil && strings.HasPrefix(version, "postgres (PostgreSQL) 15.") {
			return dir, version, nil
		}
		seen = append(seen, version+" in "+dir)
	}
	if len(seen) > 0 {
		return "", "", fmt.Errorf("%w: only %s", errNoServer, strings.Join(seen, ", "))
	}
	return "", "", fmt.Errorf("%w: no postgres on PATH, in /usr/lib/postgresql/15/bin, or where pg_config says", errNoServer)
}

func binFolders(ctx context.Context) []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	dirs = append(dirs, "/usr/lib/postgresql/15/bin")
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	return dirs
}
