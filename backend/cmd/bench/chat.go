package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/platform/guest"
)

// chatGuest is a guest whose connection breaks at times. seqs has the messages that the guest has received.
type chatGuest struct {
	id   guest.ID
	conv string // the conversation's id
	mu   sync.Mutex
	seqs map[int64]string // a message's seq to its clientId
}

// chatLoad measures chat with guests and one operator.
type chatLoad struct {
	*messageLog
	base   string
	client *http.Client
	token  string
	guests []*chatGuest
	staff  *socket
	stop   chan struct{}
}

func benchChat(ctx context.Context, instance *serverInstance, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	token, err := loginOperator(ctx, instance.url, cfg, pool)
	if err != nil {
		return nil, err
	}
	t := &chatLoad{
		messageLog: &messageLog{sentAt: map[string]time.Time{}, arrived: map[string]bool{}}, base: instance.url, token: token,
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}, stop: make(chan struct{}),
	}
	if err := t.connectAll(); err != nil {
		return nil, err
	}
	var connections sync.WaitGroup
	for _, g := range t.guests {
		connections.Go(func() { t.breakConnections(g) })
	}
	sent, rate := t.sendMessages(ctx, max(duration*2, runSize.chatMinTime))
	time.Sleep(2 * time.Second)
	close(t.stop)
	connections.Wait()
	defer t.staff.close()
	lost, doubled, err := t.compareMessages()
	if err != nil {
		return nil, err
	}
	slices.Sort(t.latencies)
	return []row{
		{
			What: "messages through PostgreSQL, from sending to the receiver's socket", Clients: runSize.chatGuests, Rate: rate,
			P50: t.latencies[len(t.latencies)/2], P99: t.latencies[len(t.latencies)*99/100], Goal: "300/s, p99 <= 150 ms",
		},
		{What: fmt.Sprintf("of them lost or doubled, across %d forced reconnects", t.cuts.Load()), Value: float64(lost + doubled), Unit: "of " + strconv.Itoa(sent), Goal: "0"},
	}, nil
}

// connectAll makes each guest send a first message, and connects the operator, who receives the messages.
func (t *chatLoad) connectAll() error {
	var err error
	if t.staff, err = dialSocket(t.base, t.token); err != nil {
		return err
	}
	for i := range runSize.chatGuests {
		g := &chatGuest{id: guest.ID(uuid.NewString()), seqs: map[int64]string{}}
		if err := t.sendFromGuest(g, i, uuid.NewString()); err != nil {
			return err
		}
		t.guests = append(t.guests, g)
	}
	// The inbox starts with the conversation that waits longest. The ids of conversations count up in the order
	// in which they begin.
	var inbox struct {
		Conversations []struct{ ID string }
	}
	if err := makeCall(t.client, http.MethodGet, t.base+"/api/operator/chat/conversations", t.token, "10.2.0.1", nil, &inbox); err != nil {
		return err
	}
	first, err := strconv.Atoi(inbox.Conversations[0].ID)
	if err != nil {
		return err
	}
	for i, g := range t.guests {
		g.conv = strconv.Itoa(first + i)
	}
	t.staff.setFrameHandler(func(f frame) {
		if f.Type == "messaging" && f.Message.Sender == "customer" {
			t.recordArrived(f.Message.ClientID)
		}
	})
	return nil
}

// sendFromGuest sends a message from the i-th guest.
func (t *chatLoad) sendFromGuest(g *chatGuest, i int, clientID string) error {
	body := map[string]any{"guestId": string(g.id), "clientId": clientID, "message": map[string]any{"message_type": "text", "payload": "a message of usual length, about a deposit"}}
	return makeCall(t.client, http.MethodPost, t.base+"/api/chat/send-message", "", fmt.Sprintf("10.1.%d.%d", i/250, i%250), body, nil)
}

// sendFromStaff sends a message from the operator to a guest.
func (t *chatLoad) sendFromStaff(g *chatGuest, clientID string) error {
	body := map[string]any{"clientId": clientID, "message": map[string]any{"message_type": "text", "payload": "an answer of usual length, about that deposit"}}
	return makeCall(t.client, http.MethodPost, t.base+"/api/operator/chat/conversations/"+g.conv+"/messages", t.token, "10.2.0.1", body, nil)
}

