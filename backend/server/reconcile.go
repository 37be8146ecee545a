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
	Reports []*reconcile.Report
	// Resumed is true if the run ended a pause of payouts. PausedBecause is the reason if payouts are still
	// paused.
	Resumed       bool
	PausedBecause string
}

// incomingTimeout limits the comparison of incoming payments and games. It runs before the comparison of
// payouts, for which members wait.
const incomingTimeout = 5 * time.Minute

// comparisonTimeout limits how long a whole comparison may take.
const comparisonTimeout = 20 * time.Minute

// comparisonLock is the advisory lock that allows one comparison at a time over all servers. The lock belongs
// to the database session, so it is released if the server dies.
const comparisonLock = 0x6b7261706131

// ErrComparing means that another comparison is running.
var ErrComparing = errors.New("server: another comparison is running")

// Reconcile compares our ledger with each provider's records since a time. It calls the providers, so it may
// take minutes. If a provider does not respond, its result is unknown, and the other providers are still
// compared. Paused payouts resume when two conditions hold: all records of the payout provider were compared,
// and each lost payout is held for its member or was decided by two operators. The records of other providers
// do not matter for payouts. Error: ErrComparing.
func (s *Server) Reconcile(ctx context.Context, w wallet.Comparison) (out Reconciled, err error) {
	alone, err := pg.RunAlone(ctx, s.Pool, comparisonLock, func() error {
		id, err := s.Wallet.BeginComparison(ctx, w)
		if err != nil {
			return err
		}
		if out, err = s.compareAll(ctx, w.Since); err != nil {
			return err
		}
		return s.Wallet.EndComparison(ctx, id, toComparison(out))
	})
	if err == nil && !alone {
		err = ErrComparing
	}
	return out, err
}

func (s *Server) compareAll(ctx context.Context, since time.Time) (out Reconciled, err error) {
	run := s.Differences.BeginRun(since)
	incoming, done := context.WithTimeout(ctx, incomingTimeout)
	for _, module := range modulesOf[reconcileModule](s) {
		if module != reconcileModule(s.Withdrawal) {
			out.Reports = append(out.Reports, module.Reconcile(incoming, run)...)
		}
	}
	done()
	payouts := s.Withdrawal.Reconcile(ctx, run)
	out.Reports = append(out.Reports, payouts...)
	if err := ctx.Err(); err != nil {
		return out, err
	}
	for _, report := range payouts {
		if !report.IsComplete() {
			pause, err := s.Wallet.ReadPause(ctx, s.Pool)
			if pause != nil {
				out.PausedBecause = "the payout provider's record could not be compared as a whole"
			}
			return out, err
		}
	}
	return s.resumePayouts(ctx, run, out)
}

// resumePayouts ends the pause of payouts if the conditions hold. From an hour after the pause on, it first
// assigns restored payouts to their members.
func (s *Server) resumePayouts(ctx context.Context, run *reconcile.Run, out Reconciled) (Reconciled, error) {
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil {
		return out, err
	}
	if !loss.PauseEnded.IsZero() && !run.Began.Before(loss.PauseEnded.Add(time.Hour)) {
		return out, s.Withdrawal.AttributeFittingRestored(ctx)
	}
	pause, err := s.Wallet.ReadPause(ctx, s.Pool)
	if err != nil || pause == nil {
		return out, err
	}
	open, err := s.Differences.CountOpenLost(ctx, reconcile.Payouts, withdrawal.OwnReferencePattern, loss.From.Add(-time.Hour))
	if err != nil || open > 0 {
		out.PausedBecause = "lost payouts fit no member: two operators have to decide whose they are, or that they are no member's"
		return out, err
	}
	out.Resumed, out.PausedBecause, err = s.Wallet.EndPauseAfterComparison(ctx, run.Since, run.Began)
	return out, err
}

func toComparison(r Reconciled) (w wallet.ComparisonResult) {
	w.PausedBecause = r.PausedBecause
	for _, report := range r.Reports {
		w.Unknown, w.Differences, w.Resolved = w.Unknown+report.Unknown, w.Differences+report.Differences, w.Resolved+report.Resolved
	}
	return w
}

// compareIfDue runs a comparison if one is due. It is a job that runs every minute.
func (s *Server) compareIfDue(ctx context.Context) error {
	due, err := s.Wallet.DueComparison(ctx)
	if err != nil || due == nil || s.noNightly && due.Why == wallet.ComparisonAtNight {
		return err
	}
	found, err := s.Reconcile(ctx, *due)
	if errors.Is(err, ErrComparing) {
		return nil
	}
	if found.PausedBecause != "" {
		s.log.WarnContext(ctx, "payouts are still paused", "why", found.PausedBecause)
	}
	return err
}
