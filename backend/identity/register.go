package identity

import (
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

// Registration is the payload of validate and register. A nil field was not
// sent: validate then leaves its rules out, register misses it.
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
}

func text(p *string) string {
	if p == nil {
		return ""
	}
	return strings.TrimSpace(*p)
}

// normalise trims, and upper-cases the account name as the form does.
func (r Registration) normalise() Registration {
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
	return r
}

// checked is what the rules found out on the way.
type checked struct {
	otp     *db.Otp
	inviter *int64
}

// Validate applies the rules to the fields that are there. The phone's proof
// comes first, so that nobody can list members with it.
func (s *Service) Validate(ctx context.Context, r Registration) error {
	_, err := s.check(ctx, s.Pool, r.normalise(), false)
	return err
}

func (s *Service) check(ctx context.Context, q pg.DB, r Registration, whole bool) (checked, error) {
	var c checked
	if err := s.checkOTP(ctx, q, text(r.Username), &c); err != nil {
		return c, err
	}
	taken, err := db.New(q).MemberTaken(ctx, db.MemberTakenParams{Phone: text(r.Username), BankCode: text(r.BankCode), BankAccountNo: text(r.BankAccountNo)})
	if err != nil {
		return c, err
	}
	if taken.Phone {
		return c, apperr.Field(apperr.ExistingUser, "username")
	}
	if taken.Bank {
		return c, apperr.Field(apperr.ExistingBank, "bankAccountNo")
	}
	if needsEnglishName(text(r.BankCode)) && r.BankAccountName != nil && !latinName(*r.BankAccountName) {
		return c, apperr.Field(apperr.BankAccountNameEng, "bankAccountName")
	}
	if !validPhone(text(r.Username), s.Laos) {
		return c, apperr.Field(apperr.Phone10Digit, "username")
	}
	if whole || r.BankCode != nil {
		if _, known, err := s.Content.Bank(ctx, q, text(r.BankCode)); err != nil {
			return c, err
		} else if !known {
			return c, apperr.Field(apperr.InvalidBank, "bankCode")
		}
	}
	return c, s.checkInfo(ctx, q, r, whole, &c)
}

// checkOTP wants a proven phone, where the site asks for one.
func (s *Service) checkOTP(ctx context.Context, q pg.DB, phone string, c *checked) error {
	needed, err := s.Content.RegisterOTP(ctx, q)
	if err != nil || !needed {
		return err
	}
	o, err := s.freshOTP(ctx, q, phone, ForRegister)
	if errors.Is(err, pgx.ErrNoRows) {
		return apperr.Field(apperr.UnverifiedOTP, "username")
	}
	c.otp = &o
	return err
}

// checkInfo collects every plain field at fault, so that the form can show them at once.
func (s *Service) checkInfo(ctx context.Context, q pg.DB, r Registration, whole bool, c *checked) error {
	bad := apperr.New(apperr.InvalidUserInfo)
	want := func(field string, present, ok bool) {
		if (present && !ok) || (!present && whole) {
			_ = bad.WithField(field, apperr.InvalidUserInfo)
		}
	}
	want("name", r.Name != nil, validName(text(r.Name)))
	want("password", r.Password != nil, r.Password != nil && validPassword(*r.Password))
	want("bankAccountName", r.BankAccountName != nil, validName(text(r.BankAccountName)))
	want("bankAccountNo", r.BankAccountNo != nil, validAccountNo(text(r.BankAccountNo)))
	if c := text(r.Currency); c != "" && c != string(ledger.BAHT) && (!s.Laos || c != string(ledger.LAK)) {
		_ = bad.WithField("currency", apperr.InvalidUserInfo)
	}
	if source := text(r.SourceCode); source != "" {
		known, err := s.Content.HasSource(ctx, q, source)
		if err != nil {
			return err
		}
		want("sourceCode", true, known)
	}
	if code := text(r.InviteCode); code != "" {
		id, err := db.New(q).MemberIDByPublicID(ctx, strings.TrimPrefix(strings.ToUpper(code), "PR"))
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		want("inviteCode", true, err == nil && strings.HasPrefix(strings.ToUpper(code), "PR"))
		c.inviter = &id
	}
	if len(bad.Fields) > 0 {
		return bad
	}
	return nil
}

