package environment

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// StartProgram starts a program, with its output appended to the file log. It returns when the URL ready responds
// with 200. If the URL does not do so within a minute, StartProgram kills the program and returns an error.
func StartProgram(cmd *exec.Cmd, log, ready string) error {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close() // the program has its own copy
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := AwaitReady(ready); err != nil {
		KillProgram(cmd)
		return errors.Join(err, fmt.Errorf("see %s", log))
	}
	return nil
}

// AwaitReady polls until the URL responds with 200. It returns an error after 1,200 tries, about a minute.
func AwaitReady(address string) error {
	for range 1200 {
		if res, err := http.Get(address); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("%s does not respond with 200", address)
}

// KillProgram ends a program with SIGKILL and waits for its end. It ignores nil.
func KillProgram(cmd *exec.Cmd) {
	if cmd == nil || cmd.Process == nil {
		return
	}
	_ = cmd.Process.Signal(syscall.SIGKILL)
	_ = cmd.Wait()
}
