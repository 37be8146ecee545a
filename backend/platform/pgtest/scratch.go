package pgtest

import (
	"os"
	"syscall"
)

const (
	memoryFolder = "/dev/shm"
	memoryNeeded = 2 << 30 // bytes: far more databases than are open at a time
)

// Scratch creates a folder for a temporary cluster, which the caller must remove. It is a folder in
// memory if the system has one with enough room. Each test copies a database of some 800 files. That
// takes 30 ms in memory and up to 800 ms on a busy disk.
func Scratch() (string, error) {
	dir, err := os.MkdirTemp(scratchParent(), "krapao-test-")
	if err != nil {
		return "", err
	}
	// PostgreSQL runs as another user if this process runs as root.
	return dir, os.Chmod(dir, 0o755)
}

func scratchParent() string {
	var free syscall.Statfs_t
	if err := syscall.Statfs(memoryFolder, &free); err != nil || uint64(free.Bsize)*free.Bavail < memoryNeeded {
		return ""
	}
	return memoryFolder
}
