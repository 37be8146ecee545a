package staff

import (
	"context"
	"strconv"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/staff/internal/db"
)

// useCode accepts a code of this half minute or the one before or after, once. Only callers with the
// right password reach it. So its tries are counted for the operator, over all addresses. Errors:
// CODE_USED, WRONG_CREDENTIAL, REQUEST_LIMIT.
func (s *Service) useCode(ctx context.Context, o db.Operator, code string) error {
	_, err := s.tryCode(ctx, o.ID, o.TotpSecret, code, func(step int64) (bool, error) {
		used, err := s.q().StoreUsedTimeStep(ctx, db.StoreUsedTimeStepParams{ID: o.ID, Step: step})
		return used == 1, err
	})
	return err
}

// checkNewAppCode returns the half minute of a code of the operator's new app. It may be the one in which
// the old app's code was used, since no code of the new app has been used yet.
func (s *Service) checkNewAppCode(ctx context.Context, o db.Operator, code string) (step int64, err error) {
	return s.tryCode(ctx, o.ID, o.TotpNext, code, func(int64) (bool, error) { return true, nil })
}

// tryCode returns a code's half minute if accept accepts it. Errors: CODE_USED if the code is valid now
// but accept rejects it, WRONG_CREDENTIAL if it is not valid, REQUEST_LIMIT.
func (s *Service) tryCode(ctx context.Context, operator int64, sealed []byte, code string, accept func(step int64) (bool, error)) (int64, error) {
	counter := "operator:code:" + strconv.FormatInt(operator, 10)
	if err := limit.Refusal(s.Limits.Hit(ctx, counter, codeTries)); err != nil {
		return 0, err
	}
	secret, err := s.unseal(sealed)
	if err != nil {
		return 0, err
	}
	now := s.Clock()
	refusal := apperr.New(apperr.WrongCredential)
	for _, shift := range []int64{0, -1, 1} {
		step := now.Unix()/totpPeriod + shift
		ok, err := totp.ValidateCustom(code, string(secret), time.Unix(step*totpPeriod, 0), totp.ValidateOpts{Period: totpPeriod, Digits: otp.DigitsSix})
		if err != nil || !ok {
			continue
		}
		if ok, err = accept(step); err != nil {
			return 0, err
		}
		if ok {
			return step, s.Limits.RemoveHits(ctx, counter)
		}
		refusal = apperr.New(apperr.CodeUsed)
	}
	return 0, refusal
}

// newSecret makes an operator's secret for a code app: plain for the app, sealed for the table. address
// is the URL for its QR code.
func (s *Service) newSecret(username string) (plain, address string, sealed []byte, err error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "Krapao", AccountName: username})
	if err != nil {
		return "", "", nil, err
	}
	sealed, err = s.seal([]byte(key.Secret()))
	return key.Secret(), key.URL(), sealed, err
}
