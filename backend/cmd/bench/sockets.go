package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats-server/v2/server"

	"krapao/backend/platform/bus"
	"krapao/backend/platform/config"
	"krapao/backend/platform/freeport"
	"krapao/backend/platform/guest"
	"krapao/backend/platform/pg"
)

// benchChatServer measures chat in a separate server process: the memory of an idle socket, and the time of
// notifications from the bus to sockets. It also measures messages through the database while phones lose
// their connection.
func benchChatServer(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	hub, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		return nil, err
	}
	hub.Start()
	defer hub.Shutdown()
	if !hub.ReadyForConnections(10 * time.Second) {
		return nil, errors.New("NATS does not start")
	}
	instance, err := startInstance(ctx, cfg, hub.ClientURL())
	if err != nil {
		return nil, err
	}
	defer instance.close()
	rows, err := benchSockets(ctx, instance, pool, hub.ClientURL(), duration)
	if err != nil {
		return nil, err
	}
	more, err := benchChat(ctx, instance, cfg, pool, duration)
	return append(rows, more...), err
}

// serverInstance is `wallet serve` in a separate process, so that its memory is measured without the load's
// memory.
type serverInstance struct {
	cmd *exec.Cmd
	url string
}

func startInstance(ctx context.Context, cfg config.Config, nats string) (*serverInstance, error) {
	port, err := freeport.Loopback()
	if err != nil {
		return nil, err
	}
	instance := &serverInstance{cmd: exec.CommandContext(ctx, filepath.Join("bin", "wallet"), "serve"), url: "http://" + freeport.Address(port)}
	instance.cmd.Env = append(os.Environ(), "PORT="+strconv.Itoa(port), "DATABASE_URL="+cfg.DatabaseURL, "DATA_DIR="+filepath.Join(cfg.DataDir, "instance"),
		"SECRET_KEY="+cfg.SecretKey, "NATS_URL="+nats, "MEDIA_URL=file://"+cfg.DataDir+"/media", "TRUSTED_PROXIES=127.0.0.1")
	if err := instance.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w (make binaries)", err)
	}
	return instance, waitReady(instance.url)
}

func (instance *serverInstance) close() {
	_ = instance.cmd.Process.Signal(os.Interrupt)
	_ = instance.cmd.Wait()
}

// readMemory returns the server process's resident memory, in bytes.
func (instance *serverInstance) readMemory() (float64, error) {
	out, err := exec.Command("ps", "-o", "rss=", "-p", strconv.Itoa(instance.cmd.Process.Pid)).Output()
	if err != nil {
		return 0, err
	}
	kilobytes, err := strconv.Atoi(strings.TrimSpace(string(out)))
	return float64(kilobytes) * 1024, err
}

func benchSockets(ctx context.Context, instance *serverInstance, pool *pgxpool.Pool, natsURL string, duration time.Duration) ([]row, error) {
	// The first sockets also make the server open database connections, which are not part of a socket's cost.
	if _, warm, err := dialMany(instance, 200); err != nil {
		return nil, err
	} else {
		closeAll(warm)
	}
	time.Sleep(time.Second)
	before, err := instance.readMemory()
	if err != nil {
		return nil, err
	}
	ids, phones, err := dialMany(instance, runSize.idleSockets)
	if err != nil {
		return nil, err
	}
	defer closeAll(phones)
	time.Sleep(2 * time.Second)
	after, err := instance.readMemory()
	if err != nil {
		return nil, err
	}
	notifications, err := benchNotifications(ctx, pool, natsURL, ids, phones, duration)
	return append([]row{{What: "an idle socket (growth of the server process)", Clients: runSize.idleSockets, Value: (after - before) / float64(runSize.idleSockets) / 1000, Unit: "kB", Goal: "<= 10 kB"}}, notifications...), err
}

// dialMany opens n sockets of guests, 32 at a time.
func dialMany(instance *serverInstance, n int) ([]guest.ID, []*socket, error) {
	ids, phones := make([]guest.ID, n), make([]*socket, n)
	failed := make(chan error, n)
	gate := make(chan struct{}, 32)
	var wg sync.WaitGroup
	for i := range phones {
		ids[i] = guest.ID(uuid.NewString())
		wg.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			var err error
			if phones[i], err = dialSocket(instance.url, ids[i]); err != nil {
				failed <- err
			}
		})
	}
	wg.Wait()
	close(failed)
	return ids, phones, <-failed
}

func closeAll(phones []*socket) {
	for _, p := range phones {
		p.close()
	}
}

// benchNotifications publishes frames to rooms and measures the time until the rooms' sockets receive them.
func benchNotifications(ctx context.Context, pool *pgxpool.Pool, natsURL string, ids []guest.ID, phones []*socket, duration time.Duration) ([]row, error) {
	installation, err := pg.InstallationID(ctx, pool)
	if err != nil {
		return nil, err
	}
	notifier := bus.New(natsURL)
	if err := notifier.Open("krapao." + installation); err != nil {
		return nil, err
	}
	defer notifier.Close()
	var mu sync.Mutex
	var took []float64
	received := map[int64]int{}
	for _, p := range phones {
		p.setFrameHandler(func(f frame) {
			if f.Type != "bench" {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			received[f.Seq]++
			took = append(took, float64(time.Now().UnixNano()-f.Seq)/1e6)
		})
	}
	sent := 0
	started := time.Now()
	for time.Since(started) < duration && ctx.Err() == nil {
		if due := int(time.Since(started).Seconds() * float64(runSize.notificationRate)); sent >= due {
			time.Sleep(time.Millisecond)
			continue
		}
		room := "room.g." + hex.EncodeToString(ids[sent*7919%len(ids)].Hash())
		notifier.Publish(room, fmt.Appendf(nil, `{"type":"bench","seq":%d}`, time.Now().UnixNano()))
		sent++
	}
	rate := float64(sent) / time.Since(started).Seconds()
	time.Sleep(time.Second)
	mu.Lock()
	defer mu.Unlock()
	doubled := 0
	for _, n := range received {
		doubled += n - 1
	}
	slices.Sort(took)
	if len(took) == 0 {
		return nil, errors.New("no notification arrived")
	}
	return []row{
		{What: "notifications from the bus to open sockets, no database", Clients: runSize.idleSockets, Rate: rate, P50: took[len(took)/2], P99: took[len(took)*99/100], Goal: "p99 <= 50 ms"},
		{What: "of them lost or doubled", Value: float64(sent-len(received)+doubled) + 0, Unit: "of " + strconv.Itoa(sent), Goal: "0"},
	}, nil
}

// messageLog records which messages were sent and arrived, their latencies in ms, and the number of forced reconnects.
type messageLog struct {
	mu        sync.Mutex
	sentAt    map[string]time.Time
	arrived   map[string]bool
	latencies []float64
	cuts      atomic.Int64
}

func (t *messageLog) recordSent(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sentAt[id] = time.Now()
}

// recordArrived records the first arrival of a message over a socket.
func (t *messageLog) recordArrived(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if at, known := t.sentAt[id]; known && !t.arrived[id] {
		t.arrived[id] = true
		t.latencies = append(t.latencies, float64(time.Since(at))/1e6)
	}
}
