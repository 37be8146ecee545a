package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// callConn is one connection of a client that needs very little CPU. Load, server and database share the
// machine, so an expensive client would make the server look slow.
type callConn struct {
	address string
	conn    net.Conn
	in      *bufio.Reader
	out     []byte
}

// dialCall opens a connection to an address (host:port).
func dialCall(address string) (*callConn, error) {
	conn, err := net.Dial("tcp", address)
	return &callConn{address: address, conn: conn, in: bufio.NewReader(conn)}, err
}

func (c *callConn) close() {
	if c.conn != nil {
		_ = c.conn.Close()
	}
}

// post makes a call, and returns an error if the status is not want. head has additional header lines.
func (c *callConn) post(path, head string, want int, body []byte) error {
	c.out = fmt.Appendf(c.out[:0], "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n", path, c.address, len(body), head)
	if _, err := c.conn.Write(append(c.out, body...)); err != nil {
		return err
	}
	status, length, err := c.readHead()
	if err != nil {
		return err
	}
	if status == want {
		_, err = c.in.Discard(length)
		return err
	}
	text, _ := io.ReadAll(io.LimitReader(c.in, int64(length)))
	return fmt.Errorf("POST %s: %d %s", path, status, text)
}

// readHead reads the head of a response. It returns the status and the length of the body in bytes.
func (c *callConn) readHead() (status, length int, err error) {
	length = -1
	for first := true; ; first = false {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		name, value, _ := strings.Cut(text, ":")
		switch {
		case first && len(text) >= 12:
			status, err = strconv.Atoi(text[9:12])
		case text == "" && length < 0:
			return 0, 0, errors.New("a response without Content-Length")
		case text == "":
			return status, length, nil
		case strings.EqualFold(name, "Content-Length"):
			length, err = strconv.Atoi(strings.TrimSpace(value))
		}
		if err != nil {
			return 0, 0, err
		}
	}
}

// cpuClock measures the CPU time of a server process and of PostgreSQL, including all running and ended backends. It
// has the ids of the two processes. Without /proc the CPU time is 0.
type cpuClock struct{ server, postmaster string }

func newCPUClock(ctx context.Context, pool *pgxpool.Pool, server int) (*cpuClock, error) {
	var backend int
	if err := pool.QueryRow(ctx, "select pg_backend_pid()").Scan(&backend); err != nil {
		return nil, err
	}
	c := &cpuClock{server: strconv.Itoa(server)}
	if stat, ok := readStat(strconv.Itoa(backend)); ok {
		c.postmaster = stat.parent
	}
	return c, nil
}

// procStat has the CPU time of a process, and of its ended children.
type procStat struct {
	parent        string
	own, children time.Duration
}

// tick is the unit in which Linux reports the CPU time of processes.
const tick = 10 * time.Millisecond

// readStat returns a process's parent and its CPU times. It returns false if the process does not exist.
func readStat(pid string) (procStat, bool) {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		return procStat{}, false
	}
	// The process's name is in parentheses and may contain any text, so the fields are read after it.
	fields := strings.Fields(string(text)[strings.LastIndexByte(string(text), ')')+1:])
	if len(fields) < 15 {
		return procStat{}, false
	}
	sum := func(from, to int) (all time.Duration) {
		for _, f := range fields[from:to] {
			n, _ := strconv.ParseInt(f, 10, 64)
			all += time.Duration(n) * tick
		}
		return all
	}
	return procStat{parent: fields[1], own: sum(11, 13), children: sum(13, 15)}, true
}

// readTotal returns the CPU time that the server and PostgreSQL have used so far.
func (c *cpuClock) readTotal() time.Duration {
	server, _ := readStat(c.server)
	postmaster, _ := readStat(c.postmaster)
	all := server.own + postmaster.own + postmaster.children
	entries, err := os.ReadDir("/proc")
	if err != nil || c.postmaster == "" {
		return all
	}
	for _, e := range entries {
		if s, ok := readStat(e.Name()); ok && s.parent == c.postmaster {
			all += s.own
		}
	}
	return all
}
