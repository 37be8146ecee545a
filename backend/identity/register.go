package identity

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Registration is the body of validate and register. A nil field was not sent: validate then skips
// its rules, and register rejects it as missing.
type Registration struct {
	Name            *string `json:"name,omitempty"`
	Username        *string `json:"username,omitempty" doc:"The phone number."`
	Password        *string `json:"password,omitempty"`
	SourceCode      *string `json:"sourceCode,omitempty"`
	InviteCode      *string `json:"inviteCode,omitempty"`
	BankCode        *string `json:"bankCode,omitempty"`
	BankAccountName *string `json:"bankAccountName,omitempty"`
	BankAccountNo   *string `json:"bankAccountNo,omitempty"`
	Currency        *string `json:"currency,omitempty"`
	OTPToken        *string `json:"otpToken,omitempty" doc:"Proves the phone; used instead of the cookie that a right code has set."`
}

func textOf(p *string) string {
	if p == nil {
		return ""
	}
	return strings.TrimSpace(*p)
}

// currency returns the currency that was sent, or BAHT.
func (r Registration) currency() string { return cmp.Or(textOf(r.Currency), string(ledger.BAHT)) }

// acceptsCurrency reports whether members may have this currency.
func (s *Service) acceptsCurrency(currency string) bool {
	return currency == string(ledger.BAHT) || (s.Laos && currency == string(ledger.LAK))
}

// normalise trims the fields, upper-cases the account name as the form does, and parses phone,
// account and invite code as package typed does.
func (s *Service) normalise(r Registration) Registration {
	for _, field := range []**string{&r.Name, &r.Username, &r.SourceCode, &r.InviteCode, &r.BankCode, &r.BankAccountName, &r.BankAccountNo, &r.Currency} {
		if *field != nil {
			trimmed := strings.TrimSpace(**field)
			*field = &trimmed
		}
	}
	if r.BankAccountName != nil {
		upper := strings.ToUpper(strings.Join(strings.Fields(*r.BankAccountName), " "))
		r.BankAccountName = &upper
	}
	normaliseField := func(field **string, normalise func(string) string) {
		if *field != nil {
			value := normalise(**field)
			*field = &value
		}
	}
	normaliseField(&r.Username, s.normalisePhone)
	normaliseField(&r.BankAccountNo, accountDigits)
	normaliseField(&r.InviteCode, inviteCode)
	return r
}

// Validate applies the rules to the fields that were sent. It checks the phone's proof first, so that
// nobody can find out who is a member. cookie is the proof cookie's value, or "".
func (s *Service) Validate(ctx context.Context, r Registration, cookie string) error {
	r = s.normalise(r)
	if _, err := s.checkProof(ctx, r, cookie); err != nil {
		return err
	}
	_, err := s.checkRegistration(ctx, s.Pool, r, false)
	return err
}

// checkProof checks the proof and counts the try. It returns the proof, or nil if the site requires none.
func (s *Service) checkProof(ctx context.Context, r Registration, cookie string) (*db.Otp, error) {
	proof, err := s.proofOfRegistration(ctx, s.Pool, r, cookie)
	if err != nil {
		return nil, err
	}
	return proof, s.limitRegistering(ctx, proof)
}

