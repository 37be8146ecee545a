package identity

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

const (
	// touchInterval is the precision with which a session's last use is stored.
	touchInterval = time.Minute
	// idleLimit is how long a session may be unused before money commands ask for the password again.
	idleLimit = 30 * time.Minute
)

// Authenticate returns the member who owns a token. It marks a session that was unused for longer than
// idleLimit; Confirm removes the mark. Error: invalid-token.
func (s *Service) Authenticate(ctx context.Context, token string) (web.Caller, error) {
	row, err := s.q().GetSessionCaller(ctx, hashToken(token))
	if err != nil {
		return web.Caller{}, tokenError(err)
	}
	return s.callerOf(ctx, row)
}

func tokenError(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return apperr.New(apperr.InvalidToken)
	}
	return err
}

func (s *Service) callerOf(ctx context.Context, row db.GetSessionCallerRow) (caller web.Caller, err error) {
	now := s.Clock()
	if !row.Active || now.After(row.ExpiresAt) {
		return web.Caller{}, apperr.New(apperr.InvalidToken)
	}
	if now.Sub(row.LastSeenAt) > touchInterval {
		expires := row.ExpiresAt // a remembered session: 30 days from the login
		if !row.Remember {
			expires = earlierTime(now.Add(idleLifetime), row.CreatedAt.Add(rememberedLifetime)) // the 30 days hold even for a session in use
		}
		touch := db.TouchSessionParams{ID: row.ID, Now: now, ExpiresAt: expires, IdleSince: now.Add(-idleLimit)}
		if row.ConfirmNeeded, err = s.q().TouchSession(ctx, touch); err != nil {
			return web.Caller{}, err
		}
	}
	caller = web.Caller{MemberID: row.MemberID, SessionID: row.ID, Currency: row.Currency, PublicID: row.PublicID, ConfirmNeeded: row.ConfirmNeeded}
	return caller.WithData(Member{
		ID: row.MemberID, PublicID: row.PublicID, Username: row.Phone, Active: row.Active, Currency: ledger.Currency(row.Currency),
		BankCode: row.BankCode, BankNumber: row.BankNumber, AccountNo: row.AccountNo, AccountName: row.AccountName,
	}), nil
}

func earlierTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Logout ends the caller's own session. A second call is no error.
func (s *Service) Logout(ctx context.Context) error {
	c := web.From(ctx).Caller
	_, err := s.q().RevokeSession(ctx, db.RevokeSessionParams{ID: c.SessionID, MemberID: c.MemberID, Now: s.Clock()})
	s.SessionsEnded(c.MemberID)
	return err
}

// Session is one sign-in of a member, as the member sees it.
type Session struct {
	ID         string    `json:"_id"`
	Device     string    `json:"device"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
	Current    bool      `json:"current"`
	RememberMe bool      `json:"rememberMe"`
}

// Sessions returns the member's open sessions, last used first.
func (s *Service) Sessions(ctx context.Context) ([]Session, error) {
	c := web.From(ctx).Caller
	rows, err := s.q().ListSessionsOfMember(ctx, db.ListSessionsOfMemberParams{MemberID: c.MemberID, Now: s.Clock()})
	out := make([]Session, 0, len(rows))
	for _, r := range rows {
		out = append(out, Session{
			ID: strconv.FormatInt(r.ID, 10), Device: r.Device, CreatedAt: r.CreatedAt.UTC(), LastSeenAt: r.LastSeenAt.UTC(),
			Current: r.ID == c.SessionID, RememberMe: r.Remember,
		})
	}
	return out, err
}

// EndSession ends one of the member's own sessions. Ending any but the caller's own session needs the
// password or a proof. Ending one twice is no error. Errors: NO_DATA, those of checkPasswordOrProof.
func (s *Service) EndSession(ctx context.Context, id, pass, proof string) error {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return apperr.New(apperr.NoData)
	}
	if n != web.From(ctx).Caller.SessionID {
		if err := s.checkPasswordOrProof(ctx, "password", pass, proof); err != nil {
			return err
		}
	}
	ended, err := s.q().RevokeSession(ctx, db.RevokeSessionParams{ID: n, MemberID: web.Member(ctx), Now: s.Clock()})
	if err == nil && ended == 0 {
		return apperr.New(apperr.NoData)
	}
	s.SessionsEnded(web.Member(ctx))
	return err
}

// EndAllSessionsTx ends the sessions of all members. Call it after restoring a database: a session that was
// ended after the backup would be open again. Running servers are not notified.
func (s *Service) EndAllSessionsTx(ctx context.Context, tx pgx.Tx) error {
	return db.New(tx).RevokeAllSessions(ctx, s.Clock())
}

// FilterOpenSessions returns the elements of ids whose sessions are still open.
func (s *Service) FilterOpenSessions(ctx context.Context, ids []int64) ([]int64, error) {
	return s.q().ListOpenSessions(ctx, db.ListOpenSessionsParams{Ids: ids, Now: s.Clock()})
}

// IsRevoked reports whether a session was ended (by a logout, from another device, by a new password) or
// deleted. It is false for a session that only expired.
func (s *Service) IsRevoked(ctx context.Context, q pg.DB, id int64) (bool, error) {
	return db.New(q).IsSessionRevoked(ctx, id)
}

// Sweep deletes old sessions, codes, and addresses of sign-ins; a periodic job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Clock()
	return errors.Join(
		s.q().DeleteOldSignInAddresses(ctx, clock.DayOf(now).AddDate(0, 0, -30)),
		s.q().DeleteOldSessions(ctx, now.Add(-30*24*time.Hour)),
		s.q().DeleteOldOTPs(ctx, now.Add(-24*time.Hour)),
	)
}

// DeviceName returns a browser's short name from its User-Agent, by which members recognise it.
func DeviceName(agent string) string {
	system := firstContained(agent, "iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
	browser := firstContained(agent, "Line/", "FBAN", "Edg/", "SamsungBrowser", "Firefox", "CriOS", "Chrome", "Safari")
	return strings.TrimSpace(strings.TrimSuffix(browser, "/") + " " + system)
}

func firstContained(s string, words ...string) string {
	for _, w := range words {
		if strings.Contains(s, w) {
			return w
		}
	}
	return ""
}
