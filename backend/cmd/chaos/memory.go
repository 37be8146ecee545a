package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// memoryUse is resident memory in bytes: of the server, and of the server with its children.
type memoryUse struct{ server, all int64 }

// watchMemory starts measuring the memory of the server and its children. The returned function stops the
// measurement, and returns the maximum of each figure.
func watchMemory(ctx context.Context, pid int) func() memoryUse {
	ctx, cancel := context.WithCancel(ctx)
	result := make(chan memoryUse)
	go func() {
		var most memoryUse
		for ctx.Err() == nil {
			own := readResidentMemory(pid)
			all := own
			text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
			for _, child := range append(strings.Fields(string(text)), listChildren(pid)...) {
				if n, err := strconv.Atoi(child); err == nil {
					all += readResidentMemory(n)
				}
			}
			most.server, most.all = max(most.server, own), max(most.all, all)
			time.Sleep(20 * time.Millisecond)
		}
		result <- most
	}()
	return func() memoryUse { cancel(); return <-result }
}

// listChildren returns the ids of child processes that were started by threads other than the main thread.
func listChildren(pid int) (out []string) {
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, thread := range threads {
		if thread.Name() == strconv.Itoa(pid) {
			continue
		}
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		out = append(out, strings.Fields(string(text))...)
	}
	return out
}

// readResidentMemory returns a process's resident memory in bytes, or 0 if the process has ended.
func readResidentMemory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
