package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"

	"krapao/backend/platform/guest"
)

// frame is a frame of a socket, with the fields that the bench needs.
type frame struct {
	Type    string `json:"type"`
	Seq     int64  `json:"seq"`
	LastSeq int64  `json:"lastSeq"`
	Message struct {
		Seq      int64
		ClientID string
		Sender   string
	} `json:"message"`
}

// socket is one open socket.
type socket struct {
	gws.BuiltinEventHandler
	conn   *gws.Conn
	joined chan frame
	mu     sync.Mutex
	on     func(frame)
}

// socketCount counts the sockets that were opened.
var socketCount atomic.Int64

// dial opens a socket and joins: as a guest, or as an operator with a token.
func dial(base string, as any) (*socket, error) {
	p := &socket{joined: make(chan frame, 1)}
	n := socketCount.Add(1)
	conn, _, err := gws.NewClient(p, &gws.ClientOption{
		Addr: "ws" + strings.TrimPrefix(base, "http") + "/api/chat/socket", ReadBufferSize: 512,
		// For the server's limits, each socket comes from another address.
		RequestHeader: http.Header{"X-Forwarded-For": {fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)}},
	})
	if err != nil {
		return nil, err
	}
	p.conn = conn
	go conn.ReadLoop()
	join := map[string]any{"type": "join"}
	switch id := as.(type) {
	case guest.ID:
		join["guestId"] = string(id)
	case string:
		join["operatorToken"] = id
	}
	text, _ := json.Marshal(join)
	if err := conn.WriteMessage(gws.OpcodeText, text); err != nil {
		return nil, err
	}
	select {
	case f := <-p.joined:
		p.joined <- f
		return p, nil
	case <-time.After(20 * time.Second):
		return nil, errors.New("a socket was not let in")
	}
}

// lastNumber returns the last number of the conversation when the socket joined.
func (p *socket) lastNumber() int64 {
	f := <-p.joined
	p.joined <- f
	return f.LastSeq
}

func (p *socket) onFrame(fn func(frame)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.on = fn
}

// OnMessage is called by gws for each message.
func (p *socket) OnMessage(_ *gws.Conn, m *gws.Message) {
	defer m.Close()
	var f frame
	if json.Unmarshal(m.Bytes(), &f) != nil {
		return
	}
	if f.Type == "joined" {
		p.joined <- f
		return
	}
	p.mu.Lock()
	on := p.on
	p.mu.Unlock()
	if on != nil {
		on(f)
	}
}

func (p *socket) close() {
	if p != nil {
		_ = p.conn.NetConn().Close()
	}
}

func waitReady(base string) error {
	for range 400 {
		if res, err := http.Get(base + "/readyz"); err == nil {
			_ = res.Body.Close()
			return nil
		}
		time.Sleep(25 * time.Millisecond)
	}
	return errors.New("the server does not come up")
}

// post makes a call from the given address. Each caller has its own, so that a load from one machine does
// not reach the limits of one address.
func post(client *http.Client, method, url, token, address string, body, out any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(method, url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("X-Forwarded-For", address)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	response, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: HTTP %d %s", url, res.StatusCode, response)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(response, out)
}
