// Package browserpush simulates the push service of Chromium browsers. With it, a test covers the whole path
// of a push, from the sender to the screen, without the internet. A real browser subscribes at this service.
// It receives the pushes, still encrypted, over the connection that it holds open.
//
// Chromium uses this service when it is started with
//
//	--gcm-checkin-url=http://HOST:PORT/push/checkin
//	--gcm-registration-url=http://HOST:PORT/push/register
//	--gcm-mcs-endpoint=https://HOST:TLSPORT --ignore-certificate-errors
//
// The browser's subscriptions still contain Google's host. A sender must dial HOST:TLSPORT in its place.
package browserpush

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// subscription is the subscription of one browser, with the data of the browser's request for a token.
type subscription struct {
	device   string
	category string
	subtype  string
	sender   string
}

// Push is a push that was accepted.
type Push struct {
	Token   string    `json:"token"`
	Bytes   int       `json:"bytes"`
	TTL     string    `json:"ttl"`
	Urgency string    `json:"urgency"`
	Topic   string    `json:"topic"`
	At      time.Time `json:"at"`
	// Delivered is true if the browser was connected and received the push at once.
	Delivered bool `json:"delivered"`
}

// Service is the push service.
type Service struct {
	log *slog.Logger

	mu            sync.Mutex
	subscriptions map[string]subscription // by token
	online        map[string]*browserConn
	offline       map[string][][]byte // pushes for browsers that are offline, by device
	pushes        []Push
}

// New returns a push service without subscriptions.
func New(log *slog.Logger) *Service {
	return &Service{log: log, subscriptions: map[string]subscription{}, online: map[string]*browserConn{}, offline: map[string][][]byte{}}
}

// Routes registers the calls that browsers make over plain HTTP.
func (s *Service) Routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /push/checkin", s.checkin)
	mux.HandleFunc("POST /push/register", s.register)
}

// Pushes returns all accepted pushes, oldest first.
func (s *Service) Pushes() []Push {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Push{}, s.pushes...)
}

// checkin sends a browser the id with which it logs in.
func (s *Service) checkin(rw http.ResponseWriter, _ *http.Request) {
	var raw [16]byte
	_, _ = rand.Read(raw[:]) // never fails
	var out []byte
	out = appendNumber(out, 1, 1) // stats_ok
	out = appendNumber(out, 3, uint64(time.Now().UnixMilli()))
	out = appendFixed(out, 7, binary.LittleEndian.Uint64(raw[:8])>>2|1) // android_id
	out = appendFixed(out, 8, binary.LittleEndian.Uint64(raw[8:])>>2|1) // security_token
	rw.Header().Set("Content-Type", "application/x-protobuf")
	_, _ = rw.Write(out)
}

// register sends the token of a new subscription, or deletes a subscription.
func (s *Service) register(rw http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(rw, r.Body, 1<<16)
	if err := r.ParseForm(); err != nil {
		http.Error(rw, "Error=INVALID_PARAMETERS", http.StatusBadRequest)
		return
	}
	subtype := r.PostForm.Get("X-subtype")
	if r.PostForm.Get("delete") == "true" {
		s.unsubscribe(subtype)
		_, _ = io.WriteString(rw, "token="+subtype)
		return
	}
	token := rand.Text()
	s.mu.Lock()
	s.subscriptions[token] = subscription{device: r.PostForm.Get("device"), category: r.PostForm.Get("app"), subtype: subtype, sender: r.PostForm.Get("sender")}
	s.mu.Unlock()
	_, _ = io.WriteString(rw, "token="+token)
}

func (s *Service) unsubscribe(subtype string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for token, sub := range s.subscriptions {
		if sub.subtype == subtype {
			delete(s.subscriptions, token)
		}
	}
}

// maxPush is the maximum size of a message in bytes (RFC 8030 demands at least 4 kB).
const maxPush = 4096

// send accepts a push for a subscription: POST /fcm/send/{token}.
func (s *Service) send(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxPush+1))
	if err != nil || len(body) > maxPush {
		http.Error(rw, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	if r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") == "" || r.Header.Get("Authorization") == "" {
		http.Error(rw, "a push is aes128gcm, with TTL and Authorization", http.StatusBadRequest)
		return
	}
	token := r.PathValue("token")
	p := Push{Token: token, Bytes: len(body), TTL: r.Header.Get("TTL"), Urgency: r.Header.Get("Urgency"), Topic: r.Header.Get("Topic"), At: time.Now()}
	if !s.deliver(&p, body) {
		http.Error(rw, "the subscription is gone", http.StatusGone)
		return
	}
	rw.Header().Set("Location", "/message/"+rand.Text())
	rw.WriteHeader(http.StatusCreated)
}

// deliver sends a push to its browser, or stores it until the browser connects. known is false for an
// unknown token.
func (s *Service) deliver(p *Push, body []byte) (known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sub, known := s.subscriptions[p.Token]
	if !known {
		return false
	}
	message := encodeMessage(tagData, dataMessage(sub, p.TTL, body))
	if conn := s.online[sub.device]; conn != nil && conn.write(message) == nil {
		p.Delivered = true
	} else {
		s.offline[sub.device] = append(s.offline[sub.device], message)
	}
	s.pushes = append(s.pushes, *p)
	return true
}

func dataMessage(sub subscription, ttl string, body []byte) []byte {
	var out []byte
	out = appendText(out, dataFrom, sub.sender)
	out = appendText(out, dataCategory, sub.category)
	for _, pair := range [][2]string{{"subtype", sub.subtype}, {"content-encoding", "aes128gcm"}} {
		out = appendBytes(out, dataAppData, appendText(appendText(nil, 1, pair[0]), 2, pair[1]))
	}
	out = appendText(out, dataPersistentID, rand.Text())
	seconds, _ := strconv.ParseUint(ttl, 10, 31)
	out = appendNumber(out, dataTTL, seconds)
	out = appendNumber(out, dataSent, uint64(time.Now().UnixMilli()))
	return appendBytes(out, dataRaw, body)
}

// ServeHTTP serves the calls of senders, over TLS.
func (s *Service) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /fcm/send/{token}", s.send)
	mux.HandleFunc("GET /pushes", func(rw http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(rw).Encode(s.Pushes()) })
	mux.ServeHTTP(rw, r)
}
