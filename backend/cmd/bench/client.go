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

// frame is a frame from the server, with the fields that the bench needs.
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
	on     func(frame) // called for each later frame
}

// socketCount is the number of sockets opened so far.
var socketCount atomic.Int64

// dialSocket opens a socket and joins. as is a guest.ID, or the token of an operator.
func dialSocket(base string, as any) (*socket, error) {
	p := &socket{joined: make(chan frame, 1)}
	n := socketCount.Add(1)
	conn, _, err := gws.NewClient(p, &gws.ClientOption{
		Addr: "ws" + strings.TrimPrefix(base, "http") + "/api/chat/socket", ReadBufferSize: 512,
		// Each socket comes from another IP address, because the server limits the sockets of one address.
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
		return nil, errors.New("a socket did not join within 20 s")
	}
}

// readLastSeq returns the last seq of the conversation at the time when the socket joined.
func (p *socket) readLastSeq() int64 {
	f := <-p.joined
	p.joined <- f
	return f.LastSeq
}

// setFrameHandler sets the function that is called for each frame after "joined".
func (p *socket) setFrameHandler(fn func(frame)) {
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

// waitReady waits for at most ten seconds until the server is ready.
func waitReady(base string) error {
	for range 400 {
		if res, err := http.Get(base + "/readyz"); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(25 * time.Millisecond)
	}
	return errors.New("the server is not ready")
}

// makeCall makes a call from the given IP address, and decodes a response of 200 into out. Each caller has its own
// address, because the server limits the calls of one address.
func makeCall(client *http.Client, method, url, token, address string, body, out any) error {
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
