package pgembed

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"krapao/backend/platform/freeport"
)

// Options are the settings of a server.
type Options struct {
	// Dir is the folder for the cluster; it is created if needed.
	Dir string
	// Port is a loopback port; if 0, a free one is used.
	Port int
	// Settings are passed to postgres as -c name=value, after our own.
	Settings map[string]string
	// Log receives PostgreSQL's output.
	Log io.Writer
	// DieWithParent stops the server and removes its folder when this process ends, however it ends. It is
	// for tests, which may be killed.
	DieWithParent bool
}

// Server is a running PostgreSQL.
type Server struct {
	// URL connects as the owner of the cluster.
	URL string
	// PID is the process id of the postmaster, for tests that kill it.
	PID  int
	cmd  *exec.Cmd
	done chan struct{}
	dir  string // the cluster's
	bin  string
	user user
	// parentPipe is the pipe of DieWithParent's shell; nil without DieWithParent.
	parentPipe io.Closer
}

const (
	owner       = "krapao"
	stopTimeout = 20 * time.Second
)

// Start finds PostgreSQL, creates the cluster if there is none, and starts a server on a free loopback
// port. It first stops a server that an earlier process left running. When Start returns, the server
// accepts connections.
func Start(ctx context.Context, o Options) (*Server, error) {
	bin, err := binDir()
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	account, err := findUser()
	if err != nil {
		return nil, err
	}
	if bin, dir, err = account.prepareFolders(bin, dir); err != nil {
		return nil, err
	}
	if err := stopLeftover(filepath.Join(dir, "pg")); err != nil {
		return nil, err
	}
	password, err := initCluster(ctx, account, bin, dir, o.Log)
	if err != nil {
		return nil, err
	}
	// Backends of a killed server may run for a moment longer and hold its shared memory. Until then
	// PostgreSQL refuses to start.
	for try := 0; ; try++ {
		s, err := launch(ctx, account, bin, dir, password, o)
		if !errors.Is(err, errEnded) || try == 20 {
			return s, err
		}
		time.Sleep(500 * time.Millisecond)
	}
}

var errEnded = errors.New("pgembed: PostgreSQL ended while starting; its log has the reason")

// initCluster creates the cluster in pg.new, and renames the folder when it is complete.
func initCluster(ctx context.Context, account user, bin, dir string, log io.Writer) (string, error) {
	secret := filepath.Join(dir, "pg-password")
	data := filepath.Join(dir, "pg")
	if text, err := os.ReadFile(secret); err == nil {
		if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); err == nil {
			return strings.TrimSpace(string(text)), nil
		}
	}
	fresh := filepath.Join(dir, "pg.new")
	for _, path := range []string{fresh, data} {
		if err := os.RemoveAll(path); err != nil {
			return "", err
		}
	}
	password := rand.Text()
	if err := os.WriteFile(secret, []byte(password), 0o600); err != nil {
		return "", err
	}
	if err := account.chown(secret); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", fresh, "-U", owner, "-A", "scram-sha-256",
		"--pwfile="+secret, "-E", "UTF8", "--locale=C", "--no-instructions")
	account.configureCmd(cmd)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("pgembed: initdb: %w\n%s", err, out)
	}
	if log != nil {
		_, _ = log.Write(out)
	}
	return password, os.Rename(fresh, data)
}

// launch starts postgres and returns when it accepts connections.
func launch(ctx context.Context, account user, bin, dir, password string, o Options) (*Server, error) {
	port, err := o.Port, error(nil)
	if port == 0 {
		port, err = freeport.Loopback()
	}
	if err != nil {
		return nil, err
	}
	cmd, err := command(account, bin, dir, port, o)
	if err != nil {
		return nil, err
	}
	var parentPipe io.Closer
	if o.DieWithParent {
		if parentPipe, err = cmd.StdinPipe(); err != nil {
			return nil, err
		}
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("pgembed: start: %w", err)
	}
	data := filepath.Join(dir, "pg")
	s := &Server{cmd: cmd, done: make(chan struct{}), dir: data, bin: bin, user: account, parentPipe: parentPipe}
	go func() { _ = cmd.Wait(); close(s.done) }()
	s.URL = buildURL(password, strconv.Itoa(port))
	pid := cmd.Process.Pid
	if o.DieWithParent {
		pid = 0 // cmd is the shell, not postgres
	}
	if err := s.waitReady(ctx, pid); err != nil {
		_ = cmd.Process.Signal(syscall.SIGINT)
		<-s.done
		return nil, err
	}
	s.PID, _ = readPID(data)
	return s, nil
}

// command returns the command that runs postgres. With DieWithParent it is a shell that stops postgres
// later.
func command(account user, bin, dir string, port int, o Options) (*exec.Cmd, error) {
	args := []string{
		filepath.Join(bin, "postgres"), "-D", filepath.Join(dir, "pg"), "-p", strconv.Itoa(port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
		"-c", "shared_buffers=64MB", "-c", "max_connections=100",
	}
	for name, value := range o.Settings {
		args = append(args, "-c", name+"="+value)
	}
	if o.DieWithParent {
		// The shell reads from a pipe that this process holds. When the process ends, the shell reads the
		// end of the pipe, stops the server and removes the folder.
		script := `"$@" <&- & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid; rm -rf "$KRAPAO_PG_DIR"`
		args = append([]string{"/bin/sh", "-c", script, "sh"}, args...)
		if err := account.chown(filepath.Dir(dir)); err != nil { // so that the shell may remove it
			return nil, err
		}
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "KRAPAO_PG_DIR="+filepath.Dir(dir))
	cmd.Stdout, cmd.Stderr = o.Log, o.Log
	account.configureCmd(cmd)
	return cmd, nil
}

func buildURL(password, port string) string {
	return (&url.URL{
		Scheme: "postgres", User: url.UserPassword(owner, password),
		Host: net.JoinHostPort("127.0.0.1", port), Path: "/postgres", RawQuery: "sslmode=disable",
	}).String()
}

// Stop stops the server in fast mode: open transactions are rolled back.
func (s *Server) Stop() error {
	if s.parentPipe != nil {
		_ = s.parentPipe.Close()
	} else if pid, err := readPID(s.dir); err == nil {
		_ = syscall.Kill(pid, syscall.SIGINT)
	} else {
		_ = s.cmd.Process.Signal(syscall.SIGINT)
	}
	select {
	case <-s.done:
		return nil
	case <-time.After(stopTimeout):
		_ = s.cmd.Process.Kill()
		<-s.done
		return errors.New("pgembed: the server did not stop in time and was killed")
	}
}

// waitReady returns when postgres has written "ready" into its pid file. A killed server may have left
// such a file, so the pid in the file must be pid. If pid is 0, the folder is new and any pid is
// accepted.
func (s *Server) waitReady(ctx context.Context, pid int) error {
	deadline := time.After(60 * time.Second)
	for {
		if text, err := os.ReadFile(filepath.Join(s.dir, "postmaster.pid")); err == nil {
			lines := strings.Split(string(text), "\n")
			ours := pid == 0 || strings.TrimSpace(lines[0]) == strconv.Itoa(pid)
			if ours && len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready" {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errEnded
		case <-deadline:
			return errors.New("pgembed: PostgreSQL was not ready within 60 seconds")
		case <-time.After(20 * time.Millisecond):
		}
	}
}
