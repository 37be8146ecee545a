package backoffice

import (
	"context"
	"strconv"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"krapao/backend/backoffice/internal/db"
	"krapao/backend/platform/apperr"
)

// useCode takes a code of this half minute or the one before or after, once.
// Only who has the password comes so far, so the tries are the operator's, from
// wherever they come.
func (s *Service) useCode(ctx context.Context, o db.Operator, code string) error {
	return s.useCodeOf(ctx, o.ID, o.TotpSecret, code)
}

// useCodeOf is useCode with a secret of the operator's that may be a new one.
func (s *Service) useCodeOf(ctx context.Context, operator int64, sealed []byte, code string) error {
	counter := "operator:code:" + strconv.FormatInt(operator, 10)
	if err := refuse(s.Limits.Hit(ctx, counter, codeTries)); err != nil {
		return err
	}
	secret, err := s.open(sealed)
	if err != nil {
		return err
	}
	now := s.Clock()
	for _, shift := range []int64{0, -1, 1} {
		step := now.Unix()/totpPeriod + shift
		ok, err := totp.ValidateCustom(code, string(secret), time.Unix(step*totpPeriod, 0), totp.ValidateOpts{Period: totpPeriod, Digits: otp.DigitsSix})
		if err != nil || !ok {
			continue
		}
		used, err := s.q().OperatorUseStep(ctx, db.OperatorUseStepParams{ID: operator, Step: step})
		if err != nil {
			return err
		}
		if used == 1 {
			return s.Limits.Forgive(ctx, counter)
		}
	}
	return apperr.New(apperr.WrongCredential)
}

// newSecret makes a code app's secret for an operator: plain for the app, sealed
// for the table, and the address that a QR code of it shows.
func (s *Service) newSecret(username string) (plain, address string, sealed []byte, err error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "Krapao", AccountName: username})
	if err != nil {
		return "", "", nil, err
	}
	sealed, err = s.seal([]byte(key.Secret()))
	return key.Secret(), key.URL(), sealed, err
}
