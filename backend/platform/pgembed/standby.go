package pgembed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// StartStandby copies a running server's cluster into o.Dir, which must be empty, and starts the copy as a
// standby that streams from the server. When StartStandby returns, the standby accepts connections, but may lag
// behind. name is its application_name, for synchronous_standby_names. The primary's wal_keep_size must
// be large enough for the time of the copy.
//
// The copy uses pg_backup_start and pg_backup_stop, because the npm package lacks pg_basebackup. The
// primary accepts writes during the copy.
func StartStandby(ctx context.Context, primary *Server, name string, o Options) (*Server, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	_, own, err := primary.user.prepareFolders(primary.bin, dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(own, "pg")
	if _, err := os.Stat(data); err == nil {
		return nil, fmt.Errorf("pgembed: %s has a cluster already", dir)
	}
	if err := copyFromPrimary(ctx, primary, data); err != nil {
		return nil, fmt.Errorf("pgembed: copy the primary: %w", err)
	}
	if err := primary.writeStandbyFiles(own, name); err != nil {
		return nil, err
	}
	return Start(ctx, o)
}

// copyFromPrimary copies the primary's folder between pg_backup_start and pg_backup_stop.
func copyFromPrimary(ctx context.Context, primary *Server, to string) error {
	conn, err := pgx.Connect(ctx, primary.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // a backup that is not stopped ends with its connection
	// fast makes the checkpoint happen at once, not within minutes.
	if _, err := conn.Exec(ctx, "select pg_backup_start('standby', fast => true)"); err != nil {
		return err
	}
	if err := primary.user.copyCluster(primary.dir, to); err != nil {
		return err
	}
	var label string
	if err := conn.QueryRow(ctx, "select labelfile from pg_backup_stop(wait_for_archive => false)").Scan(&label); err != nil {
		return err
	}
	return primary.user.writeFile(filepath.Join(to, "backup_label"), label)
}

// omittedFiles and the contents of emptyFolders are omitted from a base backup, as by pg_basebackup. They
// belong to the running process, or a start creates them again.
var (
	omittedFiles = []string{"postmaster.pid", "postmaster.opts", "backup_label", "standby.signal"}
	emptyFolders = []string{"pg_wal", "pg_replslot", "pg_stat_tmp", "pg_notify", "pg_serial", "pg_snapshots", "pg_subtrans", "pg_dynshmem"}
)

// copyCluster copies a cluster's files. The files may change or be removed during the copy; the primary's
// WAL repairs that.
func (u user) copyCluster(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != from {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil || slices.Contains(omittedFiles, name) {
			return err
		}
		target := filepath.Join(to, name)
		if !entry.IsDir() {
			return u.copyFile(path, target)
		}
		if err := os.Mkdir(target, 0o700); err != nil {
			return err
		}
		if err := u.chown(target); err != nil {
			return err
		}
		if slices.Contains(emptyFolders, filepath.Base(filepath.Dir(path))) && filepath.Dir(filepath.Dir(path)) == from {
			return fs.SkipDir
		}
		if slices.Contains(emptyFolders, name) {
			return fs.SkipDir
		}
		return nil
	})
}

// copyFile copies a file. A file that was removed in the meantime is no error.
func (u user) copyFile(from, to string) error {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close(), u.chown(to))
}

func (u user) writeFile(path, text string) error {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	return u.chown(path)
}

// writeStandbyFiles writes the files that make a copy a standby of s. It also writes the password file, by
// which Start recognises the cluster.
func (s *Server) writeStandbyFiles(own, name string) error {
	address, err := url.Parse(s.URL)
	if err != nil {
		return err
	}
	password, _ := address.User.Password()
	settings := filepath.Join(own, "pg", "postgresql.auto.conf")
	before, err := os.ReadFile(settings)
	if err != nil {
		return err
	}
	// PostgreSQL uses the last setting of a name: a copy of a promoted standby still has that standby's
	// primary_conninfo.
	conninfo := fmt.Sprintf("primary_conninfo = 'host=127.0.0.1 port=%s user=%s password=%s application_name=%s'\n", address.Port(), owner, password, name)
	return errors.Join(
		s.user.writeFile(settings, string(before)+conninfo),
		s.user.writeFile(filepath.Join(own, "pg", "standby.signal"), ""),
		s.user.writeFile(filepath.Join(own, "pg-password"), password),
	)
}

// Promote makes a standby the primary, and returns when it accepts writes.
func (s *Server) Promote(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, "pg_ctl"), "promote", "-D", s.dir, "-w", "-t", "60")
	s.user.configureCmd(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pgembed: promote: %w: %s", err, out)
	}
	return nil
}

// Kill ends the server like a crash of its machine: it sends SIGKILL to the postmaster and to all of its
// processes. With DieWithParent it also removes the cluster's folder.
func (s *Server) Kill() {
	children := childProcesses(s.PID) // each child leads its own process group, so a signal to the postmaster's group misses it
	for _, pid := range append([]int{s.PID}, children...) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	if s.parentPipe != nil {
		_ = s.parentPipe.Close()
	}
	<-s.done
}

// childProcesses returns the child processes of a process. It returns none if there is no /proc. PostgreSQL's
// processes then end by themselves when they notice that the postmaster has ended.
func childProcesses(parent int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// PID (NAME) STATE PARENT …, where NAME may have any character.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