// checkRegistration applies all rules except the proof's, and returns the inviter's id, or nil. isRegister is
// true for register, where all fields are required.
func (s *Service) checkRegistration(ctx context.Context, q pg.DB, r Registration, isRegister bool) (inviter *int64, err error) {
	taken, err := db.New(q).HasMemberWithPhoneOrAccount(ctx, db.HasMemberWithPhoneOrAccountParams{Phone: textOf(r.Username), BankCode: textOf(r.BankCode), BankAccountNo: textOf(r.BankAccountNo)})
	if err != nil {
		return nil, err
	}
	if taken.Phone {
		return nil, apperr.Field(apperr.ExistingUser, "username")
	}
	if taken.Bank && isRegister { // only register reveals this: otherwise anybody could list accounts
		return nil, apperr.Field(apperr.ExistingBank, "bankAccountNo")
	}
	if needsEnglishName(textOf(r.BankCode)) && r.BankAccountName != nil && !isLatinName(*r.BankAccountName) {
		return nil, apperr.Field(apperr.BankAccountNameEng, "bankAccountName")
	}
	if !isValidPhone(textOf(r.Username), s.Laos) {
		return nil, apperr.Field(apperr.Phone10Digit, "username")
	}
	if isRegister || r.BankCode != nil {
		if bank, known, err := s.Content.Bank(ctx, q, textOf(r.BankCode)); err != nil {
			return nil, err
		} else if !known || (s.acceptsCurrency(r.currency()) && bank.Currency != r.currency()) {
			return nil, apperr.Field(apperr.InvalidBank, "bankCode")
		}
	}
	return s.checkInfo(ctx, q, r, isRegister)
}

// checkInfo returns the inviter's id, or nil. All invalid plain fields are in one error, so that the
// form can show them at once.
func (s *Service) checkInfo(ctx context.Context, q pg.DB, r Registration, isRegister bool) (inviter *int64, err error) {
	invalid := apperr.New(apperr.InvalidUserInfo)
	require := func(field string, present, ok bool) {
		if (present && !ok) || (!present && isRegister) {
			_ = invalid.WithField(field, apperr.InvalidUserInfo)
		}
	}
	require("name", r.Name != nil, ValidName(textOf(r.Name)))
	require("password", r.Password != nil, r.Password != nil && isLongEnough(*r.Password))
	if r.Password != nil && isLongEnough(*r.Password) {
		person := password.Person{Phone: textOf(r.Username), Names: []string{textOf(r.Name), textOf(r.BankAccountName)}}
		if reason := password.Guessable(*r.Password, person); reason != "" {
			_ = invalid.WithField("password", apperr.InvalidUserInfo).WithExtra(apperr.Guessable, reason)
		}
	}
	require("bankAccountName", r.BankAccountName != nil, ValidHolder(textOf(r.BankAccountName)))
	require("bankAccountNo", r.BankAccountNo != nil, isValidAccountNo(textOf(r.BankAccountNo), r.currency()))
	if !s.acceptsCurrency(r.currency()) {
		_ = invalid.WithField("currency", apperr.InvalidUserInfo)
	}
	if source := textOf(r.SourceCode); source != "" {
		known, err := s.Content.HasSource(ctx, q, source)
		if err != nil {
			return nil, err
		}
		require("sourceCode", true, known)
	}
	if code := textOf(r.InviteCode); code != "" {
		member, err := db.New(q).GetMemberByPublicID(ctx, strings.TrimPrefix(strings.ToUpper(code), "PR"))
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return nil, err
		}
		require("inviteCode", true, err == nil && strings.HasPrefix(strings.ToUpper(code), "PR"))
		inviter = &member.ID
	}
	if len(invalid.Fields) > 0 {
		return nil, invalid
	}
	return inviter, nil
}

// Registered is the response to a registration: the new member, and no token.
type Registered struct {
	Profile Profile `json:"profile"`
}

// Register adds a member with an empty wallet and marks the phone's proof as used. A repeat with the
// same Idempotency-Key returns the first response.
func (s *Service) Register(ctx context.Context, r Registration, cookie string) (*web.Response[Registered], error) {
	r = s.normalise(r)
	return web.OnceAfter(ctx, s.Keyed, textOf(r.Username), s.fingerprint(r), func() (func(pgx.Tx) (int, Registered, error), error) {
		hash, err := s.prepareRegistration(ctx, r, cookie)
		return func(tx pgx.Tx) (int, Registered, error) {
			proof, err := s.proofOfRegistration(ctx, tx, r, cookie)
			if err != nil {
				return 0, Registered{}, err
			}
			inviter, err := s.checkRegistration(ctx, tx, r, true)
			if err != nil {
				return 0, Registered{}, err
			}
			if err := s.useProof(ctx, tx, proof); err != nil {
				return 0, Registered{}, err
			}
			m, err := s.insertMember(ctx, tx, r, hash, inviter)
			return http.StatusCreated, Registered{Profile: toProfile(m)}, err
		}, err
	})
}