// sendMessages sends messages at runSize.chatRate, half of them in each direction. A message without a response is sent
// again, as in the apps. It returns how many messages it sent, and the rate per second.
func (t *chatLoad) sendMessages(ctx context.Context, during time.Duration) (sent int, rate float64) {
	work := make(chan int, 1024)
	var workers sync.WaitGroup
	for range 24 {
		workers.Go(func() {
			for n := range work {
				g, id := t.guests[n/2%len(t.guests)], uuid.NewString()
				t.recordSent(id)
				for try := 0; try < 50; try++ {
					var err error
					if n%2 == 0 {
						err = t.sendFromGuest(g, n/2%len(t.guests), id)
					} else {
						err = t.sendFromStaff(g, id)
					}
					if err == nil {
						break
					}
					time.Sleep(50 * time.Millisecond)
				}
			}
		})
	}
	started := time.Now()
	for time.Since(started) < during && ctx.Err() == nil {
		if sent >= int(time.Since(started).Seconds()*float64(runSize.chatRate)) {
			time.Sleep(time.Millisecond)
			continue
		}
		work <- sent
		sent++
	}
	close(work)
	workers.Wait()
	return sent, float64(sent) / time.Since(started).Seconds()
}

// breakConnections keeps a guest's socket open and breaks it at random. After each reconnect the guest
// fetches the missed messages, like the app.
func (t *chatLoad) breakConnections(g *chatGuest) {
	for {
		conn, err := dialSocket(t.base, g.id)
		if err != nil {
			time.Sleep(100 * time.Millisecond)
			continue
		}
		conn.setFrameHandler(func(f frame) {
			if f.Type == "messaging" {
				g.record(f.Message.Seq, f.Message.ClientID)
				if f.Message.Sender == "support" {
					t.recordArrived(f.Message.ClientID)
				}
			}
		})
		t.resume(g, conn.readLastSeq())
		select {
		case <-t.stop:
			conn.close()
			return
		case <-time.After(time.Duration(1000+rand.IntN(4000)) * time.Millisecond):
			conn.close()
			t.cuts.Add(1)
			time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		}
	}
}

func (g *chatGuest) record(seq int64, clientID string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seqs[seq] = clientID
}

// findLastComplete returns the highest seq up to which the guest has received all messages.
func (g *chatGuest) findLastComplete() (upTo int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.seqs[upTo+1] != "" {
		upTo++
	}
	return upTo
}

// resume fetches the messages that a guest has missed, up to the seq last.
func (t *chatLoad) resume(g *chatGuest, last int64) {
	for after := g.findLastComplete(); after < last; after = g.findLastComplete() {
		var page []struct {
			Seq      int64
			ClientID string
		}
		body := map[string]any{"guestId": string(g.id), "afterSeq": after, "limit": 100}
		if makeCall(t.client, http.MethodPost, t.base+"/api/chat/history", "", "10.3.0.1", body, &page) != nil || len(page) == 0 {
			return // the next resume fetches the rest
		}
		for _, m := range page {
			g.record(m.Seq, m.ClientID)
		}
	}
}

// compareMessages compares the received messages with the sent messages. It returns how many were lost, and how many
// were received more than once.
func (t *chatLoad) compareMessages() (lost, doubled int, err error) {
	received := map[string]int{}
	for _, g := range t.guests {
		t.resume(g, 1<<40)
		for _, id := range g.seqs {
			received[id]++
		}
		if int64(len(g.seqs)) != g.findLastComplete() {
			return 0, 0, fmt.Errorf("a conversation has a gap after %d of %d", g.findLastComplete(), len(g.seqs))
		}
	}
	for id := range t.sentAt {
		if received[id] == 0 {
			lost++
		}
		doubled += max(received[id]-1, 0)
	}
	return lost, doubled, nil
}

// loginOperator adds a support operator, logs in, and returns the token.
func loginOperator(ctx context.Context, base string, cfg config.Config, pool *pgxpool.Pool) (string, error) {
	s, err := newServer(ctx, cfg, pool)
	if err != nil {
		return "", err
	}
	if _, err := s.Operators.Add(ctx, "bench", "support", "a long password"); err != nil {
		return "", err
	}
	code, err := s.Operators.Code(ctx, "bench")
	if err != nil {
		return "", err
	}
	var out struct{ Token string }
	body := map[string]string{"username": "bench", "password": "a long password", "code": code}
	err = makeCall(http.DefaultClient, http.MethodPost, base+"/api/operator/login", "", "10.4.0.1", body, &out)
	return out.Token, err
}
