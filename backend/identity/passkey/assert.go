package passkey

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/identity/passkey/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// addressLimit limits failed logins by passkey. Nobody can guess a passkey; the limit bounds the cost of
// failed tries. It does not apply to a browser that signed in as the member before.
var addressLimit = limit.Rule{Max: 100, Window: 15 * time.Minute}

// LoginOptions returns the options for a browser's login. It neither reads nor writes the database.
func (s *Service) LoginOptions() RequestOptions {
	return s.requestOptions(challengeOwner{purpose: purposeLogin}, nil)
}

// ConfirmOptions returns the options with which the caller confirms by one of their passkeys. Error:
// NO_DATA if the caller has none.
func (s *Service) ConfirmOptions(ctx context.Context) (RequestOptions, error) {
	passkeys, err := s.q().ListPasskeys(ctx, web.Member(ctx))
	if err == nil && len(passkeys) == 0 {
		err = apperr.New(apperr.NoData)
	}
	return s.requestOptions(callerAsOwner(ctx, purposeConfirm), passkeys), err
}

func (s *Service) requestOptions(w challengeOwner, passkeys []db.Passkey) RequestOptions {
	return RequestOptions{
		Challenge: s.newChallenge(w), RPID: s.site.Config.RPID, Timeout: challengeLifetime.Milliseconds(),
		AllowCredentials: descriptors(passkeys), UserVerification: string(protocol.VerificationRequired),
	}
}

// checkedAssertion is a parsed assertion whose challenge the server made.
type checkedAssertion struct {
	challenge
	parsed *protocol.ParsedCredentialAssertionData
}

// readAssertion parses an assertion and checks its challenge, which costs one hash. Error: PASSKEY_INVALID.
func (s *Service) readAssertion(ctx context.Context, a Assertion, w challengeOwner) (checkedAssertion, error) {
	parsed, err := a.parse()
	if err != nil {
		return checkedAssertion{}, s.refusePasskey(ctx, err)
	}
	c, err := s.readChallenge(parsed.Response.CollectedClientData.Challenge, w)
	if err != nil {
		return checkedAssertion{}, s.refusePasskey(ctx, err)
	}
	return checkedAssertion{c, parsed}, nil
}

// Login opens a session by a passkey, with the same effects as a password login. Errors: PASSKEY_INVALID,
// PASSKEY_UNKNOWN, PASSKEY_STOPPED, REQUEST_LIMIT; INACTIVE_USER, only after a valid signature.
func (s *Service) Login(ctx context.Context, a Assertion, remember bool, device string) (identity.Login, error) {
	assertion, err := s.readAssertion(ctx, a, challengeOwner{purpose: purposeLogin})
	if err != nil {
		return identity.Login{}, err
	}
	key, err := s.q().GetPasskeyByCredential(ctx, assertion.parsed.RawID)
	unknown := errors.Is(err, pgx.ErrNoRows)
	if err != nil && !unknown {
		return identity.Login{}, err
	}
	if err := s.limitFailures(ctx, key.Passkey.MemberID, device); err != nil {
		return identity.Login{}, err
	}
	if err = apperr.New(apperr.PasskeyUnknown); !unknown {
		err = s.checkSignature(ctx, key, assertion)
	}
	if err != nil {
		return identity.Login{}, cmp.Or(s.countFailure(ctx, err), err)
	}
	return s.Identity.LoginWithoutPassword(ctx, key.Passkey.MemberID, identity.Credentials{RememberMe: remember, Device: device})
}

func (s *Service) limitFailures(ctx context.Context, member int64, device string) error {
	wait, err := s.Limits.Peek(ctx, failureKey(ctx), addressLimit)
	if err != nil || wait == 0 {
		return err
	}
	known, err := s.Identity.KnowsDevice(ctx, member, device)
	if err != nil || known {
		return err
	}
	return apperr.New(apperr.RequestLimit).WithRetryAfter(wait)
}

// countFailure counts a failed login, but not an internal error.
func (s *Service) countFailure(ctx context.Context, refusal error) error {
	if apperr.CodeOf(refusal) == apperr.Internal {
		return nil
	}
	_, err := s.Limits.Hit(ctx, failureKey(ctx), addressLimit)
	return err
}

