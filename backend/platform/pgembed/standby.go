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

// Follow copies a running server's cluster into o.Dir, which must be empty, and starts the copy as a
// standby that streams from the server. The standby takes connections when Follow returns, but may
// not have caught up yet. name is its application_name, by which synchronous_standby_names can select
// it. The primary needs a wal_keep_size that outlasts the copy.
//
// The copy uses pg_backup_start and pg_backup_stop, since the npm package does not have
// pg_basebackup. The primary takes writes meanwhile.
func Follow(ctx context.Context, primary *Server, name string, o Options) (*Server, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	_, own, err := primary.who.reach(primary.bin, dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(own, "pg")
	if _, err := os.Stat(data); err == nil {
		return nil, fmt.Errorf("pgembed: %s has a cluster already", dir)
	}
	if err := backUp(ctx, primary, data); err != nil {
		return nil, fmt.Errorf("pgembed: copy the primary: %w", err)
	}
	if err := primary.writeStandbyFiles(own, name); err != nil {
		return nil, err
	}
	return Start(ctx, o)
}

// backUp copies the primary's folder as a base backup.
func backUp(ctx context.Context, primary *Server, to string) error {
	conn, err := pgx.Connect(ctx, primary.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // a backup that is not stopped ends with its connection
	// A checkpoint at once, rather than within minutes.
	if _, err := conn.Exec(ctx, "select pg_backup_start('standby', fast => true)"); err != nil {
		return err
	}
	if err := primary.who.copyCluster(primary.dir, to); err != nil {
		return err
	}
	var label string
	if err := conn.QueryRow(ctx, "select labelfile from pg_backup_stop(wait_for_archive => false)").Scan(&label); err != nil {
		return err
	}
	return primary.who.writeFile(filepath.Join(to, "backup_label"), label)
}

// What a base backup omits, as pg_basebackup does: files of the running process, and the contents of
// folders that a start fills again.
var (
	leftOut = []string{"postmaster.pid", "postmaster.opts", "backup_label", "standby.signal"}
	emptied = []string{"pg_wal", "pg_replslot", "pg_stat_tmp", "pg_notify", "pg_serial", "pg_snapshots", "pg_subtrans", "pg_dynshmem"}
)

// copyCluster copies a cluster's files, which may be written or removed meanwhile: the primary's WAL
// repairs such copies.
func (u user) copyCluster(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != from {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil || slices.Contains(leftOut, name) {
			return err
		}
		target := filepath.Join(to, name)
		if !entry.IsDir() {
			return u.copyFile(path, target)
		}
		if err := os.Mkdir(target, 0o700); err != nil {
			return err
		}
		if err := u.own(target); err != nil {
			return err
		}
		if slices.Contains(emptied, filepath.Base(filepath.Dir(path))) && filepath.Dir(filepath.Dir(path)) == from {
			return fs.SkipDir
		}
		if slices.Contains(emptied, name) {
			return fs.SkipDir
		}
		return nil
	})
}

// copyFile copies a file, unless it was removed meanwhile.
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
	return errors.Join(err, out.Close(), u.own(to))
}

func (u user) writeFile(path, text string) error {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	return u.own(path)
}

// writeStandbyFiles writes the files that make a copy a standby of s, and the password with which
// Start recognises the cluster.
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
	// The last line of a name wins: a copy of a promoted standby still has the one of its own primary.
	conninfo := fmt.Sprintf("primary_conninfo = 'host=127.0.0.1 port=%s user=%s password=%s application_name=%s'\n", address.Port(), owner, password, name)
	return errors.Join(
		s.who.writeFile(settings, string(before)+conninfo),
		s.who.writeFile(filepath.Join(own, "pg", "standby.signal"), ""),
		s.who.writeFile(filepath.Join(own, "pg-password"), password),
	)
}

// Promote makes a standby the primary, and returns once it takes writes.
func (s *Server) Promote(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, "pg_ctl"), "promote", "-D", s.dir, "-w", "-t", "60")
	s.who.apply(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pgembed: promote: %w: %s", err, out)
	}
	return nil
}

// Kill ends the server as a crash of its machine does: SIGKILL to the postmaster and to each of its
// processes. None of them responds afterwards. With DieWithParent the cluster's folder is removed,
// too.
func (s *Server) Kill() {
	children := childrenOf(s.PID) // each leads its own group: a signal to the postmaster's group misses them
	for _, pid := range append([]int{s.PID}, children...) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	if s.life != nil {
		_ = s.life.Close()
	}
	<-s.done
}

// childrenOf returns the processes that a process has started. It returns none if there is no /proc;
// PostgreSQL's own then end themselves as soon as they see that the postmaster is gone.
func childrenOf(parent int) (pids []int) {
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
