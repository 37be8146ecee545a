package environment

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

// Client makes all HTTP calls. Its timeout is how long a phone waits for a response.
var Client = &http.Client{Timeout: 30 * time.Second}

// Response is the response to a call. Status 0 means that there was no response.
type Response struct {
	Status int
	Body   []byte
}

// Into decodes the body of a 2xx response. It returns an error for any other response.
func (r Response) Into(out any) error {
	if r.Status < 200 || r.Status > 299 {
		return fmt.Errorf("%d %.200s", r.Status, r.Body)
	}
	return json.Unmarshal(r.Body, out)
}

// SendRequest sends a request and reads the whole response. It returns status 0 if it cannot.
func SendRequest(req *http.Request) Response {
	res, err := Client.Do(req)
	if err != nil {
		return Response{}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return Response{}
	}
	return Response{res.StatusCode, body}
}

// API is the server's HTTP API, as apps call it.
type API struct{ URL string }

// Call makes a call of a member or an operator. If token is empty, the caller is not logged in, and has a
// random IP address. If key is empty, the call has no Idempotency-Key.
func (a API) Call(token, key, method, path string, body any) Response {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, a.URL+path, bytes.NewReader(text))
	if err != nil {
		return Response{}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("Authorization", "Bearer "+token)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	if token == "" { // random, so that callers do not share the limits of one IP address
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", rand.IntN(256), rand.IntN(256), 1+rand.IntN(250)))
	}
	return SendRequest(req)
}

// CallFrom makes a call without a login, from the given IP address.
func (a API) CallFrom(address, method, path string, body any) Response {
	text, _ := json.Marshal(body)
	req, err := http.NewRequest(method, a.URL+path, bytes.NewReader(text))
	if err != nil {
		return Response{}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("X-Forwarded-For", address)
	return SendRequest(req)
}

// Upload uploads a slip for the member with the session token.
func (a API) Upload(token, clientID string, captured time.Time, picture []byte) Response {
	fields := map[string]string{"clientId": clientID, "capturedAt": captured.UTC().Format(time.RFC3339)}
	return a.sendForm("/api/wallet/slip", fields, "slip.png", picture, "Authorization", "Bearer "+token)
}

// UploadFrom uploads a file without a login, from the given IP address.
func (a API) UploadFrom(address, path string, fields map[string]string, name string, file []byte) Response {
	return a.sendForm(path, fields, name, file, "X-Forwarded-For", address)
}

// sendForm sends a file and fields as a multipart form, with one additional header.
func (a API) sendForm(path string, fields map[string]string, name string, file []byte, header, value string) Response {
	var form bytes.Buffer
	out := multipart.NewWriter(&form)
	for field, text := range fields {
		_ = out.WriteField(field, text)
	}
	part, _ := out.CreateFormFile("file", name)
	_, _ = part.Write(file)
	_ = out.Close()
	req, err := http.NewRequest(http.MethodPost, a.URL+path, &form)
	if err != nil {
		return Response{}
	}
	req.Header.Set("Content-Type", out.FormDataContentType())
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set(header, value)
	return SendRequest(req)
}

// Retry repeats a call, like a phone, until its response is final or the time until has passed. It returns the last
// response. A response of 429 or 5xx, or no response, is not final.
func Retry(until time.Time, call func() Response) Response {
	for {
		a := call()
		if a.Status != 0 && a.Status < 500 && a.Status != http.StatusTooManyRequests {
			return a
		}
		if time.Now().After(until) {
			return a
		}
		time.Sleep(200 * time.Millisecond)
	}
}
