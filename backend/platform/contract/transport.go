package contract

import (
	"bytes"
	"io"
	"net/http"
)

// Transport makes calls and validates their answers. A wrong answer is reported, and
// returned as it is.
type Transport struct {
	*Contract
	Next http.RoundTripper
	// Exempt tells whether the document does not describe an answer; nil for none.
	Exempt func(path string, status int) bool
	// Report gets what is wrong with an answer; a test's Errorf.
	Report func(format string, args ...any)
}

// RoundTrip makes a call and validates its answer.
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
	wrong := t.Validate(Answer{Method: req.Method, Path: path, Status: res.StatusCode, Header: res.Header, Body: body})
	if wrong != nil {
		t.Report("the contract is broken by %s %s: %v in %.1000s", req.Method, path, wrong, body)
	}
	return res, nil
}
