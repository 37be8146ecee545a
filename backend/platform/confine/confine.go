// Package confine processes strangers' bytes in a child process of this program. If an input exploits a
// decoder, it can only use up the child's budget of CPU and memory. The server is not affected.
//
// The child is this same program, started with a few environment variables and none of the server's secrets.
// Serve is called from a package's init function, before main. In the child it reads the input, does the
// work, writes the output and ends the process.
//
//	waiting --slot--> running -> done       output
//	   |                 |  \---> over       ErrBudget: CPU or memory is spent, a verdict
//	   |                 \------> lost       another error: killed, no process available; try again
//	   \--> ErrBusy: too many wait
//
// Pool limits how many children run: one per owner at a time. It serves the owners in turn (package
// fairqueue). An owner who sends a hundred pictures delays each other owner by one picture at most.
//
// After a crash of the server, its children end within seconds: they reach the end of their input, or spend
// their budget.
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
	// ErrBudget means that the work spent its CPU or memory, or crashed the child. The same bytes would do so
	// again.
	ErrBudget = errors.New("confine: the work ran out of its budget")
	// ErrBusy means that the pool's queue is full.
	ErrBusy = fairqueue.ErrFull
)

// Budget limits a child.
type Budget struct {
	// CPU is how much CPU time the work may use. Then its context ends. The system kills a child that uses
	// two more seconds.
	CPU time.Duration
	// Memory is how many bytes the work may hold.
	Memory int64
}

// maxOutput limits a child's output, far above any valid output.
const maxOutput = 16 << 20

// killAfter is how long a child may run, even without CPU time. A child that is killed then returns no ErrBudget.
const killAfter = 2 * time.Minute

// The environment variables of a child.
const (
	envWork   = "KRAPAO_CONFINED"
	envCPU    = "KRAPAO_CONFINED_CPU"
	envMemory = "KRAPAO_CONFINED_MEMORY"
)

// The exit codes of a child. 2 is Go's own, for a panic and for lack of memory.
const (
	exitFailed = 1
	exitBroken = 2
	exitMemory = 3
)

// runChild runs one child and returns its output.
func runChild(ctx context.Context, work string, in io.Reader, b Budget) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("confine: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, killAfter)
	defer cancel()
	var stderr errorOutput
	out := limitedBuffer{max: maxOutput}
	child := exec.CommandContext(ctx, self)
	child.Env = []string{
		envWork + "=" + work, envCPU + "=" + b.CPU.String(), envMemory + "=" + strconv.FormatInt(b.Memory, 10),
		"GOMAXPROCS=1", "GOTRACEBACK=single",
	}
	child.Dir, child.Stdin, child.Stdout, child.Stderr = "/", in, &out, &stderr
	child.WaitDelay = time.Second
	err = child.Run()
	if err == nil && out.exceeded {
		return nil, fmt.Errorf("confine: %s returned more than %d bytes", work, maxOutput)
	}
	if err == nil {
		return out.Bytes(), nil
	}
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	if hasSpentBudget(child.ProcessState, b) {
		return nil, fmt.Errorf("%w: %s: %w %s", ErrBudget, work, err, stderr.line())
	}
	return nil, fmt.Errorf("confine: %s: %w %s", work, err, stderr.line())
}

// hasSpentBudget reports whether a child spent its budget or crashed. It is false if the child was killed from
// outside, for example by the system's out-of-memory killer, which does not mean that the input is at fault.
func hasSpentBudget(state *os.ProcessState, b Budget) bool {
	if state == nil {
		return false
	}
	if code := state.ExitCode(); code == exitBroken || code == exitMemory {
		return true
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && state.UserTime()+state.SystemTime() >= b.CPU
}

// limitedBuffer stores the first max bytes of an output.
type limitedBuffer struct {
	bytes.Buffer
	max      int
	exceeded bool
}

func (l *limitedBuffer) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.max {
		l.exceeded = true
		return len(p), nil
	}
	return l.Buffer.Write(p)
}

// errorOutput stores the beginning of a child's error output.
type errorOutput struct{ text []byte }

func (t *errorOutput) Write(p []byte) (int, error) {
	t.text = append(t.text, p[:min(len(p), 300-len(t.text))]...)
	return len(p), nil
}

func (t *errorOutput) line() string {
	first, _, _ := strings.Cut(string(t.text), "\n")
	return first
}
