package push_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// pushService is a fake of a browser vendor's push service, over TLS. It rejects everything that RFC
// 8030, 8291 and 8292 do not allow.
type pushService struct {
	*httptest.Server
	t   *testing.T
	key string // the server's public key, to which every subscription is bound

	mu       sync.Mutex
	browsers map[string]*browser
}

// browser is one subscription: its private keys, and the pushes that it received.
type browser struct {
	endpoint string
	private  *ecdh.PrivateKey
	auth     []byte

	mu        sync.Mutex
	responses []func(http.ResponseWriter) // sent before the service accepts pushes again
	tries     int
	received  []arrival
}

type arrival struct {
	Kind, Title, Body, URL, Tag string
	At                          time.Time

	ttl            int
	urgency, topic string
	length         int
}

func newPushService(t *testing.T, key string) *pushService {
	t.Helper()
	s := &pushService{t: t, key: key, browsers: map[string]*browser{}}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// subscribeBrowser makes a subscription with new keys.
func (s *pushService) subscribeBrowser() *browser {
	s.t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	b := &browser{endpoint: s.URL + "/push/" + rand.Text(), private: private, auth: make([]byte, 16)}
	_, _ = rand.Read(b.auth)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browsers[strings.TrimPrefix(b.endpoint, s.URL)] = b
	return b
}

func (b *browser) subscription() map[string]any {
	return map[string]any{"endpoint": b.endpoint, "expirationTime": nil, "keys": map[string]any{
		"p256dh": base64.RawURLEncoding.EncodeToString(b.private.PublicKey().Bytes()), "auth": base64.RawURLEncoding.EncodeToString(b.auth),
	}}
}

// setResponse adds a response that the service sends to the browser's next push instead of accepting the push.
func (b *browser) setResponse(status int, body string, headers ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.responses = append(b.responses, func(w http.ResponseWriter) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

func (b *browser) arrivals() []arrival {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]arrival(nil), b.received...)
}

func (b *browser) countTries() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tries
}

func (s *pushService) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	b := s.browsers[r.URL.Path]
	s.mu.Unlock()
	if b == nil || r.Method != http.MethodPost {
		s.t.Errorf("an unknown call: %s %s", r.Method, r.URL.Path)
		w.WriteHeader(http.StatusNotFound)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tries++
	if len(b.responses) > 0 {
		respond := b.responses[0]
		b.responses = b.responses[1:]
		respond(w)
		return
	}
	got, err := s.accept(r, b)
	if err != nil {
		s.t.Error(err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	b.received = append(b.received, got)
	w.WriteHeader(http.StatusCreated)
}

func (s *pushService) accept(r *http.Request, b *browser) (arrival, error) {
	var got arrival
	if err := s.checkToken(r.Header.Get("Authorization")); err != nil {
		return got, err
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 4097))
	if err != nil || len(body) > 4096 || r.Header.Get("Content-Encoding") != "aes128gcm" {
		return got, fmt.Errorf("%d bytes as %q: %w", len(body), r.Header.Get("Content-Encoding"), err)
	}
	text, err := b.decrypt(body)
	if err != nil {
		return got, err
	}
	if err := json.Unmarshal(text, &got); err != nil {
		return got, err
	}
	got.length, got.urgency, got.topic = len(body), r.Header.Get("Urgency"), r.Header.Get("Topic")
	if len(got.topic) > 32 || strings.ContainsAny(got.topic, "./+= ") {
		return got, fmt.Errorf("topic %q", got.topic)
	}
	got.ttl, err = strconv.Atoi(r.Header.Get("TTL"))
	return got, err
}

// checkToken checks the Authorization header as RFC 8292 requires of a push service.
func (s *pushService) checkToken(header string) error {
	fields, ok := strings.CutPrefix(header, "vapid t=")
	token, key, both := strings.Cut(fields, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !both || len(parts) != 3 || key != s.key {
		return fmt.Errorf("authorization %q", header)
	}
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return fmt.Errorf("a signature of %d bytes: %w", len(signature), err)
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return errors.New("the token's signature is not the key's")
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err = errors.Join(err, json.Unmarshal(text, &claims)); err != nil {
		return err
	}
	left := time.Until(time.Unix(claims.Exp, 0))
	if claims.Aud != s.URL || claims.Sub != subject || left <= 0 || left > 12*time.Hour+time.Minute {
		return fmt.Errorf("claims %+v, %s left", claims, left)
	}
	return nil
}

// decrypt decrypts a push as RFC 8291 requires of a browser.
func (b *browser) decrypt(body []byte) ([]byte, error) {
	if len(body) < 86+17 || body[20] != 65 {
		return nil, fmt.Errorf("a body of %d bytes", len(body))
	}
	salt, size, sender, sealed := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86], body[86:]
	if int(size) <= len(sealed) {
		return nil, fmt.Errorf("a record of %d bytes in one of %d", len(sealed), size)
	}
	point, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	secret, err := b.private.ECDH(point)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(b.private.PublicKey().Bytes()) + string(sender)
	ikm, err := hkdf.Key(sha256.New, secret, b.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	record, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, err
	}
	text, ended := bytes.CutSuffix(bytes.TrimRight(record, "\x00"), []byte{2})
	if !ended {
		return nil, errors.New("the record does not end the message")
	}
	return text, nil
}
