package ws

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"
)

// Conn is one socket.
type Conn struct {
	socket   *gws.Conn
	address  string
	mu       sync.Mutex
	queue    [][]byte
	busy     bool
	isClosed atomic.Bool
	// frames is the number of frames received since since, to limit their rate. Only the reader accesses both.
	since  time.Time
	frames int
}

// Send queues a text frame. It never blocks. A peer that is too slow for the queue is disconnected.
func (c *Conn) Send(frame []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed.Load() {
		return
	}
	if len(c.queue) >= maxQueued {
		c.closeNow()
		return
	}
	c.queue = append(c.queue, frame)
	if !c.busy {
		c.busy = true
		go c.flush()
	}
}

// flush writes until the queue is empty. It runs in a goroutine only while there is something to write,
// because most of thousands of sockets are idle.
func (c *Conn) flush() {
	for {
		c.mu.Lock()
		frames := c.queue
		c.queue = nil
		if len(frames) == 0 || c.isClosed.Load() {
			c.busy = false
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		for _, frame := range frames {
			_ = c.socket.SetWriteDeadline(time.Now().Add(writeTimeout))
			if c.socket.WriteMessage(gws.OpcodeText, frame) != nil {
				c.closeNow()
			}
		}
	}
}

// Ping sends a ping frame. The peer's pong keeps the socket open.
func (c *Conn) Ping() {
	go func() {
		_ = c.socket.SetWriteDeadline(time.Now().Add(writeTimeout))
		_ = c.socket.WritePing(nil)
	}()
}

// Close writes the queued frames and a close frame with the code. Then it closes the socket, even if the
// peer does not respond. It does not block.
func (c *Conn) Close(code uint16, reason string) {
	go func() {
		for range 20 { // until the last frame is written
			c.mu.Lock()
			idle := !c.busy
			c.mu.Unlock()
			if idle || c.isClosed.Load() {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		_ = c.socket.SetWriteDeadline(time.Now().Add(writeTimeout))
		_ = c.socket.WriteClose(code, []byte(reason))
		_ = c.socket.NetConn().Close()
	}()
}

func (c *Conn) closeNow() {
	c.isClosed.Store(true)
	_ = c.socket.NetConn().Close() // ends the reader, which closes the socket
}

// countFrame counts a received frame, and reports whether there were too many in this second.
func (c *Conn) countFrame() bool {
	if now := time.Now(); now.Sub(c.since) > time.Second {
		c.since, c.frames = now, 0
	}
	c.frames++
	return c.frames > maxRate
}