// Registered answers a registration: the new member, and no token.
type Registered struct {
	Profile Profile `json:"profile"`
}

// Register makes a member with an empty wallet and uses the phone's code up.
// A repeat with the same Idempotency-Key answers the same.
func (s *Service) Register(ctx context.Context, r Registration) (*web.Answer[Registered], error) {
	r = r.normalise()
	hash, err := s.passwordHashOf(ctx, r)
	if err != nil {
		return nil, err
	}
	return web.Once(ctx, s.Keyed, text(r.Username), s.fingerprint(r), func(tx pgx.Tx) (int, Registered, error) {
		c, err := s.check(ctx, tx, r, true)
		if err != nil {
			return 0, Registered{}, err
		}
		m, err := s.insert(ctx, tx, r, hash, c)
		return http.StatusCreated, Registered{Profile: profileOf(m)}, err
	})
}

// passwordHashOf hashes before the transaction opens: it takes a while, and
// transactions must be short.
func (s *Service) passwordHashOf(ctx context.Context, r Registration) (string, error) {
	if r.Password == nil || !validPassword(*r.Password) {
		return "", nil // check says so with all the rest
	}
	return password.Hash(ctx, *r.Password)
}

// fingerprint stands for the payload; the password only as its keyed hash.
func (s *Service) fingerprint(r Registration) Registration {
	if r.Password != nil {
		mac := hmac.New(sha256.New, s.Secret)
		mac.Write([]byte(*r.Password))
		sum := hex.EncodeToString(mac.Sum(nil))
		r.Password = &sum
	}
	return r
}

func (s *Service) insert(ctx context.Context, tx pgx.Tx, r Registration, hash string, c checked) (db.Member, error) {
	q := db.New(tx)
	if c.otp != nil {
		used, err := q.OTPUse(ctx, db.OTPUseParams{ID: c.otp.ID, Now: s.Clock()})
		if err != nil {
			return db.Member{}, err
		}
		if used == 0 { // another registration of this phone was quicker
			return db.Member{}, apperr.Field(apperr.UnverifiedOTP, "username")
		}
	}
	currency := text(r.Currency)
	if currency == "" {
		currency = string(ledger.BAHT)
	}
	id, err := q.MemberInsert(ctx, db.MemberInsertParams{
		PublicID: newPublicID(), Phone: text(r.Username), Name: text(r.Name), PasswordHash: hash, Currency: currency,
		SourceCode: text(r.SourceCode), InvitedBy: c.inviter, BankCode: text(r.BankCode),
		BankAccountName: text(r.BankAccountName), BankAccountNo: text(r.BankAccountNo), CreatedAt: s.Clock(),
	})
	switch pg.UniqueViolation(err) {
	case "member_phone_once":
		return db.Member{}, apperr.Field(apperr.ExistingUser, "username")
	case "member_bank_once":
		return db.Member{}, apperr.Field(apperr.ExistingBank, "bankAccountNo")
	}
	if err != nil {
		return db.Member{}, err
	}
	if _, err := s.Book.OpenTx(ctx, tx, id, ledger.Currency(currency)); err != nil {
		return db.Member{}, err
	}
	version, err := pg.NextVersion(ctx, tx, id)
	if err != nil {
		return db.Member{}, err
	}
	if err := q.MemberSetVersion(ctx, db.MemberSetVersionParams{ID: id, Version: version}); err != nil {
		return db.Member{}, err
	}
	return q.MemberByID(ctx, id)
}

// AddMember makes a member without a one-time code, for the demo and for
// tools at the console. made is false when the phone is a member's already.
func (s *Service) AddMember(ctx context.Context, r Registration) (id int64, made bool, err error) {
	r = r.normalise()
	if m, err := s.q().MemberByPhone(ctx, text(r.Username)); err == nil {
		return m.ID, false, nil
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return 0, false, err
	}
	hash, err := s.passwordHashOf(ctx, r)
	if err != nil {
		return 0, false, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		var c checked
		if err := s.checkInfo(ctx, tx, r, true, &c); err != nil {
			return err
		}
		m, err := s.insert(ctx, tx, r, hash, c)
		id = m.ID
		return err
	})
	return id, err == nil, err
}
