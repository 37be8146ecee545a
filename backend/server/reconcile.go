package server

import (
	"context"
	"errors"
	"time"

	"krapao/backend/cashier/withdrawal"
	"krapao/backend/platform/pg"
	"krapao/backend/wallet"
	"krapao/backend/wallet/reconcile"
)

// Reconciled is the result of a run over all providers.
type Reconciled struct {
	Books []*reconcile.Book
	// Lifted says that the run ended a pause of payouts. Waits says why they are paused
	// still.
	Lifted bool
	Waits  string
}

// incomingFor bounds how long the books of incoming money and of games may take before the
// payouts' book, for which members wait.
const incomingFor = 5 * time.Minute

// walkMost bounds a walk.
const walkMost = 20 * time.Minute

// walkLock is held by the one walk over all servers. It is the session's, so a server that dies
// leaves none behind.
const walkLock = 0x6b7261706131

// ErrWalking says that another walk is under way.
var ErrWalking = errors.New("server: another comparison is under way")

// Reconcile compares our ledger with each provider's records of the period since a
// moment. It calls the providers, so it takes a while; what one of them does not answer
// is unknown, and the others are compared all the same. Paused payouts resume when all of the
// payout provider's record was compared and each lost payout is held or answered: no other
// provider's record says what may be paid out.
func (s *Server) Reconcile(ctx context.Context, w wallet.Walk) (out Reconciled, err error) {
	alone, err := pg.Alone(ctx, s.Pool, walkLock, func() error {
		id, err := s.Wallet.BeginWalk(ctx, w)
		if err != nil {
			return err
		}
		if out, err = s.compareAll(ctx, w.Since); err != nil {
			return err
		}
		return s.Wallet.EndWalk(ctx, id, walked(out))
	})
	if err == nil && !alone {
		err = ErrWalking
	}
	return out, err
}

func (s *Server) compareAll(ctx context.Context, since time.Time) (out Reconciled, err error) {
	run := s.Differences.Begin(since)
	incoming, done := context.WithTimeout(ctx, incomingFor)
	for _, part := range with[compared](s) {
		if part != compared(s.Withdrawal) {
			out.Books = append(out.Books, part.Reconcile(incoming, run)...)
		}
	}
	done()
	payouts := s.Withdrawal.Reconcile(ctx, run)
	out.Books = append(out.Books, payouts...)
	if err := ctx.Err(); err != nil {
		return out, err
	}
	for _, b := range payouts {
		if !b.Whole() {
			wait, err := s.Wallet.Waits(ctx, s.Pool)
			if wait != nil {
				out.Waits = "the payout provider's record could not be compared as a whole"
			}
			return out, err
		}
	}
	return s.resume(ctx, run, out)
}

// resume lets payouts go on, and once an hour has passed since, takes restored payouts as
// their members'.
func (s *Server) resume(ctx context.Context, run *reconcile.Run, out Reconciled) (Reconciled, error) {
	loss, err := s.Wallet.Loss(ctx, s.Pool)
	if err != nil {
		return out, err
	}
	if !loss.Ended.IsZero() && !run.Began.Before(loss.Ended.Add(time.Hour)) {
		return out, s.Withdrawal.AttributeFitting(ctx)
	}
	wait, err := s.Wallet.Waits(ctx, s.Pool)
	if err != nil || wait == nil {
		return out, err
	}
	nobodys, err := s.Differences.LostOpen(ctx, reconcile.Payouts, withdrawal.OurForm, loss.From.Add(-time.Hour))
	if err != nil || nobodys > 0 {
		out.Waits = "lost payouts fit nobody: two people say whose they are, or that they are no member's"
		return out, err
	}
	out.Lifted, out.Waits, err = s.Wallet.LiftWait(ctx, run.Since, run.Began)
	return out, err
}

func walked(r Reconciled) (w wallet.Walked) {
	w.Waits = r.Waits
	for _, b := range r.Books {
		w.Unknown, w.Differences, w.Mended = w.Unknown+b.Unknown, w.Differences+b.Differences, w.Mended+b.Mended
	}
	return w
}

// walk makes the walk that is due, if one is: the chore of one minute.
func (s *Server) walk(ctx context.Context) error {
	due, err := s.Wallet.Due(ctx)
	if err != nil || due == nil {
		return err
	}
	found, err := s.Reconcile(ctx, *due)
	if errors.Is(err, ErrWalking) {
		return nil
	}
	if found.Waits != "" {
		s.log.WarnContext(ctx, "payouts wait", "why", found.Waits)
	}
	return err
}
