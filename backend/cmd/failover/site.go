package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/freeport"
	"krapao/backend/platform/money"
)

// site is one installation: a PostgreSQL primary, an optional standby, the server and the sandbox. All
// run on loopback, with their data in a temporary folder.
type site struct {
	environment.API
	environment.Sandbox
	environment.Cluster
	report *report
	random *rand.Rand
	game   string // where members play

	dir, bin    string
	ports       struct{ app, sandbox, metrics int }
	offset      time.Duration // of the server's clock
	lostChanges bool          // whether the database lacks acknowledged changes

	server, providers *exec.Cmd
	second            *secondServer           // nil if there is one server
	shared            []string                // the environment of servers that share a database
	byHand            map[string]money.Satang // payouts made by hand at the provider's portal, by reference
	members           []*member
	console           console
}

// postgresSettings are settings of both PostgreSQL servers. fsync is off to save time: it matters only if the
// machine crashes, not if a process is killed. The setting does not change which rows a standby lacks.
var postgresSettings = map[string]string{"max_connections": "200", "fsync": "off"}

// namedGame and namelessGame are the slots in which members play. namedGame's provider has transfer ids,
// namelessGame's does not. The unit of both is one baht.
const (
	namedGame    = "pg"
	namelessGame = "askmebet"
)

// newSite starts the installation for a run, with members who have money.
func newSite(ctx context.Context, o options, rep *report, r run) (*site, error) {
	dir, err := os.MkdirTemp("", "krapao-failover-")
	if err != nil {
		return nil, err
	}
	s := &site{report: rep, random: rand.New(rand.NewPCG(o.seed, 1)), dir: dir, byHand: map[string]money.Satang{}, game: namedGame}
	s.console.site = s
	s.Cluster = environment.Cluster{Dir: dir, Settings: postgresSettings, DieWithParent: true}
	err = s.start(ctx, o, r)
	return s, err
}

func (s *site) start(ctx context.Context, o options, r run) (err error) {
	// Under root, PostgreSQL runs as another user, which needs access.
	if err := os.Chmod(s.dir, 0o755); err != nil {
		return err
	}
	if s.bin, err = filepath.Abs(o.bin); err != nil {
		return err
	}
	for _, port := range []*int{&s.ports.app, &s.ports.sandbox, &s.ports.metrics, &s.Ports[0], &s.Ports[1]} {
		if *port, err = freeport.Loopback(); err != nil {
			return err
		}
	}
	s.API.URL, s.Sandbox.URL = formatAddress(s.ports.app), formatAddress(s.ports.sandbox)
	if err := s.StartPrimary(ctx); err != nil {
		return err
	}
	if err := s.startSandbox(); err != nil {
		return err
	}
	for _, args := range [][]string{{"migrate"}, {"seed", "-demo"}} {
		if out, err := s.runWallet(args...); err != nil {
			return fmt.Errorf("wallet %s: %w: %s", args[0], err, out)
		}
	}
	if err := s.insertMembers(o.clients); err != nil {
		return err
	}
	if r.standby {
		if err := s.AddStandby(ctx); err != nil {
			return err
		}
	}
	if r.second {
		if err := s.startBus(); err != nil {
			return err
		}
	}
	if err := s.startServer(); err != nil {
		return err
	}
	if r.second {
		if err := s.startSecond(); err != nil {
			return err
		}
	}
	return s.fundMembers(ctx)
}

func formatAddress(port int) string { return fmt.Sprintf("http://127.0.0.1:%d", port) }

// connections is the number of a server's database connections. It is high enough that repeated calls find a free
// connection while other calls wait for a standby.
const connections = "60"

// newWalletCommand returns the command of a wallet subcommand in this installation.
func (s *site) newWalletCommand(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, "wallet"), args...)
	cmd.Env = append(os.Environ(),
		"DATA_DIR="+filepath.Join(s.dir, "data"), "DATABASE_URL="+s.Address(), "PORT="+strconv.Itoa(s.ports.app),
		"SANDBOX_PORT="+strconv.Itoa(s.ports.sandbox), "METRICS_PORT="+strconv.Itoa(s.ports.metrics), "DATABASE_CONNS="+connections,
		"CLOCK_OFFSET="+s.offset.String(), "TRUSTED_PROXIES=127.0.0.1")
	cmd.Env = append(cmd.Env, s.shared...)
	return cmd
}

// runWallet runs a wallet subcommand, and returns its output.
func (s *site) runWallet(args ...string) (string, error) {
	out, err := s.newWalletCommand(args...).CombinedOutput()
	return string(out), err
}

func (s *site) startSandbox() error {
	cmd := exec.Command(filepath.Join(s.bin, "sandbox"))
	cmd.Env = append(os.Environ(), "DATA_DIR="+filepath.Join(s.dir, "data"), "SANDBOX_PORT="+strconv.Itoa(s.ports.sandbox), "SANDBOX_CALLBACK_URL="+s.API.URL)
	s.providers = cmd
	return environment.StartProgram(cmd, filepath.Join(s.dir, "sandbox.log"), s.Sandbox.URL+"/healthz")
}

func (s *site) startServer() error {
	s.server = s.newWalletCommand("serve")
	return environment.StartProgram(s.server, filepath.Join(s.dir, "server.log"), s.API.URL+"/readyz")
}

// restart kills all servers, and starts them again with their clocks advanced by the duration later.
func (s *site) restart(later time.Duration) error {
	environment.KillProgram(s.server)
	s.second.kill()
	s.offset += later
	if err := s.startServer(); err != nil || s.second == nil {
		return err
	}
	return s.startSecond()
}

// queryText runs a query, and returns its one text.
func (s *site) queryText(query string) (string, error) {
	return environment.QueryText(s.Address(), query)
}

// queryNumber runs a query that returns a number.
func (s *site) queryNumber(query string) (int, error) {
	text, err := s.queryText("select (" + query + ")::text")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(text)
}

// waitUntil polls until the boolean SQL expression condition is true. It returns an error after timeout. It polls
// because PostgreSQL sends no notification of most of these changes.
func (s *site) waitUntil(ctx context.Context, timeout time.Duration, condition string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for {
		text, err := s.queryText("select (" + condition + ")::text")
		if err == nil && text == "true" {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("not within %s: %s", timeout, condition), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// readSynchronousMetric returns the value of the server's metric about its replication: "1", "0", or "" if
// there is none.
func (s *site) readSynchronousMetric() string {
	res, err := environment.Client.Get(formatAddress(s.ports.metrics) + "/metrics")
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	var text strings.Builder
	buffer := make([]byte, 1<<20)
	for n := 1; n > 0; {
		n, _ = res.Body.Read(buffer)
		text.Write(buffer[:n])
	}
	_, after, _ := strings.Cut(text.String(), "\nkrapao_replication_synchronous ")
	value, _, _ := strings.Cut(after, "\n")
	return value
}

// close ends all processes. It removes the folder with their data and logs, unless keep is true.
func (s *site) close(keep bool) {
	environment.KillProgram(s.server)
	s.second.kill()
	environment.KillProgram(s.providers)
	s.Stop()
	if keep {
		fmt.Println("  logs:", s.dir)
		return
	}
	_ = os.RemoveAll(s.dir)
}
