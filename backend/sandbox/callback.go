package sandbox

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"krapao/backend/platform/signed"
)

// webhook is a webhook that a provider must deliver to the wallet. The journal stores the webhook with its
// event, and later that the wallet received the webhook. So a kill loses no webhook.
type webhook struct {
	ID     int64       `json:"id"`
	Path   string      `json:"path"`
	Header http.Header `json:"header,omitempty"`
	Key    string      `json:"key,omitempty"` // signs each attempt with the current time
	Body   []byte      `json:"body"`
	// Delay is how long a fault delays the first attempt.
	Delay time.Duration `json:"late,omitempty"`
}

// webhooks are the webhooks of all providers.
type webhooks struct {
	base   string // the wallet's address; without it none are sent
	lastID int64
	open   map[int64]*webhook // not received yet, by id
	run    context.Context    // ends when the sandbox closes
	stop   context.CancelFunc
}

func newWebhooks() webhooks {
	run, stop := context.WithCancel(context.Background())
	return webhooks{open: map[int64]*webhook{}, run: run, stop: stop}
}

// The pause between attempts doubles from firstRetry to lastRetry. After retryFor a provider gives up.
const (
	firstRetry = 200 * time.Millisecond
	lastRetry  = 10 * time.Second
	retryFor   = 24 * time.Hour
)

var webhookClient = &http.Client{Timeout: 10 * time.Second}

func (h *webhooks) replay(e event) {
	for _, hook := range e.Webhooks {
		h.lastID = hook.ID
		h.open[hook.ID] = hook
	}
	if e.Received != 0 {
		delete(h.open, e.Received)
	}
}

// SetCallbackURL sets the wallet's address. The first call also sends the webhooks that an earlier run did
// not deliver.
func (sb *Sandbox) SetCallbackURL(url string) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	first := sb.webhooks.base == ""
	sb.webhooks.base = strings.TrimRight(url, "/")
	if first {
		for _, h := range sb.webhooks.open {
			go sb.deliver(h)
		}
	}
}

// recordWithWebhooks writes an event and its webhooks into the journal as one line, so that a kill keeps both
// or neither. The caller must hold the lock.
func (sb *Sandbox) recordWithWebhooks(e event, hooks ...*webhook) error {
	if sb.webhooks.base == "" {
		return sb.record(e)
	}
	for i, h := range hooks {
		h.ID = sb.webhooks.lastID + int64(i) + 1
	}
	e.Webhooks = hooks
	if err := sb.record(e); err != nil {
		return err
	}
	for _, h := range hooks {
		go sb.deliver(h)
	}
	return nil
}

// withFaults returns the webhooks to send for h. The next fault of action may turn it into several copies, a
// forged one, or none.
func (sb *Sandbox) withFaults(action string, h webhook) []*webhook {
	f, found := sb.faults.consumeWebhookFault(action)
	if !found {
		return []*webhook{&h}
	}
	switch f.Mode {
	case faultDuplicate:
		second, third := h, h
		return []*webhook{&h, &second, &third}
	case faultSignature:
		h.Key += "-of-somebody-else"
	case faultGarbage:
		h.Body = []byte("<html>not a webhook</html>")
	case faultSlow:
		h.Delay = durationOr(time.Duration(f.DelayMs)*time.Millisecond, defaultSlow)
	default:
		return nil
	}
	return []*webhook{&h}
}

// deliver sends a webhook until the wallet responds with a status below 500, for retryFor at most.
func (sb *Sandbox) deliver(h *webhook) {
	until := time.Now().Add(retryFor)
	for pause, next := h.Delay, firstRetry; ; pause, next = next, min(2*next, lastRetry) {
		select {
		case <-sb.webhooks.run.Done():
			return
		case <-time.After(pause):
		}
		if sb.attempt(h) || time.Now().After(until) {
			break
		}
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if err := sb.record(event{Received: h.ID}); err != nil {
		sb.log.Error("journal a webhook", "cause", err) // it is sent again at the next start
	}
}

func (sb *Sandbox) attempt(h *webhook) bool {
	sb.mu.Lock()
	base := sb.webhooks.base
	sb.mu.Unlock()
	req, err := http.NewRequestWithContext(sb.webhooks.run, http.MethodPost, base+h.Path, bytes.NewReader(h.Body))
	if err != nil {
		sb.log.Error("webhook", "cause", err)
		return true
	}
	if h.Header != nil {
		req.Header = h.Header.Clone()
	}
	if h.Key != "" {
		for name, values := range signed.Header(h.Key, time.Now(), h.Body) {
			req.Header[name] = values
		}
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := webhookClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode < http.StatusInternalServerError
}
