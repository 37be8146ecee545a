package confine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/confine"
)

var allocated [][]byte

// The test program starts itself as its child, as the server does.
func init() {
	confine.Serve("test", func(ctx context.Context, in io.Reader) ([]byte, error) {
		command, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		switch string(command) {
		case "spin":
			for n := 0; ; n++ {
			}
		case "patient":
			<-ctx.Done()
			return nil, nil
		case "until cancelled":
			for ctx.Err() == nil {
			}
			return []byte("cancelled"), nil
		case "eat":
			for {
				allocated = append(allocated, bytes.Repeat([]byte{1}, 1<<20))
			}
		case "gulp":
			held := make([]byte, 8<<30)
			for at := 0; at < len(held); at += 4096 {
				held[at] = 1
			}
			return held[:1], nil
		case "panic":
			panic("a panic")
		case "fail":
			return nil, errors.New("a failure")
		case "environment":
			return fmt.Append(nil, strings.Join(os.Environ(), "\n")), nil
		}
		return bytes.ToUpper(command), nil
	})
}

func newPool(atOnce int) *confine.Pool {
	return confine.NewPool("test", atOnce, confine.Budget{CPU: 300 * time.Millisecond, Memory: 64 << 20})
}

func run(t *testing.T, p *confine.Pool, command string) (string, error) {
	t.Helper()
	out, err := p.Run(t.Context(), "me", strings.NewReader(command))
	return string(out), err
}

func TestRun_Child_DoesTheWorkWithoutTheServersSecrets(t *testing.T) {
	t.Setenv("SECRET_KEY", "of the server")

	out, err := run(t, newPool(1), "hello")
	env, envErr := run(t, newPool(1), "environment")

	if out != "HELLO" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if envErr != nil || strings.Contains(env, "SECRET_KEY") || strings.Contains(env, "PATH=") {
		t.Errorf("the child's environment is %q, %v", env, envErr)
	}
}

func TestRun_BudgetSpent_ReturnsErrBudget(t *testing.T) {
	for _, command := range []string{"spin", "eat", "gulp", "panic"} {
		if _, err := run(t, newPool(1), command); !errors.Is(err, confine.ErrBudget) {
			t.Errorf("%s: %v", command, err)
		}
	}
}

// spec P2.6
func TestRun_CPUSpent_ChildIsSignalledAndMayStillReturn(t *testing.T) {
	if out, err := run(t, newPool(1), "until cancelled"); out != "cancelled" || err != nil {
		t.Fatalf("%q, %v", out, err)
	}
}

func TestRun_ChildFailsOrIsCancelled_ReturnsAnotherError(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()

	_, cancelled := newPool(1).Run(ctx, "me", strings.NewReader("patient"))
	_, failed := run(t, newPool(1), "fail")

	if cancelled == nil || errors.Is(cancelled, confine.ErrBudget) || failed == nil || errors.Is(failed, confine.ErrBudget) {
		t.Errorf("cancelled: %v; failed: %v", cancelled, failed)
	}
}

// gate is an input that blocks a child's work until it is opened.
type gate struct {
	opened, open chan struct{}
	once         sync.Once
}

func newGate() *gate { return &gate{opened: make(chan struct{}), open: make(chan struct{})} }

func (g *gate) Read([]byte) (int, error) {
	g.once.Do(func() { close(g.opened) })
	<-g.open
	return 0, io.EOF
}

// notifyingReader is an input that calls begun when the child starts reading it.
type notifyingReader struct {
	io.Reader
	begun func()
	once  sync.Once
}

func (n *notifyingReader) Read(p []byte) (int, error) {
	n.once.Do(n.begun)
	return n.Reader.Read(p)
}

func TestRun_OneOwnerSendsMany_OwnersAreServedInTurn(t *testing.T) {
	p, first := newPool(1), newGate()
	var wg sync.WaitGroup
	var mu sync.Mutex
	var order []string
	send := func(owner string, in io.Reader) {
		begun := func() {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, owner)
		}
		wg.Go(func() {
			if _, err := p.Run(t.Context(), owner, &notifyingReader{Reader: in, begun: begun}); err != nil {
				t.Error(err)
			}
		})
	}
	send("many", first)
	<-first.opened
	for n := range 4 {
		send("many", strings.NewReader("x"))
		waitFor(t, p, n+1)
	}
	send("one", strings.NewReader("x"))
	waitFor(t, p, 5)

	close(first.open)
	wg.Wait()

	if got := strings.Join(order, " "); got != "many one many many many many" {
		t.Errorf("the calls ran in the order %s", got)
	}
}

func TestRun_OwnerHasAChildRunning_OtherOwnersDoNotWait(t *testing.T) {
	p, mine := newPool(2), newGate()
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = p.Run(t.Context(), "mine", mine) })
	<-mine.opened
	wg.Go(func() { _, _ = p.Run(t.Context(), "mine", strings.NewReader("x")) })
	waitFor(t, p, 1)

	out, err := p.Run(t.Context(), "other", strings.NewReader("x"))

	if string(out) != "X" || err != nil || p.Waiting() != 1 {
		t.Errorf("%q, %v, %d wait", out, err, p.Waiting())
	}
	close(mine.open)
	wg.Wait()
}

func TestRun_QueueIsFull_ReturnsAtOnceAndAWaiterMayCancel(t *testing.T) {
	p, first := newPool(1), newGate()
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = p.Run(t.Context(), "many", first) })
	<-first.opened
	ctx, cancel := context.WithCancel(t.Context())
	for n := range 8 {
		wg.Go(func() { _, _ = p.Run(ctx, "many", strings.NewReader("x")) })
		waitFor(t, p, n+1)
	}

	_, err := p.Run(t.Context(), "many", strings.NewReader("x"))
	cancel()
	waitFor(t, p, 0)

	if !errors.Is(err, confine.ErrBusy) {
		t.Error(err)
	}
	close(first.open)
	wg.Wait()
	if out, err := run(t, p, "free again"); out != "FREE AGAIN" {
		t.Error(out, err)
	}
}

func waitFor(t *testing.T, p *confine.Pool, waiting int) {
	t.Helper()
	for until := time.Now().Add(30 * time.Second); p.Waiting() != waiting; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%d wait, not %d", p.Waiting(), waiting)
		}
	}
}
