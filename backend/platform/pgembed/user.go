package pgembed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	osuser "os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// user is the user who runs PostgreSQL: the current user, or an unprivileged user if the current
// user is root.
type user struct {
	switched bool
	uid, gid uint32
}

// findUser returns the user who can run PostgreSQL.
func findUser() (user, error) {
	if os.Geteuid() != 0 {
		return user{}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := osuser.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil && uid != 0 {
			return user{true, uint32(uid), uint32(gid)}, nil
		}
	}
	return user{}, fmt.Errorf("pgembed: PostgreSQL refuses to run as root, and there is no user postgres or nobody")
}

// configureCmd makes cmd run as the user, in its own process group, which Ctrl-C does not reach.
func (u user) configureCmd(cmd *exec.Cmd) {
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if u.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: u.uid, Gid: u.gid}
	}
}

func (u user) chown(path string) error {
	if !u.switched {
		return nil
	}
	return os.Chown(path, int(u.uid), int(u.gid))
}

// prepareFolders creates dir, and returns folders of binaries and data that the user can reach.
func (u user) prepareFolders(bin, dir string) (string, string, error) {
	if u.switched && !u.canEnter(bin) {
		installFolder := filepath.Dir(bin)
		copied := filepath.Join(os.TempDir(), "krapao-postgres-"+shortHash(installFolder))
		if err := copyTree(installFolder, copied); err != nil {
			return "", "", fmt.Errorf("pgembed: copy PostgreSQL to a reachable folder: %w", err)
		}
		bin = filepath.Join(copied, "bin")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", "", err
	}
	own := u.clusterFolder(dir)
	if err := os.MkdirAll(filepath.Dir(own), 0o755); err != nil {
		return "", "", err
	}
	if err := os.MkdirAll(own, 0o700); err != nil {
		return "", "", err
	}
	return bin, own, u.chown(own)
}

// clusterFolder returns the folder of the cluster for a data folder.
func (u user) clusterFolder(dir string) string {
	if u.switched && !u.canEnter(dir) {
		dir = filepath.Join(os.TempDir(), "krapao-data-"+shortHash(dir))
	}
	return filepath.Join(dir, "postgres")
}

// canEnter reports whether the user can enter every folder down to path.
func (u user) canEnter(path string) bool {
	for {
		info, err := os.Stat(path)
		if err != nil {
			return false
		}
		stat, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return false
		}
		need := os.FileMode(0o001)
		switch {
		case stat.Uid == u.uid:
			need = 0o100
		case stat.Gid == u.gid:
			need = 0o010
		}
		if info.Mode().Perm()&need == 0 {
			return false
		}
		if parent := filepath.Dir(path); parent != path {
			path = parent
			continue
		}
		return true
	}
}

// shortHash returns a short hash of a path, for the name of a folder that replaces it.
func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:6])
}
