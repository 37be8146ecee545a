package pgembed

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// FindRunningURL returns the URL of the server that another process runs in the folder, or "" if none runs.
func FindRunningURL(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	serverUser, err := findUser()
	if err != nil {
		return "", err
	}
	own := serverUser.clusterFolder(dir)
	pid, err := readPID(filepath.Join(own, "pg"))
	if err != nil || syscall.Kill(pid, 0) != nil || !isPostgres(pid) {
		return "", nil
	}
	password, err := os.ReadFile(filepath.Join(own, "pg-password"))
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(own, "pg", "postmaster.pid"))
	if err != nil {
		return "", err
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 4 {
		return "", nil
	}
	return buildURL(strings.TrimSpace(string(password)), strings.TrimSpace(lines[3])), nil
}

// stopLeftover stops the server that a killed process left running, and waits until it has ended.
func stopLeftover(data string) error {
	pid, err := readPID(data)
	if err != nil || syscall.Kill(pid, 0) != nil {
		return nil
	}
	if !isPostgres(pid) {
		return os.Remove(filepath.Join(data, "postmaster.pid"))
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		_ = syscall.Kill(pid, sig)
		for range 100 {
			if syscall.Kill(pid, 0) != nil {
				return nil
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return fmt.Errorf("pgembed: an earlier PostgreSQL (pid %d) does not stop", pid)
}

// isPostgres reports whether a process is a postgres. The pid may have been reused, and another program
// must not receive the signal.
func isPostgres(pid int) bool {
	out, err := exec.Command("ps", "-o", "comm=", "-p", strconv.Itoa(pid)).Output()
	if err != nil { // no ps: read /proc
		out, err = os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	}
	return err == nil && strings.Contains(string(out), "postgres")
}

func readPID(data string) (int, error) {
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(strings.TrimSpace(first))
}
