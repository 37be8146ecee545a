package push

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"krapao/backend/platform/clock"
)

// SenderConfig is the configuration of a Sender.
type SenderConfig struct {
	// Key signs for this server; each browser's subscription is bound to it.
	Key *ecdsa.PrivateKey
	// Subject is the https or mailto address at which push services reach us.
	Subject string
	// Hosts are additional push services, for tests and development: "host", or "host=address:port" to
	// dial that address instead. They may use plain http, any port, and private addresses.
	Hosts []string
	// InsecureHosts accepts any certificate from Hosts.
	InsecureHosts bool
	Clock         clock.Clock
}

// Sender sends encrypted messages to browsers' push services. It is safe for concurrent use.
type Sender struct {
	signer *signer
	hosts  extraHosts
	public *http.Client
	extra  *http.Client // for hosts only
	clock  clock.Clock
}

// NewSender returns a Sender. It returns an error for a Subject that push services would reject.
func NewSender(c SenderConfig) (*Sender, error) {
	hosts, err := parseHosts(c.Hosts)
	if err != nil {
		return nil, err
	}
	signer, err := newSigner(c.Key, c.Subject, c.Clock)
	if err != nil {
		return nil, err
	}
	guarded := &net.Dialer{Timeout: dialTimeout, Control: refusePrivateAddress}
	plain := &net.Dialer{Timeout: dialTimeout}
	mapped := func(ctx context.Context, network, address string) (net.Conn, error) {
		if host, _, err := net.SplitHostPort(address); err == nil && hosts[strings.ToLower(host)] != "" {
			address = hosts[strings.ToLower(host)]
		}
		return plain.DialContext(ctx, network, address)
	}
	return &Sender{
		signer: signer, hosts: hosts, clock: c.Clock,
		public: newHTTPClient(guarded.DialContext, nil),
		extra:  newHTTPClient(mapped, &tls.Config{InsecureSkipVerify: c.InsecureHosts}),
	}, nil
}

// Short timeouts, because a job that waits for a slow push service occupies a worker.
const (
	dialTimeout = 5 * time.Second
	sendTimeout = 15 * time.Second
)

// newHTTPClient returns an HTTP client that follows no redirect and uses no proxy. Both would bypass the
// checks of the endpoint's address.
func newHTTPClient(dial func(context.Context, string, string) (net.Conn, error), secure *tls.Config) *http.Client {
	return &http.Client{
		Timeout:       sendTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dial, TLSClientConfig: secure, ForceAttemptHTTP2: true, TLSHandshakeTimeout: dialTimeout,
			MaxIdleConns: 64, MaxIdleConnsPerHost: 8, IdleConnTimeout: 90 * time.Second, MaxResponseHeaderBytes: 16 << 10,
		},
	}
}

// PublicKey returns the key for browsers' subscriptions, in base64url.
func (s *Sender) PublicKey() string { return s.signer.public }

// keyName returns eight bytes of the public key, which identify it in the database.
func (s *Sender) keyName() []byte {
	point, _ := base64.RawURLEncoding.DecodeString(s.signer.public)
	return point[1:9]
}

// message is one push before encryption.
type message struct {
	payload []byte
	ttl     time.Duration // how long the push service stores the push for a browser that is offline
	urgency string
	topic   string // a later message with the same topic replaces this push while it is stored
}

// serviceResponse is a push service's response.
type serviceResponse struct {
	status     int
	retryAfter time.Duration // the Retry-After header, or 0
	text       string        // the beginning of the body, for the log
}

const maxResponse = 1 << 10

// send encrypts a message and posts it to an endpoint. It returns errEndpoint or errPrivateAddress if the
// endpoint must not be called, or a network error. The error never contains the endpoint's address,
// which is a secret.
func (s *Sender) send(ctx context.Context, endpoint string, to browserKeys, m message) (serviceResponse, error) {
	u, err := s.hosts.check(endpoint)
	if err != nil {
		return serviceResponse{}, err
	}
	body, err := encrypt(m.payload, to)
	if err != nil {
		return serviceResponse{}, err
	}
	authorization, err := s.signer.authorization(originOf(u))
	if err != nil {
		return serviceResponse{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return serviceResponse{}, errEndpoint
	}
	req.Header = http.Header{
		"Authorization": {authorization}, "Content-Encoding": {"aes128gcm"}, "Content-Type": {"application/octet-stream"},
		"Ttl": {strconv.Itoa(int(m.ttl.Seconds()))}, "Urgency": {m.urgency},
	}
	if m.topic != "" {
		req.Header.Set("Topic", m.topic)
	}
	client := s.public
	if _, extra := s.hosts[strings.ToLower(u.Hostname())]; extra {
		client = s.extra
	}
	res, err := client.Do(req)
	if err != nil {
		return serviceResponse{}, withoutAddress(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(res.Body, maxResponse))
	return serviceResponse{status: res.StatusCode, retryAfter: parseRetryAfter(res.Header.Get("Retry-After"), s.clock()), text: toPrintable(string(text))}, nil
}

// toPrintable removes unprintable characters from a stranger's text, for the log and the database.
func toPrintable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
}

func parseRetryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 && seconds < 1<<30 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

// withoutAddress removes the endpoint from a client's error. A reader of the log could post to
// that browser.
func withoutAddress(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}
