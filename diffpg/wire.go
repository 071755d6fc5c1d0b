package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
)

// conn is a connection in PostgreSQL's protocol version 3 with its simple query: SQL goes out as text, and rows come in
// as text. That is all that is needed here, and a driver would be a dependency of the whole module.
type conn struct {
	net net.Conn
	in  *bufio.Reader
	pid int // of the server process behind this connection
}

// serverError is an error that the server reports. The connection goes on.
type serverError struct{ code, message string }

func (e *serverError) Error() string { return "server: " + e.message + " (" + e.code + ")" }

// null stands for NULL in results. Both sides of a comparison write it.
const null = "NULL"

// newConn logs in to a server that trusts its users.
func newConn(n net.Conn, user, database string) (*conn, error) {
	c := &conn{net: n, in: bufio.NewReaderSize(n, 1<<16)}
	var b bytes.Buffer
	binary.Write(&b, binary.BigEndian, int32(0))
	binary.Write(&b, binary.BigEndian, int32(3<<16)) // protocol 3.0
	for _, s := range []string{"user", user, "database", database, "client_encoding", "UTF8", ""} {
		b.WriteString(s)
		b.WriteByte(0)
	}
	binary.BigEndian.PutUint32(b.Bytes(), uint32(b.Len()))
	if _, err := n.Write(b.Bytes()); err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	if _, err := c.results(); err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	return c, nil
}

// close says goodbye. What goes wrong then is of no interest.
func (c *conn) close() {
	c.net.Write([]byte{'X', 0, 0, 0, 4})
	c.net.Close()
}

// query runs SQL, one statement or several, and gives the rows of all of them.
func (c *conn) query(sql string) ([][]string, error) {
	head := make([]byte, 5, 6+len(sql))
	head[0] = 'Q'
	binary.BigEndian.PutUint32(head[1:], uint32(4+len(sql)+1))
	if _, err := c.net.Write(append(append(head, sql...), 0)); err != nil {
		return nil, fmt.Errorf("send query: %w", err)
	}
	return c.results()
}

// results reads messages up to the one that says that the server is ready for the next query.
func (c *conn) results() (rows [][]string, err error) {
	for {
		kind, body, readErr := c.message()
		if readErr != nil {
			return nil, fmt.Errorf("read answer: %w", readErr)
		}
		switch kind {
		case 'D':
			row, rowErr := dataRow(body)
			if rowErr != nil {
				return nil, rowErr
			}
			rows = append(rows, row)
		case 'E':
			err = errorResponse(body)
		case 'R':
			if len(body) < 4 || binary.BigEndian.Uint32(body) != 0 {
				return nil, errors.New("the server asks for a password")
			}
		case 'K':
			if len(body) >= 4 {
				c.pid = int(binary.BigEndian.Uint32(body))
			}
		case 'Z':
			return rows, err
		}
	}
}

func (c *conn) message() (kind byte, body []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(c.in, head[:]); err != nil {
		return 0, nil, err
	}
	n := int(binary.BigEndian.Uint32(head[1:])) - 4
	if n < 0 {
		return 0, nil, fmt.Errorf("message %q of %d bytes", head[0], n)
	}
	body = make([]byte, n)
	_, err = io.ReadFull(c.in, body)
	return head[0], body, err
}

var errShortRow = errors.New("read row: it ends early")

func dataRow(body []byte) ([]string, error) {
	if len(body) < 2 {
		return nil, errShortRow
	}
	row := make([]string, binary.BigEndian.Uint16(body))
	body = body[2:]
	for i := range row {
		if len(body) < 4 {
			return nil, errShortRow
		}
		n := int(int32(binary.BigEndian.Uint32(body)))
		body = body[4:]
		if n < 0 {
			row[i] = null
			continue
		}
		if len(body) < n {
			return nil, errShortRow
		}
		row[i], body = string(body[:n]), body[n:]
	}
	return row, nil
}

func errorResponse(body []byte) error {
	e := &serverError{}
	for field := range bytes.SplitSeq(body, []byte{0}) {
		if len(field) == 0 {
			continue
		}
		switch field[0] {
		case 'C':
			e.code = string(field[1:])
		case 'M':
			e.message = string(field[1:])
		}
	}
	return e
}

// literal is a text as SQL writes it (standard_conforming_strings is on).
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
