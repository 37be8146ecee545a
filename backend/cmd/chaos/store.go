package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// faultyStore is an S3-compatible store for the server's pictures. While isFaulty is true, some calls fail: the store
// returns an error, responds late, or breaks the connection.
type faultyStore struct {
	url        string
	isFaulty   atomic.Bool
	callCount  atomic.Int64
	faultCount atomic.Int64
	server     *http.Server
}

const faultEvery = 4 // one call in faultEvery fails

func newStore() (*faultyStore, error) {
	memory := s3mem.New()
	if err := memory.CreateBucket("media"); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &faultyStore{url: fmt.Sprintf("s3://key:secret@%s/media?plain=1&region=us-east-1", listener.Addr())}
	real := gofakes3.New(memory).Server()
	s.server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.callCount.Add(1)
		if s.isFaulty.Load() && rand.IntN(faultEvery) == 0 {
			s.faultCount.Add(1)
			failCall(w)
			return
		}
		real.ServeHTTP(w, r)
	})}
	go func() { _ = s.server.Serve(listener) }()
	return s, nil
}

func failCall(w http.ResponseWriter) {
	switch rand.IntN(5) {
	case 0:
		w.WriteHeader(http.StatusServiceUnavailable)
	case 1:
		w.WriteHeader(http.StatusForbidden)
	case 2:
		w.WriteHeader(http.StatusInternalServerError)
	case 3:
		time.Sleep(2 * time.Second)
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		panic(http.ErrAbortHandler) // the connection breaks
	}
}

func (s *faultyStore) String() string {
	return fmt.Sprintf("the picture store failed in %d of %d calls", s.faultCount.Load(), s.callCount.Load())
}

func (s *faultyStore) close() { _ = s.server.Close() }
