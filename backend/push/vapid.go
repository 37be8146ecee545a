package push

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"krapao/backend/platform/clock"
)

// A token is renewed long before it expires, because the push service's clock may differ from ours.
const (
	tokenLife  = 12 * time.Hour
	tokenRenew = 6 * time.Hour
	// maxTokens limits the cache. Some push services accept any subdomain, so a stranger could add
	// many origins.
	maxTokens = 128
)

// signer makes the VAPID tokens that identify this server to push services (RFC 8292). Signing is
// slow, so each token is cached and reused for hours.
type signer struct {
	key     *ecdsa.PrivateKey
	public  string // as browsers and push services expect it
	subject string
	clock   clock.Clock

	mu     sync.Mutex
	tokens map[string]token // by origin
}

type token struct {
	text  string
	renew time.Time
}

func newSigner(key *ecdsa.PrivateKey, subject string, now clock.Clock) (*signer, error) {
	if err := checkSubject(subject); err != nil {
		return nil, err
	}
	point, err := key.PublicKey.Bytes()
	if err != nil {
		return nil, fmt.Errorf("push: the VAPID key: %w", err)
	}
	return &signer{
		key: key, public: base64.RawURLEncoding.EncodeToString(point), subject: subject, clock: now, tokens: map[string]token{},
	}, nil
}

// checkSubject returns an error unless subject is an address at which a push service can reach us. Push
// services reject other subjects; Apple returns a plain 403.
func checkSubject(subject string) error {
	if address, ok := strings.CutPrefix(subject, "mailto:"); ok {
		parsed, err := mail.ParseAddress(address)
		if err == nil && parsed.Address == address && isPublicHost(address[strings.LastIndexByte(address, '@')+1:]) {
			return nil
		}
	} else if u, err := url.Parse(subject); err == nil && u.Scheme == "https" && u.User == nil && isPublicHost(u.Hostname()) {
		return nil
	}
	return fmt.Errorf("push: VAPID subject %q is no public https or mailto address", subject)
}

func isPublicHost(host string) bool {
	_, err := netip.ParseAddr(host)
	dot := strings.LastIndexByte(host, '.')
	return err != nil && dot > 0 && dot < len(host)-1 && !strings.EqualFold(host[dot:], ".localhost") && !strings.EqualFold(host[dot:], ".local")
}

// authorization returns the Authorization header for a push service's origin.
func (s *signer) authorization(origin string) (string, error) {
	now := s.clock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.tokens[origin]; ok && now.Before(t.renew) {
		return t.text, nil
	}
	jwt, err := s.sign(origin, now.Add(tokenLife))
	if err != nil {
		return "", err
	}
	if len(s.tokens) >= maxTokens {
		clear(s.tokens)
	}
	t := token{text: "vapid t=" + jwt + ", k=" + s.public, renew: now.Add(tokenLife - tokenRenew)}
	s.tokens[origin] = t
	return t.text, nil
}

func (s *signer) sign(origin string, expires time.Time) (string, error) {
	claims, err := json.Marshal(map[string]any{"aud": origin, "exp": expires.Unix(), "sub": s.subject})
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(claims)
	digest := sha256.Sum256([]byte(text))
	r, v, err := ecdsa.Sign(rand.Reader, s.key, digest[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	v.FillBytes(signature[32:])
	return text + "." + encode(signature), nil
}
