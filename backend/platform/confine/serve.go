package confine

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"syscall"
	"time"
)

// Work turns a stranger's bytes into an output. ctx ends when the CPU budget is spent.
type Work func(ctx context.Context, in io.Reader) ([]byte, error)

// Serve runs the work and ends the program if the program was started for this work; else it does nothing.
// Call it from an init function: all variables of the package are set then, and main has not started.
func Serve(name string, work Work) {
	if os.Getenv(envWork) != name {
		return
	}
	out, err := runConfined(work)
	if err == nil {
		_, err = os.Stdout.Write(out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
	os.Exit(0)
}

func runConfined(work Work) ([]byte, error) {
	cpu, err := time.ParseDuration(os.Getenv(envCPU))
	if err != nil {
		return nil, err
	}
	memory, err := strconv.ParseInt(os.Getenv(envMemory), 10, 64)
	if err != nil {
		return nil, err
	}
	if err := limitProcess(cpu, memory); err != nil {
		return nil, err
	}
	debug.SetMemoryLimit(memory * 3 / 4) // collects garbage before the limit is reached
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go watchBudget(cancel, cpu, memory)
	return work(ctx, os.Stdin)
}

// limitProcess lets the system limit the child, in addition to watchBudget. It lowers the child's priority.
// The system kills the child two seconds after its CPU budget is spent.
func limitProcess(cpu time.Duration, memory int64) error {
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10); err != nil {
		return err
	}
	seconds := uint64((cpu + time.Second - 1) / time.Second)
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds + 2, Max: seconds + 2}); err != nil {
		return err
	}
	if raceDetector { // the race detector maps far more than it uses
		return nil
	}
	most := uint64(memory) + programMemory
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: most, Max: most})
}

// programMemory is the memory that the program itself uses and that its allocator reserves, in bytes.
const programMemory = 192 << 20

// watchBudget ends the work's context when the CPU budget is spent, and the program when the memory budget is.
func watchBudget(cancel context.CancelFunc, cpu time.Duration, memory int64) {
	held := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for range time.Tick(10 * time.Millisecond) {
		if metrics.Read(held); held[0].Value.Uint64() > uint64(memory) {
			fmt.Fprintln(os.Stderr, "the memory budget is spent")
			os.Exit(exitMemory)
		}
		if cpuTime() >= cpu {
			cancel()
		}
	}
}

// cpuTime returns the CPU time of this process.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // never fails for this process; the system's limit remains anyway
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
