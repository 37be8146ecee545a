package pgtest

import (
	"os"
	"syscall"
)

const (
	memoryFolder = "/dev/shm"
	memoryNeeded = 2 << 30 // bytes: far more databases than are open at a time
)

// Scratch makes a folder for a cluster that is thrown away, which the caller removes.
// It lies in memory where the system has such a folder with room: a database of some
// 800 files is copied for each test, which takes 30 ms there and up to 800 ms on a busy disk.
func Scratch() (string, error) {
	dir, err := os.MkdirTemp(scratchParent(), "krapao-test-")
	if err != nil {
		return "", err
	}
	// PostgreSQL runs as a user of its own where this process is root's.
	return dir, os.Chmod(dir, 0o755)
}

func scratchParent() string {
	var free syscall.Statfs_t
	if err := syscall.Statfs(memoryFolder, &free); err != nil || uint64(free.Bsize)*free.Bavail < memoryNeeded {
		return ""
	}
	return memoryFolder
}
