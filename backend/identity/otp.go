package identity

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/sms"
)

// Purposes of a code. A code for one purpose is not valid for the other.
const (
	PurposeRegister = "register"
	PurposeReset    = "reset"
)

var sixDigits = regexp.MustCompile(`^[0-9]{6}$`)

const (
	otpLifetime          = 5 * time.Minute
	otpTries             = 5
	otpBlockTime         = 15 * time.Minute
	otpMinInterval       = time.Minute
	otpPerHour           = 5  // for a phone and one caller
	otpPerHourAllCallers = 20 // for a phone and all callers together
	otpPerDayAllCallers  = 40
	phoneProofLifetime   = 30 * time.Minute // how long a verified phone stays verified
	resetProofLifetime   = 10 * time.Minute
	otpPerHourAddress    = 100 // for an address and all phones; a mobile operator's shared address stays below
)

// Ticket is the response to SendOTP.
type Ticket struct {
	Ref   string `json:"otpRef"`
	Token string `json:"otpToken"`
	// Code is OK, or OTP_VERIFIED if no code is needed.
	Code      string     `json:"code" enum:"OK,OTP_VERIFIED"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// otpCaller is the caller who requests a code. The limits count for a phone and one caller, so that no
// caller uses up another's share.
type otpCaller struct {
	name string
	// knownDevice marks a device that signed in as the phone's member before. It has its own limit, which
	// strangers' calls cannot use up.
	knownDevice bool
}

func (s *Service) otpCallerOf(ctx context.Context, phone, device string) (otpCaller, error) {
	known, err := s.isKnownDevice(ctx, phone, device)
	if known {
		return otpCaller{name: deviceKey(device), knownDevice: true}, nil
	}
	return otpCaller{name: "addr:" + web.From(ctx).Address()}, err
}

// SendOTP makes the SMS provider send a code to phone. It sends nothing and returns OTP_VERIFIED if
// the caller's cookie is a fresh proof of that phone for registering. Errors:
// PHONE_NUMBER_REQUIRE_10_DIGIT, REQUEST_LIMIT_1MIN, REQUEST_LIMIT, OTP_SEND_FAIL.
func (s *Service) SendOTP(ctx context.Context, phone, purpose string, b Browser) (Ticket, error) {
	if !isValidPhone(phone, s.Laos) {
		return Ticket{}, apperr.Field(apperr.Phone10Digit, "phoneNumber")
	}
	if purpose == PurposeRegister {
		if _, err := s.registrationProof(ctx, s.Pool, b.Proof, phone); err == nil {
			return Ticket{Code: string(apperr.OTPVerified)}, nil
		} else if apperr.CodeOf(err) != apperr.UnverifiedOTP {
			return Ticket{}, err
		}
	}
	from, err := s.otpCallerOf(ctx, phone, b.Device)
	if err != nil {
		return Ticket{}, err
	}
	token, sent, err := s.findOrCreateToken(ctx, phone, purpose, from)
	if err != nil {
		return Ticket{}, err
	}
	if sent != nil {
		return *sent, nil
	}
	if !from.knownDevice {
		if err := limit.Refusal(s.Limits.Hit(ctx, "otp:addr:"+web.From(ctx).Address(), limit.Rule{Max: otpPerHourAddress, Window: time.Hour})); err != nil {
			return Ticket{}, err
		}
	}
	now := s.Clock()
	id, err := s.reserveOTP(ctx, db.InsertOTPParams{
		TokenHash: hashToken(token), Phone: phone, Purpose: purpose, Caller: from.name, Own: from.knownDevice, CreatedAt: now, ExpiresAt: now.Add(otpLifetime),
	})
	if err != nil {
		return Ticket{}, err
	}
	return s.callProvider(ctx, id, phone, token, now.Add(otpLifetime))
}

// findOrCreateToken returns the token of a new code. If a call with this Idempotency-Key already sent its
// message, it also returns that call's ticket. A keyed call's token is derived from the key, so that a
// repeat finds the ticket. It is also derived from the caller, so equal keys of two callers give two tokens.
func (s *Service) findOrCreateToken(ctx context.Context, phone, purpose string, caller otpCaller) (token string, sent *Ticket, err error) {
	key := web.From(ctx).Key
	if key == "" {
		return rand.Text(), nil, nil
	}
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte("otp-send\x00" + phone + "\x00" + purpose + "\x00" + caller.name + "\x00" + key))
	token = base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	o, err := s.q().GetOTPByToken(ctx, hashToken(token))
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return token, nil, nil
	case err != nil:
		return "", nil, err
	case o.ProviderToken == "": // it is unknown whether that message was sent
		return rand.Text(), nil, nil
	}
	expires := o.ExpiresAt.UTC()
	return token, &Ticket{Ref: o.Ref, Token: token, Code: string(apperr.OK), ExpiresAt: &expires}, nil
}

// reserveOTP inserts the row that counts against the limits. Errors: REQUEST_LIMIT_1MIN, REQUEST_LIMIT.
func (s *Service) reserveOTP(ctx context.Context, row db.InsertOTPParams) (int64, error) {
	var id int64
	now := row.CreatedAt
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		if err := q.LockPhoneForOTP(ctx, row.Phone); err != nil {
			return err
		}
		state, err := q.GetOTPState(ctx, db.GetOTPStateParams{Phone: row.Phone, Caller: row.Caller, HourAgo: now.Add(-time.Hour), DayAgo: now.Add(-24 * time.Hour)})
		if err != nil {
			return err
		}
		if err := checkLimits(state, row.Own, now); err != nil {
			return err
		}
		id, err = q.InsertOTP(ctx, row)
		return err
	})
	return id, err
}

// checkLimits returns REQUEST_LIMIT_1MIN or REQUEST_LIMIT if no code may be sent now.
func checkLimits(state db.GetOTPStateRow, knownDevice bool, now time.Time) error {
	var nextAllowed time.Time // when the next code may be sent
	switch {
	case now.Sub(state.MineLast) < otpMinInterval:
		return apperr.New(apperr.RequestLimit1Min).WithRetryAfter(state.MineLast.Add(otpMinInterval).Sub(now))
	case state.MineHour >= otpPerHour:
		nextAllowed = state.MineFirst.Add(time.Hour)
	case !knownDevice && state.AllHour >= otpPerHourAllCallers:
		nextAllowed = state.AllHourFirst.Add(time.Hour)
	case !knownDevice && state.AllDay >= otpPerDayAllCallers:
		nextAllowed = state.AllDayFirst.Add(24 * time.Hour)
	default:
		return nil
	}
	return apperr.New(apperr.RequestLimit).WithRetryAfter(nextAllowed.Sub(now))
}

// callProvider calls the provider to send the code. After a definite refusal it deletes the row, so that
// the member can try again at once. After an unknown outcome the row stays: the message may arrive.
func (s *Service) callProvider(ctx context.Context, id int64, phone, token string, expires time.Time) (Ticket, error) {
	ticket, err := s.SMS.Request(ctx, phone)
	if err != nil {
		if errors.Is(err, sms.ErrRefused) {
			if err := s.q().DeleteOTP(ctx, id); err != nil {
				return Ticket{}, err
			}
		}
		return Ticket{}, apperr.Wrap(apperr.OTPSendFail, err)
	}
	if err := s.q().StoreOTPHandover(ctx, db.StoreOTPHandoverParams{ID: id, ProviderToken: ticket.Token, Ref: ticket.Ref}); err != nil {
		return Ticket{}, err
	}
	expires = expires.UTC()
	return Ticket{Ref: ticket.Ref, Token: token, Code: string(apperr.OK), ExpiresAt: &expires}, nil
}

// VerifyOTP checks a code. The right code of a token can be verified repeatedly. Errors:
// OTP_TOKEN_INVALID, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID, OTP_VERIFY_FAIL.
func (s *Service) VerifyOTP(ctx context.Context, token, code string) error {
	o, err := s.q().GetOTPByToken(ctx, hashToken(token))
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && o.ProviderToken == "") {
		return apperr.Field(apperr.OTPTokenInvalid, "otpToken")
	}
	if err != nil {
		return err
	}
	now := s.Clock()
	switch {
	case o.VerifiedAt != nil && hmac.Equal(o.CodeMac, s.codeMAC(token, code)):
		return nil
	case o.VerifiedAt != nil:
		return apperr.Field(apperr.OTPCodeInvalid, "otpCode")
	case o.BlockedUntil != nil && o.BlockedUntil.After(now):
		return apperr.New(apperr.OTPBlock).WithRetryAfter(o.BlockedUntil.Sub(now))
	case now.After(o.ExpiresAt):
		return apperr.Field(apperr.OTPExpired, "otpCode")
	case !sixDigits.MatchString(code): // a typing mistake is not counted
		return apperr.Field(apperr.OTPCodeInvalid, "otpCode")
	}
	return s.tryCode(ctx, o, token, code, now)
}

func (s *Service) tryCode(ctx context.Context, o db.Otp, token, code string, now time.Time) error {
	tries, err := s.q().CountOTPTry(ctx, db.CountOTPTryParams{ID: o.ID, MaxTries: otpTries})
	if errors.Is(err, pgx.ErrNoRows) {
		if verified, err := s.isVerifiedMeanwhile(ctx, token, code); verified || err != nil {
			return err
		}
		return apperr.New(apperr.OTPBlock).WithRetryAfter(otpBlockTime)
	}
	if err != nil {
		return err
	}
	refusal := s.SMS.Verify(ctx, sms.Ticket{Token: o.ProviderToken, Ref: o.Ref}, code)
	if refusal == nil {
		return s.q().MarkOTPVerified(ctx, db.MarkOTPVerifiedParams{ID: o.ID, Now: now, CodeMac: s.codeMAC(token, code)})
	}
	if !errors.Is(refusal, sms.ErrExpired) && !errors.Is(refusal, sms.ErrWrongCode) {
		if err := s.q().RemoveOTPTry(ctx, o.ID); err != nil {
			return err
		}
		return apperr.Wrap(apperr.OTPVerifyFail, refusal)
	}
	if verified, err := s.isVerifiedMeanwhile(ctx, token, code); verified || err != nil {
		return err
	}
	switch {
	case errors.Is(refusal, sms.ErrExpired):
		return apperr.Field(apperr.OTPExpired, "otpCode")
	case tries < otpTries:
		return apperr.Field(apperr.OTPCodeInvalid, "otpCode")
	}
	if err := s.q().BlockOTP(ctx, db.BlockOTPParams{ID: o.ID, BlockedUntil: now.Add(otpBlockTime)}); err != nil {
		return err
	}
	return apperr.New(apperr.OTPBlock).WithRetryAfter(otpBlockTime)
}

// isVerifiedMeanwhile reports whether a concurrent call has verified the same code. The provider accepts
// a code once, and a member's second tap must not fail. The other call may still be storing the
// result, so isVerifiedMeanwhile polls for 0.3 s at most.
func (s *Service) isVerifiedMeanwhile(ctx context.Context, token, code string) (bool, error) {
	for wait := range 4 {
		time.Sleep(time.Duration(wait) * 50 * time.Millisecond)
		o, err := s.q().GetOTPByToken(ctx, hashToken(token))
		if err != nil || o.VerifiedAt != nil {
			return err == nil && hmac.Equal(o.CodeMac, s.codeMAC(token, code)), err
		}
		if o.Tries == 1 { // there is no other call
			break
		}
	}
	return false, nil
}

func (s *Service) codeMAC(token, code string) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte("otp\x00" + token + "\x00" + code))
	return mac.Sum(nil)
}

func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
