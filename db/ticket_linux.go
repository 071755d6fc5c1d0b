package db

import (
	"errors"

	"golang.org/x/sys/unix"
)

// A ticket is a place in the line of those who want to write a file. It is a locked byte, the ticket's number, of the file's
// WAL: SQLite locks nothing there, everyone who may write the file has it open, and it leaves nothing behind. The locks belong
// to the descriptor (F_OFD_SETLK), so neither SQLite's closing of the WAL nor that of another ticket drops them, and the kernel drops
// them when a process is killed. Numbers only grow while somebody is in line, so who comes later cannot overtake.
type ticket struct {
	fd     int
	number int64
}

// firstTicket is the offset of ticket 0, far behind any WAL.
const firstTicket = 1 << 61

// takeTicket gives a place behind everyone who has one. The error says that no line can be formed on this file.
func takeTicket(wal string) (*ticket, error) {
	t, err := openTicket(wal)
	if err != nil {
		return nil, err
	}
	if err := t.draw(); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// openTicket gives a ticket without a number.
func openTicket(wal string) (*ticket, error) {
	fd, err := unix.Open(wal, unix.O_RDWR|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	var fs unix.Statfs_t
	if err = unix.Fstatfs(fd, &fs); err == nil && network(&fs) != "" {
		err = unix.EOPNOTSUPP // to lock there means to ask another machine
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return &ticket{fd: fd}, nil
}

// draws is how often a number is drawn again where another process was quicker.
const draws = 100

func (t *ticket) draw() error {
	var n int64
	for range draws {
		for {
			last, there, err := t.held(n, 0)
			if err != nil {
				return err
			}
			if !there {
				break
			}
			n = last + 1
		}
		err := t.lock(unix.F_OFD_SETLK, unix.F_WRLCK, n, 1)
		if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
			n++
			continue
		}
		if err != nil {
			return err
		}
		t.number = n
		// Between the look and the lock the line may have emptied and formed again from 0: then this place is before its end. It did not
		// where the one before is still there: who is behind came later, and must not be let past.
		later, there, err := t.held(n+1, 0)
		if err != nil || !there {
			return err
		}
		if n > 0 {
			if _, there, err = t.held(n-1, 1); err != nil || there {
				return err
			}
		}
		if err := t.lock(unix.F_OFD_SETLK, unix.F_UNLCK, n, 1); err != nil {
			return err
		}
		n = later + 1
	}
	return unix.EAGAIN
}

// held finds a number from n on, of so many (0 is all), that somebody else holds: of several the one that was locked first.
func (t *ticket) held(n, count int64) (int64, bool, error) {
	// A lock that others only wait with is no number; those are F_RDLCK and do not show.
	l := unix.Flock_t{Type: unix.F_RDLCK, Start: firstTicket + n, Len: count}
	err := unix.FcntlFlock(uintptr(t.fd), unix.F_OFD_GETLK, &l)
	return l.Start - firstTicket, l.Type != unix.F_UNLCK, err
}

// lock locks or unlocks so many numbers from n on.
func (t *ticket) lock(cmd int, kind int16, n, count int64) error {
	for {
		l := unix.Flock_t{Type: kind, Start: firstTicket + n, Len: count}
		if err := unix.FcntlFlock(uintptr(t.fd), cmd, &l); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// first gives the number of the one whose turn it is; own says that it is this ticket's.
func (t *ticket) first() (n int64, own bool, err error) {
	if t.number == 0 {
		return 0, true, nil
	}
	n, there, err := t.held(0, t.number)
	return n, !there, err
}

// block ends when all before this ticket have left.
func (t *ticket) block() error {
	if t.number == 0 {
		return nil
	}
	// Who waits for one alone is woken once; it may be that this one left out of turn.
	if err := t.lock(unix.F_OFD_SETLKW, unix.F_RDLCK, t.number-1, 1); err != nil {
		return err
	}
	if err := t.lock(unix.F_OFD_SETLKW, unix.F_RDLCK, 0, t.number); err != nil {
		return err
	}
	return t.lock(unix.F_OFD_SETLK, unix.F_UNLCK, 0, t.number)
}

// leave gives the place up. It may be called while another goroutine is in block; close may not.
func (t *ticket) leave() { t.lock(unix.F_OFD_SETLK, unix.F_UNLCK, t.number, 1) }

func (t *ticket) close() { unix.Close(t.fd) }
