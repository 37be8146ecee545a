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
	jobs.Add(q, &pusher{s: s})
	q.Bulkhead(bulkhead)
	q.Every("push.sweep", 24*time.Hour, s.Sweep)
}

type pusher struct {
	river.WorkerDefaults[sendPush]
	s *Service
}

// Work sends a notice to one browser, or snoozes until the push service may accept it.
func (w *pusher) Work(ctx context.Context, job *river.Job[sendPush]) error {
	s, j := w.s, job.Args
	row, err := s.q().PushByID(ctx, j.Subscription)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // unsubscribed, or it has another owner now
	}
	if err != nil {
		return err
	}
	if s.late(j, 0) {
		return s.giveUp(ctx, row, reply{text: "older than a day"})
	}
	if _, known := natures[j.What]; !known {
		return river.JobSnooze(time.Minute) // a kind of a newer build, which will run the job
	}
	revoked, err := s.revoked(ctx, row)
	if err != nil {
		return err
	}
	if revoked && !j.Farewell {
		return s.q().PushDelete(ctx, row.ID)
	}
	said, err := s.sendTo(ctx, row, j)
	switch {
	case errors.Is(err, errEndpoint), errors.Is(err, errInside), errors.Is(err, errTooLong):
		return s.giveUp(ctx, row, reply{text: err.Error()})
	case err != nil:
		return fmt.Errorf("push: %w", err)
	}
	if err := s.settle(ctx, row, j, said); err != nil || !revoked {
		return err
	}
	return s.q().PushDelete(ctx, row.ID) // this was the last push for its session
}

func (s *Service) revoked(ctx context.Context, row db.PushByIDRow) (bool, error) {
	if row.SessionID == nil {
		return false, nil
	}
	return s.SessionRevoked(ctx, s.Pool, *row.SessionID)
}

func (s *Service) sendTo(ctx context.Context, row db.PushByIDRow, j sendPush) (reply, error) {
	keys, err := newBrowserKeys(row.P256dh, row.Auth)
	if err != nil {
		return reply{}, err
	}
	m, err := messageOf(j, row.Locale, row.MemberID == nil, row.ShowDetails)
	m.ttl = lifetime - s.Clock().Sub(j.At)
	if err != nil {
		return reply{}, err
	}
	return s.Sender.send(ctx, row.Endpoint, keys, m)
}

// otherKey matches the responses of push services for a subscription made with another VAPID key
// (Google 403, Apple 400 or 403, Mozilla 401). Such a subscription can never be used again. Other
// errors with these statuses are our faults, and members must not lose their subscriptions.
var otherKey = regexp.MustCompile(`(?i)do not correspond|VapidPkHashMismatch|public key mismatch`)

// settle handles a push service's response: it ends the job, deletes the subscription, or returns an
// error or snooze to try again.
func (s *Service) settle(ctx context.Context, row db.PushByIDRow, j sendPush, said reply) error {
	refused := said.status == 401 || said.status == 403
	switch {
	case said.status >= 200 && said.status < 300:
		metrics.Pushed("taken")
		return nil
	case said.status == 404 || said.status == 410,
		said.status/100 == 4 && otherKey.MatchString(said.text),
		refused && !slices.Equal(row.Vapid, s.Sender.keyName()):
		metrics.Pushed("gone")
		return s.q().PushDelete(ctx, row.ID)
	case said.status != 429 && said.status != 408 && said.status < 500, s.late(j, said.after):
		return s.giveUp(ctx, row, said)
	case said.after > 0:
		metrics.Pushed("later")
		return river.JobSnooze(said.after)
	}
	metrics.Pushed("later")
	return fmt.Errorf("push: the push service answered %d", said.status)
}

// late reports whether a notice will have expired after wait.
func (s *Service) late(j sendPush, wait time.Duration) bool {
	return s.Clock().Add(wait).Sub(j.At) >= lifetime
}

// giveUp cancels the job and logs it, without the endpoint.
func (s *Service) giveUp(ctx context.Context, row db.PushByIDRow, said reply) error {
	metrics.Pushed("refused")
	s.Log.WarnContext(ctx, "a push was given up", "subscription", row.ID, "status", said.status, "said", said.text)
	return river.JobCancel(fmt.Errorf("push: given up: %d %s", said.status, said.text))
}
