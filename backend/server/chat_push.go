package server

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"krapao/backend/chat"
	"krapao/backend/platform/bus"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// newPush creates the push domain. Without VAPID_KEY it uses a key file under DATA_DIR.
func (s *Server) newPush(limits limit.Counter, now clock.Clock) (*push.Service, error) {
	key, err := push.LoadKey(filepath.Join(s.cfg.DataDir, "keys", "vapid"))
	if s.cfg.VAPIDKey != "" {
		key, err = push.ParseKey(s.cfg.VAPIDKey)
	}
	if err != nil {
		return nil, err
	}
	sender, err := push.NewSender(push.SenderConfig{
		Key: key, Subject: s.cfg.VAPIDSubject, Hosts: s.cfg.PushHosts, InsecureHosts: !s.cfg.Production(), Clock: now,
	})
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return &push.Service{Pool: s.Pool, Clock: now, Log: s.log, Queue: s.Queue, Limits: limits, Sender: sender, Laos: s.cfg.Laos}, nil
}

// signer returns a signer of addresses that expire with the session for which they were signed.
func (s *Server) signer(secret []byte, now clock.Clock) web.Signer {
	return web.Signer{Key: secret, Clock: now, Open: func(ctx context.Context, h web.Holder) (bool, error) {
		switch {
		case h.Session != 0:
			open, err := s.Identity.FilterOpenSessions(ctx, []int64{h.Session})
			return len(open) == 1, err
		case h.Operator != 0:
			return s.Operators.IsSessionOpen(ctx, h.Operator)
		default:
			return s.Chat.HasGuestConversation(ctx, h.Guest)
		}
	}}
}

// maxDecoders returns how many pictures of each kind may be decoded at a time.
func (s *Server) maxDecoders() int { return max(1, runtime.NumCPU()/2) }

func (s *Server) newChat(keyed web.Keyed, limits limit.Counter, secret []byte, now clock.Clock) (*chat.Service, error) {
	media, err := s.openFiles("chat", now)
	if err != nil {
		return nil, err
	}
	s.bus = bus.New(s.cfg.NATSURL)
	return &chat.Service{
		Pool: s.Pool, Clock: now, Log: s.log, Keyed: keyed, Limits: limits, Media: intake.Receiver{Store: media, Limits: limits}, Thumbs: chat.NewThumbs(s.maxDecoders()), Signer: s.signer(secret, now),
		Queue: s.Queue, Push: s.Push, Bus: s.bus, Staff: s.Operators,
		Member: s.Identity.Authenticate, FilterOpenSessions: s.Identity.FilterOpenSessions, SiteClosed: s.Content.SiteClosed,
	}, nil
}

// Start connects the server to the other instances, and starts sockets and jobs. When ctx ends, sockets are
// closed, so that their apps reconnect to another instance. Jobs run until Stop.
func (s *Server) Start(ctx, work context.Context) error {
	if s.cfg.NATSURL == "" {
		release, err := pg.HoldAlone(ctx, s.Pool, aloneTimeout)
		if errors.Is(err, pg.ErrNotAlone) {
			return fmt.Errorf("%w: set NATS_URL on each, so that they can notify each other", err)
		}
		if err != nil {
			return err
		}
		s.release = release
	}
	installation, err := pg.InstallationID(ctx, s.Pool)
	if err != nil {
		return err
	}
	if err := s.bus.Open("krapao." + installation); err != nil {
		return err
	}
	if err := s.Chat.Run(ctx); err != nil {
		return err
	}
	pg.WatchChanges(s.Pool, s.Chat.Changed)
	// FollowDatabase must run before the first job, so that no payout is sent earlier.
	if err := s.FollowDatabase(ctx); err != nil {
		return err
	}
	s.watchReplication(ctx)
	s.probeStores(ctx)
	return s.Queue.Start(work)
}

// Stop lets running jobs finish until ctx ends.
func (s *Server) Stop(ctx context.Context) error {
	err := s.Queue.Stop(ctx)
	pg.WatchChanges(s.Pool, nil)
	s.probes.stop()
	s.bus.Close()
	if s.release != nil {
		s.release()
	}
	return err
}

// aloneTimeout is how long a server waits for another server on its database to stop.
const aloneTimeout = 10 * time.Second
