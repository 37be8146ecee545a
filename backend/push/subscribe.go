package push

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/guest"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push/internal/db"
)

// Subscription is a browser's PushSubscription.
type Subscription struct {
	Endpoint string `json:"endpoint"`
	Keys     struct {
		P256DH string `json:"p256dh" doc:"base64url"`
		Auth   string `json:"auth" doc:"base64url"`
	} `json:"keys"`
}

// memberCap and guestCap are how many subscriptions an owner may have. A further one replaces the least
// recently used. A guest has fewer, because anyone can make guest ids.
const (
	memberCap = 10
	guestCap  = 3
)

// The limits are high: the app subscribes again at each launch and focus, and many guests share one
// address of a mobile operator.
var (
	ownerLimit   = limit.Rule{Max: 300, Window: time.Hour}
	addressLimit = limit.Rule{Max: 3000, Window: time.Hour}
)

// callerAsOwner returns the caller as an owner: the session's member, else the guest with this id. Error:
// INVALID_USER_INFO (guestId) if there is neither.
func callerAsOwner(ctx context.Context, guestID string) (Owner, error) {
	if member := web.Member(ctx); member != 0 {
		return Owner{MemberID: member}, nil
	}
	id, err := guest.Parse(guestID)
	return Owner{GuestHash: id.Hash()}, err
}

// Subscribe makes the caller the owner of a browser's subscription. Notices that are enqueued for its
// earlier owner are dropped. Errors: INVALID_USER_INFO (guestId, or a field of the subscription),
// REQUEST_LIMIT.
func (s *Service) Subscribe(ctx context.Context, sub Subscription, guestID string) error {
	owner, err := callerAsOwner(ctx, guestID)
	if err != nil {
		return err
	}
	row, err := s.checkSubscription(sub)
	if err != nil {
		return err
	}
	if err := s.limitSubscriptions(ctx, owner); err != nil {
		return err
	}
	row.ID, row.MemberID, row.GuestHash, row.Now = uuid.New(), owner.member(), owner.GuestHash, s.Clock()
	row.Locale = s.chooseLocale(web.From(ctx).Locale)
	if owner.MemberID != 0 {
		row.SessionID = &web.From(ctx).Caller.SessionID
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		if err := q.LockOwner(ctx, owner.key()); err != nil {
			return err
		}
		if err := q.UpsertSubscription(ctx, row); err != nil {
			return err
		}
		return s.removeAboveCap(ctx, q, owner)
	})
}

// checkSubscription checks a browser's subscription. Error: INVALID_USER_INFO with the field.
func (s *Service) checkSubscription(sub Subscription) (db.UpsertSubscriptionParams, error) {
	refused := func(field string) (db.UpsertSubscriptionParams, error) {
		return db.UpsertSubscriptionParams{}, apperr.Field(apperr.InvalidUserInfo, "subscription."+field)
	}
	if _, err := s.Sender.hosts.check(sub.Endpoint); err != nil {
		return refused("endpoint")
	}
	point, err := fromBase64(sub.Keys.P256DH)
	if err != nil || len(point) != pointLength {
		return refused("keys.p256dh")
	}
	auth, err := fromBase64(sub.Keys.Auth)
	if err != nil || len(auth) != authLength {
		return refused("keys.auth")
	}
	if _, err := newBrowserKeys(point, auth); err != nil {
		return refused("keys.p256dh") // not a point of the curve
	}
	return db.UpsertSubscriptionParams{
		EndpointHash: hashEndpoint(sub.Endpoint), Endpoint: sub.Endpoint, P256dh: point, Auth: auth, Vapid: s.Sender.keyName(),
	}, nil
}

func (s *Service) limitSubscriptions(ctx context.Context, owner Owner) error {
	if owner.MemberID == 0 { // before the insert, so that a stranger with many ids leaves few rows
		if err := limit.Refusal(s.Limits.Hit(ctx, "push:from:"+web.From(ctx).Address(), addressLimit)); err != nil {
			return err
		}
	}
	return limit.Refusal(s.Limits.Hit(ctx, "push:"+hex.EncodeToString(hashEndpoint(owner.key())), ownerLimit))
}

func (s *Service) removeAboveCap(ctx context.Context, q *db.Queries, owner Owner) error {
	limit := int32(memberCap)
	if owner.MemberID == 0 {
		limit = guestCap
	}
	return q.DeleteOldestSubscriptions(ctx, db.DeleteOldestSubscriptionsParams{MemberID: owner.member(), GuestHash: owner.GuestHash, Keep: limit})
}

// Unsubscribe deletes the caller's own subscription. It does not delete another owner's, but returns
// the same.
func (s *Service) Unsubscribe(ctx context.Context, endpoint, guestID string) error {
	owner, err := callerAsOwner(ctx, guestID)
	if err != nil {
		return err
	}
	return s.q().DeleteSubscriptionOfOwner(ctx, db.DeleteSubscriptionOfOwnerParams{
		EndpointHash: hashEndpoint(endpoint), MemberID: owner.member(), GuestHash: owner.GuestHash,
	})
}

func (s *Service) chooseLocale(cookie string) string {
	switch {
	case cookie == "th" || cookie == "lo" || cookie == "en":
		return cookie
	case s.Laos:
		return "lo"
	default:
		return "th"
	}
}

func hashEndpoint(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}
