package passkey

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/identity/passkey/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// maxPasskeys is how many passkeys a member may have.
const maxPasskeys = 10

// Service is the passkey domain. All exported fields are required; New sets the rest.
type Service struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Log      *slog.Logger
	Keyed    web.Keyed
	Limits   limit.Counter
	Identity *identity.Service
	Content  *content.Service
	Push     *push.Service
	// Secret signs challenges.
	Secret []byte

	site *webauthn.WebAuthn
}

// New returns the service for a site's host name (the relying party) and origin.
func New(s Service, host, origin string) (*Service, error) {
	site, err := webauthn.New(&webauthn.Config{RPID: host, RPDisplayName: host, RPOrigins: []string{origin}})
	if err != nil {
		return nil, fmt.Errorf("passkey: %w", err)
	}
	s.site = site
	return &s, nil
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Jobs registers the periodic jobs.
func (s *Service) Jobs(q *jobs.Queue) { q.Every("passkeys.sweep", time.Hour, s.Sweep) }

// Passkey is one of a member's passkeys, as the member sees it.
type Passkey struct {
	ID           string     `json:"_id"`
	Name         string     `json:"name"`
	CreatedAt    time.Time  `json:"createdAt"`
	UsedAt       *time.Time `json:"usedAt"`
	Synced       bool       `json:"synced" doc:"Copied between the owner's devices by its password manager."`
	Stopped      bool       `json:"stopped" doc:"Disabled for good, because a copy of the passkey was detected."`
	CredentialID string     `json:"credentialId" doc:"The id of the passkey in the browser's own store."`
}

func toPasskey(p db.Passkey) Passkey {
	out := Passkey{
		ID: strconv.FormatInt(p.ID, 10), Name: p.Name, CreatedAt: p.CreatedAt.UTC(),
		Synced: p.BackedUp, Stopped: p.StoppedAt != nil, CredentialID: encode(p.CredentialID),
	}
	if p.UsedAt != nil {
		used := p.UsedAt.UTC()
		out.UsedAt = &used
	}
	return out
}

// List returns the caller's passkeys, oldest first.
func (s *Service) List(ctx context.Context) ([]Passkey, error) {
	rows, err := s.q().ListPasskeys(ctx, web.Member(ctx))
	out := make([]Passkey, 0, len(rows))
	for _, p := range rows {
		out = append(out, toPasskey(p))
	}
	return out, err
}

// Count returns how many passkeys a member has.
func (s *Service) Count(ctx context.Context, q pg.DB, member int64) (int, error) {
	n, err := db.New(q).CountPasskeys(ctx, member)
	return int(n), err
}

// Rename renames one of the caller's passkeys. Errors: INVALID_USER_INFO (name), NO_DATA.
func (s *Service) Rename(ctx context.Context, id, name string) (*web.Response[Passkey], error) {
	name = strings.TrimSpace(name)
	if !identity.ValidName(name) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "name")
	}
	n, err := parseID(id)
	if err != nil {
		return nil, err
	}
	return web.Once(ctx, s.Keyed, "", map[string]string{"id": id, "name": name}, func(tx pgx.Tx) (int, Passkey, error) {
		p, err := db.New(tx).RenamePasskey(ctx, db.RenamePasskeyParams{ID: n, MemberID: web.Member(ctx), Name: name})
		if err != nil {
			return 0, Passkey{}, pg.NotFound(err)
		}
		return http.StatusOK, toPasskey(p), nil
	})
}

// Remove deletes one of the caller's passkeys. Remove needs the password, as adding a
// passkey does: a passkey alone gives no right to add or remove one. Sessions that the passkey opened stay open.
// Errors: NO_DATA, and the errors of CheckPassword.
func (s *Service) Remove(ctx context.Context, id, pass string) (*web.Response[identity.Done], error) {
	n, err := parseID(id)
	if err != nil {
		return nil, err
	}
	if err := s.Identity.CheckPassword(ctx, "password", pass); err != nil {
		return nil, err
	}
	return web.Once(ctx, s.Keyed, "", map[string]string{"id": id}, func(tx pgx.Tx) (int, identity.Done, error) {
		deleted, err := db.New(tx).DeletePasskey(ctx, db.DeletePasskeyParams{ID: n, MemberID: web.Member(ctx)})
		if err == nil && deleted == 0 {
			err = apperr.New(apperr.NoData)
		}
		return http.StatusOK, identity.Done{Success: true}, err
	})
}

func parseID(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, apperr.New(apperr.NoData)
	}
	return n, nil
}

// refusePasskey returns PASSKEY_INVALID. The reason, mostly a wrong setting, is logged and not sent to the
// caller.
func (s *Service) refusePasskey(ctx context.Context, cause error) error {
	details := cause.Error()
	if e, ok := errors.AsType[*protocol.Error](cause); ok {
		details += ": " + e.DevInfo
	}
	s.Log.WarnContext(ctx, "passkey refused", "request_id", web.From(ctx).ID, "cause", details)
	return apperr.Wrap(apperr.PasskeyInvalid, cause)
}
