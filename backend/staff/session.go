package staff

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

const (
	sessionLifetime = 8 * time.Hour
	// idleLifetime ends an unused session. The console refreshes its lists by GET calls, which do not
	// count as use. While the operator is active, it sends a call for this purpose (operatorPresent).
	idleLifetime   = 30 * time.Minute
	lastActionStep = time.Minute // the precision of the last action's time
)

func (s *Service) openSession(ctx context.Context, o db.Operator) (OperatorSession, error) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	now := s.Clock()
	out := OperatorSession{Token: base64.RawURLEncoding.EncodeToString(raw), Username: o.Username, Role: o.Role, ExpiresAt: now.Add(sessionLifetime).UTC()}
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		err := db.New(tx).InsertOperatorSession(ctx, db.InsertOperatorSessionParams{
			OperatorID: o.ID, TokenHash: hashToken(out.Token), CreatedAt: now, ExpiresAt: out.ExpiresAt,
		})
		if err != nil {
			return err
		}
		web.From(ctx).Caller.Operator = &web.Operator{ID: o.ID, Username: o.Username, Role: o.Role}
		return s.Audit(ctx, tx, "operator.login", o.Username, map[string]any{"ip": web.From(ctx).IP.String()})
	})
	return out, err
}

// Authenticate returns the operator of a token. Error: UNAUTHORIZED. Any call but a GET renews the
// session.
func (s *Service) Authenticate(ctx context.Context, token string) (web.Operator, error) {
	now := s.Clock()
	row, err := s.q().GetOperatorBySession(ctx, db.GetOperatorBySessionParams{TokenHash: hashToken(token), Now: now, IdleSince: now.Add(-idleLifetime)})
	if errors.Is(err, pgx.ErrNoRows) {
		return web.Operator{}, apperr.New(apperr.Unauthorized)
	}
	if err != nil {
		return web.Operator{}, err
	}
	// Outside a call, for example for an open socket, there is no method.
	if m := web.From(ctx).Method; m != "" && m != http.MethodGet && now.Sub(row.ActedAt) > lastActionStep {
		err = s.q().StoreSessionActivity(ctx, db.StoreSessionActivityParams{ID: row.SessionID, ActedAt: now})
	}
	return web.Operator{ID: row.ID, SessionID: row.SessionID, Username: row.Username, Role: row.Role}, err
}

// IsSessionOpen reports whether an operator's session is still open.
func (s *Service) IsSessionOpen(ctx context.Context, id int64) (bool, error) {
	now := s.Clock()
	return s.q().IsOperatorSessionOpen(ctx, db.IsOperatorSessionOpenParams{ID: id, Now: now, IdleSince: now.Add(-idleLifetime)})
}

// EndAllSessionsTx ends the sessions of all operators. Call it after restoring a database: a session that was
// ended after the backup would be open again.
func (s *Service) EndAllSessionsTx(ctx context.Context, tx pgx.Tx) error {
	return db.New(tx).RevokeSessionsOfAllOperators(ctx, s.Clock())
}

// Logout ends the operator's session. A second call is no error.
func (s *Service) Logout(ctx context.Context) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		ended, err := db.New(tx).RevokeOperatorSession(ctx, db.RevokeOperatorSessionParams{TokenHash: hashToken(web.From(ctx).Token), Now: s.Clock()})
		if err != nil || ended == 0 {
			return err
		}
		return s.Audit(ctx, tx, "operator.logout", web.From(ctx).Caller.Operator.Username, nil)
	})
}
