package push

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/push/internal/db"
)

// Service is the push domain. All fields but Laos are required.
type Service struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Log    *slog.Logger
	Queue  *jobs.Queue
	Limits limit.Counter
	Sender *Sender
	// Laos makes Lao the language of a browser that names none.
	Laos bool
	// SessionRevoked reports whether a member's session was ended or is unknown. Identity implements
	// it.
	SessionRevoked func(ctx context.Context, q pg.DB, session int64) (bool, error)
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Owner is the receiver of notifications: either a member, or a guest by the hash of the guest id.
type Owner struct {
	MemberID  int64
	GuestHash []byte
}

func (o Owner) validate() error {
	if (o.MemberID != 0) == (len(o.GuestHash) != 0) {
		return errors.New("push: an owner is a member or a guest")
	}
	return nil
}

// key returns the owner's key for locks and limits.
func (o Owner) key() string {
	if o.MemberID != 0 {
		return "member:" + strconv.FormatInt(o.MemberID, 10)
	}
	return "guest:" + hex.EncodeToString(o.GuestHash)
}

func (o Owner) member() *int64 {
	if o.MemberID == 0 {
		return nil
	}
	return &o.MemberID
}

// noticeLifetime and maxTries limit how long a notice is sent again.
const (
	noticeLifetime = 24 * time.Hour // older notices are of no use
	// maxTries is the maximum of attempts if a push service returns errors. With River's delays they take
	// about as long as the lifetime.
	maxTries = 13
)

// NotifyTx enqueues a notice to all of an owner's browsers, in the caller's transaction. A notice of a
// changed password is also sent to the devices that it logs out: call NotifyTx before their sessions
// end.
func (s *Service) NotifyTx(ctx context.Context, tx pgx.Tx, to Owner, n Notice) error {
	kind, isKnown := kinds[n.Kind]
	if err := to.validate(); err != nil || !isKnown || (to.MemberID == 0 && kind.guestURL == "") {
		return errors.Join(err, fmt.Errorf("push: no notice %q for %s", n.Kind, to.key()))
	}
	ids, err := db.New(tx).ListSubscriptionIDs(ctx, db.ListSubscriptionIDsParams{MemberID: to.member(), GuestHash: to.GuestHash})
	if err != nil {
		return err
	}
	return s.NotifySubscriptionsTx(ctx, tx, ids, n)
}

// ReadSubscriptionsBatch adds a query to b that reads a member's subscriptions into browsers, for
// NotifySubscriptionsTx. It saves a round trip if the caller sends a batch anyway.
func (s *Service) ReadSubscriptionsBatch(b *pgx.Batch, member int64, browsers *[]uuid.UUID) {
	b.Queue(db.ListSubscriptionIDs, member, nil).Query(func(rows pgx.Rows) (err error) {
		*browsers, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
}

// NotifySubscriptionsTx is NotifyTx for subscriptions that the caller has read.
func (s *Service) NotifySubscriptionsTx(ctx context.Context, tx pgx.Tx, browsers []uuid.UUID, n Notice) (err error) {
	job := sendPush{Notice: uuid.New(), What: n.Kind, Args: n.Args, At: s.Clock()}
	for _, id := range browsers {
		job.Subscription, job.Farewell = id, false
		if kinds[n.Kind].toEndedSessions {
			if job.Farewell, err = s.hasOpenSession(ctx, tx, id); err != nil {
				return err
			}
		}
		if err := s.Queue.InsertTx(ctx, tx, job, nil); err != nil {
			return err
		}
	}
	return nil
}

// hasOpenSession reports whether a subscription has a session that is not revoked now.
func (s *Service) hasOpenSession(ctx context.Context, tx pgx.Tx, id uuid.UUID) (bool, error) {
	row, err := db.New(tx).GetSubscription(ctx, id)
	if err != nil || row.SessionID == nil {
		return false, err
	}
	revoked, err := s.SessionRevoked(ctx, tx, *row.SessionID)
	return !revoked, err
}

// MoveGuestTx gives a guest's subscriptions to the member who signed in. Notices that are already
// enqueued for them are still sent.
func (s *Service) MoveGuestTx(ctx context.Context, tx pgx.Tx, guestHash []byte, member, session int64) error {
	q, to := db.New(tx), Owner{MemberID: member}
	if err := q.LockOwner(ctx, to.key()); err != nil {
		return err
	}
	err := q.MoveGuestSubscription(ctx, db.MoveGuestSubscriptionParams{MemberID: member, SessionID: session, GuestHash: guestHash})
	if err != nil {
		return err
	}
	return s.removeAboveCap(ctx, q, to)
}

// DropMemberTx deletes all of a member's subscriptions.
func (s *Service) DropMemberTx(ctx context.Context, tx pgx.Tx, member int64) error {
	return db.New(tx).DeleteSubscriptionsOfMember(ctx, member)
}

// unusedLifetime is how long an unused subscription is stored.
const unusedLifetime = 180 * 24 * time.Hour

// Sweep deletes unused subscriptions. A periodic job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	return s.q().DeleteUnseenSubscriptions(ctx, s.Clock().Add(-unusedLifetime))
}
