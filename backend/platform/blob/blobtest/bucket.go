// Package blobtest is an S3-compatible server for tests. A test can select its faults.
package blobtest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Fault is a bucket's fault. All but Hanging and Full affect reading only.
type Fault string

// The faults.
const (
	None    Fault = ""
	Other   Fault = "other bytes"
	Garbage Fault = "garbage of the same length"
	Short   Fault = "short"
	Long    Fault = "long"
	Missing Fault = "missing"
	Cut     Fault = "cut"     // the announced length, and half of the content
	Newer   Fault = "newer"   // another version than the requested one
	Hanging Fault = "hanging" // until the caller gives up, or the test continues it
	Refused Fault = "refused" // 403
	Down    Fault = "down"    // 503 to every read
	Full    Fault = "full"    // stores nothing
)

// WrongContents are the faults in which the store returns something other than was stored.
var WrongContents = []Fault{Other, Garbage, Short, Long, Missing}

// Bucket is a bucket with the name media on an S3-compatible server.
type Bucket struct {
	// URL is the value for MEDIA_URL; options may be appended.
	URL string
	// Hangs has a channel for each hanging request. Closing the channel continues the request.
	Hangs chan chan struct{}

	fault    atomic.Value
	requests atomic.Int64
	sent     atomic.Int64
	real     http.Handler
}

// New starts a bucket without a fault. It stops with the test.
func New(t testing.TB) *Bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("media"); err != nil {
		t.Fatal(err)
	}
	b := &Bucket{Hangs: make(chan chan struct{}, 1000), real: gofakes3.New(backend).Server()}
	b.Set(None)
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	b.URL = "s3://key:secret@" + strings.TrimPrefix(server.URL, "http://") + "/media?plain=1&region=us-east-1"
	return b
}

// Set sets the fault of all further requests.
func (b *Bucket) Set(f Fault) { b.fault.Store(f) }

// Fault returns the current fault.
func (b *Bucket) Fault() Fault { return b.fault.Load().(Fault) }

// Requests returns how many requests the bucket has received.
func (b *Bucket) Requests() int64 { return b.requests.Load() }

// Sent returns how many bytes of content it has sent, or is about to send.
func (b *Bucket) Sent() int64 { return b.sent.Load() }

// ServeHTTP responds to a request as the fault requires.
func (b *Bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.requests.Add(1)
	fault, isRead := b.Fault(), r.Method == http.MethodGet
	if fault == Hanging && !b.block(r) {
		return
	}
	switch {
	case fault == Refused && isRead:
		w.WriteHeader(http.StatusForbidden)
	case fault == Full && r.Method == http.MethodPut:
		w.WriteHeader(http.StatusInsufficientStorage)
	case fault == Down && isRead:
		w.WriteHeader(http.StatusServiceUnavailable)
	case fault == Missing && isRead:
		writeError(w, http.StatusNotFound, "NoSuchKey")
	case fault == Newer && isRead && r.Header.Get("If-Match") != "":
		writeError(w, http.StatusPreconditionFailed, "PreconditionFailed")
	case isRead:
		b.serveRead(w, r, fault)
	default:
		b.real.ServeHTTP(w, r)
	}
}

// block blocks a request. It returns true if the test has continued the request.
func (b *Bucket) block(r *http.Request) bool {
	_, _ = io.Copy(io.Discard, r.Body) // otherwise the server would not notice that the caller has gone
	release := make(chan struct{})
	b.Hangs <- release
	select {
	case <-release:
		return true
	case <-r.Context().Done():
		return false
	}
}

func writeError(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, "<Error><Code>"+code+"</Code></Error>")
}

func (b *Bucket) serveRead(w http.ResponseWriter, r *http.Request, fault Fault) {
	recorder := httptest.NewRecorder()
	b.real.ServeHTTP(recorder, r)
	body := bytes.Clone(recorder.Body.Bytes())
	switch fault {
	case Other:
		body[len(body)/2] ^= 1
	case Garbage:
		body = bytes.Repeat([]byte("x"), len(body))
	case Short:
		body = body[:len(body)-1]
	case Long:
		body = append(body, 'x')
	}
	for name, values := range recorder.Header() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if fault == Cut {
		body = body[:len(body)/2]
	}
	w.WriteHeader(recorder.Code)
	b.sent.Add(int64(len(body)))
	_, _ = w.Write(body)
}
