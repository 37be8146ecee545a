package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/freeport"
)

// site is the environment of a run: the processes of server, PostgreSQL and sandbox, and their addresses.
type site struct {
	environment.API
	environment.Sandbox
	environment.Cluster
	dir, bin string
	ports    struct{ app, sandbox int }
	random   *rand.Rand
	store    *faultyStore

	mu      sync.Mutex
	server  *exec.Cmd
	sandbox *exec.Cmd
	offset  time.Duration // of the server's clock
	kills   map[string]int
	lags    []period // when a standby was behind that was promoted later
	members []*member
	faults  map[string]int
	count   counts
}

// newSite starts the environment, and inserts the demo content.
func newSite(ctx context.Context, o options) (*site, error) {
	dir, err := os.MkdirTemp("", "krapao-chaos-")
	if err != nil {
		return nil, err
	}
	bin, err := filepath.Abs(o.bin)
	if err != nil {
		return nil, err
	}
	// Under root, PostgreSQL runs as another user, which needs access.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	s := &site{dir: dir, bin: bin, kills: map[string]int{}, faults: map[string]int{}, random: rand.New(rand.NewPCG(o.seed, 1))}
	s.Cluster = environment.Cluster{Dir: dir, Settings: map[string]string{"max_connections": "60"}}
	for _, port := range []*int{&s.ports.app, &s.ports.sandbox, &s.Ports[0], &s.Ports[1]} {
		if *port, err = freeport.Loopback(); err != nil {
			return nil, err
		}
	}
	s.API.URL, s.Sandbox.URL = fmt.Sprintf("http://127.0.0.1:%d", s.ports.app), fmt.Sprintf("http://127.0.0.1:%d", s.ports.sandbox)
	if s.store, err = newStore(); err != nil {
		return nil, err
	}
	if err := s.StartPrimary(ctx); err != nil {
		return nil, err
	}
	if err := s.startSandbox(); err != nil {
		return nil, err
	}
	for _, args := range [][]string{{"migrate"}, {"seed", "-demo"}} {
		if out, err := s.newWalletCommand(args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", args[0], err, out)
		}
	}
	return s, s.startServer()
}

// newWalletCommand returns the command of a wallet subcommand in this environment.
func (s *site) newWalletCommand(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, "wallet"), args...)
	cmd.Env = append(os.Environ(),
		"DATA_DIR="+filepath.Join(s.dir, "data"), "DATABASE_URL="+s.Address(), "PORT="+strconv.Itoa(s.ports.app),
		"SANDBOX_PORT="+strconv.Itoa(s.ports.sandbox), "CLOCK_OFFSET="+s.offset.String(), "TRUSTED_PROXIES=127.0.0.1", "MEDIA_URL="+s.store.url)
	return cmd
}

func (s *site) startSandbox() error {
	cmd := exec.Command(filepath.Join(s.bin, "sandbox"))
	cmd.Env = append(os.Environ(), "DATA_DIR="+filepath.Join(s.dir, "data"), "SANDBOX_PORT="+strconv.Itoa(s.ports.sandbox), "SANDBOX_CALLBACK_URL="+s.API.URL)
	if err := s.launch(cmd, "sandbox", s.Sandbox.URL+"/healthz"); err != nil {
		return err
	}
	s.sandbox = cmd
	return nil
}

func (s *site) startServer() error {
	cmd := s.newWalletCommand("serve")
	if err := s.launch(cmd, "server", s.API.URL+"/readyz"); err != nil {
		return err
	}
	s.server = cmd
	return nil
}

// callResponse is the response to a call.
type callResponse = environment.Response

// launch starts a program and waits until it is ready.
func (s *site) launch(cmd *exec.Cmd, name, ready string) error {
	return environment.StartProgram(cmd, filepath.Join(s.dir, name+".log"), ready)
}

// killAndRestart kills one of the three programs with SIGKILL, waits, and starts it again.
func (s *site) killAndRestart(ctx context.Context, victim string, down time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kills[victim]++
	switch victim {
	case "server":
		environment.KillProgram(s.server)
		time.Sleep(down)
		return s.startServer()
	case "sandbox":
		environment.KillProgram(s.sandbox)
		time.Sleep(down)
		return s.startSandbox()
	default:
		s.Primary.Kill()
		time.Sleep(down)
		return s.RestartPrimary(ctx)
	}
}

// advanceClock restarts the server with its clock advanced by a duration.
func (s *site) advanceClock(by time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	environment.KillProgram(s.server)
	s.offset += by
	return s.startServer()
}

// queryText runs a query, and returns its one text.
func (s *site) queryText(query string) (string, error) {
	return environment.QueryText(s.Address(), query)
}

// runDelayedJobs makes all delayed jobs run now.
func (s *site) runDelayedJobs() error {
	_, err := s.queryText(`with woken as (update river_job set scheduled_at = now() - interval '1 second', state = 'available' where state in ('scheduled', 'retryable') returning 1) select count(*)::text from woken`)
	return err
}

// noKills is the result of formatKills for a run without kills.
var noKills = (&site{}).formatKills()

func (s *site) formatKills() string {
	return fmt.Sprintf("kills: server %d, PostgreSQL %d, sandbox %d, primary with a standby that was behind %d", s.kills["server"], s.kills["database"], s.kills["sandbox"], s.kills["primary"])
}

func (s *site) formatFaults() string {
	n := 0
	modes := map[string]bool{}
	for name, count := range s.faults {
		n += count
		modes[name] = true
	}
	return fmt.Sprintf("%d, of %d kinds", n, len(modes))
}

func (s *site) close(keep bool) {
	environment.KillProgram(s.server)
	environment.KillProgram(s.sandbox)
	if s.store != nil {
		s.store.close()
	}
	s.Stop()
	if !keep {
		_ = os.RemoveAll(s.dir)
	}
}
