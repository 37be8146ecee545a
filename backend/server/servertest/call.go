package servertest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Control makes a control call to the sandbox and decodes its response into out.
func (h *Environment) Control(method, path string, body, out any) {
	h.t.Helper()
	status, text := send(h.t, client, method, h.SandboxURL+path, nil, body)
	if status != http.StatusOK {
		h.t.Fatalf("sandbox %s %s: %d %s", method, path, status, text)
	}
	if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			h.t.Fatal(err)
		}
	}
}

// Fault makes the next count calls to a provider fail.
func (h *Environment) Fault(target, mode, code string, count, delayMs int) {
	h.t.Helper()
	h.Control("POST", "/faults", map[string]any{"target": target, "mode": mode, "code": code, "count": count, "delayMs": delayMs}, nil)
}

// FaultsLeft returns how many calls will still fail because of Fault.
func (h *Environment) FaultsLeft() (left int) {
	h.t.Helper()
	var now struct{ Faults []struct{ Count int } }
	h.Control("GET", "/faults", nil, &now)
	for _, f := range now.Faults {
		left += f.Count
	}
	return left
}

// client keeps enough connections open for concurrent callers, so that ports do not run out.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

func send(t testing.TB, by *http.Client, method, url string, header http.Header, body any) (int, []byte) {
	t.Helper()
	status, _, text := sendForResponse(t, by, method, url, header, body)
	return status, text
}

// sendForResponse is send, but also returns the response's header.
func sendForResponse(t testing.TB, by *http.Client, method, url string, header http.Header, body any) (int, http.Header, []byte) {
	t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		in = strings.NewReader(string(text))
	}
	req, err := http.NewRequest(method, url, in)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		req.Header = header
	}
	if in != nil && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := by.Do(req)
	if err != nil {
		t.Fatal(fmt.Errorf("%s %s: %w", method, url, err))
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, text
}