func failureKey(ctx context.Context) string { return "login:passkey:" + web.From(ctx).Address() }

// Confirm lets the caller's session move money again, as the password does. It returns a proof that
// replaces the password in other calls. Errors: PASSKEY_INVALID, PASSKEY_UNKNOWN, PASSKEY_STOPPED.
func (s *Service) Confirm(ctx context.Context, a Assertion) (identity.Confirmation, error) {
	assertion, err := s.readAssertion(ctx, a, callerAsOwner(ctx, purposeConfirm))
	if err != nil {
		return identity.Confirmation{}, err
	}
	key, err := s.q().GetPasskeyByCredential(ctx, assertion.parsed.RawID)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && key.Passkey.MemberID != web.Member(ctx)) {
		return identity.Confirmation{}, apperr.New(apperr.PasskeyUnknown)
	}
	if err != nil {
		return identity.Confirmation{}, err
	}
	if err := s.checkSignature(ctx, key, assertion); err != nil {
		return identity.Confirmation{}, err
	}
	return s.Identity.ConfirmWithoutPassword(ctx)
}

// checkSignature checks signature, site and user verification, and marks the challenge as used. It checks the
// signature before the transaction, so that a stranger's call takes no lock.
func (s *Service) checkSignature(ctx context.Context, key db.GetPasskeyByCredentialRow, assertion checkedAssertion) error {
	if key.Passkey.StoppedAt != nil {
		return apperr.New(apperr.PasskeyStopped)
	}
	p := key.Passkey
	credential := webauthn.Credential{ID: p.CredentialID, PublicKey: p.PublicKey, Flags: webauthn.CredentialFlags{BackupEligible: p.BackupEligible, BackupState: p.BackedUp}}
	session := webauthn.SessionData{Challenge: assertion.text, UserID: key.Handle, UserVerification: protocol.VerificationRequired}
	if _, err := s.site.ValidateLogin(owner{key.Handle, []webauthn.Credential{credential}}, session, assertion.parsed); err != nil {
		return s.refusePasskey(ctx, err)
	}
	var stopped bool
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		stopped, err = s.storeUse(ctx, tx, p, assertion)
		return err
	})
	if err == nil && stopped {
		s.Log.WarnContext(ctx, "passkey stopped: its counter went back", "request_id", web.From(ctx).ID, "passkey", p.ID)
		err = apperr.New(apperr.PasskeyStopped)
	}
	return err
}

// storeUse stores the use of a passkey. The counter of a passkey that cannot leave its authenticator must
// grow. If it does not, a copy exists, and storeUse stops the passkey for good.
func (s *Service) storeUse(ctx context.Context, tx pgx.Tx, p db.Passkey, assertion checkedAssertion) (stopped bool, err error) {
	q := db.New(tx)
	now, err := q.LockPasskey(ctx, p.ID)
	if errors.Is(err, pgx.ErrNoRows) { // removed meanwhile
		return false, apperr.New(apperr.PasskeyUnknown)
	}
	if err != nil || now.StoppedAt != nil {
		return now.StoppedAt != nil, err
	}
	isRepeat, err := markUsed(ctx, q, assertion.challenge)
	if err != nil || isRepeat {
		return false, err
	}
	data := assertion.parsed.Response.AuthenticatorData
	count := int64(data.Counter)
	if count <= now.SignCount && (count > 0 || now.SignCount > 0) && !p.BackupEligible {
		if err := q.StopPasskey(ctx, db.StopPasskeyParams{ID: p.ID, Now: s.Clock()}); err != nil {
			return true, err
		}
		notice := push.Notice{Kind: push.PasskeyStopped, Args: map[string]string{"name": p.Name}}
		return true, s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: p.MemberID}, notice)
	}
	return false, q.StorePasskeyUse(ctx, db.StorePasskeyUseParams{ID: p.ID, SignCount: max(count, now.SignCount), BackedUp: data.Flags.HasBackupState(), Now: s.Clock()})
}
