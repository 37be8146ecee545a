// Package provider makes HTTP calls with strict limits, for the clients of all providers. Each provider's
// client is in a folder below.
package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"krapao/backend/platform/metrics"
	"krapao/backend/platform/signed"
)

// ErrDown means that the provider did not respond, or not in its own format. The provider may have carried out
// the call.
var ErrDown = errors.New("provider: no valid response")

// Timeout is how long a call waits for a provider's response.
const Timeout = 20 * time.Second

const maxResponse = 1 << 20

// Client is shared by the clients of all providers. It follows no redirect, because keys are sent in headers
// and paths.
var Client = &http.Client{
	Timeout:       Timeout,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 16, IdleConnTimeout: 90 * time.Second, ResponseHeaderTimeout: Timeout},
}

type nameKey struct{}

// WithName stores the provider's name in the context of a call, for the metrics.
func WithName(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, nameKey{}, name)
}

// recordCall records the result of a call to a provider in the metrics.
func recordCall(ctx context.Context, started time.Time, err error) {
	name, _ := ctx.Value(nameKey{}).(string)
	metrics.ObserveProviderCall(cmp.Or(name, "unnamed"), err == nil, time.Since(started))
}

// PostJSON sends body and decodes the response, with any status, into out. Numbers stay exact if out uses
// json.Number. Error: ErrDown for anything that is not JSON of at most 1 MiB. No error contains the address
// or a key.
func PostJSON(ctx context.Context, url string, header http.Header, body, out any) (status int, err error) {
	return SendJSON(ctx, http.MethodPost, url, header, body, out)
}

// SendJSON is PostJSON with any method. If body is nil, the request has no body.
func SendJSON(ctx context.Context, method, url string, header http.Header, body, out any) (status int, err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return 0, err
		}
	}
	return Send(ctx, method, url, header, text, out)
}

// Send is PostJSON with any method, for a body that is encoded already. Its Content-Type is JSON unless
// header has another. If body is nil, the request has no body.
func Send(ctx context.Context, method, url string, header http.Header, body []byte, out any) (status int, err error) {
	started := time.Now()
	defer func() { recordCall(ctx, started, err) }()
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return 0, errors.New("provider: the configured address is malformed")
	}
	req.Header = header.Clone()
	if req.Header == nil {
		req.Header = http.Header{}
	}
	if body != nil && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept", "application/json")
	res, err := Client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrDown, withoutURL(err))
	}
	defer res.Body.Close()
	response, err := io.ReadAll(io.LimitReader(res.Body, maxResponse+1))
	if err != nil {
		return res.StatusCode, fmt.Errorf("%w: the response was incomplete", ErrDown)
	}
	if len(response) > maxResponse {
		return res.StatusCode, fmt.Errorf("%w: the response is too long", ErrDown)
	}
	if err := json.Unmarshal(response, out); err != nil {
		return res.StatusCode, fmt.Errorf("%w: HTTP %d without JSON", ErrDown, res.StatusCode)
	}
	return res.StatusCode, nil
}

// SendSigned is SendJSON for providers with the plain signed format (package signed). body is encoded once,
// so the signed bytes are the sent bytes. The signed time is the machine's own, because the provider
// compares it with its own clock.
func SendSigned(ctx context.Context, method, url, key string, body, out any) (status int, err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return 0, err
		}
	}
	return Send(ctx, method, url, signed.Header(key, time.Now(), text), text, out)
}

// withoutURL removes the address from an error of net/http, because the address may contain a key.
func withoutURL(err error) error {
	if wrapped := errors.Unwrap(err); wrapped != nil {
		return wrapped
	}
	return err
}
