package identity

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// ProfileChange is the body of PUT profile. The bank fields may be left out;
// where they are sent they must be the stored ones.
type ProfileChange struct {
	Name            string  `json:"name"`
	BankCode        *string `json:"bankCode,omitempty"`
	BankAccountName *string `json:"bankAccountName,omitempty"`
	BankAccountNo   *string `json:"bankAccountNo,omitempty"`
}

// ChangeProfile renames the member. The payout account is not the member's to
// change: other bank fields than the stored ones are INVALID_BANK.
func (s *Service) ChangeProfile(ctx context.Context, change ProfileChange) (*web.Answer[Person], error) {
	change.Name = strings.TrimSpace(change.Name)
	if !validName(change.Name) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "name")
	}
	return s.changeMember(ctx, change, func(q *db.Queries, m db.Member, version int64) error {
		for field, pair := range map[string][2]string{
			"bankCode": {m.BankCode, orStored(change.BankCode, m.BankCode)}, "bankAccountName": {m.BankAccountName, orStored(change.BankAccountName, m.BankAccountName)},
			"bankAccountNo": {m.BankAccountNo, orStored(change.BankAccountNo, m.BankAccountNo)},
		} {
			if pair[0] != pair[1] {
				return apperr.Field(apperr.InvalidBank, field).WithStatus(http.StatusConflict)
			}
		}
		return q.MemberRename(ctx, db.MemberRenameParams{ID: m.ID, Name: change.Name, Version: version})
	})
}

func orStored(sent *string, stored string) string {
	if sent == nil || *sent == "" {
		return stored
	}
	return *sent
}

// BankNameChange is the body of PUT bankAccountName.
type BankNameChange struct {
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
}

// ChangeBankAccountName writes the account's name in English letters. It is
// for members of KTB, TMB and BBL whose stored name is not; for anybody else
// it is INVALID_BANK. A new name in other letters is BANK_ACCOUNT_NAME_ENG.
func (s *Service) ChangeBankAccountName(ctx context.Context, change BankNameChange) (*web.Answer[Person], error) {
	change.BankAccountName = strings.ToUpper(strings.Join(strings.Fields(change.BankAccountName), " "))
	if !latinName(change.BankAccountName) || len(change.BankAccountName) > maxName {
		return nil, apperr.Field(apperr.BankAccountNameEng, "bankAccountName")
	}
	return s.changeMember(ctx, change, func(q *db.Queries, m db.Member, version int64) error {
		if change.BankCode != m.BankCode || !needsEnglishName(m.BankCode) || latinName(m.BankAccountName) {
			return apperr.Field(apperr.InvalidBank, "bankCode").WithStatus(http.StatusConflict)
		}
		return q.MemberSetBankAccountName(ctx, db.MemberSetBankAccountNameParams{ID: m.ID, BankAccountName: change.BankAccountName, Version: version})
	})
}

// changeMember runs one change of the caller's row and answers the new state.
func (s *Service) changeMember(ctx context.Context, fields any, change func(*db.Queries, db.Member, int64) error) (*web.Answer[Person], error) {
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, Person, error) {
		q := db.New(tx)
		m, err := q.MemberLock(ctx, web.Member(ctx))
		if err != nil {
			return 0, Person{}, err
		}
		version, err := pg.NextVersion(ctx, tx, m.ID)
		if err != nil {
			return 0, Person{}, err
		}
		if err := change(q, m, version); err != nil {
			return 0, Person{}, err
		}
		person, err := s.Person(ctx, tx, m.ID)
		return http.StatusOK, person, err
	})
}

// Done is the answer of a call that has nothing else to say.
type Done struct {
	Success bool `json:"success"`
}

