package identity

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// Done is the response of a call that returns no data.
type Done struct {
	Success bool `json:"success"`
	// Passkeys is 0 if there are none, or if the call is not about a password.
	Passkeys int `json:"passkeys,omitempty" doc:"After a new password: the number of passkeys that can still sign in."`
}

// ChangePassword sets a new password and ends every other session. Errors: WRONG_PASSWORD for a wrong
// old password, which counts as a wrong guess in this session; INVALID_USER_INFO (newPassword).
func (s *Service) ChangePassword(ctx context.Context, oldPassword, newPassword string) (*web.Response[Done], error) {
	if !isLongEnough(newPassword) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "newPassword")
	}
	caller := web.From(ctx).Caller
	fields := map[string]string{"old": oldPassword, "new": newPassword}
	response, err := web.OnceAfter(ctx, s.Keyed, "", fields, func() (func(pgx.Tx) (int, Done, error), error) {
		member, hash, err := s.prepareChange(ctx, oldPassword, newPassword)
		return func(tx pgx.Tx) (int, Done, error) {
			m, err := db.New(tx).LockMember(ctx, caller.MemberID)
			if err != nil {
				return 0, Done{}, err
			}
			if m.PasswordHash != member.PasswordHash { // another change was faster
				return 0, Done{}, apperr.Field(apperr.WrongPassword, "oldPassword")
			}
			done, err := s.setPassword(ctx, tx, m.ID, hash, caller.SessionID)
			return http.StatusOK, done, err
		}, err
	})
	if err == nil {
		s.SessionsEnded(caller.MemberID)
	}
	return response, err
}

// prepareChange checks the old password and hashes the new one, before the member's row is locked.
func (s *Service) prepareChange(ctx context.Context, oldPassword, newPassword string) (m db.Member, hash string, err error) {
	m, err = s.checkMemberPassword(ctx, "oldPassword", oldPassword)
	if err != nil {
		return m, "", err
	}
	if err := checkGuessable(m, newPassword); err != nil {
		return m, "", err
	}
	hash, err = password.Hash(ctx, signedInCaller(ctx), newPassword)
	return m, hash, err
}

// setPassword stores a hash and ends all sessions but keepSession (0: all). Passkeys stay; the returned Done
// has their number, which the app shows.
func (s *Service) setPassword(ctx context.Context, tx pgx.Tx, member int64, hash string, keepSession int64) (Done, error) {
	if err := db.New(tx).SetPassword(ctx, db.SetPasswordParams{ID: member, PasswordHash: hash}); err != nil {
		return Done{}, err
	}
	// This comes before the sessions end, so that the devices that are logged out get the push as well.
	if err := s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: member}, push.Notice{Kind: push.PasswordChanged}); err != nil {
		return Done{}, err
	}
	if err := db.New(tx).RevokeOtherSessions(ctx, db.RevokeOtherSessionsParams{MemberID: member, KeepID: keepSession, Now: s.Clock()}); err != nil {
		return Done{}, err
	}
	passkeys, err := s.CountPasskeys(ctx, tx, member)
	return Done{Success: true, Passkeys: passkeys}, err
}

// ResetPassword sets the password of the member whose phone was proven with a code for resetting. It
// ends every session. Errors: OTP_TOKEN_INVALID; UNAUTHORIZED for a code that was not verified, is
// used or too old; NO_USER; INVALID_USER_INFO (newPassword).
func (s *Service) ResetPassword(ctx context.Context, otpToken, newPassword, device string) (*web.Response[Done], error) {
	if !isLongEnough(newPassword) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "newPassword")
	}
	fields := map[string]string{"token": otpToken, "new": newPassword}
	var memberID int64
	response, err := web.OnceAfter(ctx, s.Keyed, otpToken, fields, func() (func(pgx.Tx) (int, Done, error), error) {
		hash, err := s.prepareReset(ctx, otpToken, newPassword, device)
		return func(tx pgx.Tx) (_ int, done Done, err error) {
			memberID, done, err = s.resetTx(ctx, tx, otpToken, hash)
			return http.StatusOK, done, err
		}, err
	})
	if err == nil && memberID != 0 {
		s.SessionsEnded(memberID)
	}
	return response, err
}

// resetTx marks the code as used and stores the hash. It returns the id of the member.
func (s *Service) resetTx(ctx context.Context, tx pgx.Tx, otpToken, hash string) (memberID int64, done Done, err error) {
	o, m, err := s.resetCodeAndMember(ctx, tx, otpToken)
	if err != nil {
		return 0, Done{}, err
	}
	used, err := db.New(tx).MarkOTPUsed(ctx, db.MarkOTPUsedParams{ID: o.ID, Now: s.Clock()})
	if err != nil {
		return 0, Done{}, err
	}
	if used == 0 {
		return 0, Done{}, apperr.New(apperr.Unauthorized)
	}
	if err := db.New(tx).MarkPasswordReset(ctx, db.MarkPasswordResetParams{ID: m.ID, Now: s.Clock()}); err != nil {
		return 0, Done{}, err
	}
	done, err = s.setPassword(ctx, tx, m.ID, hash, 0)
	return m.ID, done, err
}

// prepareReset does all the cheap checks first, and the hash last.
func (s *Service) prepareReset(ctx context.Context, otpToken, newPassword, device string) (hash string, err error) {
	_, m, err := s.resetCodeAndMember(ctx, s.Pool, otpToken)
	if err != nil {
		return "", err
	}
	if err := checkGuessable(m, newPassword); err != nil {
		return "", err
	}
	caller, err := s.loginCaller(ctx, m.Phone, device)
	if err != nil {
		return "", err
	}
	return password.Hash(ctx, caller, newPassword)
}

// resetCodeAndMember returns the code of otpToken and the member whose password it may reset.
func (s *Service) resetCodeAndMember(ctx context.Context, q pg.DB, otpToken string) (o db.Otp, m db.Member, err error) {
	o, err = db.New(q).GetOTPByToken(ctx, hashToken(otpToken))
	if errors.Is(err, pgx.ErrNoRows) {
		return o, m, apperr.Field(apperr.OTPTokenInvalid, "otpToken")
	}
	if err != nil {
		return o, m, err
	}
	if o.Purpose != PurposeReset || o.VerifiedAt == nil || o.UsedAt != nil || s.Clock().Sub(*o.VerifiedAt) > resetProofLifetime {
		return o, m, apperr.New(apperr.Unauthorized)
	}
	m, err = db.New(q).GetMemberByPhone(ctx, o.Phone)
	if errors.Is(err, pgx.ErrNoRows) {
		return o, m, apperr.New(apperr.NoUser)
	}
	return o, m, err
}
