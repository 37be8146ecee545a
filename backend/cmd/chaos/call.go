package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 30 * time.Second}

// answer of a call; status 0 is none.
type answer struct {
	status int
	body   []byte
}

func (a answer) into(out any) error {
	if a.status < 200 || a.status > 299 {
		return fmt.Errorf("%d %.200s", a.status, a.body)
	}
	return json.Unmarshal(a.body, out)
}

func do(req *http.Request) answer {
	res, err := client.Do(req)
	if err != nil {
		return answer{}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}
	}
	return answer{res.StatusCode, body}
}

// ask calls the outside world by hand, again until it answers: control calls
// are not what is tested. Repeating a transfer would move money twice, so a
// call without an answer is asked about by the caller where that matters.
func (t *town) ask(method, path string, body, out any) error {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, t.world+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	a := do(req)
	if a.status != http.StatusOK {
		return fmt.Errorf("outside world: %s %s: %d %s", method, path, a.status, a.body)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(a.body, out)
}

// call makes a call of the API.
func (t *town) call(token, key, method, path string, body any) answer {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, t.url+path, bytes.NewReader(text))
	if err != nil {
		return answer{}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("Authorization", "Bearer "+token)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	if token == "" { // a town's worth of people does not share one address
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", rand.IntN(256), rand.IntN(256), 1+rand.IntN(250)))
	}
	return do(req)
}

// from makes a stranger's call, from an address of the stranger's.
func (t *town) from(address, method, path string, body any) answer {
	text, _ := json.Marshal(body)
	req, err := http.NewRequest(method, t.url+path, bytes.NewReader(text))
	if err != nil {
		return answer{}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("X-Forwarded-For", address)
	return do(req)
}

// upload hands a slip in.
func (t *town) upload(token, clientID string, captured time.Time, picture []byte) answer {
	fields := map[string]string{"clientId": clientID, "capturedAt": captured.UTC().Format(time.RFC3339)}
	return t.send("/api/wallet/slip", fields, "slip.png", picture, "Authorization", "Bearer "+token)
}

// form sends a stranger's file.
func (t *town) form(path, address string, fields map[string]string, name string, file []byte) answer {
	return t.send(path, fields, name, file, "X-Forwarded-For", address)
}

func (t *town) send(path string, fields map[string]string, name string, file []byte, header, value string) answer {
	var form bytes.Buffer
	out := multipart.NewWriter(&form)
	for field, text := range fields {
		_ = out.WriteField(field, text)
	}
	part, _ := out.CreateFormFile("file", name)
	_, _ = part.Write(file)
	_ = out.Close()
	req, err := http.NewRequest(http.MethodPost, t.url+path, &form)
	if err != nil {
		return answer{}
	}
	req.Header.Set("Content-Type", out.FormDataContentType())
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set(header, value)
	return do(req)
}

// insist repeats a call until it gets an answer that is one: what the phone
// does. Too busy, down and no answer at all are none.
func insist(until time.Time, try func() answer) answer {
	for {
		a := try()
		if a.status != 0 && a.status < 500 && a.status != http.StatusTooManyRequests {
			return a
		}
		if time.Now().After(until) {
			return a
		}
		time.Sleep(200 * time.Millisecond)
	}
}
