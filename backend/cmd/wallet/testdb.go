package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"krapao/backend/platform/pgembed"
	"krapao/backend/platform/pgtest"
)

// runTestDB runs a command with a new PostgreSQL cluster for tests, and removes the cluster when the command ends. See
// pgtest.AddressFile. It returns the command's exit code as exitCode.
func runTestDB(ctx context.Context, args []string) error {
	if len(args) < 2 || args[0] != "--" {
		return errors.New("usage: wallet testdb -- COMMAND")
	}
	dir, err := pgtest.Scratch()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	server, err := pgembed.Start(ctx, pgembed.Options{Dir: dir, Settings: pgtest.Settings, DieWithParent: true})
	if err != nil {
		return err
	}
	defer func() {
		if err := server.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}()
	file, err := createAddressFile()
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.WriteString(server.URL); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, args[1], args[2:]...)
	cmd.Env = append(os.Environ(), pgtest.AddressFile+"="+file.Name())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return exitCode(failed.ExitCode())
	}
	return err
}

// createAddressFile creates an empty file that no other process uses. Its name is the same in each run in this folder,
// unless two processes run at the same time. The file is outside the module, because the go command runs tests again if
// a file in the module has changed.
func createAddressFile() (*os.File, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(cache, "krapao", "testdb")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%x-%d", sha256.Sum256([]byte(here)), n)
		file, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		switch err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
		case nil:
			return file, file.Truncate(0)
		case syscall.EWOULDBLOCK:
			_ = file.Close()
		default:
			return nil, errors.Join(err, file.Close())
		}
	}
}
