package server

import (
	"path/filepath"
	"strings"

	"krapao/backend/platform/blob"
	"krapao/backend/platform/clock"
)

// openFiles opens where uploads of one kind are kept: a folder under DATA_DIR, or
// a part of the bucket or the shared folder at MEDIA_URL.
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
