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
	lags    []period // the times in which a standby that was promoted later was behind
	members []*member
	faults  map[string]int
	count   counts
}

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
	t := &site{dir: dir, bin: bin, kills: map[string]int{}, faults: map[string]int{}, random: rand.New(rand.NewPCG(o.seed, 1))}
	t.Cluster = environment.Cluster{Dir: dir, Settings: map[string]string{"max_connections": "60"}}
	for _, port := range []*int{&t.ports.app, &t.ports.sandbox, &t.Ports[0], &t.Ports[1]} {
		if *port, err = freeport.Loopback(); err != nil {
			return nil, err
		}
	}
	t.API.URL, t.Sandbox.URL = fmt.Sprintf("http://127.0.0.1:%d", t.ports.app), fmt.Sprintf("http://127.0.0.1:%d", t.ports.sandbox)
	if t.store, err = newStore(); err != nil {
		return nil, err
	}
	if err := t.StartPrimary(ctx); err != nil {
		return nil, err
	}
	if err := t.startSandbox(); err != nil {
		return nil, err
	}
	for _, args := range [][]string{{"migrate"}, {"seed", "-demo"}} {
		if out, err := t.walletCommand(args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", args[0], err, out)
		}
	}
	return t, t.startServer()
}

// walletCommand returns the command of a wallet subcommand in this environment.
func (t *site) walletCommand(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(t.bin, "wallet"), args...)
	cmd.Env = append(os.Environ(),
		"DATA_DIR="+filepath.Join(t.dir, "data"), "DATABASE_URL="+t.Address(), "PORT="+strconv.Itoa(t.ports.app),
		"SANDBOX_PORT="+strconv.Itoa(t.ports.sandbox), "CLOCK_OFFSET="+t.offset.String(), "TRUSTED_PROXIES=127.0.0.1", "MEDIA_URL="+t.store.url)
	return cmd
}

func (t *site) startSandbox() error {
	cmd := exec.Command(filepath.Join(t.bin, "sandbox"))
	cmd.Env = append(os.Environ(), "DATA_DIR="+filepath.Join(t.dir, "data"), "SANDBOX_PORT="+strconv.Itoa(t.ports.sandbox), "SANDBOX_CALLBACK_URL="+t.API.URL)
	if err := t.launch(cmd, "sandbox", t.Sandbox.URL+"/healthz"); err != nil {
		return err
	}
	t.sandbox = cmd
	return nil
}

func (t *site) startServer() error {
	cmd := t.walletCommand("serve")
	if err := t.launch(cmd, "server", t.API.URL+"/readyz"); err != nil {
		return err
	}
	t.server = cmd
	return nil
}

// callResponse is the response to a call.
type callResponse = environment.Response

// launch starts a program and waits until it is ready.
func (t *site) launch(cmd *exec.Cmd, name, ready string) error {
	return environment.StartProgram(cmd, filepath.Join(t.dir, name+".log"), ready)
}

// killAndRestart kills one of the three programs with SIGKILL, waits, and starts it again.
func (t *site) killAndRestart(ctx context.Context, victim string, down time.Duration) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kills[victim]++
	switch victim {
	case "server":
		environment.KillProgram(t.server)
		time.Sleep(down)
		return t.startServer()
	case "sandbox":
		environment.KillProgram(t.sandbox)
		time.Sleep(down)
		return t.startSandbox()
	default:
		t.Primary.Kill()
		time.Sleep(down)
		return t.RestartPrimary(ctx)
	}
}

// advanceClock restarts the server with its clock advanced by a duration.
func (t *site) advanceClock(by time.Duration) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	environment.KillProgram(t.server)
	t.offset += by
	return t.startServer()
}

// sql runs a query that returns one text.
func (t *site) sql(query string) (string, error) { return environment.QueryText(t.Address(), query) }

// runDelayedJobs makes all delayed jobs run now.
func (t *site) runDelayedJobs() error {
	_, err := t.sql(`with woken as (update river_job set scheduled_at = now() - interval '1 second', state = 'available' where state in ('scheduled', 'retryable') returning 1) select count(*)::text from woken`)
	return err
}

// noKills is the result of killCount for a run without kills.
var noKills = (&site{}).killCount()

func (t *site) killCount() string {
	return fmt.Sprintf("kills: server %d, PostgreSQL %d, outside world %d, primary with a standby that was behind %d", t.kills["server"], t.kills["database"], t.kills["sandbox"], t.kills["primary"])
}

func (t *site) faultTally() string {
	n := 0
	modes := map[string]bool{}
	for name, count := range t.faults {
		n += count
		modes[name] = true
	}
	return fmt.Sprintf("%d, of %d kinds", n, len(modes))
}

func (t *site) close(keep bool) {
	environment.KillProgram(t.server)
	environment.KillProgram(t.sandbox)
	if t.store != nil {
		t.store.close()
	}
	t.Stop()
	if !keep {
		_ = os.RemoveAll(t.dir)
	}
}
