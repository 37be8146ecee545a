package contract

import (
	"bytes"
	"io"
	"net/http"
)

// Transport is an HTTP transport that validates responses. It reports a response that violates the document,
// and returns it unchanged.
type Transport struct {
	*Contract
	Next http.RoundTripper
	// Exempt reports whether a response is not described by the document. If it is nil, all responses are
	// validated.
	Exempt func(path string, status int) bool
	// Report receives the description of a violation, for example a test's Errorf.
	Report func(format string, args ...any)
}

// RoundTrip makes a call and validates its response.
func (t Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := t.Next.RoundTrip(req)
	path := req.URL.EscapedPath()
	if err != nil || t.Exempt != nil && t.Exempt(path, res.StatusCode) {
		return res, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	violation := t.Validate(Response{Method: req.Method, Path: path, Status: res.StatusCode, Header: res.Header, Body: body})
	if violation != nil {
		t.Report("the contract is broken by %s %s: %v in %.1000s", req.Method, path, violation, body)
	}
	return res, nil
}
