package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"krapao/backend/platform/pgembed"
	"krapao/backend/platform/pgtest"
)

// runTestDB runs a command with TEST_DATABASE_URL naming a fresh PostgreSQL,
// which is gone when the command is.
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
	cmd := exec.CommandContext(ctx, args[1], args[2:]...)
	cmd.Env = append(os.Environ(), "TEST_DATABASE_URL="+server.URL)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return exitCode(failed.ExitCode())
	}
	return err
}
