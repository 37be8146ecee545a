package servertest

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lxzan/gws"
)

// Frame is a frame that a socket received.
type Frame struct {
	Type         string          `json:"type"`
	Conversation json.RawMessage `json:"conversation"`
	Message      json.RawMessage `json:"message"`
	Room         string          `json:"room"`
	To           string          `json:"to"`
	By           string          `json:"by"`
	On           bool            `json:"on"`
	Seq          int64           `json:"seq"`
	LastSeq      int64           `json:"lastSeq"`
	ReadSeq      int64           `json:"readSeq"`
	Cursor       string          `json:"cursor"`
}

// ChatMessage is a chat message as both sides receive it.
type ChatMessage struct {
	ID       uuid.UUID `json:"_id"`
	Seq      int64
	ClientID uuid.UUID
	Sender   string
	Message  struct {
		Type    string `json:"message_type"`
		Payload json.RawMessage
	}
}

// Text returns the text of a text message.
func (s ChatMessage) Text() string {
	var text string
	_ = json.Unmarshal(s.Message.Payload, &text)
	return text
}

// ChatMessage decodes the message in a messaging frame.
func (f Frame) ChatMessage() ChatMessage {
	var s ChatMessage
	_ = json.Unmarshal(f.Message, &s)
	return s
}

// Socket is an open socket to the server.
type Socket struct {
	t      testing.TB
	conn   *gws.Conn
	frames chan Frame
	closed chan struct{}
}

// Socket opens a socket. It joins with the frame join, or not at all if join is nil. The caller reads the
// first frame (joined or left).
func (h *Environment) Socket(join map[string]any) *Socket {
	h.t.Helper()
	s := &Socket{t: h.t, frames: make(chan Frame, 4096), closed: make(chan struct{})}
	conn, _, err := gws.NewClient(socketListener{s: s}, &gws.ClientOption{Addr: "ws" + strings.TrimPrefix(h.URL, "http") + "/api/chat/socket"})
	if err != nil {
		h.t.Fatal(err)
	}
	s.conn = conn
	go conn.ReadLoop()
	h.t.Cleanup(s.Close)
	if join != nil {
		join["type"] = "join"
		s.Send(join)
	}
	return s
}

// Send sends a frame.
func (s *Socket) Send(frame any) {
	s.t.Helper()
	text, err := json.Marshal(frame)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = s.conn.WriteMessage(gws.OpcodeText, text)
}

// Next waits for the next frame of a type and skips other frames.
func (s *Socket) Next(kind string) Frame {
	s.t.Helper()
	late := time.After(10 * time.Second)
	for {
		select {
		case f := <-s.frames:
			if f.Type == kind {
				return f
			}
		case <-late:
			s.t.Fatalf("no %s frame", kind)
		}
	}
}

// ExpectNone fails the test if a frame of a type arrives within the duration.
func (s *Socket) ExpectNone(kind string, during time.Duration) {
	s.t.Helper()
	late := time.After(during)
	for {
		select {
		case f := <-s.frames:
			if f.Type == kind {
				s.t.Errorf("an unexpected %s frame: %s", kind, f.Message)
			}
		case <-late:
			return
		}
	}
}

// WaitClosed waits until the server has closed the socket.
func (s *Socket) WaitClosed() {
	s.t.Helper()
	select {
	case <-s.closed:
	case <-time.After(15 * time.Second):
		s.t.Fatal("the socket stays open")
	}
}

// Close closes the connection without a close frame, like a phone that loses its network.
func (s *Socket) Close() { _ = s.conn.NetConn().Close() }

type socketListener struct {
	gws.BuiltinEventHandler
	s *Socket
}

func (l socketListener) OnMessage(_ *gws.Conn, m *gws.Message) {
	defer m.Close()
	var f Frame
	if json.Unmarshal(m.Bytes(), &f) == nil {
		l.s.frames <- f
	}
}

func (l socketListener) OnClose(*gws.Conn, error) { close(l.s.closed) }

// Form posts a multipart upload: the fields in order, then the file.
func (c *Client) Form(path string, fields [][2]string, fileName string, file []byte) Response {
	c.t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for _, f := range fields {
		_ = w.WriteField(f[0], f[1])
	}
	part, err := w.CreateFormFile("file", fileName)
	if err != nil {
		c.t.Fatal(err)
	}
	_, _ = part.Write(file)
	_ = w.Close()
	return c.With("Content-Type", w.FormDataContentType()).Call("POST", path, form.String())
}
