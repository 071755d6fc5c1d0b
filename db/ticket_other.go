//go:build !linux

package db

import "errors"

// A ticket is a place in the line of those who want to write a file. Without locks that belong to a descriptor there is no line, and
// SQLite's own waiting must do.
type ticket struct{}

func takeTicket(string) (*ticket, error) { return nil, errors.ErrUnsupported }

func (t *ticket) first() (n int64, own bool, err error) { return 0, true, nil }
func (t *ticket) block() error                          { return nil }
func (t *ticket) leave()                                {}
func (t *ticket) close()                                {}
