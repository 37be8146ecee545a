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

// Reconciled is the result of a comparison with all providers.
type Reconciled struct {
	Books []*reconcile.Report
	// Lifted is true if the run ended a pause of payouts. Waits is the reason if payouts are still paused.
	Lifted bool
	Waits  string
}

// incomingFor limits the comparison of incoming payments and games. It runs before the comparison of payouts,
// for which members wait.
const incomingFor = 5 * time.Minute

// walkMost limits how long a whole comparison may take.
const walkMost = 20 * time.Minute

// walkLock is the advisory lock that allows one comparison at a time over all servers. The lock belongs to
// the database session, so it is released if the server dies.
const walkLock = 0x6b7261706131

// ErrWalking means that another comparison is running.
var ErrWalking = errors.New("server: another comparison is under way")

// Reconcile compares our ledger with each provider's records since a time. It calls the providers, so it may
// take minutes. If a provider does not respond, its result is unknown, and the other providers are still
// compared. Paused payouts resume when two conditions hold: all records of the payout provider were compared,
// and each lost payout is held for its member or was decided by two operators. The records of other providers
// do not matter for payouts. Error: ErrWalking.
func (s *Server) Reconcile(ctx context.Context, w wallet.Comparison) (out Reconciled, err error) {
	alone, err := pg.Alone(ctx, s.Pool, walkLock, func() error {
		id, err := s.Wallet.BeginComparison(ctx, w)
		if err != nil {
			return err
		}
		if out, err = s.compareAll(ctx, w.Since); err != nil {
			return err
		}
		return s.Wallet.EndComparison(ctx, id, walked(out))
	})
	if err == nil && !alone {
		err = ErrWalking
	}
	return out, err
}

func (s *Server) compareAll(ctx context.Context, since time.Time) (out Reconciled, err error) {
	run := s.Differences.BeginRun(since)
	incoming, done := context.WithTimeout(ctx, incomingFor)
	for _, module := range modulesOf[compared](s) {
		if module != compared(s.Withdrawal) {
			out.Books = append(out.Books, module.Reconcile(incoming, run)...)
		}
	}
	done()
	payouts := s.Withdrawal.Reconcile(ctx, run)
	out.Books = append(out.Books, payouts...)
	if err := ctx.Err(); err != nil {
		return out, err
	}
	for _, b := range payouts {
		if !b.IsComplete() {
			wait, err := s.Wallet.ReadPause(ctx, s.Pool)
			if wait != nil {
				out.Waits = "the payout provider's record could not be compared as a whole"
			}
			return out, err
		}
	}
	return s.resume(ctx, run, out)
}

// resume ends the pause of payouts if the conditions hold. From an hour after the pause on, it first assigns
// restored payouts to their members.
func (s *Server) resume(ctx context.Context, run *reconcile.Run, out Reconciled) (Reconciled, error) {
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil {
		return out, err
	}
	if !loss.PauseEnded.IsZero() && !run.Began.Before(loss.PauseEnded.Add(time.Hour)) {
		return out, s.Withdrawal.AttributeFittingRestored(ctx)
	}
	wait, err := s.Wallet.ReadPause(ctx, s.Pool)
	if err != nil || wait == nil {
		return out, err
	}
	nobodys, err := s.Differences.CountOpenLost(ctx, reconcile.Payouts, withdrawal.OwnReferencePattern, loss.From.Add(-time.Hour))
	if err != nil || nobodys > 0 {
		out.Waits = "lost payouts fit nobody: two people say whose they are, or that they are no member's"
		return out, err
	}
	out.Lifted, out.Waits, err = s.Wallet.EndPauseAfterComparison(ctx, run.Since, run.Began)
	return out, err
}

func walked(r Reconciled) (w wallet.ComparisonResult) {
	w.PausedBecause = r.Waits
	for _, b := range r.Books {
		w.Unknown, w.Differences, w.Resolved = w.Unknown+b.Unknown, w.Differences+b.Differences, w.Resolved+b.Resolved
	}
	return w
}

// walk runs a comparison if one is due. It is a job that runs every minute.
func (s *Server) walk(ctx context.Context) error {
	due, err := s.Wallet.DueComparison(ctx)
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