// prepareRegistration runs the cheap checks, and then the slow hash, before the transaction.
func (s *Service) prepareRegistration(ctx context.Context, r Registration, cookie string) (hash string, err error) {
	if _, err := s.checkProof(ctx, r, cookie); err != nil {
		return "", err
	}
	if _, err := s.checkRegistration(ctx, s.Pool, r, true); err != nil {
		return "", err
	}
	return password.Hash(ctx, unknownCaller(ctx), *r.Password)
}

// useProof marks the proof as used; proof is nil if the site requires none.
func (s *Service) useProof(ctx context.Context, tx pgx.Tx, proof *db.Otp) error {
	if proof == nil {
		return nil
	}
	used, err := db.New(tx).MarkOTPUsed(ctx, db.MarkOTPUsedParams{ID: proof.ID, Now: s.Clock()})
	if err == nil && used == 0 { // another registration of this phone was faster
		return apperr.Field(apperr.UnverifiedOTP, "username")
	}
	return err
}

// fingerprint returns the fields in which a repeat must equal the first call. The password is replaced
// by a keyed hash; the proof is left out.
func (s *Service) fingerprint(r Registration) Registration {
	r.OTPToken = nil
	if r.Password != nil {
		mac := hmac.New(sha256.New, s.Secret)
		mac.Write([]byte(*r.Password))
		sum := hex.EncodeToString(mac.Sum(nil))
		r.Password = &sum
	}
	return r
}

func (s *Service) insertMember(ctx context.Context, tx pgx.Tx, r Registration, hash string, inviter *int64) (db.Member, error) {
	q := db.New(tx)
	currency := r.currency()
	id, err := q.InsertMember(ctx, db.InsertMemberParams{
		PublicID: newPublicID(), Phone: textOf(r.Username), Name: textOf(r.Name), PasswordHash: hash, Currency: currency,
		SourceCode: textOf(r.SourceCode), InvitedBy: inviter, BankCode: textOf(r.BankCode),
		BankAccountName: textOf(r.BankAccountName), BankAccountNo: textOf(r.BankAccountNo), CreatedAt: s.Clock(),
	})
	switch pg.ViolatedUnique(err) {
	case "member_phone_once":
		return db.Member{}, apperr.Field(apperr.ExistingUser, "username")
	case "member_bank_once":
		return db.Member{}, apperr.Field(apperr.ExistingBank, "bankAccountNo")
	}
	if err != nil {
		return db.Member{}, err
	}
	if _, err := s.Ledger.OpenTx(ctx, tx, id, ledger.Currency(currency)); err != nil {
		return db.Member{}, err
	}
	version, err := pg.NextVersion(ctx, tx, id)
	if err != nil {
		return db.Member{}, err
	}
	if err := q.SetMemberVersion(ctx, db.SetMemberVersionParams{ID: id, Version: version}); err != nil {
		return db.Member{}, err
	}
	return q.GetMember(ctx, id)
}

// AddMember adds a member without a one-time code, for the demo and command-line tools. created is false
// if the phone already belongs to a member.
func (s *Service) AddMember(ctx context.Context, r Registration) (id int64, created bool, err error) {
	r = s.normalise(r)
	if m, err := s.q().GetMemberByPhone(ctx, textOf(r.Username)); err == nil {
		return m.ID, false, nil
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return 0, false, err
	}
	inviter, err := s.checkInfo(ctx, s.Pool, r, true)
	if err != nil {
		return 0, false, err
	}
	hash, err := password.Hash(ctx, password.CommandLine, *r.Password)
	if err != nil {
		return 0, false, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		m, err := s.insertMember(ctx, tx, r, hash, inviter)
		id = m.ID
		return err
	})
	return id, err == nil, err
}
