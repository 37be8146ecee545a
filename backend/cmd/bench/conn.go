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

func dialCall(address string) (*callConn, error) {
	conn, err := net.Dial("tcp", address)
	return &callConn{address: address, conn: conn, in: bufio.NewReader(conn)}, err
}

func (l *callConn) close() {
	if l.conn != nil {
		_ = l.conn.Close()
	}
}

// post makes a call, and returns an error if the status is not want. head has additional header lines.
func (l *callConn) post(path, head string, want int, body []byte) error {
	l.out = fmt.Appendf(l.out[:0], "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n", path, l.address, len(body), head)
	if _, err := l.conn.Write(append(l.out, body...)); err != nil {
		return err
	}
	status, length, err := l.readHead()
	if err != nil {
		return err
	}
	if status == want {
		_, err = l.in.Discard(length)
		return err
	}
	text, _ := io.ReadAll(io.LimitReader(l.in, int64(length)))
	return fmt.Errorf("POST %s: %d %s", path, status, text)
}

func (l *callConn) readHead() (status, length int, err error) {
	length = -1
	for first := true; ; first = false {
		line, err := l.in.ReadSlice('\n')
		if err != nil {
			return 0, 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		name, value, _ := strings.Cut(text, ":")
		switch {
		case first && len(text) >= 12:
			status, err = strconv.Atoi(text[9:12])
		case text == "" && length < 0:
			return 0, 0, errors.New("an answer without its length")
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

// cpuClock measures the CPU time of a server process and of PostgreSQL, including all its backends, also
// ended ones. Without /proc it returns 0.
type cpuClock struct{ server, postmaster string }

func newCPUClock(ctx context.Context, pool *pgxpool.Pool, server int) (*cpuClock, error) {
	var backend int
	if err := pool.QueryRow(ctx, "select pg_backend_pid()").Scan(&backend); err != nil {
		return nil, err
	}
	c := &cpuClock{server: strconv.Itoa(server)}
	if of, ok := statOf(strconv.Itoa(backend)); ok {
		c.postmaster = of.parent
	}
	return c, nil
}

type procStat struct {
	parent        string
	own, children time.Duration
}

// tick is the unit in which Linux reports the CPU time of processes.
const tick = 10 * time.Millisecond

func statOf(pid string) (procStat, bool) {
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

func (c *cpuClock) read() time.Duration {
	server, _ := statOf(c.server)
	postmaster, _ := statOf(c.postmaster)
	all := server.own + postmaster.own + postmaster.children
	entries, err := os.ReadDir("/proc")
	if err != nil || c.postmaster == "" {
		return all
	}
	for _, e := range entries {
		if s, ok := statOf(e.Name()); ok && s.parent == c.postmaster {
			all += s.own
		}
	}
	return all
}
