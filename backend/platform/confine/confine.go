// Package confine processes strangers' bytes in a child process of this program. A decoder that is
// misled costs the child its budget of CPU and memory, and the server nothing.
//
// The child is this same program, started with a few environment variables and none of the server's
// secrets. Serve, called from a package's init, takes over before main: it reads its input, does the
// work, writes its output and ends.
//
//	waiting --slot--> running -> done       output
//	   |                 |  \---> over       ErrBudget: CPU or memory is spent, a verdict
//	   |                 \------> lost       another error: killed, no process available; try again
//	   \--> ErrBusy: too many wait
//
// Pool limits how many children run, one per owner at a time, and serves the owners in turn (package
// fairqueue). An owner who sends a hundred pictures delays the others by one at most.
//
// After a crash: a child whose server is gone reads the end of its input, or spends its budget.
// Either ends it within seconds.
package confine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"krapao/backend/platform/fairqueue"
)

var (
	// ErrBudget is the error of work that spent its CPU or its memory, or broke the program: the same
	// bytes would do so again.
	ErrBudget = errors.New("confine: the work ran out of its budget")
	// ErrBusy is the error of a pool whose queue is full.
	ErrBusy = fairqueue.ErrFull
)

// Budget of a child.
type Budget struct {
	// CPU is how much CPU time the work has. Its context ends then, and the system kills a child that
	// runs for two more seconds.
	CPU time.Duration
	// Memory is how many bytes the work may hold.
	Memory int64
}

// maxOutput is far above any output.
const maxOutput = 16 << 20

// lostAfter ends a child that gets no CPU time. It is no verdict.
const lostAfter = 2 * time.Minute

// Environment of a child.
const (
	envWork   = "KRAPAO_CONFINED"
	envCPU    = "KRAPAO_CONFINED_CPU"
	envMemory = "KRAPAO_CONFINED_MEMORY"
)

// Exit codes of a child. Go's own, for a panic and for no memory, is 2.
const (
	exitFailed = 1
	exitBroken = 2
	exitMemory = 3
)

// start runs one child to its end.
func start(ctx context.Context, work string, in io.Reader, b Budget) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("confine: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, lostAfter)
	defer cancel()
	var said tail
	out := limited{most: maxOutput}
	child := exec.CommandContext(ctx, self)
	child.Env = []string{
		envWork + "=" + work, envCPU + "=" + b.CPU.String(), envMemory + "=" + strconv.FormatInt(b.Memory, 10),
		"GOMAXPROCS=1", "GOTRACEBACK=single",
	}
	child.Dir, child.Stdin, child.Stdout, child.Stderr = "/", in, &out, &said
	child.WaitDelay = time.Second
	err = child.Run()
	if err == nil && out.over {
		return nil, fmt.Errorf("confine: %s answered more than %d bytes", work, maxOutput)
	}
	if err == nil {
		return out.Bytes(), nil
	}
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	if spent(child.ProcessState, b) {
		return nil, fmt.Errorf("%w: %s: %w %s", ErrBudget, work, err, said.line())
	}
	return nil, fmt.Errorf("confine: %s: %w %s", work, err, said.line())
}

// spent reports whether a child spent its budget or broke, and was not lost: the system's
// out-of-memory killer, for example, says nothing about the picture.
func spent(state *os.ProcessState, b Budget) bool {
	if state == nil {
		return false
	}
	if code := state.ExitCode(); code == exitBroken || code == exitMemory {
		return true
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && state.UserTime()+state.SystemTime() >= b.CPU
}

// limited keeps the first bytes of an output.
type limited struct {
	bytes.Buffer
	most int
	over bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.most {
		l.over = true
		return len(p), nil
	}
	return l.Buffer.Write(p)
}

// tail keeps the beginning of a child's error output.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[:min(len(p), 300-len(t.text))]...)
	return len(p), nil
}

func (t *tail) line() string {
	first, _, _ := strings.Cut(string(t.text), "\n")
	return first
}