// ChangePassword sets a new password and ends every other session. A wrong old
// one is WRONG_PASSWORD; ten of those in 15 minutes are REQUEST_LIMIT.
func (s *Service) ChangePassword(ctx context.Context, oldPassword, newPassword string) (*web.Answer[Done], error) {
	if !validPassword(newPassword) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "newPassword")
	}
	caller := web.From(ctx).Caller
	key := "changepwd:" + caller.PublicID
	wait, err := s.Limits.Hit(ctx, key, limit.Rule{Max: 10, Window: 15 * time.Minute})
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, apperr.New(apperr.RequestLimit).WithRetryAfter(wait)
	}
	// The slow hashing is done before the member's row is locked.
	known, err := s.q().MemberByID(ctx, caller.MemberID)
	if err != nil {
		return nil, err
	}
	right, err := password.Check(ctx, known.PasswordHash, oldPassword)
	if err != nil {
		return nil, err
	}
	hash, err := password.Hash(ctx, newPassword)
	if err != nil {
		return nil, err
	}
	fields := map[string]string{"old": oldPassword, "new": newPassword}
	answer, err := web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, Done, error) {
		q := db.New(tx)
		m, err := q.MemberLock(ctx, caller.MemberID)
		if err != nil {
			return 0, Done{}, err
		}
		if !right || m.PasswordHash != known.PasswordHash {
			return 0, Done{}, apperr.Field(apperr.WrongPassword, "oldPassword")
		}
		return http.StatusOK, Done{Success: true}, s.setPassword(ctx, tx, m.ID, hash, caller.SessionID)
	})
	if err == nil {
		s.SessionsEnded(caller.MemberID)
		err = s.Limits.Forgive(ctx, key)
	}
	return answer, err
}

// setPassword stores a hash and ends all sessions but one (0: all).
func (s *Service) setPassword(ctx context.Context, tx pgx.Tx, member int64, hash string, keep int64) error {
	if err := db.New(tx).MemberSetPassword(ctx, db.MemberSetPasswordParams{ID: member, PasswordHash: hash}); err != nil {
		return err
	}
	// Before the sessions end: the devices that it logs out are told as well.
	if err := s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: member}, push.Notice{Kind: push.PasswordChanged}); err != nil {
		return err
	}
	return db.New(tx).SessionRevokeOthers(ctx, db.SessionRevokeOthersParams{MemberID: member, KeepID: keep, Now: s.Clock()})
}

// ResetPassword sets the password of the member whose phone proved itself with
// a code for resetting. It ends every session. Errors: OTP_TOKEN_INVALID,
// UNAUTHORIZED for a code that was not verified, is used or old; NO_USER.
func (s *Service) ResetPassword(ctx context.Context, otpToken, newPassword string) (*web.Answer[Done], error) {
	if !validPassword(newPassword) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "newPassword")
	}
	hash, err := password.Hash(ctx, newPassword)
	if err != nil {
		return nil, err
	}
	fields := map[string]string{"token": otpToken, "new": newPassword}
	var whose int64
	answer, err := web.Once(ctx, s.Keyed, otpToken, fields, func(tx pgx.Tx) (int, Done, error) {
		q := db.New(tx)
		now := s.Clock()
		o, err := q.OTPByToken(ctx, hashToken(otpToken))
		if errors.Is(err, pgx.ErrNoRows) {
			return 0, Done{}, apperr.Field(apperr.OTPTokenInvalid, "otpToken")
		}
		if err != nil {
			return 0, Done{}, err
		}
		if o.Purpose != ForReset || o.VerifiedAt == nil || now.Sub(*o.VerifiedAt) > otpResetLife {
			return 0, Done{}, apperr.New(apperr.Unauthorized)
		}
		m, err := q.MemberByPhone(ctx, o.Phone)
		if errors.Is(err, pgx.ErrNoRows) {
			return 0, Done{}, apperr.New(apperr.NoUser)
		}
		if err != nil {
			return 0, Done{}, err
		}
		whose = m.ID
		used, err := q.OTPUse(ctx, db.OTPUseParams{ID: o.ID, Now: now})
		if err != nil {
			return 0, Done{}, err
		}
		if used == 0 {
			return 0, Done{}, apperr.New(apperr.Unauthorized)
		}
		if err := q.MemberWasReset(ctx, db.MemberWasResetParams{ID: m.ID, Now: now}); err != nil {
			return 0, Done{}, err
		}
		return http.StatusOK, Done{Success: true}, s.setPassword(ctx, tx, m.ID, hash, 0)
	})
	if err == nil && whose != 0 {
		s.SessionsEnded(whose)
	}
	return answer, err
}
