package server

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"krapao/backend/platform/blob"
	"krapao/backend/platform/clock"
)

// openFiles opens the store for the uploads of one kind. It is a folder under DATA_DIR, or a subfolder of
// the bucket or shared folder at MEDIA_URL.
func (s *Server) openFiles(kind string, now clock.Clock) (*blob.Store, error) {
	o := blob.Options{Clock: now, Log: s.log.With("files", kind)}
	if s.cfg.MediaURL == "" {
		return blob.Open(filepath.Join(s.cfg.DataDir, "media", kind), o)
	}
	if shared, ok := strings.CutPrefix(s.cfg.MediaURL, "file://"); ok {
		return blob.Open(filepath.Join(shared, kind), o)
	}
	address, query, _ := strings.Cut(s.cfg.MediaURL, "?")
	return blob.OpenURL(strings.TrimSuffix(address, "/")+"/"+kind+"?"+query, o)
}

// probes are the checks of the stores that run in the background while the server starts.
type probes struct {
	running sync.WaitGroup
	cancel  context.CancelFunc
}

// probeStores checks the stores in the background, and logs a warning for a store that does not work. The
// start does not wait for the result. Members can read and move money without a store, and a store that
// fails at the start may work when the first slip arrives.
func (s *Server) probeStores(ctx context.Context) {
	ctx, s.probes.cancel = context.WithCancel(ctx)
	for kind, store := range map[string]*blob.Store{"slips": s.Bank.Pictures.Store, "chat": s.Chat.Media.Store} {
		s.probes.running.Go(func() {
			if err := store.Probe(ctx); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "the store of files does not work: uploads will be refused or unreadable", "files", kind, "cause", err)
			}
		})
	}
}

// WaitProbes waits until the checks of probeStores have ended.
func (s *Server) WaitProbes() { s.probes.running.Wait() }

func (p *probes) stop() {
	if p.cancel != nil {
		p.cancel()
	}
	p.running.Wait()
}
