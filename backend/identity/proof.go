package identity

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// proofCookie is set in the browser that typed the right code. Its value is the otpToken.
const proofCookie = "__Host-krapao_proof"

// Limits of tries to register, far above what a member needs. They stop callers who probe which bank
// accounts or invite codes exist.
var (
	proofLimit           = limit.Rule{Max: 60, Window: phoneProofLifetime}
	registerAddressLimit = limit.Rule{Max: 100, Window: time.Hour} // if no code is required
)

// deleteProofCookie deletes the proof's cookie.
func deleteProofCookie(ctx context.Context) { web.HostCookie(ctx, proofCookie, "", -time.Second) }

// registrationProof returns the proof with this otpToken if it is for this phone and for registering, fresh and
// unused. Error: UNVERIFIED_OTP otherwise.
func (s *Service) registrationProof(ctx context.Context, q pg.DB, otpToken, phone string) (*db.Otp, error) {
	unproven := apperr.Field(apperr.UnverifiedOTP, "username")
	if otpToken == "" {
		return nil, unproven
	}
	o, err := db.New(q).GetOTPByToken(ctx, hashToken(otpToken))
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, unproven
	case err != nil:
		return nil, err
	case o.Purpose != PurposeRegister, o.Phone != phone, o.VerifiedAt == nil, o.UsedAt != nil, s.Clock().Sub(*o.VerifiedAt) > phoneProofLifetime:
		return nil, unproven
	}
	return &o, nil
}

// proofOfRegistration returns the proof of the registration's phone, from the body's token or else the cookie.
// It returns nil if the site requires no proof.
func (s *Service) proofOfRegistration(ctx context.Context, q pg.DB, r Registration, cookie string) (*db.Otp, error) {
	needed, err := s.Content.RegisterOTP(ctx, q)
	if err != nil || !needed {
		return nil, err
	}
	if r.OTPToken != nil {
		cookie = *r.OTPToken
	}
	return s.registrationProof(ctx, q, cookie, textOf(r.Username))
}

// limitRegistering counts one try to register. The count belongs to the proof, or to the address if
// the site requires no proof. Error: REQUEST_LIMIT.
func (s *Service) limitRegistering(ctx context.Context, proof *db.Otp) error {
	key, rule := "register:from:"+web.From(ctx).Address(), registerAddressLimit
	if proof != nil {
		key, rule = "register:proof:"+strconv.FormatInt(proof.ID, 10), proofLimit
	}
	return limit.Refusal(s.Limits.Hit(ctx, key, rule))
}
