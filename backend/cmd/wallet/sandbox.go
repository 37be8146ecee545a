package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"krapao/backend/platform/config"
)

// startSandbox starts the sandbox as a separate process. It first stops a sandbox that a killed `make
// run` has left running.
func startSandbox(ctx context.Context, cfg config.Config, logStep func(string, ...any)) (stop func(), err error) {
	logStep("sandbox: starting on port %d", cfg.SandboxPort)
	pidFile := filepath.Join(cfg.DataDir, "sandbox.pid")
	stopOldSandbox(pidFile)
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(filepath.Join(filepath.Dir(exe), "sandbox"))
	cmd.Env = append(os.Environ(), "DATA_DIR="+cfg.DataDir, "SANDBOX_PORT="+strconv.Itoa(cfg.SandboxPort),
		"SANDBOX_CALLBACK_URL=http://127.0.0.1:"+strconv.Itoa(cfg.Port))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that Ctrl-C does not end the sandbox before the server has stopped
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("can't start the sandbox (run make to build it): %w", err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	if err := os.WriteFile(pidFile, []byte(strconv.Itoa(cmd.Process.Pid)), 0o600); err != nil {
		return nil, err
	}
	stop = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-exited:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-exited
		}
		_ = os.Remove(pidFile)
	}
	if err := waitForSandbox(ctx, cfg.SandboxPort, exited); err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// waitForSandbox waits until the sandbox responds, for at most a minute. exited receives the
// exit error of the sandbox process.
func waitForSandbox(ctx context.Context, port int, exited chan error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	address := "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) + "/healthz"
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return err
		}
		if response, err := http.DefaultClient.Do(req); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case err := <-exited:
			exited <- err
			return errors.New("the sandbox stopped on start: is its port in use? Set SANDBOX_PORT")
		case <-ctx.Done():
			return errors.New("the sandbox isn't responding")
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// stopOldSandbox stops the process whose id is in pidFile, if that process is a sandbox.
func stopOldSandbox(pidFile string) {
	text, err := os.ReadFile(pidFile)
	if err != nil {
		return
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 1 {
		return
	}
	name, err := exec.Command("ps", "-o", "comm=", "-p", strconv.Itoa(pid)).Output()
	if err != nil || !strings.Contains(string(name), "sandbox") {
		return
	}
	_ = syscall.Kill(pid, syscall.SIGTERM)
	for range 50 {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
}
