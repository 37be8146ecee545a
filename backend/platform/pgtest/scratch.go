package pgtest

import (
	"os"
	"syscall"
)

const (
	memoryFolder = "/dev/shm"
	memoryNeeded = 2 << 30 // bytes: far more databases than are open at a time
)

// Scratch creates a folder for a temporary cluster, which the caller removes. It is in memory if the
// system has such a folder with room. A database of some 800 files is copied for each test: that
// takes 30 ms there and up to 800 ms on a busy disk.
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
