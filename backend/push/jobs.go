package push

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/metrics"
	"krapao/backend/push/internal/db"
)

// Jobs registers the domain's workers.
func (s *Service) Jobs(q *jobs.Queue) {
	jobs.Add(q, &pushWorker{s: s})
	q.Bulkhead(bulkhead)
	q.Every("push.sweep", 24*time.Hour, s.Sweep)
}

type pushWorker struct {
	river.WorkerDefaults[sendPush]
	s *Service
}

// Work sends a notice to one browser, or snoozes until the push service may accept it.
func (w *pushWorker) Work(ctx context.Context, job *river.Job[sendPush]) error {
	s, j := w.s, job.Args
	row, err := s.q().GetSubscription(ctx, j.Subscription)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // the subscription was deleted, or has another owner now
	}
	if err != nil {
		return err
	}
	if s.isTooLate(j, 0) {
		return s.giveUp(ctx, row, serviceResponse{text: "older than a day"})
	}
	if _, isKnown := kinds[j.What]; !isKnown {
		return river.JobSnooze(time.Minute) // a kind of a newer build, which will run the job
	}
	revoked, err := s.isRevoked(ctx, row)
	if err != nil {
		return err
	}
	if revoked && !j.Farewell {
		return s.q().DeleteSubscription(ctx, row.ID)
	}
	response, err := s.sendTo(ctx, row, j)
	switch {
	case errors.Is(err, errEndpoint), errors.Is(err, errPrivateAddress), errors.Is(err, errTooLong):
		return s.giveUp(ctx, row, serviceResponse{text: err.Error()})
	case err != nil:
		return fmt.Errorf("push: %w", err)
	}
	if err := s.handleResponse(ctx, row, j, response); err != nil || !revoked {
		return err
	}
	return s.q().DeleteSubscription(ctx, row.ID) // this was the last push for its session
}

func (s *Service) isRevoked(ctx context.Context, row db.GetSubscriptionRow) (bool, error) {
	if row.SessionID == nil {
		return false, nil
	}
	return s.SessionRevoked(ctx, s.Pool, *row.SessionID)
}

func (s *Service) sendTo(ctx context.Context, row db.GetSubscriptionRow, j sendPush) (serviceResponse, error) {
	keys, err := newBrowserKeys(row.P256dh, row.Auth)
	if err != nil {
		return serviceResponse{}, err
	}
	m, err := newMessage(j, row.Locale, row.MemberID == nil, row.ShowDetails)
	m.ttl = noticeLifetime - s.Clock().Sub(j.At)
	if err != nil {
		return serviceResponse{}, err
	}
	return s.Sender.send(ctx, row.Endpoint, keys, m)
}

// otherKey matches the responses of push services for a subscription made with another VAPID key
// (Google 403, Apple 400 or 403, Mozilla 401). Such a subscription can never be used again. Other
// errors with these statuses are our faults, and members must not lose their subscriptions.
var otherKey = regexp.MustCompile(`(?i)do not correspond|VapidPkHashMismatch|public key mismatch`)

// handleResponse handles a push service's response: it ends the job, deletes the subscription, or returns an
// error or snooze to try again.
func (s *Service) handleResponse(ctx context.Context, row db.GetSubscriptionRow, j sendPush, response serviceResponse) error {
	refused := response.status == 401 || response.status == 403
	switch {
	case response.status >= 200 && response.status < 300:
		metrics.CountPush("taken")
		return nil
	case response.status == 404 || response.status == 410,
		response.status/100 == 4 && otherKey.MatchString(response.text),
		refused && !slices.Equal(row.Vapid, s.Sender.keyName()):
		metrics.CountPush("gone")
		return s.q().DeleteSubscription(ctx, row.ID)
	case response.status != 429 && response.status != 408 && response.status < 500, s.isTooLate(j, response.retryAfter):
		return s.giveUp(ctx, row, response)
	case response.retryAfter > 0:
		metrics.CountPush("later")
		return river.JobSnooze(response.retryAfter)
	}
	metrics.CountPush("later")
	return fmt.Errorf("push: the push service returned %d", response.status)
}

// isTooLate reports whether a notice will have expired after wait.
func (s *Service) isTooLate(j sendPush, wait time.Duration) bool {
	return s.Clock().Add(wait).Sub(j.At) >= noticeLifetime
}

// giveUp cancels the job and logs it, without the endpoint.
func (s *Service) giveUp(ctx context.Context, row db.GetSubscriptionRow, response serviceResponse) error {
	metrics.CountPush("refused")
	s.Log.WarnContext(ctx, "a push was given up", "subscription", row.ID, "status", response.status, "response", response.text)
	return river.JobCancel(fmt.Errorf("push: given up: %d %s", response.status, response.text))
}
